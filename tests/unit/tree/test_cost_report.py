"""What a tree costs to ask, against sums made sample by sample."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import TreeClassifier, datasets
from arboretum.exceptions import ParameterError
from arboretum.tree import Tree

COSTS = {"x": 3.0, "y": 10.0, "z": 0.5}


def paid_by(tree, sample):
    """The features that one sample is asked for, walking down by hand."""
    asked, node = set(), tree.root
    while not node.is_leaf:
        name = tree.schema.feature_names[node.split.column]
        asked.add(name)
        value = sample[name]
        branch = node.split.missing_branch if np.isnan(value) else value > node.split.thresholds[0]
        node = tree.node(node.children[int(branch)])
    return asked


def grown(seed, share_missing=0.0):
    rng = np.random.default_rng(seed)
    X = {name: rng.integers(0, 6, size=40).astype(float) for name in COSTS}
    for column in X.values():
        column[rng.uniform(size=40) < share_missing] = np.nan
    model = TreeClassifier(feature_costs=COSTS, missing="majority", max_depth=5)
    return model.fit(X, rng.integers(0, 3, size=40)).tree_, X


@given(seed=st.integers(0, 2**32 - 1), share_missing=st.sampled_from([0.0, 0.2]))
def test_every_sample_pays_once_for_each_feature_on_its_way(seed, share_missing):
    tree, X = grown(seed, share_missing)
    paid = [paid_by(tree, {name: X[name][i] for name in X}) for i in range(40)]
    bills = [sum(COSTS[name] for name in asked) for asked in paid]

    for report in (tree.cost_report(), tree.cost_report(X)):
        assert report.expected == pytest.approx(np.mean(bills))
        assert (report.best, report.worst) == pytest.approx((min(bills), max(bills)))
        assert set(report.shares) == set().union(*paid)
        for name, share in report.shares.items():
            assert share == pytest.approx(np.mean([name in asked for asked in paid]))


def test_weights_of_samples_weigh_their_bills():
    tree, X = grown(1)
    weights = np.arange(40.0) + 1
    bills = [sum(COSTS[n] for n in paid_by(tree, {m: X[m][i] for m in X})) for i in range(40)]

    report = tree.cost_report(X, sample_weight=weights)

    assert report.expected == pytest.approx(np.average(bills, weights=weights))


def test_other_costs_may_be_given_and_without_any_a_feature_costs_1():
    football = datasets.football()
    tree = TreeClassifier().fit(football.X, football.y, sample_weight=football.weights).tree_

    # Gender is asked first, and age of all.
    assert tree.cost_report().expected == 2
    assert tree.cost_report(feature_costs={"age": 5}).expected == 6
    assert tree.cost_report(feature_costs={"age": 5}).costs == {"gender": 1.0, "age": 5.0}


def test_a_saved_tree_knows_what_it_costs(tmp_path):
    tree, _ = grown(2)
    tree.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json").cost_report() == tree.cost_report()


def test_a_single_leaf_costs_nothing():
    report = TreeClassifier(max_depth=0).fit({"x": [1, 2]}, [1, 2]).tree_.cost_report()

    assert (report.expected, report.best, report.worst, report.costs) == (0, 0, 0, {})


def test_the_report_is_for_people():
    football = datasets.football()
    model = TreeClassifier(feature_costs={"age": 0.5}, stopping=lambda node: node.n_samples < 501)
    tree = model.fit(football.X, football.y, sample_weight=football.weights).tree_

    assert str(tree.cost_report()) == (
        "cost per sample: 1 expected, 1 at best, 1 at worst\n"
        "  feature  cost  paid by\n"
        "  gender      1   100.0%"
    )


def test_what_cannot_be_reported_is_refused():
    tree = TreeClassifier().fit({"x": [1, 2]}, [1, 2]).tree_

    with pytest.raises(ParameterError, match=r"names 'scan'.*The features are: x"):
        tree.cost_report(feature_costs={"scan": 2})
    with pytest.raises(ParameterError, match=r"feature_costs\['x'\]=-2 must be a number"):
        tree.cost_report(feature_costs={"x": -2})
    with pytest.raises(ParameterError, match="Pass X as well"):
        tree.cost_report(sample_weight=[1, 2])
