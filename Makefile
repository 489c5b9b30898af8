# Everything sets itself up: each target makes the virtual environment it needs, once, and again when pyproject.toml changes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help demo test lint format type bench bench-quick min-versions clean

help:  ## This list.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

demo: $(VENV)/.demo  ## The main job on a real local model; fetches its weights the first time.
	@$(BIN)/python -m stepcache_langchain.demo

test: $(VENV)/.test  ## The whole test suite, on real parts.
	@$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.lint  ## Lint and format check.
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

format: $(VENV)/.lint  ## Put the format right, and what lint can mend.
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

type: $(VENV)/.lint $(VENV)/.test  ## Strict type check.
	@$(BIN)/mypy

bench: $(VENV)/.test  ## The benchmarks; some hours. Those on public sets need them (STEPCACHE_DATA names their folder).
	@$(BIN)/python -m benchmarks.verifiers
	@$(BIN)/python -m benchmarks.false_hits
	@$(BIN)/python -m benchmarks.langchain_overhead
	@$(BIN)/python -m benchmarks.real_model
	@$(BIN)/python -m benchmarks.microbench
	@$(BIN)/python -m benchmarks.scale

bench-quick: $(VENV)/.test  ## The micro-benchmark's smoke run on the real model; fails on a wrong answer.
	@$(BIN)/python -m benchmarks.microbench --quick

min-versions:  ## The test suite on the lowest versions that pyproject.toml allows.
	@$(PYTHON) scripts/min_versions.py

clean:  ## Remove what was made here; fetched weights stay in the user's cache.
	@rm -rf $(VENV) .venv-min .pytest_cache .mypy_cache .ruff_cache .hypothesis .stepcache-demo build dist *.egg-info

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "StepCache needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (try: make PYTHON=python3.12 ...)")'
	@echo "Making the virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'

$(VENV)/.demo: pyproject.toml | $(BIN)/python
	@echo "Installing StepCache and what the demo needs"
	@$(BIN)/python -m pip install --quiet --editable '.[demo]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "Installing StepCache and what the tests need"
	@$(BIN)/python -m pip install --quiet --editable '.[all]' --group test
	@touch $@

$(VENV)/.lint: pyproject.toml | $(BIN)/python
	@$(BIN)/python -m pip install --quiet --group lint
	@touch $@
