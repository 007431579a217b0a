"""A search that ends early keeps its promises; a search that ends well is the same every time."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from arboretum import OptimalClassifier, OptimalRegressor, datasets
from arboretum.exceptions import NotProvedWarning, ParameterError, UnsupportedCombination
from arboretum.pruning import CostComplexity
from tests.examples import full


@pytest.fixture(scope="module")
def heart():
    return datasets.heart()


@pytest.fixture(scope="module")
def proved(heart):
    return OptimalClassifier(max_depth=3).fit(heart.X, heart.y)


@pytest.mark.parametrize("work", [0, 1, 5, 30, 60])
def test_the_bound_and_the_tree_hold_whatever_ends_the_search(heart, proved, work):
    with pytest.warns(NotProvedWarning, match="at least"):
        model = OptimalClassifier(max_depth=3, work_limit=work).fit(heart.X, heart.y)

    found, best = model.certificate_, proved.certificate_.objective
    assert found.stopped == "work"
    assert found.work <= work
    assert found.bound <= best <= found.objective
    assert (model.predict(heart.X) != heart.y).sum() == found.objective
    assert 0 < found.gap <= 1


def test_more_work_raises_the_bound(heart):
    bounds = []
    for work in (500, 2000, 4000, 6000):
        with pytest.warns(NotProvedWarning):
            model = OptimalClassifier(max_depth=4, work_limit=work).fit(heart.X, heart.y)
        bounds.append(model.certificate_.bound)

    assert bounds == sorted(bounds)
    assert bounds[-1] > bounds[0]


def test_a_bound_is_known_long_before_the_best_tree():
    random = np.random.default_rng(0)
    X, y = {f"x{j}": random.random(600) for j in range(4)}, random.integers(0, 2, 600)
    found = []
    for work in (4000, 4000, 5000):
        with pytest.warns(NotProvedWarning):
            found.append(OptimalClassifier(max_depth=5, work_limit=work).fit(X, y).certificate_)

    assert found[0] == found[1]
    assert 0 < found[0].bound <= found[2].bound < found[2].objective


def test_an_unfinished_search_is_the_same_twice(heart):
    trees = []
    for _ in range(2):
        with pytest.warns(NotProvedWarning):
            model = OptimalClassifier(max_depth=4, work_limit=50).fit(heart.X, heart.y)
        trees.append(model.tree_.to_text())

    assert trees[0] == trees[1]


def test_the_order_of_the_samples_does_not_matter(heart, proved):
    order = np.random.default_rng(1).permutation(len(heart.y))
    X = {name: np.asarray(heart.X[name])[order] for name in heart.X}

    shuffled = OptimalClassifier(max_depth=3).fit(X, np.asarray(heart.y)[order])

    assert shuffled.tree_.to_text() == proved.tree_.to_text()


def test_little_memory_costs_time_and_nothing_else(heart):
    plenty = OptimalClassifier(max_depth=4).fit(heart.X, heart.y)
    little = OptimalClassifier(max_depth=4, memory_limit=0.01).fit(heart.X, heart.y)

    assert little.certificate_.forgot
    assert not plenty.certificate_.forgot
    assert little.certificate_.is_proved
    assert little.certificate_.objective == plenty.certificate_.objective


#: Fits a deep tree of noise with as little memory as is asked, and prints what its memory rose by.
ENDED_SEARCH = """
import re, sys, warnings
from pathlib import Path
import numpy as np
from arboretum import OptimalClassifier

def most():  # of this program alone, unlike what resource says of a child
    return int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

