"""Node for node the trees of R's rpart, with the numbers of its ``summary()``."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from arboretum.explain import surrogate_importance
from arboretum.explain.importance import to_improvement
from arboretum.show import complexity_table, rpart_frame
from arboretum.tree import visit
from arboretum.tree.sides import rpart_numbers
from tests.parity.rpart.compare import Overlay, as_list
from tests.parity.rpart.exceptions import DECISIONS, NUMBERS, TIES
from tests.parity.rpart.golden import Fit, all_fits

FITS = all_fits()
#: Fits whose whole trees can be compared; at the ties of the others other questions follow.
WHOLE = [fit for fit in FITS if str(fit) not in TIES]
#: Exposure is a weight here, which rpart does not count in agreement.
WITHOUT_EXPOSURE = [fit for fit in FITS if "exposure" not in fit.figures]


@cache
def grown(fit: Fit):
    X, y, more = fit.samples()
    model = fit.estimator().fit(X, y, **more)
    return model, Overlay(model.tree_, fit)


def improvements(fit, tree, node, splits):
    """What rpart would say that some splits of a node improve."""
    features = np.array([split.column for split, _ in splits], dtype=int)
    scores = np.array([score for _, score in splits])
    improve = to_improvement(tree, np.full(len(splits), node), features, scores)
    # Only that of classes depends on the unit of weight.
    return improve * (fit.unit if fit.is_classification else 1.0)


def test_how_many_fits_are_compared():
    assert (len(FITS), len({fit.set for fit in FITS}), len(TIES)) == (106, 11, 15)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_asks_what_rpart_asks(fit):
    model, overlay = grown(fit)

    assert set(overlay.lost) == TIES.get(str(fit), set()), overlay.lost
    for node in overlay.lost:
        ours = model.tree_.node(overlay.ours[node])
        assert ours.is_tie
        theirs = overlay.figures["splits"].get(str(node))
        if theirs is not None:  # what it asked was not cut back
            improve = improvements(fit, model.tree_, ours.id, [(ours.split, ours.score)])
            assert improve[0] == pytest.approx(theirs["primary"]["improve"], rel=1e-9)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_holds_what_rpart_counts(fit):
    model, overlay = grown(fit)
    frame = rpart_frame(model)

    for name, tolerance in {"n": 0, "dev": 1e-9}.items():
        ours, theirs = overlay.column(name)
        unit = fit.unit if name == "dev" else 1.0
        found = frame[name].to_numpy(dtype=float)[ours] * unit
        np.testing.assert_allclose(found, theirs, rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_nodes_have_the_numbers_of_rpart(fit):
    model, overlay = grown(fit)

    ours, theirs = overlay.column("node")

    numbers = rpart_frame(model)["node"].to_numpy()[ours]
    turned = {int(node) for node in theirs[numbers != theirs]}
    expected = NUMBERS.get(str(fit), set())
    assert {node >> 1 for node in turned if node >> 1 not in turned} == expected


@pytest.mark.parametrize("fit", [fit for fit in WHOLE if str(fit) not in NUMBERS], ids=str)
def test_nodes_stand_from_left_to_right_as_in_rpart(fit):
    model, _ = grown(fit)
    numbers = rpart_numbers(model.tree_)

    found = [numbers[at.id] for at in visit(model.tree_, sides="rpart")]

    assert found == fit.figures["frame"]["node"]


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_predicts_what_rpart_predicts(fit):
    model, overlay = grown(fit)
    frame = rpart_frame(model)

    ours, theirs = overlay.column("yval")

    found = frame["yval"].to_numpy()[ours]
    if not fit.is_classification:
        np.testing.assert_allclose(found.astype(float), theirs, rtol=1e-9)
        return
    wrong = {
        node
        for node, name, code in zip(overlay.column("node")[1], found, theirs, strict=True)
        if str(name) != fit.figures["ylevels"][code - 1]
    }
    assert wrong == DECISIONS.get(str(fit), set())
    if "prob" in fit.figures["frame"]:
        ours, theirs = overlay.column("prob")
        np.testing.assert_allclose(model.tree_.probabilities[0][ours], theirs, atol=1e-12)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_split_improves_as_much_as_rpart_says(fit):
    model, overlay = grown(fit)

    for node, splits in overlay.splits():
        ours = model.tree_.node(overlay.ours[node])
        improve = improvements(fit, model.tree_, ours.id, [(ours.split, ours.score)])
        assert improve[0] == pytest.approx(splits["primary"]["improve"], rel=1e-6), node


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_the_competitors_are_those_of_rpart(fit):
    model, overlay = grown(fit)
    tree = model.tree_

    for node, splits in overlay.splits():
        if "competitors" not in splits:
            continue  # not recorded for small nodes of large trees
        theirs = as_list(splits["competitors"])
        ours = tree.node(overlay.ours[node]).competitors
        improve = improvements(fit, tree, overlay.ours[node], ours)
        # rpart drops a competitor that improves nothing.
        best = splits["primary"]["improve"]
        found = improve[improve > 1e-9 * best]
        np.testing.assert_allclose(found, [split["improve"] for split in theirs], rtol=1e-6)
        # Equal ones may stand in another order, and of those equal to the last some are left out.
        names = [tree.schema.features[split.column].name for split, _ in ours]
        certain = found > found.min(initial=np.inf) * (1 + 1e-9)
        assert {name for name, is_certain in zip(names, certain, strict=False) if is_certain} == {
            split["var"] for split, is_certain in zip(theirs, certain, strict=True) if is_certain
        }


@pytest.mark.parametrize("fit", WHOLE, ids=str)
def test_the_table_of_complexities_is_that_of_rpart(fit):
    model, _ = grown(fit)
    table, theirs = complexity_table(model), fit.figures["cptable"]

    # rpart's last entry is the cp it was asked for, ours the price of the whole tree: 0.
    np.testing.assert_allclose(table["CP"][:-1], theirs["CP"][:-1], rtol=1e-9)
    assert table["nsplit"] == theirs["nsplit"]
    np.testing.assert_allclose(table["rel error"], theirs["rel error"], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("fit", WHOLE, ids=str)
def test_every_split_is_given_up_at_the_complexity_of_rpart(fit):
    model, overlay = grown(fit)
    frame = rpart_frame(model)

    ours, theirs = overlay.column("complexity")

    inner = ~model.tree_.is_leaf[ours]
    found = frame["complexity"].to_numpy(dtype=float)[ours]
    np.testing.assert_allclose(found[inner], theirs[inner], rtol=1e-9)


@pytest.mark.parametrize("fit", WHOLE, ids=str)
def test_pruning_leaves_the_nodes_that_rpart_leaves(fit):
    model, _ = grown(fit)

    for pruned in fit.figures["prune"]:
        smaller = model.prune(fit.pruner(pruned["cp"]))
        assert sorted(Overlay(smaller.tree_, fit).ours) == sorted(as_list(pruned["nodes"]))


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_row_ends_where_rpart_puts_it(fit):
    model, overlay = grown(fit)
    number = {ours: theirs for theirs, ours in overlay.ours.items()}

    where = model.apply(fit.frame()[fit.figures["predictors"]])

    for ours, theirs in zip(where, fit.figures["predicted"], strict=True):
        if not overlay.is_below_lost(theirs):
            assert number[int(ours)] == theirs


@pytest.mark.parametrize("fit", [fit for fit in WHOLE if fit in WITHOUT_EXPOSURE], ids=str)
def test_importance_is_that_of_rpart(fit):
    model, _ = grown(fit)

    found = surrogate_importance(model.tree_) * fit.unit

    names = model.tree_.schema.feature_names
    ours = {name: value for name, value in zip(names, found, strict=True) if value > 0}
    assert ours == pytest.approx(fit.figures["importance"], rel=1e-6)
