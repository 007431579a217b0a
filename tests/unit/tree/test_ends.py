"""Samples that end at several nodes, against a plain walk."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum import TreeClassifier, TreeRegressor
from arboretum.tree.predict.routing import Ends
from tests.oracles.routing import branch_of, parts


def holes(rng, n=400):
    """Numbers and categories, a fifth of them missing."""
    frame = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "z": rng.normal(size=n),
            "letter": pd.Categorical(rng.choice(list("abcd"), n)),
            "grade": pd.Categorical(rng.integers(0, 4, n), categories=range(4), ordered=True),
        }
    )
    signal = frame["x"] + frame["letter"].cat.codes * frame["z"]
    for column in frame:
        frame.loc[rng.random(n) < 0.2, column] = None
    return frame, signal.to_numpy()


@pytest.fixture(scope="module", params=["binary", "multiway"])
def fitted(request):
    frame, signal = holes(np.random.default_rng(3))
    model = TreeClassifier(missing="fractional", splits=request.param, min_samples_leaf=3)
    return frame, signal, model.fit(frame, np.digitize(signal, [-0.5, 1.0]))


def ends_of_row(ends, row):
    """{node: share} of one sample."""
    (at,) = np.flatnonzero(ends.rows == row)
    some = slice(ends.start[at], ends.start[at + 1])
    return dict(zip(ends.nodes[some].tolist(), ends.shares[some].tolist(), strict=True))


def test_parts_of_samples_end_where_a_plain_walk_ends(fitted):
    frame, _, model = fitted
    columns = model._columns(frame)

    ends = model.tree_.ends(columns)

    assert 50 < len(ends.rows) < len(frame)
    for row in range(len(frame)):
        expected = parts(model.tree_, columns, row)
        if row not in ends.rows:
            assert expected == {int(ends.node[row]): 1.0}
            continue
        found = ends_of_row(ends, row)
        assert found == pytest.approx(expected)
        assert sum(found.values()) == pytest.approx(1)
        assert list(found) == sorted(found)
        largest = max(found.values())
        assert ends.node[row] == min(n for n, share in found.items() if share == largest)


def test_probabilities_are_averages_over_leaves(fitted):
    frame, _, model = fitted
    columns, (leaf_shares,) = model._columns(frame), model.tree_.probabilities

    found = model.predict_proba(frame)

    for row in range(0, len(frame), 7):
        ends = parts(model.tree_, columns, row)
        expected = sum(share * leaf_shares[node] for node, share in ends.items())
        assert found[row] == pytest.approx(expected)
    assert (model.predict(frame) == model.classes_[found.argmax(axis=1)]).all()


def test_a_decision_path_has_every_node_that_a_part_visits(fitted):
    frame, _, model = fitted
    columns = model._columns(frame)

    paths = model.decision_path(frame)

    for row in range(0, len(frame), 7):
        visited, waiting = set(), [0]
        while waiting:
            node = waiting.pop()
            visited.add(node)
            split = model.tree_.splits[node]
            if split is not None:
                branch = branch_of(split, columns[split.column][row])
                children = model.tree_.children(node).tolist()
                waiting += children if branch < 0 else [children[branch]]
        assert paths[row].indices.tolist() == sorted(visited)
    for node in range(0, model.tree_.n_nodes, 5):
        passed = paths[:, [node]].toarray()[:, 0] > 0
        assert model.tree_.passes(columns, node).tolist() == passed.tolist()


def test_the_number_of_threads_does_not_matter():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20_000, 4))
    y = X[:, 0] + X[:, 1] * X[:, 2]
    X[rng.random(X.shape) < 0.1] = np.nan
    model = TreeRegressor(missing="fractional", max_depth=6).fit(X, y)

    one = model.tree_.ends(X, n_jobs=1)
    three = model.tree_.ends(X, n_jobs=3)

    for name in ("node", "rows", "start", "nodes", "shares"):
        np.testing.assert_array_equal(getattr(one, name), getattr(three, name))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("order", ["C", "F"])
def test_a_matrix_is_walked_like_its_columns(dtype, order):
    rng = np.random.default_rng(1)
    X = rng.normal(size=(500, 5)).astype(np.float32)
    y = X.sum(axis=1)
    X[rng.random(X.shape) < 0.2] = np.nan
    tree = TreeRegressor(missing="fractional").fit(X, y).tree_

    matrix = tree.ends(np.asarray(X, dtype=dtype, order=order))
    columns = tree.ends([column.astype(np.float64) for column in X.T])

    for name in ("node", "rows", "start", "nodes", "shares"):
        np.testing.assert_array_equal(getattr(matrix, name), getattr(columns, name))


def test_a_number_is_the_average_of_the_leaves():
    # Three of four known are low: a missing value gets 3/4 of 1 and 1/4 of 9.
    model = TreeRegressor(missing="fractional").fit({"x": [1, 1, 1, 5]}, [1.0, 1.0, 1.0, 9.0])

    assert model.predict({"x": [None, 1.0]}) == pytest.approx([3 / 4 * 1 + 1 / 4 * 9, 1.0])


def test_the_class_is_decided_by_the_loss_on_the_average():
    # (3/4, 1/4): "b" is cheaper if missing it costs four times as much.
    X, y = {"x": [1, 1, 1, 5]}, ["a", "a", "a", "b"]
    plain = TreeClassifier(missing="fractional").fit(X, y)
    costly = TreeClassifier(missing="fractional", loss=[[0, 1], [4, 0]]).fit(X, y)

    assert plain.predict({"x": [None]}).tolist() == ["a"]
    assert costly.predict({"x": [None]}).tolist() == ["b"]


def test_a_category_never_seen_goes_everywhere_too():
    model = TreeClassifier(missing="fractional").fit({"x": list("aab")}, ["n", "n", "y"])

    with pytest.warns(UserWarning, match="never seen"):
        shares = model.predict_proba({"x": ["z"]})

    assert shares.tolist() == [pytest.approx([2 / 3, 1 / 3])]


def test_of_equal_shares_the_first_node_is_taken():
    ends = Ends.spread(
        np.array([0, 7], dtype=np.int32),
        np.array([0], dtype=np.int32),
        np.array([0, 3]),
        np.array([2, 4, 5], dtype=np.int32),
        np.array([0.25, 0.375, 0.375]),
    )

    assert ends.node.tolist() == [4, 7]
    assert ends.average(np.arange(8.0)[:, None])[:, 0].tolist() == [0.5 + 1.5 + 1.875, 7.0]


def test_a_pruned_tree_averages_over_the_leaves_it_has_left(fitted):
    frame, _, model = fitted
    inner = np.flatnonzero(~model.tree_.is_leaf)[1:6]

    pruned = model.tree_.prune(nodes=inner)

    columns = model._columns(frame)
    for row in range(0, len(frame), 29):
        ends = pruned.ends([column[[row]] for column in columns])
        found = ends_of_row(ends, 0) if len(ends.rows) else {int(ends.node[0]): 1.0}
        assert found == pytest.approx(parts(pruned, columns, row))
