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
