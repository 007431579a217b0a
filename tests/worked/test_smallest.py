"""The smallest tree without mistakes, against greedy growth and least risk (A07, T01, T03)."""

from __future__ import annotations

import numpy as np

from arboretum import OptimalClassifier, TreeClassifier, datasets
from tests.oracles.optimal import every_question, least_costs


def test_t01_no_tree_of_the_patients_without_mistakes_has_three_leaves():
    drug = datasets.drug()
    y = np.unique(drug.y, return_inverse=True)[1]
    columns = [
        ("number", np.asarray(drug.X["age"], dtype=float))
        if name == "age"
        else ("category", np.unique(drug.X[name], return_inverse=True)[1])
        for name in drug.X
    ]

    model = OptimalClassifier(objective="smallest").fit(drug.X, drug.y)

    # The least mistakes with 1, 2, 3 and 4 leaves, by trying every tree.
    errors = least_costs(
        every_question(columns),
        lambda rows: min(y[rows].sum(), (1 - y[rows]).sum()),
        np.ones(len(y)),
        3,
        4,
        1,
    )
    assert [error == 0 for error in errors] == [False, False, False, True]
    assert model.n_leaves_ == 4
    assert model.certificate_.has_fewest_leaves
    assert (model.predict(drug.X) == drug.y).all()


def test_a07_greedy_growth_is_larger_than_the_smallest_tree():
    # Whether a and b agree: neither says anything alone, so greed asks c, which is right three
    # times in four.
    a, b = np.array([0, 0, 1, 1] * 4), np.array([0, 1] * 8)
    y = a == b
    X = {"a": a, "b": b, "c": np.where(np.arange(16) % 16 < 4, ~y, y)}

    smallest = OptimalClassifier(objective="smallest").fit(X, y)
    greedy = TreeClassifier().fit(X, y)

    assert (smallest.predict(X) == y).all()
    assert (greedy.predict(X) == y).all()
    # Two leaves cannot tell the four cells apart, and three leave two of them together.
    assert smallest.n_leaves_ == 4 < greedy.n_leaves_


def test_t03_the_smallest_tree_is_riskier_than_one_with_a_mistake():
    # "b" above 0; of the training samples one in ten is noise.
    rng = np.random.default_rng(2)
    x, new = rng.uniform(-1, 1, (2, 60))
    y = np.where(rng.random(60) < 0.1, x <= 0, x > 0)

    smallest = OptimalClassifier(objective="smallest").fit({"x": x}, y)
    stump = OptimalClassifier(max_depth=1).fit({"x": x}, y)

    # Of one number the leaves without a mistake are the runs of equal classes.
    assert smallest.n_leaves_ == 1 + np.count_nonzero(np.diff(y[np.argsort(x)]))
    assert smallest.risk({"x": x}, y) == 0 < stump.risk({"x": x}, y)
    assert smallest.risk({"x": new}, new > 0) > stump.risk({"x": new}, new > 0)
