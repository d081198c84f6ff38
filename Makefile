# SPDX-License-Identifier: MIT
# Thin, for people. What these targets do is in tools/, tests/run.py and the program whit.

PYTHON ?= python3
BIN := .venv/bin
SETUP := $(PYTHON) tools/bootstrap.py

.DEFAULT_GOAL := help
.PHONY: help demo check test campaign bench trace amalgamation generate format format-check lint \
        setup clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## a key agreement and a signature on an emulated Cortex-M4, and their cost beside peers
	@$(SETUP) demo
	@$(BIN)/whit demo

check: ## what a change must pass: about two minutes, offline once set up
	@$(SETUP) test
	@$(BIN)/python tools/suite.py check

test: ## everything, with a sample of the vectors on each core: about half an hour
	@$(SETUP) test
	@$(BIN)/python tools/suite.py test

campaign: ## every vector on the host and on Cortex-M4, every trace, and new samples in results/: hours
	@$(SETUP) campaign
	@$(BIN)/python tools/suite.py campaign

bench: ## what every operation of every library costs on every target
	@$(SETUP) test
	@$(BIN)/whit measure --target all --library all

trace: ## constant time on every emulated core, checked on the binary
	@$(SETUP) test
	@$(BIN)/whit trace --target all

amalgamation: ## build/amalgamation/whit.c, whit.inc, whit.h and whit.hpp, to drop in
	@$(PYTHON) tools/amalgamate.py --output build/amalgamation
	@echo "build/amalgamation/whit.c, whit.inc, whit.h and whit.hpp are current"

generate: ## write the generated sources anew: options, curves, point formulas
	@$(SETUP) test
	@$(BIN)/python tools/options.py
	@$(BIN)/python tools/formulas.py
	@$(BIN)/python tools/edwards_formulas.py
	@$(BIN)/python tools/curves.py
	@$(BIN)/python tools/armv7em.py
	@$(BIN)/python tools/armv7m.py
	@$(BIN)/python tools/armv6m.py
	@$(BIN)/python tools/rv32.py
	@$(BIN)/python tools/avr.py
	@$(BIN)/python tools/x86_64.py

format: ## format C and Python
	@$(SETUP) test
	@$(BIN)/python tools/format.py

format-check: ## fail if a file is not formatted
	@$(SETUP) test
	@$(BIN)/python tools/format.py --check

lint: ## ruff and mypy
	@$(SETUP) test
	@$(BIN)/python tools/suite.py lint

setup: ## install what the targets above need, and say what and how much before
	@$(SETUP) test

clean: ## remove what was built; what was installed into .venv stays
	rm -rf build .mypy_cache .pytest_cache .ruff_cache
