# Every target does the set-up it needs, once; a second run starts at once and rebuilds only what changed.
# ARGS passes arguments on: make test ARGS="-k demeter", make play ARGS="--help".

BIN := .venv/bin
CMAKE := $(BIN)/cmake
CPP := $(shell find core bindings tests/core bench -name '*.cpp' -o -name '*.h' 2>/dev/null)
# Folders too: their time changes when a file comes or goes.
CORE := $(shell find core bindings ! -name '.*' 2>/dev/null) $(wildcard bench/*)
TESTS := $(wildcard tests/core tests/core/*)
# The page is made of its sources and of the English words, whose keys it is checked against.
PAGE := $(shell find web -name node_modules -prune -o ! -name '*.gen.ts' ! -name '.*' -print 2>/dev/null) \
	$(wildcard src/santorini/locales/*.toml src/santorini/locales/page/*.toml) tools/page.sh requirements/node.txt
# What this machine lacks, asked only when something is to be set up or compiled.
MISSING = $(shell tools/setup.sh missing)
REQUIRE = $(if $(MISSING),$(error $(MISSING)))

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test check format build page screenshots sanitize bench wheel pins clean

help: ## List the commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

play: build ## Play in the browser
	@$(BIN)/santorini $(ARGS)

test: build $(if $(TESTS),build/dev/core_tests) ## Run every test
	@tools/browser.sh
	@$(if $(TESTS),build/dev/core_tests)
	@$(BIN)/pytest -q -n auto --maxprocesses 8 $(ARGS)

check: build ## Formatting, lint, strict types, compiler warnings, repository hygiene
	@$(BIN)/ruff format --quiet --check || { echo "Not formatted: run make format"; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/clang-format --dry-run -Werror $(CPP)
	@$(BIN)/python tools/check_repo.py
	@$(BIN)/python tools/labels.py --check
	@$(BIN)/python tools/words.py --check
	@$(BIN)/python tools/vocabulary_places.py --check
	@$(BIN)/python tools/lessons.py --check
	@echo "Compiling with warnings as errors ..."
	@$(CMAKE) --preset check >/dev/null
	@$(CMAKE) --build build/check --target all $(if $(TESTS),core_tests) -- --quiet

format: .venv/.ready ## Format Python and C++
	@$(BIN)/ruff check --quiet --select I --fix
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i $(CPP)

build: build/.built build/.page ## Set up and compile, without running anything

page: build/.page ## Build the web page alone

screenshots: build ## Photograph the main screens into build/screenshots
	@$(BIN)/python tools/screenshots.py $(ARGS)

sanitize: .venv/.ready ## Run the core's tests under the address and undefined-behaviour sanitizers
	$(REQUIRE)@echo "Compiling with sanitizers ..."
	@$(CMAKE) --preset sanitize >/dev/null
	@$(CMAKE) --build build/sanitize --target core_tests -- --quiet
	@build/sanitize/core_tests

bench: build ## Measure the speed, as ratios in one run
	@$(BIN)/santorini bench $(ARGS)

wheel: .venv/.ready build/.page ## Build a wheel for any machine of this kind into dist/
	$(REQUIRE)@echo "Building a portable wheel ..."
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip wheel -qq --no-build-isolation --no-deps --wheel-dir dist \
		--config-settings=cmake.define.SANTORINI_NATIVE=OFF --config-settings=build-dir=build/wheel .
	@ls dist/*.whl

pins: .venv/.ready ## Renew requirements/dev.txt from requirements/dev.in
	@echo "Resolving the newest versions ..."
	@rm -rf build/pins && $(BIN)/python -m venv build/pins
	@build/pins/bin/pip install -qq --disable-pip-version-check -r requirements/dev.in
	@{ sed '/^[^#]/,$$d' requirements/dev.txt; build/pins/bin/pip freeze; } > build/dev.txt
	@mv build/dev.txt requirements/dev.txt
	@git --no-pager diff --stat requirements

clean: ## Remove everything that was built, .venv too
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/santorini/_core.* \
		src/santorini/server/page web/node_modules web/src/words/keys.gen.ts
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# A copied folder brings a .venv that still points at the original, and Python may have been upgraded: set up anew.
ifneq ($(wildcard .venv/.ready),)
$(shell test "$$(cat .venv/.home)" = "$(CURDIR)" && $(BIN)/python -c "" || rm .venv/.ready)
endif

.venv/.ready: requirements/dev.txt pyproject.toml
	$(REQUIRE)@echo "Setting up Python packages (once, about a minute) ..."
	@tools/setup.sh
	@touch $@

build/.built: .venv/.ready CMakeLists.txt CMakePresets.json $(CORE)
	$(REQUIRE)@echo "Compiling the core (in full only the first time) ..."
	@$(CMAKE) --preset dev >/dev/null
	@$(CMAKE) --build build/dev -- --quiet
	@$(CMAKE) --install build/dev --prefix src >/dev/null
	@touch $@

build/.page: .venv/.ready $(PAGE)
	@echo "Building the page (its packages are fetched the first time) ..."
	@tools/page.sh
	@mkdir -p build && touch $@

build/dev/core_tests: build/.built $(TESTS)
	$(REQUIRE)@echo "Compiling the core's tests ..."
	@$(CMAKE) --build build/dev --target core_tests -- --quiet
	@touch $@
