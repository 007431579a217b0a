"""Shares that trust few samples less than many."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import Tree, TreeClassifier, datasets
from arboretum.exceptions import ParameterError
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity, node_risks
from arboretum.rules import RuleSet

PENGUINS = datasets.penguins()


def by_hand(tree: Tree, m: float, towards: str) -> np.ndarray:
    """The shares of every node, one by one."""
    found = []
    for node in range(tree.n_nodes):
        counts = tree.value[node]
        usual = tree.value[0] / tree.value[0].sum()
        if towards == "parent" and node > 0:
            usual = found[tree.parent[node]]
        found.append((counts + m * usual) / (counts.sum() + m))
    return np.array(found)


def test_the_estimate_of_cestnik():
    # 3 of 5 samples are "a": (3 + 2 * 3/5) / (3 + 2) in the left leaf, (0 + 2 * 3/5) / 4 right.
    model = TreeClassifier(leaf=MEstimate(m=2)).fit({"x": [1, 2, 3, 4, 5]}, list("aaabb"))

    shares = model.predict_proba({"x": [1, 5]})

    assert shares == pytest.approx(np.array([[4.2 / 5, 0.8 / 5], [1.2 / 4, 2.8 / 4]]))


@pytest.mark.parametrize("towards", ["root", "parent"])
@pytest.mark.parametrize("m", [0, 0.5, 2, 10])
def test_shares_of_every_node_are_those_by_hand(m, towards):
    tree = TreeClassifier(leaf=MEstimate(m, towards)).fit(PENGUINS.X, PENGUINS.y).tree_

    assert tree.shares == pytest.approx(by_hand(tree, m, towards), abs=1e-15)


def test_the_tree_and_how_it_is_pruned_stay_those_of_the_counts():
    def grown(leaf):
        pruning = CostComplexity(cv=5, rule="min")
        return TreeClassifier(leaf=leaf, pruning=pruning).fit(PENGUINS.X, PENGUINS.y).tree_

    smooth, plain = grown("m_estimate"), grown("distribution")

    assert smooth.splits == plain.splits
    assert np.array_equal(smooth.value, plain.value)
    assert node_risks(smooth).tolist() == node_risks(plain).tolist()


@pytest.mark.parametrize("loss", [None, {"Adelie": {"Gentoo": 9.0}}])
def test_what_is_decided_follows_from_the_shares(loss):
    leaf = MEstimate(m=30)
    model = TreeClassifier(leaf=leaf, loss=loss).fit(PENGUINS.X, PENGUINS.y)
    costs = 1.0 - np.eye(3) if model.tree_.loss is None else model.tree_.loss

    decided = model.tree_.decisions[:, 0]

    assert decided.tolist() == (model.tree_.shares @ costs).argmin(axis=1).tolist()
    # 30 samples more are enough to outvote some leaves.
    assert (decided != (model.tree_.value @ costs).argmin(axis=1)).any()
    wrong = [
        weights @ costs[:, code] for weights, code in zip(model.tree_.value, decided, strict=True)
    ]
    assert node_risks(model.tree_) == pytest.approx(wrong)


@pytest.mark.parametrize("towards", ["root", "parent"])
def test_files_and_rules_predict_the_same_shares(towards, tmp_path):
    smooth = TreeClassifier(leaf=MEstimate(3, towards), missing="fractional")
    smooth = smooth.fit(PENGUINS.X, PENGUINS.y)
    expected = smooth.predict_proba(PENGUINS.X)
    assert expected.min() > 0
    smooth.tree_.save(tmp_path / "tree.json")
    smooth.tree_.rules().save(tmp_path / "rules.json")

    tree, rules = Tree.load(tmp_path / "tree.json"), RuleSet.load(tmp_path / "rules.json")

    assert tree.shares.tolist() == smooth.tree_.shares.tolist()
    assert rules.predict_proba(PENGUINS.X) == pytest.approx(expected, abs=1e-12)
    assert rules.predict(PENGUINS.X).tolist() == smooth.predict(PENGUINS.X).tolist()


def test_several_targets_are_smoothed_one_by_one():
    y = np.column_stack([PENGUINS.y, PENGUINS.X["island"]])
    X = {"bill": PENGUINS.X["bill_length_mm"]}

    tree = TreeClassifier(leaf="m_estimate", max_depth=3).fit(X, y).tree_

    for k, shares in enumerate(tree.probabilities):
        alone = tree.value[:, 3 * k : 3 * k + 3]
        usual = alone[0] / alone[0].sum()
        wanted = (alone + 2 * usual) / (alone.sum(axis=1, keepdims=True) + 2)
        assert shares == pytest.approx(wanted, abs=1e-15)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"m": float("inf")}, "m=inf of MEstimate leaves nothing"),
        ({"m": -1}, "m=-1 of MEstimate must be"),
        ({"towards": "uniform"}, "towards='uniform' of MEstimate is not known. Use 'root'"),
    ],
)
def test_what_makes_no_sense_is_refused(parameters, message):
    with pytest.raises(ParameterError, match=message):
        TreeClassifier(leaf=MEstimate(**parameters)).fit(PENGUINS.X, PENGUINS.y)
