"""Winnowing, against growing trees from fewer and fewer columns."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import C50Classifier
from arboretum.data import make_dataset
from arboretum.growing.held_out import hold_out


def patients(seed, n=300):
    """Two columns that tell the classes apart, one of them twice, and four that do not."""
    rng = np.random.default_rng(seed)
    age, dose = rng.integers(20, 80, n), rng.normal(size=n)
    y = np.where(((age > 50) & (dose > 0)) ^ (rng.random(n) < 0.1), "ill", "well")
    noise = {f"noise {i}": rng.normal(size=n) for i in range(4)}
    return {"age": age, "dose": dose, "age again": age + 0.5, **noise}, y


def place_in(X, name):
    return list(X).index(name)


def needed(X, y):
    """The columns that are left, by growing again from columns; first the least used."""
    rows = make_dataset({"row": np.arange(len(y), dtype=float)}, y, nominal=True)
    growing, judging = (part.columns[0].astype(int) for part in hold_out(rows, 0.5, 0))

    def fit(names):
        return C50Classifier().fit({name: X[name][growing] for name in names}, y[growing])

    def n_wrong(names):
        found = fit(names).predict({name: X[name][judging] for name in names})
        return int((found != y[judging]).sum())

    used = dict.fromkeys(X, 0.0)
    for node in fit(X).tree_.nodes():
        if node.split is not None:
            used[list(X)[node.split.column]] += node.n_samples
    kept = [name for name in X if used[name]]
    for name in sorted(kept, key=lambda one: (used[one], -place_in(X, one))):
        others = [one for one in kept if one != name]
        if others and n_wrong(others) <= n_wrong(kept):
            kept = others
    return kept


@pytest.mark.parametrize("seed", range(3))
def test_what_is_not_missed_is_dropped(seed):
    X, y = patients(seed)

    model = C50Classifier(winnow=True).fit(X, y)

    kept = needed(X, y)
    assert set(X) - set(model.winnowed_) == set(kept)
    assert model.winnowed_
    some = {name: X[name] for name in kept}
    without = C50Classifier().fit(some, y)
    assert model.predict(X).tolist() == without.predict(some).tolist()
    assert model.n_leaves_ == without.n_leaves_


def test_of_two_alike_one_stays():
    X, y = patients(0)
    X = {name: X[name] for name in ("age", "age again", "dose")}

    assert C50Classifier(winnow=True).fit(X, y).winnowed_ == ("age again",)


def test_all_stay_where_the_first_tree_asks_nothing():
    X, y = patients(0)
    y = np.random.default_rng(1).choice(["ill", "well"], len(y))

    model = C50Classifier(winnow=True, max_depth=0).fit(X, y)

    assert model.winnowed_ == ()
    assert C50Classifier().fit(X, y).winnowed_ == ()


def test_the_progress_of_winnowing_only_rises():
    X, y = patients(0)
    told = []

    model = C50Classifier(winnow=True)
    model.fit_dataset(model.make_dataset(X, y), lambda done, of: told.append(done / of))

    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)
