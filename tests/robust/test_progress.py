"""The progress callback: it rises, it ends at the whole, and what it raises is raised."""

from functools import cache

import numpy as np
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.data import make_dataset


class Recorder:
    def __init__(self):
        self.calls = []

    def __call__(self, done, whole):
        self.calls.append((done, whole))


def dataset_of(n, nominal, weights=None):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, 12))
    signal = X[:, 0] + rng.normal(size=n)
    y = (signal > 0).astype(int) if nominal else signal
    return make_dataset(X, y, nominal=nominal, sample_weight=weights)


@cache
def large_dataset(nominal):
    """Large enough that a few tenths of a second pass."""
    return dataset_of(300_000, nominal)


@pytest.mark.parametrize("n_jobs", [1, 3])
@pytest.mark.parametrize("estimator", [TreeClassifier(), TreeRegressor()])
def test_progress_rises_to_the_number_of_rows(estimator, n_jobs):
    dataset = large_dataset(estimator._nominal)
    seen = Recorder()

    estimator.set_params(n_jobs=n_jobs).fit_dataset(dataset, seen)

    assert estimator.grower_.startswith("native")
    done = [d for d, _ in seen.calls]
    assert {whole for _, whole in seen.calls} == {300_000}
    assert done == sorted(done)
    assert done[-1] == 300_000
    assert len(done) > 2
    assert done[0] < 300_000


@pytest.mark.parametrize("n", [1, 2, 500])
def test_small_trees_report_their_end_too(n):
    seen = Recorder()

    TreeClassifier().fit_dataset(dataset_of(n, True), seen)

    assert seen.calls[-1] == (n, n)


def test_the_loop_reports_the_weight_that_is_done():
    seen = Recorder()
    weights = np.arange(1.0, 401.0)

    fitted = TreeRegressor(stopping=lambda node: node.depth == 4)
    fitted.fit_dataset(dataset_of(400, False, weights), seen)

    assert fitted.grower_.startswith("readable: ")
    done = [d for d, _ in seen.calls]
    assert {whole for _, whole in seen.calls} == {400 * 401 / 2}
    assert done == sorted(done)
    assert done[-1] == 400 * 401 / 2
    assert len(done) == fitted.n_leaves_


class OwnError(Exception):
    pass


@pytest.mark.parametrize("n_jobs", [1, 3])
@pytest.mark.parametrize("when", ["at once", "at the end"])
def test_what_the_callback_raises_ends_the_growth(n_jobs, when):
    dataset = large_dataset(True)
    estimator = TreeClassifier(n_jobs=n_jobs)

    def complain(done, whole):
        if when == "at once" or done == whole:
            raise OwnError(f"{done} of {whole}")

    with pytest.raises(OwnError, match="of 300000"):
        estimator.fit_dataset(dataset, complain)

    assert not hasattr(estimator, "tree_")


def test_the_callback_may_grow_a_tree_itself():
    # The interpreter's lock is held while it runs, and no lock of ours is.
    inner = dataset_of(50_000, True)
    expected = TreeClassifier(n_jobs=2).fit_dataset(inner).tree_
    grown = []

    def grow_another(done, whole):
        if not grown:
            grown.append(TreeClassifier(n_jobs=2).fit_dataset(inner).tree_)

    TreeClassifier(n_jobs=2).fit_dataset(large_dataset(True), grow_another)

    assert grown == [expected]
