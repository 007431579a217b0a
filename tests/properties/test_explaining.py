"""What holds of every explanation, whatever grew the tree."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import explain
from arboretum.explain.path import row_values
from tests.examples import examples
from tests.oracles.counterfactuals import cheapest_over_grid
from tests.properties.species import SPECIES

every_species = pytest.mark.parametrize("species", SPECIES, ids=lambda one: one.name)
CLASSIFIERS = [one for one in SPECIES if one.is_classifier]


def grown(species, draw):
    data = draw.draw(species.data())
    return draw.draw(species.estimators()).fit(data.X, data.y, data.w), data


@every_species
@examples(15)
@given(draw=st.data())
def test_contributions_add_up_to_the_prediction_less_the_root(species, draw):
    model, data = grown(species, draw)
    said = model.predict_proba(data.X) if species.is_classifier else model.predict(data.X)
    said = said.reshape(len(data.y), -1)

    for row in range(len(data.y)):
        found = explain.path(model, data.X, row)

        total = np.sum([step.contribution for step in found], axis=0)
        np.testing.assert_allclose(found.start + total, said[row], rtol=1e-9, atol=1e-9)
        assert sum(step.share for step in found.ends) == pytest.approx(1)


@pytest.mark.parametrize("species", CLASSIFIERS, ids=lambda one: one.name)
@examples(15)
@given(draw=st.data())
def test_no_change_that_turns_a_decision_costs_less(species, draw):
    model, data = grown(species, draw)
    tree, row = model.tree_, draw.draw(st.integers(0, len(data.y) - 1))
    names = list(data.X)
    costs = {name: draw.draw(st.sampled_from([0.5, 1.0, 3.0, math.inf])) for name in names}
    columns = model._columns(data.X)
    now = tree.predict_classes(tree.ends(columns))[row, 0]

    found = explain.counterfactual(model, data.X, row, costs=costs)

    expected = cheapest_over_grid(
        tree,
        row_values(tree, columns, row),
        list(costs.values()),
        [0.0] * len(names),
        lambda ends: tree.predict_classes(ends)[:, 0] != now,
    )
    assert (math.inf if found is None else found.cost) == pytest.approx(expected)
    if found is not None:
        sample = {name: [value] for name, value in found.sample.items()}
        assert model.predict(sample)[0] != model.classes_[now]


@every_species
@examples(15)
@given(draw=st.data())
def test_the_board_and_the_runner_ups_tell_of_the_split_that_was_grown(species, draw):
    model, data = grown(species, draw)
    tree = model.tree_
    if tree.n_nodes == 1:
        return

    board = explain.lecture(model, 0, data.X, data.y, sample_weight=data.w)
    why = explain.why_not(model, 0, data.X, data.y, data.w, max_tries=300)

    (best,) = (one for one in board.candidates if one.is_best)
    assert best.score == pytest.approx(tree.score[0], rel=1e-9, abs=1e-9)
    assert best.split.thresholds == tree.root.split.thresholds
    assert board.is_training
    assert why.chosen.score == pytest.approx(tree.score[0], rel=1e-9, abs=1e-9)
    for one in why.runner_ups:
        if one.flips is not None:
            assert one.flips.at_least >= 1
            assert one.flips.at_most is None or one.flips.at_least <= one.flips.at_most
