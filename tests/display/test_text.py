"""Small trees in words, line by line."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from textwrap import dedent
from types import SimpleNamespace

import numpy as np
import pytest

from arboretum.data.schema import Feature, Schema, Target
from arboretum.exceptions import ParameterError
from arboretum.show import text
from arboretum.tree import Split, TreeBuilder
from tests.examples import full
from tests.unit.tree.examples import TARGETS, drug_tree, petal_tree, random_tree, shirt_tree


def picture(text: str) -> str:
    return dedent(text).strip("\n")


def test_the_petal_tree_in_the_manner_of_rpart():
    assert petal_tree().to_text() == picture(
        """
        n=150
        classes of species: setosa, versicolor, virginica

        node), split, n, loss, class, (probabilities)
              * denotes a leaf

        0) root 150 100 setosa (0.3333 0.3333 0.3333)
          1) petal length <= 2.45 50 0 setosa (1 0 0) *
          2) petal length > 2.45 100 50 versicolor (0 0.5 0.5)
            3) petal width <= 1.75 54 5 versicolor (0 0.9074 0.0926) *
            4) petal width > 1.75 46 1 virginica (0 0.0217 0.9783) *
        """
    )


def test_the_petal_tree_in_a_box():
    assert petal_tree().to_text("box") == picture(
        """
        n=150
        classes of species: setosa, versicolor, virginica

        node                                 n  loss  class       (probabilities)
           0  root                         150   100  setosa      (0.3333 0.3333 0.3333)
           1  ├── petal length <= 2.45      50     0  setosa      (1 0 0)                 *
           2  └── petal length > 2.45      100    50  versicolor  (0 0.5 0.5)
           3      ├── petal width <= 1.75   54     5  versicolor  (0 0.9074 0.0926)       *
           4      └── petal width > 1.75    46     1  virginica   (0 0.0217 0.9783)       *
        """
    )


def test_the_drug_tree_has_three_branches_at_the_root():
    assert drug_tree().to_text() == picture(
        """
        n=12
        classes of drug: A, B

        node), split, n, loss, class, (probabilities)
              * denotes a leaf

        0) root 12 6 A (0.5 0.5)
          1) bp = high 3 0 A (1 0) *
          2) bp = low 3 0 B (0 1) *
          3) bp = normal 6 3 A (0.5 0.5)
            4) age <= 41 3 0 A (1 0) *
            5) age > 41 3 0 B (0 1) *
        """
    )


def test_ordered_features_are_cut_by_name_and_numbers_have_a_deviance():
    assert shirt_tree().to_text("box") == picture(
        """
        n=10

        node                           n  deviance      mean
           0  root                    10      42.5      12.5
           1  ├── size <= S            4         2        10  *
           2  ├── S < size <= L        3       1.5  13.33333  *
           3  ├── size > L             2         1        15  *
           4  └── size is missing      1       0.5        15
           5      ├── age is known     1         0        15  *
           6      └── age is missing   0         0        15  *
        """
    )


def test_a_folded_tree_counts_the_leaves_it_hides():
    assert drug_tree().to_text(max_depth=1) == picture(
        """
        n=12
        classes of drug: A, B

        node), split, n, loss, class, (probabilities)
              * denotes a leaf

        0) root 12 6 A (0.5 0.5)
          1) bp = high 3 0 A (1 0) *
          2) bp = low 3 0 B (0 1) *
          3) bp = normal 6 3 A (0.5 0.5) … +2 leaves
        """
    )
    assert petal_tree().to_text("box", max_depth=0).splitlines()[-1].endswith("… +3 leaves")


def test_where_missing_values_go_is_shown_on_request():
    lines = petal_tree().to_text(show_missing=True).splitlines()

    assert "petal length > 2.45 or missing" in lines[8]
    assert "petal width <= 1.75 or missing" in lines[9]


def test_weights_are_shown_where_they_differ_from_the_samples():
    tree = petal_tree()
    doubled = replace(tree, weight=tree.weight * 2, value=tree.value * 2)

    lines = doubled.to_text().splitlines()

    assert lines[3] == "node), split, n, weight, loss, class, (probabilities)"
    assert lines[9] == "    3) petal width <= 1.75 54 108 10 versicolor (0 0.9074 0.0926) *"


def test_a_loss_matrix_changes_loss_and_class():
    # A virginica taken for a versicolor costs 20: 5 * 20 = 100 > 49.
    loss = np.array([[0.0, 1, 1], [1, 0, 1], [1, 20, 0]])

    lines = replace(petal_tree(), loss=loss).to_text().splitlines()

    assert lines[9] == "    3) petal width <= 1.75 54 49 virginica (0 0.9074 0.0926) *"


def test_several_targets_each_have_their_own_columns():
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=4, weight=4.0, impurity=0.5, value=[1.5, 2.0])
    builder.stop(root, "small")
    numbers = builder.finish(Schema((), TARGETS[3]))
    assert numbers.to_text().splitlines()[2] == "node), split, n, deviance, y, z"
    assert numbers.to_text().splitlines()[-1] == "0) root 4 2 1.5 2 *"

    classes = random_tree(0, n_splits=0, targets=TARGETS[1]).to_text().splitlines()
    assert classes[1:3] == ["classes of y: False, True", "classes of z: 1, 2, 3"]
    assert classes[4] == "node), split, n, weight, loss, y, (of y), z, (of z)"


def test_a_target_may_be_called_like_a_column():
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=4, weight=4.0, impurity=0.5, value=[1.5, 2.0])
    builder.stop(root, "small")
    tree = builder.finish(Schema((), (Target("n"), Target("deviance"))))

    assert tree.to_text().splitlines()[2] == "node), split, n, deviance, n, deviance"
    assert tree.to_text().splitlines()[-1] == "0) root 4 2 1.5 2 *"


def test_medians_are_called_medians():
    tree = replace(shirt_tree(), parts={"leaf": {"name": "median"}})

    assert tree.to_text().splitlines()[2] == "node), split, n, deviance, median"


def test_columns_stay_aligned_beside_wide_letters():
    schema = Schema((Feature("都市", "categorical", ("日本", "Roma")),), (Target("y", ("a", "b")),))
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=2, weight=2.0, impurity=0.5, value=[1, 1])
    for branch in range(2):
        leaf = builder.add(root, branch, n_samples=1, weight=1.0, impurity=0.0, value=[1, 0])
        builder.stop(leaf, "one sample")
    builder.split(root, Split(0, "category", 2, (), (0, 1)), 0.5)

    lines = builder.finish(schema).to_text("box").splitlines()

    # Each of these letters takes two columns of the screen.
    assert lines[4:] == [
        "   0  root             2     1  a      (0.5 0.5)",
        "   1  ├── 都市 = 日本  1     0  a      (1 0)            *",
        "   2  └── 都市 = Roma  1     0  a      (1 0)            *",
    ]


def test_long_sets_are_whole_unless_clipped():
    schema = Schema(
        (Feature("month", "categorical", tuple(range(1, 13))),), (Target("y", ("a", "b")),)
    )
    builder = TreeBuilder()
    root = builder.add(None, 0, n_samples=2, weight=2.0, impurity=0.5, value=[1, 1])
    for branch in range(2):
        leaf = builder.add(root, branch, n_samples=1, weight=1.0, impurity=0.0, value=[1, 0])
        builder.stop(leaf, "one sample")
    builder.split(root, Split(0, "category", 2, (), (0,) * 10 + (1, 1)), 0.5)
    tree = builder.finish(schema)

    assert "{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}" in tree.to_text()
    assert "{1, 2, …(+8)}" in tree.to_text(max_categories=2)


@pytest.mark.parametrize("levels", [400, *full(2000)])
def test_a_deep_tree_needs_no_recursion(levels, request):
    request.addfinalizer(partial(sys.setrecursionlimit, sys.getrecursionlimit()))
    sys.setrecursionlimit(levels)
    schema = Schema((Feature("x", "numeric"),), (Target("y"),))
    builder = TreeBuilder()
    node = builder.add(None, 0, n_samples=1, weight=1.0, impurity=0.0, value=[0.0])
    for depth in range(levels):
        builder.split(node, Split(0, "interval", 2, (float(depth),)), 1.0)
        leaf = builder.add(node, 0, n_samples=1, weight=1.0, impurity=0.0, value=[0.0])
        builder.stop(leaf, "small")
        node = builder.add(node, 1, n_samples=1, weight=1.0, impurity=0.0, value=[0.0])
    builder.stop(node, "small")
    tree = builder.finish(schema)

    assert len(tree.to_text("box").splitlines()) == tree.n_nodes + 3
    assert tree.depth == levels


def test_show_text_takes_trees_and_fitted_estimators():
    tree = petal_tree()

    assert text(tree) == tree.to_text()
    assert text(SimpleNamespace(tree_=tree), "box", digits=3) == tree.to_text("box", digits=3)


def test_what_is_no_tree_is_not_shown():
    with pytest.raises(ParameterError, match="str is neither a tree nor a fitted estimator"):
        text("oak")
    with pytest.raises(ParameterError, match="style='ascii' is not known"):
        petal_tree().to_text("ascii")
    with pytest.raises(ParameterError, match="max_depth=-1 shows nothing"):
        petal_tree().to_text(max_depth=-1)


def test_notebooks_show_the_tree_itself():
    shown = []
    petal_tree()._repr_pretty_(SimpleNamespace(text=shown.append), cycle=False)

    assert shown == [petal_tree().to_text()]
