# Every target does the set-up it needs; later runs rebuild only what has changed.
# ARGS passes arguments on: make test ARGS="-k demeter", make play ARGS="--help".

BIN := .venv/bin
CMAKE := $(BIN)/cmake
CPP := $(shell find core bindings wasm tests/core bench -name '*.cpp' -o -name '*.h' 2>/dev/null)
# Folders too: their time changes when a file is added or removed.
CORE := $(shell find core bindings ! -name '.*' 2>/dev/null) $(wildcard bench/*)
TESTS := $(wildcard tests/core tests/core/*)
WASM := $(shell find core wasm ! -name '.*' 2>/dev/null)
# The page depends on its sources, on the catalogues, whose keys it is checked against, and on the server's schema, which
# its types are made from.
PAGE := $(shell find web \( -name node_modules -o -path web/public/data \) -prune -o ! -name '*.gen.ts' ! -name '.*' -print 2>/dev/null) \
	$(wildcard src/santorini/locales/*.toml src/santorini/locales/page/*.toml) tools/page.sh requirements/node.txt
DATA := $(wildcard src/santorini/locales/*.toml src/santorini/locales/*/*.toml src/santorini/lessons/*.toml) \
	src/santorini/data/pairings.json
PYTHON := $(shell find src/santorini -name '*.py')
# What this machine lacks; evaluated only when something has to be set up or compiled.
MISSING = $(shell tools/setup.sh missing)
REQUIRE = $(if $(MISSING),$(error $(MISSING)))

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help play test check format build page site docs screenshots sanitize coverage bench opponent tunable wheel pins \
	audit clean

help: ## List the commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 18

play: build/.built ## Play in the browser
	@$(BIN)/python tools/play.py $(ARGS)

test: build $(if $(TESTS),build/dev/core_tests) ## Run every test
	@tools/browser.sh
	@tools/postgres.sh
	@$(if $(TESTS),build/dev/core_tests)
	@$(if $(ARGS),:,tools/page.sh test)
	@$(BIN)/pytest -q -n auto --maxprocesses 8 $(ARGS)

check: build ## Formatting, lint, strict types, compiler warnings, repository hygiene
	@$(BIN)/pip check --disable-pip-version-check >build/pip_check.txt || { cat build/pip_check.txt; exit 1; }
	@$(BIN)/ruff format --quiet --check || { echo "Not formatted: run make format"; exit 1; }
	@$(BIN)/ruff check --quiet
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/clang-format --dry-run -Werror $(CPP)
	@tools/page.sh check || { echo "The page: run make format"; exit 1; }
	@$(BIN)/python tools/check_repo.py
	@$(BIN)/python tools/labels.py --check
	@$(BIN)/python tools/enums.py --check
	@$(BIN)/python tools/words.py --check
	@$(BIN)/python tools/vocabulary_places.py --check
	@$(BIN)/python tools/encoding_tables.py --check
	@$(BIN)/python tools/puzzle_figures.py --check
	@echo "Compiling with warnings as errors ..."
	@$(CMAKE) --preset check >/dev/null
	@$(CMAKE) --build build/check --target all $(if $(TESTS),core_tests) -- --quiet
	@echo "Looking for mistakes in the C++ ..."
	@printf '%s\n' $(filter-out wasm/%,$(filter %.cpp,$(CPP))) | xargs -P $$(getconf _NPROCESSORS_ONLN) -n 1 $(BIN)/clang-tidy -p build/check --quiet

format: .venv/.ready ## Format Python, C++ and the page
	@$(BIN)/ruff check --quiet --select I --fix
	@$(BIN)/ruff format --quiet
	@$(BIN)/clang-format -i $(CPP)
	@tools/page.sh format

build: .venv/.ready build/.built build/.page ## Set up and compile, without running anything

page: build/.page ## Build the web page alone

site: build ## Build the page as plain files that need no server: build/page
	@tools/page.sh site --logLevel error
	@echo build/page/index.html

docs: build ## Build the documentation site into build/site; a broken link is an error
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict $(ARGS)
	@echo build/site/index.html

screenshots: build ## Photograph the main screens into build/screenshots
	@$(BIN)/python tools/screenshots.py $(ARGS)

sanitize: .venv/.ready ## Run the core's tests under the address, undefined-behaviour and thread sanitizers
	$(REQUIRE)@echo "Compiling with sanitizers ..."
	@$(CMAKE) --preset sanitize >/dev/null
	@$(CMAKE) --build build/sanitize --target core_tests -- --quiet
	@build/sanitize/core_tests
	@$(CMAKE) --preset tsan >/dev/null
	@$(CMAKE) --build build/tsan --target core_tests -- --quiet
	@build/tsan/core_tests threads batch

# Each half is measured with the tests that are about it: all of them would take an hour. For the core the instrumented
# module, which is slow, takes the place of the usual one; the build at the end puts that back. A line of a template
# counts once, and inner loops do run more often than gcovr thinks possible.
PYTHON_TESTS := tests/cli tests/data tests/draw tests/encoding tests/engine tests/envs tests/game tests/record tests/server tests/setup tests/words src docs
CORE_TESTS := tests/encoding tests/engine/test_review.py tests/engine/test_search.py tests/game tests/oracle tests/perft \
	tests/properties tests/puzzles tests/record tests/rules tests/server/test_board.py tests/server/test_hint.py tests/setup
coverage: build ## Measure how much of the code the tests run
	@echo "Compiling the core with counters ..."
	@$(CMAKE) --preset coverage >/dev/null
	@find build/coverage -name '*.gcda' -delete
	@$(CMAKE) --build build/coverage --target all core_tests -- --quiet
	@find build/coverage -name '*.gcda' -delete # the build runs the module to describe it
	@$(BIN)/pytest -q -n auto --maxprocesses 8 --cov --cov-report=term --cov-report=html:build/coverage/python \
		$(PYTHON_TESTS)
	@build/coverage/core_tests
	@rm build/.built && $(CMAKE) --install build/coverage --prefix src >/dev/null
	@$(BIN)/pytest -q -n auto --maxprocesses 8 $(CORE_TESTS)
	@mkdir -p build/coverage/core
	@$(BIN)/gcovr --root . --filter core/ --object-directory build/coverage --exclude-throw-branches \
		--merge-lines --gcov-ignore-parse-errors=suspicious_hits.warn_once_per_file \
		--html-details build/coverage/core/index.html --txt-summary
	@$(MAKE) --no-print-directory build

bench: build ## Measure the speed, as ratios in one run
	@$(BIN)/santorini bench $(ARGS)

opponent: .venv/.ready ## Build 0.1.0 as an opponent: build/opponent/santorini-0.1.0
	$(REQUIRE)@tools/opponent.sh
	@echo build/opponent/santorini-0.1.0

tunable: build ## Build a core whose search parameters can be set: build/tune/santorini
	$(REQUIRE)@tools/tunable.sh
	@echo build/tune/santorini

wheel: .venv/.play build/.page ## Build a wheel for any machine of this kind into dist/
	$(REQUIRE)@echo "Building a portable wheel ..."
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pip wheel -qq --no-build-isolation --no-deps --wheel-dir dist \
		--config-settings=cmake.define.SANTORINI_NATIVE=OFF --config-settings=build-dir=build/wheel .
	@ls dist/*.whl

# The others take their versions from dev.txt, so that everybody plays with what was tested.
PINS := $(BIN)/uv pip compile --quiet --universal --python-version 3.11.5 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url
pins: .venv/.ready ## Renew the versions and hashes in requirements/ from the lists of names there
	@echo "Resolving the newest versions ..."
	@rm -rf build/pins && mkdir -p build/pins
	@$(PINS) --upgrade requirements/dev.in -o build/pins/dev.txt
	@for name in play wasm; do $(PINS) -c build/pins/dev.txt requirements/$$name.in -o build/pins/$$name.txt || exit; done
	@for name in dev play wasm; do \
		{ sed '/^[^#]/,$$d' requirements/$$name.txt; cat build/pins/$$name.txt; } > build/pins/new && \
		mv build/pins/new requirements/$$name.txt || exit; done
	@git --no-pager diff --stat requirements

audit: .venv/.ready ## List the licences of all pinned packages, and their known faults
	@$(BIN)/python tools/audit.py

clean: ## Remove everything that was built, .venv too
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis src/santorini/_core.* src/santorini/_core \
		src/santorini/server/page src/santorini/server/early web/node_modules web/src/words/keys.gen.ts \
		web/src/net/schema.gen.ts web/public/data
	@find src tests tools -name __pycache__ -prune -exec rm -rf {} +

# Set up again if the folder was copied, as .venv still points at the original, or if its Python is gone.
ifneq ($(wildcard .venv/.home),)
$(shell test "$$(cat .venv/.home)" = "$(CURDIR)" && $(BIN)/python -c "" || rm -f .venv/.play .venv/.wasm .venv/.ready)
endif

# Packages in three parts: for playing, for compiling the page's core, for developing.
.venv/.play: requirements/play.txt pyproject.toml
	$(REQUIRE)@echo "Setting up the packages for playing (once) ..."
	@tools/setup.sh play
	@touch $@

.venv/.wasm: .venv/.play requirements/wasm.txt
	@echo "Setting up the compiler for the page (once) ..."
	@tools/setup.sh wasm
	@touch $@

.venv/.ready: .venv/.play .venv/.wasm requirements/dev.txt
	@echo "Setting up the packages for developing (once, some minutes) ..."
	@tools/setup.sh dev
	@touch $@

build/.built: .venv/.play CMakeLists.txt CMakePresets.json $(CORE)
	$(REQUIRE)@echo "Compiling the core (in full only the first time) ..."
	@$(CMAKE) --preset dev >/dev/null
	@$(CMAKE) --build build/dev -- --quiet
	@rm -rf src/santorini/_core src/santorini/_core.* # from an older build, perhaps under other names
	@$(CMAKE) --install build/dev --prefix src >/dev/null
	@touch $@

build/.schema: build/.built $(PYTHON) $(DATA) tools/schema.py tools/page_data.py
	@$(BIN)/python tools/schema.py build/openapi.json
	@$(BIN)/python tools/page_data.py web/public/data build/page_data.txt
	@touch $@

# Written only when the schema, or the page's data, has changed: other Python sources do not build the page again.
build/openapi.json build/page_data.txt: build/.schema ;

# The core for the page, with the compiler that the Python package ziglang brings.
build/.wasm: .venv/.wasm $(WASM)
	@echo "Compiling the core for the page (in full only the first time) ..."
	@$(CMAKE) -S wasm -B build/wasm -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja >/dev/null
	@$(CMAKE) --build build/wasm -- --quiet
	@touch $@

build/.page: build/.wasm build/openapi.json build/page_data.txt $(PAGE)
	@echo "Building the page (its packages are fetched the first time) ..."
	@tools/page.sh build --logLevel error
	@touch $@

# The page for a first game, before its core has been compiled: everything except what works without the server.
build/.early: build/openapi.json build/page_data.txt $(PAGE)
	@echo "Building the page (its packages are fetched the first time) ..."
	@tools/page.sh early --logLevel error
	@touch $@

build/dev/core_tests: build/.built $(TESTS)
	$(REQUIRE)@echo "Compiling the core's tests ..."
	@$(CMAKE) --build build/dev --target core_tests -- --quiet
	@touch $@
