# SPDX-License-Identifier: MIT
# Thin, for people. What these targets do is in tools/, tests/run.py and the program whit.

PYTHON ?= python3
BIN := .venv/bin
SETUP := $(PYTHON) -m tools.develop.bootstrap

.DEFAULT_GOAL := help
.PHONY: help demo demo-sensor check test campaign bench trace amalgamation release generate \
        format format-check lint setup clean site

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: ## a key agreement and a signature on an emulated Cortex-M4, and their cost beside peers
	@$(SETUP) demo
	@$(BIN)/whit demo

demo-sensor: ## a signed reading from a CoAP server on an emulated board, verified by other clients
	@$(SETUP) sensor
	@$(BIN)/whit sensor

check: ## what a change must pass: under two minutes, offline once set up
	@$(SETUP) test
	@$(BIN)/python -m tools.develop.suite check

test: ## everything, with a sample of the vectors on each core: under half an hour
	@$(SETUP) test
	@$(BIN)/python -m tools.develop.suite test

campaign: ## every vector on the host and on Cortex-M4, every trace, and new samples in results/: hours
	@$(SETUP) campaign
	@$(BIN)/python -m tools.develop.suite campaign

bench: ## what every operation of every library costs on every target
	@$(SETUP) test
	@$(BIN)/whit measure --target all --library all

trace: ## constant time on every emulated core, checked on the binary
	@$(SETUP) test
	@$(BIN)/whit trace --target all

amalgamation: ## build/amalgamation/whit.c, whit.inc, whit.h and whit.hpp, to drop in
	@$(PYTHON) tools/amalgamate.py --output build/amalgamation
	@echo "build/amalgamation/whit.c, whit.inc, whit.h and whit.hpp are current"

release: ## build/release: ready drop-ins and packages, checksums, an SBOM; a quarter of an hour
	@$(SETUP) test
	@$(BIN)/python -m tools.release

site: ## build/site: the documents and the functions' contracts, to read offline
	@$(SETUP) test
	@$(BIN)/python -m tools.site --output build/site

generate: ## write the generated sources anew: options, curves, point formulas, byte code
	@$(SETUP) test
	@$(BIN)/python -m tools.options
	@$(BIN)/python -m tools.formulas.jacobian
	@$(BIN)/python -m tools.formulas.edwards
	@$(BIN)/python -m tools.bytecode
	@$(BIN)/python -m tools.kernels
	@$(BIN)/python -m tools.plan
	@$(BIN)/python -m tools.curves
	@$(BIN)/python -m tools.adapter
	@$(BIN)/python -m tools.release.abi
	@$(BIN)/python -m tools.rust

format: ## format C and Python
	@$(SETUP) test
	@$(BIN)/python -m tools.develop.format

format-check: ## fail if a file is not formatted
	@$(SETUP) test
	@$(BIN)/python -m tools.develop.format --check

lint: ## ruff and mypy
	@$(SETUP) test
	@$(BIN)/python -m tools.develop.suite lint

setup: ## install what the targets above need, and say what and how much before
	@$(SETUP) test

clean: ## remove what was built; what was installed into .venv stays
	rm -rf build .mypy_cache .pytest_cache .ruff_cache
