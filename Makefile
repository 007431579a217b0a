# Every target makes what it needs: a clone, Python 3.11+ and a C++20 compiler are enough.

PYTHON ?= python3
VENV ?= .venv
SANITIZE_VENV ?= .venv-sanitize
THREADS_VENV ?= .venv-sanitize-threads
CXX ?= g++

BIN := $(VENV)/bin
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp -type f)
PACKAGE := $(NATIVE) $(shell find src -type f ! -path '*/__pycache__/*')
CPP := $(shell find cpp -name '*.cpp' -o -name '*.hpp')
BUILD_TOOLS := scikit-build-core nanobind cmake ninja
PIP := -m pip --disable-pip-version-check
# A release build is stripped, and a trace without names and lines says nothing.
SANITIZERS_$(SANITIZE_VENV) := address,undefined
SANITIZERS_$(THREADS_VENV) := thread
SANITIZE_BUILD = -C cmake.build-type=RelWithDebInfo \
	-C cmake.define.ARBORETUM_SANITIZE=$(SANITIZERS_$*)
SANITIZE_TESTS ?= $(wildcard $(addprefix tests/,unit/core unit/tree unit/statistics \
	unit/sources unit/growing growers properties robust))
# Without tests that import Polars, which does not survive being loaded beside the thread sanitizer.
THREADS_TESTS ?= $(wildcard $(addprefix tests/,unit/core robust growers/test_general.py \
	growers/test_same_tree.py properties/test_growth.py))
# A worker that runs out of tests takes half of those that the other has still to run.
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal
# Else every worker, and every command that a test runs, would compile all sources again.
unexport PYTHONDONTWRITEBYTECODE
PRELOAD = LD_PRELOAD="$$($(CXX) -print-file-name=$(1)) $$($(CXX) -print-file-name=libstdc++.so)"

.PHONY: demo test test-all lint docs bench sanitize sanitize-threads wheel stubs develop clean

demo: $(VENV)/.installed
	mkdir -p build
	$(BIN)/arboretum grow \
		"$$($(BIN)/python -c "import arboretum.datasets as d; print(d.path('penguins'))")" \
		--target species --out build/penguins.json
	$(BIN)/arboretum show build/penguins.json

# Minutes, after every change.
test: develop
	$(PYTEST) --quick

# What must pass before a change is merged: the quick suite is a part of it.
test-all: develop
	$(PYTEST)

lint: develop
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy src/arboretum
	$(BIN)/clang-format --dry-run --Werror $(CPP)
	$(BIN)/lint-imports
	$(BIN)/codespell $(wildcard src cpp tests docs examples *.md)

# A warning is an error: a link that leads nowhere, a name that is not there, a script that fails.
docs: develop
	$(BIN)/python $(PIP) install --quiet 'arboretum[docs]'
	$(BIN)/python -m sphinx --quiet --nitpicky --fail-on-warning --keep-going -c docs . build/docs

# Hours on a quiet machine; BENCH="--only iris --write" and the like choose, and
# BENCH=--commands prints a command of some minutes for each section.
bench: develop
	$(BIN)/python $(PIP) install --quiet 'arboretum[bench]'
	$(BIN)/python -m benchmarks.run $(BENCH)

# The interpreter is not instrumented, so the sanitizer's runtime has to be loaded before it.
sanitize: $(SANITIZE_VENV)/.editable
	$(call PRELOAD,libasan.so) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	$(SANITIZE_VENV)/bin/python -m pytest -p no:cacheprovider $(SANITIZE_TESTS)

# Only our own threads are watched: races inside other libraries are theirs to answer for.  A
# forked child cannot start threads under this sanitizer.
sanitize-threads: $(THREADS_VENV)/.editable
	$(call PRELOAD,libtsan.so) TSAN_OPTIONS="halt_on_error=1 ignore_noninstrumented_modules=1" \
	$(THREADS_VENV)/bin/python -m pytest -p no:cacheprovider -k "thread and not fork" \
		$(THREADS_TESTS)

# The wheel is built from the source archive, which shows that the archive is complete.
wheel: | $(BIN)/python
	$(BIN)/python $(PIP) install --quiet build
	$(BIN)/python -m build --outdir dist .

# Types of the native core, as its bindings declare them.
stubs: develop
	$(BIN)/python -m nanobind.stubgen -q -m arboretum._core -o src/arboretum/_core.pyi
	$(BIN)/ruff check --quiet --fix src/arboretum/_core.pyi
	$(BIN)/ruff format --quiet src/arboretum/_core.pyi

develop: $(VENV)/.editable

clean:
	rm -rf build dist

# Python files are read in place; only the native core has to be built again.
%/.editable: $(NATIVE) | %/bin/python
	$*/bin/python $(PIP) install --quiet $(BUILD_TOOLS)
	$*/bin/python $(PIP) install --quiet --no-build-isolation \
		-C build-dir=build/$(notdir $*) $(if $(SANITIZERS_$*),$(SANITIZE_BUILD)) \
		-e '.[test]'
	touch $@

# An editable install already serves the demo and must not be replaced.
$(VENV)/.installed: $(PACKAGE) | $(BIN)/python
	test -e $(VENV)/.editable || $(BIN)/python $(PIP) install --quiet '.[cli]'
	touch $@

.PRECIOUS: %/bin/python
%/bin/python:
	$(PYTHON) -m venv $*
