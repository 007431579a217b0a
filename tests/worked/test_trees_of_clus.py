"""Trees of many targets beside those of CLUS 2.12.8, on small drawn tables with missing cells.

``tests/parity/clus/record.py`` drew the tables and had CLUS grow the trees; ``trees.json`` holds
their questions, what each leaf weighs and predicts, and what is predicted for new rows, of
which some cannot answer.
"""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from arboretum import HierarchicalClassifier, MultiLabelClassifier, MultiTargetRegressor
from arboretum.data import read_clus_arff, read_frame
from arboretum.stopping import FTest

FOLDER = Path(__file__).parents[1] / "parity" / "clus"
TREES = json.loads((FOLDER / "trees.json").read_text("utf-8"))
HIERARCHIES = [(name, run) for name in ("tree", "graph") for run in TREES[name]]
#: The last rows of each table are new to its trees.
N_GROWN = 200
#: CLUS prints seven digits; of predictions six decimals are kept.
PRINTED = {"rtol": 1e-6, "atol": 1e-6}

#: The level at which our tree is that of CLUS, where a p-value is so close above the level of the
#: run that CLUS, with its own critical values, still splits.
CLOSE = {("graph", "FTest=0.001"): 0.00105}


def level_of(run):
    return float(run.removeprefix("FTest="))


@cache
def hierarchical(name, run, level=None):
    """The model, the place of each label of CLUS among its labels, and the new rows."""
    table = read_clus_arff(FOLDER / f"{name}.arff")
    old, new = (
        {column: cells[rows] for column, cells in table.X.items()}
        for rows in (slice(N_GROWN), slice(N_GROWN, None))
    )
    level = CLOSE.get((name, run), level_of(run)) if level is None else level
    model = HierarchicalClassifier(hierarchy=table.hierarchy, f_test=level)
    model.fit(old, table.y[:N_GROWN])
    order = [model.labels_.tolist().index(label) for label in TREES[name][run]["targets"]]
    return model, order, new, table.y[N_GROWN:]


def columns(name, n_features=6):
    """Features and targets to grow from, and features of the new rows."""
    frame = read_frame(FOLDER / f"{name}.arff").to_pandas()
    X, y = frame.iloc[:, :n_features], frame.iloc[:, n_features:].astype(int)
    return X[:N_GROWN], y[:N_GROWN], X[N_GROWN:]


def shares_of(tree):
    """The share of each label at every node, whose values weigh 0 and 1 of each label."""
    absent, present = tree.value[:, ::2], tree.value[:, 1::2]
    return present / (absent + present)


def assert_same_tree(tree, recorded, means):
    """Node by node, as CLUS prints them: after a question comes its branch "yes"."""
    pending = [0]
    for wanted in recorded:
        node = pending.pop()
        if isinstance(wanted, str):
            yes, no = branches(tree, node, wanted)
            pending += [no, yes]
            continue
        assert tree.is_leaf[node]
        assert tree.weight[node] == pytest.approx(wanted["weight"], abs=1e-6)
        np.testing.assert_allclose(means[node], wanted["mean"], **PRINTED)
    assert not pending


def branches(tree, node, asked):
    """The children of a node that asks the same: where CLUS says yes, and no."""
    assert not tree.is_leaf[node], f"CLUS asks {asked}"
    name, relation, value = re.fullmatch(r"(\w+) (>|=|in) \{?([^}]*)\}?", asked).groups()
    split, (first, second) = tree.splits[node], tree.children(node)
    feature = tree.schema.features[split.column]
    assert feature.name == name
    if relation == ">":
        assert split.thresholds == (float(value),)
        return second, first
    sides = [
        {c for c, side in zip(feature.categories, split.branches, strict=True) if side == branch}
        for branch in (0, 1)
    ]
    assert set(value.split(",")) in sides
    return (first, second) if set(value.split(",")) == sides[0] else (second, first)


@pytest.mark.parametrize(("name", "run"), HIERARCHIES)
def test_trees_of_label_hierarchies_are_those_of_clus(name, run):
    model, order, new, _ = hierarchical(name, run)

    recorded = TREES[name][run]
    assert_same_tree(model.tree_, recorded["nodes"], shares_of(model.tree_)[:, order])
    found = model.predict_proba(new)[:, order]
    np.testing.assert_allclose(found, recorded["predicted"], **PRINTED)


