"""``import arboretum`` stays light."""

from __future__ import annotations

import json
import subprocess
import sys
import time

import pytest

HEAVY = ["pandas", "matplotlib", "pyarrow", "dask", "sklearn", "polars", "duckdb", "scipy"]


def modules_after(code):
    report = f"{code}\nimport json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", report], check=True, capture_output=True, text=True
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_no_heavy_library():
    assert modules_after("import arboretum").isdisjoint(HEAVY)


def test_a_saved_tree_is_loaded_and_printed_without_scikit_learn_or_data_frames(tmp_path):
    from arboretum import TreeClassifier

    path = tmp_path / "tree.json"
    TreeClassifier().fit({"x": [1, 2], "c": ["r", "g"]}, ["a", "b"]).tree_.save(path)

    loaded = modules_after(f"import arboretum; print(arboretum.Tree.load({str(path)!r}))")

    assert loaded.isdisjoint(HEAVY)


@pytest.mark.full
def test_an_estimator_loads_no_more_than_scikit_learn_does():
    # scikit-learn itself loads pandas where it is installed.
    ours = modules_after(
        "from arboretum import TreeClassifier\n"
        "TreeClassifier().fit([[1.0], [2.0]], [0, 1]).predict([[1.0]])"
    )
    theirs = modules_after("import sklearn.base, sklearn.utils.validation")

    assert (ours - theirs).isdisjoint(HEAVY)


def test_importing_takes_less_than_0_3_seconds():
    def seconds(code):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        return time.perf_counter() - start

    # The best of some, less the start of Python itself: a busy machine is no failure.
    bare = min(seconds("pass") for _ in range(3))
    full = min(seconds("import arboretum") for _ in range(5))

    assert full - bare < 0.3