warnings.simplefilter("ignore")
rng = np.random.default_rng(0)
X = rng.normal(size=(400, 6)).round(1)
y = X[:, 0] * X[:, 1] + rng.normal(size=400) > 0
megabytes, work = float(sys.argv[1]), int(sys.argv[2])
OptimalClassifier(max_depth=2).fit(X, y)
before = most()
limits = {"memory_limit": megabytes, "time_limit": None, "work_limit": work}
model = OptimalClassifier(max_depth=5, **limits).fit(X, y)
print((most() - before) / 1024, model.certificate_.objective, (model.predict(X) != y).sum())
"""


def ended_search(megabytes, work):
    """By how many MiB memory rose, what the tree is said to cost, and what it costs."""
    code = [sys.executable, "-c", ENDED_SEARCH, str(megabytes), str(work)]
    done = subprocess.run(code, capture_output=True, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


@pytest.mark.full
@pytest.mark.skipif(
    not os.path.exists("/proc/self/status"),
    reason="the most memory that a program had is read from /proc, which this system lacks",
)
def test_a_search_that_is_ended_keeps_within_its_memory_and_its_best_tree():
    rose, said, plenty = ended_search(1024, 200_000)
    assert said == plenty
    assert rose > 20

    rose, said, little = ended_search(8, 200_000)

    assert rose < 8 + 4  # what the system hands out at once
    assert said == little
    assert little <= 1.1 * plenty


def test_no_time_gives_a_tree_and_a_bound(heart, proved):
    with pytest.warns(NotProvedWarning, match="the time was up"):
        model = OptimalClassifier(max_depth=3, time_limit=0).fit(heart.X, heart.y)

    assert model.certificate_.stopped == "time"
    assert model.certificate_.bound <= proved.certificate_.objective
    assert (model.predict(heart.X) != heart.y).sum() == model.certificate_.objective


def test_an_interrupt_keeps_the_best_tree_so_far(heart, proved):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.warns(NotProvedWarning, match="interrupted"):
        model = OptimalClassifier(max_depth=6, time_limit=60).fit(heart.X, heart.y)

    timer.join()
    assert model.certificate_.stopped == "interrupted"
    assert model.certificate_.objective < proved.certificate_.objective


def test_progress_is_told_and_its_errors_end_the_search(heart):
    told = []

    def progress(bound, best):
        told.append((bound, best))
        raise RuntimeError("enough")

    model = OptimalClassifier(max_depth=6, time_limit=60)
    with pytest.raises(RuntimeError, match="enough"):
        model.fit_dataset(model.make_dataset(heart.X, heart.y), progress)

    assert 0 <= told[0][0] <= told[0][1]


def test_a_cost_may_be_proved_before_the_number_of_leaves_is():
    random = np.random.default_rng(0)
    X, y = {"a": random.random(60), "b": random.random(60)}, random.integers(0, 2, 60)

    with warnings.catch_warnings():
        warnings.simplefilter("error", NotProvedWarning)
        model = OptimalClassifier(max_depth=None, work_limit=50).fit(X, y)

    assert model.certificate_.objective == model.certificate_.bound == 0
    assert model.certificate_.is_proved
    assert not model.certificate_.has_fewest_leaves
    assert "fewer leaves may cost the same" in str(model.certificate_)


def test_time_is_up_within_a_column_of_many_samples():
    random = np.random.default_rng(0)
    X = {f"x{j}": random.random(20_000) for j in range(3)}
    y = random.integers(0, 2, 20_000)

    start = time.perf_counter()
    with pytest.warns(NotProvedWarning, match="the time was up"):
        model = OptimalClassifier(max_depth=4, time_limit=0.05).fit(X, y)

    assert time.perf_counter() - start < 30
    assert model.certificate_.bound <= model.certificate_.objective < 10_000


@pytest.mark.parametrize("factor", [1e-9, 1e9, 1e15])
def test_the_unit_of_the_weights_does_not_matter(heart, proved, factor):
    weights = np.full(len(heart.y), factor)

    model = OptimalClassifier(max_depth=3).fit(heart.X, heart.y, weights)

    found = model.certificate_
    assert found.is_proved
    assert found.objective == pytest.approx(proved.certificate_.objective * factor, rel=1e-6)
    assert (model.predict(heart.X) != heart.y).sum() == proved.certificate_.objective


@pytest.mark.parametrize("alpha", [0.5, 1e6, 1e300])
def test_a_leaf_that_costs_more_than_all_mistakes_is_alone(heart, alpha):
    model = OptimalClassifier(max_depth=3, alpha=alpha).fit(heart.X, heart.y)

    assert model.tree_.n_leaves == 1
    assert model.certificate_.is_proved
    assert model.certificate_.objective == pytest.approx(120 + 270 * alpha)


def test_a_constant_feature_leaves_one_leaf():
    model = OptimalClassifier().fit({"x": [1.0, 1.0, 1.0]}, ["a", "b", "b"])

    assert model.tree_.n_leaves == 1
    assert model.certificate_.objective == model.certificate_.unavoidable == 1.0


@pytest.mark.parametrize("name", ["alpha", "time_limit", "memory_limit"])
@pytest.mark.parametrize("value", [-1, "many", float("nan")])
def test_an_amount_that_makes_no_sense_is_refused(name, value):
    with pytest.raises(ParameterError, match=name):
        OptimalClassifier(**{name: value}).fit({"x": [1.0, 2.0]}, ["a", "b"])


def test_several_targets_are_refused():
    y = np.array([["a", "c"], ["b", "d"]])

    with pytest.raises(UnsupportedCombination, match="2 targets"):
        OptimalClassifier().fit({"x": [1.0, 2.0]}, y)


def test_pruning_that_would_grow_greedy_trees_is_refused(heart, proved):
    with pytest.raises(UnsupportedCombination, match="GridSearchCV"):
        proved.prune(CostComplexity(cv=5, rule="min"), heart.X, heart.y)

    assert proved.prune(cp=0.05).n_leaves_ < proved.n_leaves_


@pytest.mark.parametrize("seed", [0, 1, *full(*range(2, 30))])
def test_any_number_of_threads_finds_the_same_tree(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(40, 90))
    X = {f"x{j}": random.integers(0, random.integers(2, 40), n) / 4 for j in range(3)}
    y = (X["x0"] + random.integers(0, 3, n) > np.median(X["x0"])).astype(int)
    limits = {"max_depth": int(random.integers(3, 5)), "alpha": float(random.choice([0, 0.02]))}
    limits["max_leaves"] = None if random.random() < 0.7 else 6
    limits["min_samples_leaf"] = int(random.choice([1, 1, 4]))

    def written(estimator, threads, order):
        shuffled = {name: x[order] for name, x in X.items()}
        model = estimator(**limits, n_jobs=threads).fit(shuffled, y[order])
        assert model.certificate_.is_proved
        return json.dumps(model.tree_.to_dict())

    for estimator in (OptimalClassifier, OptimalRegressor):
        first = written(estimator, 1, np.arange(n))
        for threads in (1, 2, 4):
            assert written(estimator, threads, random.permutation(n)) == first


def test_with_a_limit_of_work_one_thread_searches(heart):
    found = []
    for threads in (1, 4, 4):
        model = OptimalClassifier(max_depth=4, work_limit=60, n_jobs=threads)
        with pytest.warns(NotProvedWarning):
            model.fit(heart.X, heart.y)
        found.append((json.dumps(model.tree_.to_dict()), model.certificate_))

    assert found[0] == found[1] == found[2]


def test_an_interrupt_ends_all_threads(heart):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()

    with pytest.warns(NotProvedWarning, match="interrupted"):
        model = OptimalClassifier(max_depth=6, time_limit=60, n_jobs=3).fit(heart.X, heart.y)

    timer.join()
    assert (model.predict(heart.X) != heart.y).sum() == model.certificate_.objective


def test_an_error_in_progress_ends_all_threads(heart):
    def progress(bound, best):
        raise RuntimeError("enough")

    model = OptimalClassifier(max_depth=6, time_limit=60, n_jobs=3)
    with pytest.raises(RuntimeError, match="enough"):
        model.fit_dataset(model.make_dataset(heart.X, heart.y), progress)
