"""Node for node the trees of R's rpart, with the numbers of its ``summary()``."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from arboretum.explain.improvement import to_improvement
from arboretum.show import complexity_table, rpart_frame
from tests.parity.rpart.compare import Overlay, as_list
from tests.parity.rpart.golden import Fit, all_fits

#: Where several features offer splits that are equally good, rpart takes the one that its
#: rounding favours; we take the first.  Our splits at these nodes are as good as rpart's, and
#: what is below them is not compared.
TIES = {
    "car_evaluation-full": {36, 64, 130, 152},
    "car_evaluation-information_full": {66, 72, 146},
    "car_evaluation-loss": {1},
}
FITS = [fit for fit in all_fits() if not fit.has_missing]


@cache
def grown(fit: Fit):
    X, y, more = fit.samples()
    model = fit.estimator().fit(X, y, **more)
    return model, Overlay(model.tree_, fit)


def improvements(fit, tree, node, splits):
    """What rpart would say that some splits of a node improve."""
    features = np.array([split.feature for split, _ in splits], dtype=int)
    scores = np.array([score for _, score in splits])
    improve = to_improvement(tree, np.full(len(splits), node), features, scores)
    # Only that of classes depends on the unit of weight.
    return improve * (fit.unit if fit.is_classification else 1.0)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_asks_what_rpart_asks(fit):
    model, overlay = grown(fit)

    assert set(overlay.lost) == TIES.get(str(fit), set()), overlay.lost
    for node in overlay.lost:
        ours = model.tree_.node(overlay.ours[node])
        assert ours.is_tie
        primary = overlay.figures["splits"][str(node)]["primary"]
        improve = improvements(fit, model.tree_, ours.id, [(ours.split, ours.score)])
        assert improve[0] == pytest.approx(primary["improve"], rel=1e-9)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_holds_what_rpart_counts(fit):
    model, overlay = grown(fit)
    frame = rpart_frame(model)

    for name, tolerance in {"n": 0, "dev": 1e-9, "node": 0}.items():
        ours, theirs = overlay.column(name)
        unit = fit.unit if name == "dev" else 1.0
        found = frame[name].to_numpy(dtype=float)[ours] * unit
        np.testing.assert_allclose(found, theirs, rtol=tolerance, atol=tolerance, err_msg=name)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_node_predicts_what_rpart_predicts(fit):
    model, overlay = grown(fit)
    frame = rpart_frame(model)

    ours, theirs = overlay.column("yval")

    found = frame["yval"].to_numpy()[ours]
    if not fit.is_classification:
        np.testing.assert_allclose(found.astype(float), theirs, rtol=1e-9)
        return
    assert [str(name) for name in found] == [fit.figures["ylevels"][code - 1] for code in theirs]
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
        names = [tree.schema.features[split.feature].name for split, _ in ours[: len(theirs)]]
        # Equal ones may stand in another order.
        assert sorted(names) == sorted(split["var"] for split in theirs)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_the_table_of_complexities_is_that_of_rpart(fit):
    model, overlay = grown(fit)
    if overlay.lost:
        pytest.skip("the trees differ below a tie")
    table, theirs = complexity_table(model), fit.figures["cptable"]

    # rpart's last entry is the cp it was asked for, ours the price of the whole tree: 0.
    np.testing.assert_allclose(table["CP"][:-1], theirs["CP"][:-1], rtol=1e-9)
    assert table["nsplit"] == theirs["nsplit"]
    np.testing.assert_allclose(table["rel error"], theirs["rel error"], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_every_split_is_given_up_at_the_complexity_of_rpart(fit):
    model, overlay = grown(fit)
    if overlay.lost:
        pytest.skip("the trees differ below a tie")
    frame = rpart_frame(model)

    ours, theirs = overlay.column("complexity")

    inner = ~model.tree_.is_leaf[ours]
    found = frame["complexity"].to_numpy(dtype=float)[ours]
    np.testing.assert_allclose(found[inner], theirs[inner], rtol=1e-9)


@pytest.mark.parametrize("fit", FITS, ids=str)
def test_pruning_leaves_the_nodes_that_rpart_leaves(fit):
    model, overlay = grown(fit)
    if overlay.lost:
        pytest.skip("the trees differ below a tie")

    for pruned in fit.figures["prune"]:
        smaller = model.prune(fit.pruner(pruned["cp"]))
        assert sorted(rpart_frame(smaller)["node"]) == sorted(as_list(pruned["nodes"]))
