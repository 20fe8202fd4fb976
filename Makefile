# The two commands of the README: `make demo` and `make test`. Both set up everything on a fresh machine.
# They need python3 (3.11 or newer, with its venv module) and make; nothing is installed outside .venv.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test check bench evaluate smoke clip clean

demo: $(VENV)/.run           ## play the bundled clip through the whole path and open the page
	$(BIN)/pipsight demo

test: $(VENV)/.dev           ## every test; those in a browser need Chromium
	$(BIN)/python -m pytest -q

check: $(VENV)/.dev          ## format, lint, types, import directions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q tests/test_house.py

bench: $(VENV)/.dev          ## speed of reading and of the rules: make bench [WEIGHTS=last.pt to compare with ultralytics]
	$(BIN)/python -m tests.bench $(if $(WEIGHTS),--weights "$(WEIGHTS)")
	$(BIN)/python -m tests.bench_rules
	$(BIN)/python -m tests.bench_horde
	$(BIN)/python -m tests.bench_clash

evaluate: $(VENV)/.dev       ## figures on labelled photographs: make evaluate DATA=folder
	$(BIN)/python -m models.evaluate --data "$(DATA)"

smoke: $(VENV)-heavy/.run    ## the small tests of the heavy extras (training, rendering), in an environment of their own
	$(VENV)-heavy/bin/python -c 'import torch, ultralytics, onnx, onnxslim, mitsuba, mujoco, manifold3d, pyoidn'
	$(VENV)-heavy/bin/python -m pytest -q tests/models tests/datasets

clean:                       ## remove what these commands made
	rm -rf $(VENV) $(VENV)-heavy build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python $(VENV)-heavy/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "pipsight: no $(PYTHON) here; install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "pipsight: $(PYTHON) is older than 3.11; name a newer one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "pipsight: Python's venv module is missing; on Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv $(@:/bin/python=)

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	@echo "pipsight: installing into $(VENV) (once, about 300 MB)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	@echo "pipsight: installing with the tools for tests into $(VENV) (once, about 700 MB)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,e2e]'
	@touch $@ $(VENV)/.run

$(VENV)-heavy/.run: pyproject.toml | $(VENV)-heavy/bin/python
	@echo "pipsight: installing the training and rendering extras into $(VENV)-heavy (once, several GB)"
	@$(VENV)-heavy/bin/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train,render]'
	@touch $@
