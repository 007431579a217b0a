"""Ctrl-C stops work in the native core soon, whatever it is doing and on however many threads."""

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import make_dataset

# A program started in the background ignores Ctrl-C unless it asks for it.
START = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import numpy as np
from arboretum import TreeRegressor
rng = np.random.default_rng(0)
def begin():
    print("begun", flush=True)
"""
GROW = """
X = rng.normal(size=(400_000, 16))
y = X[:, 0] + rng.normal(size=len(X))
begin()
TreeRegressor(n_jobs={n_jobs}).fit(X, y)
"""
CROSS_VALIDATE = """
from arboretum.pruning import CostComplexity
X = rng.normal(size=(100_000, 16))
y = X[:, 0] + rng.normal(size=len(X))
begin()
TreeRegressor(n_jobs=3, pruning=CostComplexity(cv=60)).fit(X, y)
"""
# One row many times over, none of them in memory: minutes of walking.
PREDICT = """
X = rng.normal(size=(20_000, 3))
fitted = TreeRegressor(n_jobs={n_jobs}).fit(X, rng.normal(size=len(X)))
rows = np.lib.stride_tricks.as_strided(X[0].copy(), (400_000_000, 3), (0, 8))
begin()
fitted.tree_.apply({rows}, n_jobs={n_jobs})
"""
WORK = {
    "growing": GROW.format(n_jobs=1),
    "growing on threads": GROW.format(n_jobs=3),
    "cross-validating on threads": CROSS_VALIDATE,
    "routing rows": PREDICT.format(rows="rows", n_jobs=1),
    "routing rows on threads": PREDICT.format(rows="rows", n_jobs=3),
    "routing columns": PREDICT.format(rows="tuple(rows.T)", n_jobs=1),
}
END = """
print("finished", flush=True)
"""


@pytest.mark.big
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("work", WORK)
def test_ctrl_c_ends_the_work(work):
    program = subprocess.Popen(
        [sys.executable, "-c", START + WORK[work] + END],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stdout.readline() == "begun\n"
        time.sleep(0.3)

        program.send_signal(signal.SIGINT)
        out, error = program.communicate(timeout=60)
    finally:
        program.kill()

    assert out == ""
    assert error.rstrip().endswith("KeyboardInterrupt")
    assert program.returncode == -signal.SIGINT


def long_rows(rng):
    X = rng.normal(size=(2_000_000, 6))
    return TreeClassifier(max_depth=2), X, (X[:, 0] + rng.normal(size=len(X)) > 0).astype(int)


def wide_rows(rng):
    X = rng.normal(size=(10_000, 1500)).astype(np.float32)
    return TreeRegressor(max_depth=1), X, X[:, 0]


def one_wide_block(rng):
    X = rng.normal(size=(2000, 3000)).astype(np.float32)
    return TreeClassifier(max_depth=4), X, rng.integers(0, 3, 2000)


def one_large_block(rng):
    X = rng.normal(size=(32_000, 200)).astype(np.float32)
    return TreeClassifier(max_depth=2), X, rng.integers(0, 250, 32_000)


def everything_sorted(rng):
    # Without a bound every bin is opened and sorted.
    X = rng.normal(size=(600_000, 4))
    y = (X[:, 0] + rng.normal(size=len(X)) > 0).astype(int)
    return TreeClassifier(criterion="gain_ratio", max_depth=2), X, y


def many_categories(rng):
    codes = rng.integers(0, 500_000, 1_000_000)
    frame = pd.DataFrame({"c": pd.Categorical(codes), "x": rng.normal(size=len(codes))})
    return TreeRegressor(max_depth=2), frame, (codes * 7919) % 1000 + rng.normal(size=len(codes))


LONG = [long_rows, wide_rows, one_wide_block, one_large_block, everything_sorted, many_categories]


@pytest.mark.big
@pytest.mark.parametrize("data", LONG)
def test_no_stage_of_growth_works_for_long_without_looking(data):
    # Progress is told whenever the core looks for an interrupt; processor time, because a busy
    # machine may keep anyone waiting.
    estimator, table, target = data(np.random.default_rng(0))
    dataset = make_dataset(table, target, nominal=estimator._nominal)
    looks = [time.thread_time()]

    estimator.fit_dataset(dataset, lambda done, whole: looks.append(time.thread_time()))

    assert estimator.grower_.startswith("native")
    assert np.diff(looks).max() < 0.7
