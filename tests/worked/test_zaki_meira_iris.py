"""Zaki & Meira, chapter 19: setosa against the rest from sepal length (X1) and width (X2).

Examples 19.1 to 19.3, size threshold 5 (split only above) and purity threshold 0.95 (A02, D02 to
D04, R08).  The book names the root h0 in one example and h1 in the next (D05); it is node 0 here.
"""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from arboretum import TreeClassifier
from arboretum.rules import RuleSet
from arboretum.stopping import Purity

#: Flowers of c1 and c2 in the book's regions R3, R4, R1, R2, R5 and R6.
BOOK = [(1, 0), (0, 6), (44, 1), (0, 90), (5, 0), (0, 3)]


def fit(criterion):
    iris = load_iris()
    X = {"X1": iris.data[:, 0], "X2": iris.data[:, 1]}
    y = np.where(iris.target == 0, "c1", "c2")
    model = TreeClassifier(criterion=criterion, min_samples_split=6, stopping=Purity(0.95))
    return model.fit(X, y)


@pytest.fixture(scope="module", params=["gini", "entropy"])
def fitted(request):
    return fit(request.param)


def test_the_features_span_the_square_of_example_19_1():
    iris = load_iris().data[:, :2]

    assert (iris.min(axis=0).tolist(), iris.max(axis=0).tolist()) == ([4.3, 2.0], [7.9, 4.4])


def test_the_tree_of_example_19_2_node_for_node(fitted):
    tree = fitted.tree_

    found = [
        (tree.schema.features[node.split.column].name, node.split.thresholds[0])
        if not node.is_leaf
        else tuple(node.value)
        for node in tree.nodes()
    ]

    assert found == [
        ("X1", pytest.approx(5.45)),
        ("X2", pytest.approx(2.8)),
        ("X1", pytest.approx(4.7)),
        (1, 0),  # R3
        (0, 6),  # R4
        (44, 1),  # R1
        ("X2", pytest.approx(3.45)),
        (0, 90),  # R2
        ("X1", pytest.approx(6.5)),
        (5, 0),  # R5
        (0, 3),  # R6
    ]


def test_the_root_divides_52_from_98_samples(fitted):
    tree = fitted.tree_

    assert [tree.node(int(child)).n_samples for child in tree.children(0)] == [52, 98]


def test_the_gains_of_the_first_splits_in_bits():
    tree = fit("entropy").tree_

    left, right = (int(child) for child in tree.children(0))

    assert tree.score[0] == pytest.approx(0.5308, abs=5e-5)
    assert tree.score[left] == pytest.approx(0.3573, abs=5e-5)
    assert tree.score[right] == pytest.approx(0.2128, abs=5e-5)


def test_leaves_say_why_they_stopped(fitted):
    tree = fitted.tree_
    reasons = {tuple(leaf.value): leaf.stop_reason for leaf in tree.leaves()}

    assert reasons[44, 1] == "purity is at least 0.95"
    assert reasons[1, 0] == "all samples have the same target"


def test_the_point_of_example_19_1_falls_into_region_6(fitted):
    z = {"X1": np.array([6.75]), "X2": np.array([4.25])}

    leaf = fitted.tree_.node(int(fitted.apply(z)[0]))

    assert fitted.predict(z).tolist() == ["c2"]
    assert (leaf.n_samples, tuple(leaf.value)) == (3, (0, 3))


def test_regions_have_one_name_on_rules_texts_and_nodes(fitted):
    tree = fitted.tree_
    leaves = {tuple(leaf.value): leaf for leaf in tree.leaves()}

    # The book's R3, R4, R1, R2, R5 and R6, from left to right
    names = [leaves[counts].region for counts in BOOK]
    lines = tree.rules().to_text(show_regions=True).splitlines()
    by_region = {rule.region: tuple(rule.value) for rule in tree.rules(simplify=False)}
    at_leaves = [line.split() for line in tree.to_text(show_regions=True).splitlines()]

    assert names == ["R1", "R2", "R3", "R4", "R5", "R6"]
    assert [by_region[name] for name in names] == BOOK
    assert [line.split(".")[0] for line in lines] == names
    assert [words[-1] for words in at_leaves if words[-2:-1] == ["*"]] == names
    assert tree.root.region is None


def test_a_rule_that_is_no_leaf_any_more_has_no_region(fitted):
    rule = fitted.tree_.rules()[3]
    one_class = fitted.tree_.rules().of_class("c2")

    assert rule.simplified().region == rule.region == "R4"
    assert rule.with_conditions(rule.conditions[:1]).region is None
    assert [rule.region for rule in one_class] == ["R2", "R4", "R6"]
    assert RuleSet.from_dict(one_class.to_dict()) == one_class
    assert "| R4 |" in one_class.to_markdown(show_regions=True)


def test_the_error_rate_of_region_1_is_one_in_45(fitted):
    (region_1,) = [leaf for leaf in fitted.tree_.leaves() if tuple(leaf.value) == (44, 1)]

    assert 1 - max(region_1.probabilities.values()) == pytest.approx(1 / 45)
