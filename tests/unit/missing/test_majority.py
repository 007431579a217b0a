"""Missing values follow the crowd."""

from __future__ import annotations

import pytest
from hypothesis import assume, given

from arboretum import TreeClassifier
from tests.examples import examples
from tests.oracles import growth
from tests.properties.small_data import dyadic_weights, maybe_letters, maybe_numbers, small_data


@examples(80)
@given(small_data(columns=(maybe_numbers, maybe_letters), weights=dyadic_weights))
def test_the_score_is_the_gain_on_known_rows_times_their_share(data):
    assume(len(set(data.targets)) > 1)
    best = None
    for feature in range(len(data.rows[0])):
        known = data.take([i for i, row in enumerate(data.rows) if row[feature] is not None])
        share = sum(known.weights) / sum(data.weights)
        one_column = [[row[feature]] for row in known.rows]
        for gain, *_ in growth.candidates(one_column, known.targets, known.weights, growth.gini, 1):
            best = share * gain if best is None else max(best, share * gain)

    model = TreeClassifier(missing="majority", max_depth=1)
    tree = model.fit(data.X, data.y, sample_weight=data.w).tree_

    assert (
        tree.n_nodes == 1
        if best is None
        else tree.score[0] == pytest.approx(float(best), abs=1e-12)
    )


def test_missing_values_go_to_the_heavier_branch_though_they_look_like_the_other():
    X = {"x": [1.0, 2.0, 3.0, 9.0, None]}
    y = ["a", "a", "a", "b", "b"]

    model = TreeClassifier(missing="majority", max_depth=1).fit(X, y)

    split = model.tree_.node(0).split
    assert (split.thresholds, split.missing_branch) == ((6.0,), 0)
    assert model.tree_.n_samples.tolist() == [5, 4, 1]
    assert model.tree_.score[0] == pytest.approx(4 / 5 * (1 - (9 + 1) / 16))


def test_a_feature_that_is_mostly_missing_has_to_be_that_much_better():
    # Both separate what they know; the first knows 2 of 6, the second all.
    X = {"rare": [1.0, None, None, None, None, 2.0], "full": [1.0, 1.0, 1.0, 2.0, 2.0, 2.0]}
    y = ["a", "a", "a", "b", "b", "b"]

    tree = TreeClassifier(missing="majority").fit(X, y).tree_

    assert tree.schema.features[tree.node(0).split.column].name == "full"
    assert not tree.node(0).is_tie
