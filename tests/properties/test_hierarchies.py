"""Whatever the hierarchy and the samples, what is predicted is whole."""

from __future__ import annotations

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from arboretum import HierarchicalClassifier, Tree
from arboretum.pruning import CostComplexity
from tests.examples import examples


@st.composite
def graphs(draw):
    """2 to 7 labels, each below none, one or two of those before it."""
    n = draw(st.integers(2, 7))
    above = {
        f"l{k}": [f"l{p}" for p in draw(st.sets(st.integers(0, k - 1), max_size=2))] if k else []
        for k in range(n)
    }
    return above


@st.composite
def problems(draw):
    above = draw(graphs())
    n = draw(st.integers(2, 14))
    labels = st.sets(st.sampled_from(sorted(above)), max_size=3)
    y = [draw(labels) for _ in range(n)]
    numbers = st.one_of(st.none(), st.integers(0, 4).map(float))
    X = {
        "x": [draw(numbers) for _ in range(n)],
        "z": [draw(st.sampled_from("abc")) for _ in range(n)],
    }
    X["x"][0] = 1.0
    weights = draw(st.lists(st.sampled_from([0.3, 1.0, 2.5]), min_size=n, max_size=n))
    threshold = draw(
        st.one_of(
            st.none(),
            st.floats(0, 1),
            st.dictionaries(st.sampled_from(sorted(above)), st.floats(0, 1), max_size=3),
        )
    )
    return above, X, y, weights, threshold


def is_whole(model, cells):
    pairs = model.hierarchy_.edges()
    return all((cells[:, child] <= cells[:, parent]).all() for parent, child in pairs)


@given(problem=problems())
@examples(60)
def test_no_label_is_predicted_without_those_above_it(problem):
    above, X, y, weights, threshold = problem
    model = HierarchicalClassifier(
        hierarchy=above, f_test=None, min_samples_leaf=1, threshold=threshold
    )
    if not any(y):
        y[0] = {next(iter(above))}

    model = model.fit(X, y, weights)

    for one in (model, model.prune(CostComplexity(cp=0.1))):
        assert is_whole(one, one.predict(X))
        assert is_whole(one, one.predict_proba(X))
        loaded = Tree.from_dict(one.tree_.to_dict())
        assert is_whole(one, loaded.decisions)


#: Its only split has an F of 1, so a p-value of just 0.5, on one side of it or the other by
#: rounding.
AT_THE_LEVEL = (
    {"l0": [], "l1": [], "l2": []},
    {"x": [1.0, *[None] * 7, 0.0, *[None] * 3, 0.0, None], "z": ["a"] * 14},
    [*[set()] * 8, {"l0", "l1"}, *[set()] * 3, {"l1", "l2"}, set()],
    None,
    None,
)


@given(problem=problems())
@example(problem=AT_THE_LEVEL)
@examples(30)
def test_the_order_of_the_samples_does_not_matter(problem):
    above, X, y, _, _ = problem
    order = np.random.default_rng(len(y)).permutation(len(y))
    moved = {name: [column[i] for i in order] for name, column in X.items()}
    model = HierarchicalClassifier(hierarchy=above, f_test=0.5, min_samples_leaf=1)

    shares = model.fit(X, y).predict_proba(X)
    shuffled = model.fit(moved, [y[i] for i in order]).predict_proba(X)

    np.testing.assert_allclose(shares, shuffled, atol=1e-9)