def test_a_p_value_close_to_the_level_is_decided_otherwise_than_by_clus():
    [(name, run)] = CLOSE

    strict = hierarchical(name, run, level_of(run))[0]
    loose = hierarchical(name, run)[0]

    assert (strict.n_leaves_, loose.n_leaves_) == (2, 3)
    (leaf,) = np.flatnonzero(strict.tree_.is_leaf & ~loose.tree_.is_leaf[: strict.tree_.n_nodes])
    assert 0.001 < strict.tree_.p_value[leaf] < 0.00103


@pytest.mark.parametrize(("name", "run"), HIERARCHIES)
def test_areas_are_those_of_clus_except_for_how_it_joins_points(name, run):
    # CLUS goes along the hyperbola in steps of one positive, and joins these by straight
    # lines; labels that no new row has do not count.
    model, order, new, labels = hierarchical(name, run)
    names = TREES[name][run]["targets"]
    truth = np.array([[label in given for label in names] for given in closed(model, labels)])
    is_there = truth.any(axis=0)
    truth, found = truth[:, is_there], model.predict_proba(new)[:, order][:, is_there]

    areas = [stepwise_area(*pair) for pair in zip(truth.T, found.T, strict=True)]
    ours, wanted = model.measure(new, labels), TREES[name][run]["measures"]

    assert stepwise_area(truth.ravel(), found.ravel()) == pytest.approx(wanted["Pooled AUPRC"])
    assert np.mean(areas) == pytest.approx(wanted["Average AUPRC"])
    weighted = np.average(areas, weights=truth.sum(axis=0))
    assert weighted == pytest.approx(wanted["Average AUPRC (weighted)"])
    assert ours.pooled_auprc == pytest.approx(wanted["Pooled AUPRC"], abs=0.006)
    assert ours.average_auprc == pytest.approx(wanted["Average AUPRC"], abs=0.002)


def closed(model, labels):
    """The labels of each row with all that are above them."""
    names, parents = model.hierarchy_.labels, model.hierarchy_.parents
    above = {name: {names[p] for p in up} for name, up in zip(names, parents, strict=True)}
    for text in labels:
        given, pending = set(), set(text.split("@"))
        while pending:
            given |= pending
            pending = set().union(*(above[label] for label in pending)) - given
        yield given


def stepwise_area(truth, score):
    """Below the precision-recall curve of Davis & Goadrich, at whole numbers of positives."""
    points = [(0.0, 0.0)]
    for threshold in np.unique(score.round(9))[::-1]:
        said = score.round(9) >= threshold
        points.append((np.sum(said & truth), np.sum(said & ~truth)))
    curve = []
    for (hits, misses), (more_hits, more_misses) in pairwise(points):
        steps = np.arange(1, more_hits - hits + 1)
        some_misses = misses + (more_misses - misses) * steps / max(more_hits - hits, 1)
        curve += zip(hits + steps, some_misses, strict=True)
        if more_hits == hits:
            curve.append((more_hits, more_misses))
    hits, misses = np.array(curve).T
    precision, recall = hits / (hits + misses), hits / truth.sum()
    return np.trapezoid([precision[0], *precision], [0, *recall])


@pytest.mark.parametrize("run", TREES["numbers"])
def test_trees_of_three_numbers_are_those_of_clus(run):
    X, y, new = columns("numbers")
    tests = () if run == "no test" else FTest(level_of(run), as_filter=True)

    model = MultiTargetRegressor(
        pruning=None, min_samples_leaf=10, missing="fractional", stopping=tests
    )
    model.fit(X, y)

    recorded = TREES["numbers"][run]
    assert_same_tree(model.tree_, recorded["nodes"], model.tree_.value)
    np.testing.assert_allclose(model.predict(new), recorded["predicted"], **PRINTED)


def test_the_tree_of_five_labels_is_that_of_clus():
    X, y, new = columns("labels")
    weights = (1 / y.var()).tolist()

    model = MultiLabelClassifier(
        weights=weights, pruning=None, min_samples_leaf=12, missing="fractional"
    )
    model.fit(X, y)

    recorded = TREES["labels"]["no test"]
    assert_same_tree(model.tree_, recorded["nodes"], shares_of(model.tree_))
    predicted = np.array(recorded["predicted"], dtype=int)
    can_answer = new.notna().all(axis=1).to_numpy()
    assert (model.predict(new) == predicted)[can_answer].all()
    # Where a row reaches several leaves CLUS averages counts, we shares.
    ends = model.tree_.ends(model.dataset_like(new, predicted).columns)
    counts = ends.average(model.tree_.value)
    assert ((counts[:, 1::2] > counts[:, ::2]) == predicted).all()
