"""Tests of splits as stopping rules: names, parameters, errors, and what stays on the nodes."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from arboretum import Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError, TreeFileError, UnsupportedCombination
from arboretum.stopping import ChiSquare, FTest, Permutation, Validation

PENGUINS = datasets.penguins()


@pytest.fixture(scope="module")
def tree():
    return TreeClassifier(stopping="chi_square").fit(PENGUINS.X, PENGUINS.y).tree_


@pytest.mark.parametrize(
    ("name", "rule"),
    [("chi_square", ChiSquare()), ("permutation", Permutation()), ("validation", Validation())],
)
def test_a_name_stands_for_the_rule(name, rule):
    drug = datasets.drug()
    by_name = TreeClassifier(stopping=(name,)).fit(drug.X, drug.y)
    by_object = TreeClassifier(stopping=rule).fit(drug.X, drug.y)

    assert by_name.tree_ == by_object.tree_


def test_parameters_of_the_rule_can_be_searched():
    model = TreeClassifier(stopping=ChiSquare())

    assert model.get_params()["stopping__alpha"] == 0.05
    model.set_params(stopping__alpha=1e-9, stopping__bonferroni=True)

    assert model.stopping == ChiSquare(alpha=1e-9, bonferroni=True)


@pytest.mark.parametrize(
    ("estimator", "says"),
    [
        (
            TreeRegressor(stopping=ChiSquare()),
            "tests classes, which needs one nominal target.*FTest",
        ),
        (
            TreeClassifier(stopping=FTest()),
            "tests means, which needs one numeric target.*ChiSquare",
        ),
        (TreeRegressor(stopping=FTest(), criterion="absolute_error"), "scored by squares"),
    ],
)
def test_a_target_of_the_wrong_kind_is_refused(estimator, says):
    with pytest.raises(UnsupportedCombination, match=says):
        estimator.fit({"x": [1, 2, 3, 4]}, [1, 2, 1, 2])


def test_several_targets_are_refused_but_for_permutations():
    y = np.array([[0, 1], [1, 0], [0, 1], [1, 1]])

    with pytest.raises(UnsupportedCombination, match="one nominal target"):
        TreeClassifier(stopping=ChiSquare()).fit({"x": [1, 2, 3, 4]}, y)
    root = TreeClassifier(stopping=Permutation()).fit({"x": [1, 2, 3, 4]}, y).tree_.root
    assert root.p_kind == "permutation"


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        (ChiSquare(alpha=5), "alpha=5 .* must be a probability"),
        (ChiSquare(alpha="5%"), "alpha='5%' .* must be a probability"),
        (ChiSquare(exact="sometimes"), "exact='sometimes' .* 'auto', 'never', 'always'"),
        (ChiSquare(bonferroni="yes"), "bonferroni='yes' .* must be True or False"),
        (FTest(as_filter=1), "as_filter=1 .* must be True or False"),
        (ChiSquare(n_simulations=0), "n_simulations=0 .* whole number"),
        (ChiSquare(random_state=0.5), "random_state=0.5 .* whole number"),
        (Permutation(n_permutations=9), "smallest is 1 / 10. Use more permutations"),
    ],
)
def test_what_makes_no_sense_is_refused(rule, says):
    with pytest.raises(ParameterError, match=says):
        TreeClassifier(stopping=rule).fit({"x": [1, 2]}, ["a", "b"])


def test_whole_numbers_of_numpy_will_do():
    rule = ChiSquare(0.5, n_simulations=np.int64(9), random_state=np.int32(1))

    native = TreeClassifier(stopping=rule).fit(PENGUINS.X, PENGUINS.y)

    assert native.grower_.startswith("native")


def test_every_node_knows_its_p_value(tree):
    for node in tree.nodes():
        if node.p_value is None:
            assert node.stop_reason == "all samples have the same target"
            assert node.p_kind is None
        else:
            assert (node.p_value <= 0.05) == (not node.is_leaf)
            assert node.p_kind in ("asymptotic", "exact", "simulated")


def test_p_values_are_saved_copied_and_compared(tree, tmp_path):
    tree.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == tree
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree != TreeClassifier(stopping="chi_square").fit(PENGUINS.X, PENGUINS.y[::-1]).tree_


def test_a_tree_without_tests_has_none_and_says_so():
    free = TreeClassifier(max_depth=1).fit(PENGUINS.X, PENGUINS.y).tree_

    assert free.p_value is None
    assert free.root.p_value is None
    assert "p_values" not in free.to_dict()
    assert free.to_text(show_p=True) == free.to_text()
    assert "p_value" not in free.to_frame()


def test_a_node_that_is_cut_back_loses_the_p_value_of_its_split(tree):
    cut = tree.collapse([1])

    assert cut.node(1).p_value is None
    assert cut.root.p_value == tree.root.p_value


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["p"].__setitem__(0, 1.5), "p_values.p.0.: expected a probability"),
        (lambda d: d["kind"].__setitem__(0, "guess"), "p_values.kind.0.: expected one of"),
        (lambda d: d["kind"].__setitem__(0, None), "a kind goes with a probability"),
        (lambda d: d["p"].pop(), "entries"),
        (lambda d: d.pop("kind"), "'kind' is missing"),
    ],
)
def test_damaged_p_values_of_a_file_are_refused(tree, change, says):
    document = tree.to_dict()
    change(document["p_values"])

    with pytest.raises(TreeFileError, match=says):
        Tree.from_dict(document)


def test_p_values_are_shown_where_asked_for(tree):
    frame = tree.to_frame()
    lines = tree.to_text(show_p=True).splitlines()

    assert frame["p_value"][0] == tree.root.p_value
    assert frame["p_kind"][0] == "asymptotic"
    assert lines[3] == "node), split, n, loss, class, (probabilities), p"
    assert lines[6].endswith(f" {tree.root.p_value:.3g}")
    assert f"p-value   {tree.root.p_value:.3g} (asymptotic)" in str(tree.root)
