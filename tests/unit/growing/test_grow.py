"""The loop: frontiers, limits, progress, draws, competitors, recipes from files."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arboretum import Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.criteria import GainRatio, InformationGain
from arboretum.data import make_dataset
from arboretum.exceptions import UnsupportedCombination
from arboretum.growing import Recipe, grow
from arboretum.growing.draw import child_key, draw_order, root_key
from arboretum.leaves import ClassDistribution, Median
from arboretum.missing import Direction
from arboretum.sources import MemorySource
from arboretum.splits import Multiway, Subset, Threshold
from arboretum.statistics import Moments
from arboretum.stopping import Constant, Purity


@pytest.fixture(scope="module")
def penguins():
    return datasets.penguins()


def recipe_of(**changes):
    standard = Recipe(
        criterion=InformationGain(),
        splitters=(Threshold(), Subset()),
        missing=Direction(),
        leaf=ClassDistribution(),
        stopping=(Constant(),),
    )
    return replace(standard, **changes)


def source_of(example, recipe):
    dataset = make_dataset(example.X, example.y, nominal=True)
    return MemorySource(dataset, recipe.criterion.statistics(dataset))


def test_a_recipe_and_a_source_make_the_tree_of_the_estimator(penguins):
    recipe = recipe_of()

    tree = grow(source_of(penguins, recipe), recipe)

    model = TreeClassifier(criterion="entropy").fit(penguins.X, penguins.y)
    assert tree.splits == model.tree_.splits
    assert tree.value.tolist() == model.tree_.value.tolist()


@pytest.mark.parametrize("order", ["depth", "level", "best"])
def test_the_order_decides_which_nodes_are_reached_before_a_limit(penguins, order):
    recipe = recipe_of(order=order, max_leaf_nodes=4)

    tree = grow(source_of(penguins, recipe), recipe)

    assert tree.n_leaves == 4
    assert "max_leaf_nodes=4 is reached" in tree.reasons


def test_best_first_takes_the_largest_gain_over_all_samples():
    # Two halves: the left could gain 1 bit on 4 samples, the right 0.81 on 8.
    x = np.arange(12.0)
    y = list("aabb") + list("ccccccdd")

    tree = TreeClassifier(criterion="entropy", max_leaf_nodes=3).fit({"x": x}, y).tree_

    cuts = sorted(node.split.thresholds[0] for node in tree.nodes() if node.split)
    assert cuts == [3.5, 9.5]


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain_ratio"])
def test_weights_of_very_different_size_do_not_hide_a_class(criterion):
    X, y = {"x": [1, 2, 3, 4]}, [0, 1, 0, 1]

    model = TreeClassifier(criterion=criterion).fit(X, y, sample_weight=[1e-20, 1, 1e20, 1])

    assert model.predict(X).tolist() == y
    assert model.tree_.reasons == ("all samples have the same target",)


def test_a_split_with_more_branches_than_leaves_are_left_is_not_made():
    X = {"c": list("pqrs") * 3}
    y = list("abcd") * 3

    tree = TreeClassifier(splits="multiway", max_leaf_nodes=3).fit(X, y).tree_

    assert tree.n_leaves == 1
    assert tree.root.stop_reason == "max_leaf_nodes=3 is reached"


def test_progress_rises_to_the_weight_of_all_samples(penguins):
    recipe = recipe_of()
    seen = []

    grow(source_of(penguins, recipe), recipe, progress=lambda done, of: seen.append((done, of)))

    done, whole = np.array(seen).T
    assert (np.diff(done) > 0).all()
    assert done[-1] == pytest.approx(344)
    assert set(whole) == {344}


def test_a_leaf_that_needs_targets_is_refused_by_a_source_that_keeps_sums():
    dataset = make_dataset({"x": [1, 2]}, [1.0, 2.0], nominal=False)
    source = MemorySource(dataset, Moments(dataset))
    source.keeps_targets = False

    with pytest.raises(UnsupportedCombination, match=r"Median needs every target value"):
        grow(source, recipe_of(leaf=Median()))


# -- drawing features ----------------------------------------------------------


def test_a_draw_is_a_permutation_that_depends_on_seed_and_place_only():
    key = child_key(root_key(7), 1)

    assert sorted(draw_order(key, 9)) == list(range(9))
    assert draw_order(key, 9) == draw_order(child_key(root_key(7), 1), 9)
    assert draw_order(key, 9) != draw_order(child_key(root_key(7), 0), 9)


def test_every_feature_is_drawn_first_equally_often():
    firsts = np.bincount([draw_order(root_key(seed), 5)[0] for seed in range(5000)], minlength=5)

    # 1000 each, with a standard deviation of 28.
    assert (np.abs(firsts - 1000) < 150).all()


def test_where_the_drawn_features_cannot_split_others_are_tried():
    X = {"constant": [1, 1, 1, 1], "tells": [1, 1, 2, 2]}

    for seed in range(10):
        model = TreeClassifier(max_features=1, random_state=seed).fit(X, ["a", "a", "b", "b"])
        assert model.n_leaves_ == 2


# -- competitors and recipes from files ----------------------------------------


def test_competitors_are_every_features_best_split_best_first(penguins):
    model = TreeClassifier(max_depth=3).fit(penguins.X, penguins.y)

    found = model.tree_.competitors(0, penguins.X, penguins.y)

    assert [c.rank for c in found] == list(range(1, len(found) + 1))
    assert {c.feature for c in found} == set(penguins.X)
    assert found[0].split == model.tree_.root.split
    assert (found[1].split, found[1].score) == model.tree_.root.runner_up
    for competitor in found:
        alone = TreeClassifier(max_depth=1)
        alone.fit({competitor.feature: penguins.X[competitor.feature]}, penguins.y)
        assert competitor.score == pytest.approx(alone.tree_.score[0])


def test_competitors_below_the_root_look_at_the_samples_there(penguins):
    tree = TreeClassifier(max_depth=2).fit(penguins.X, penguins.y).tree_
    inner = [node.id for node in tree.nodes() if node.split is not None]

    for node in inner:
        best = tree.competitors(node, penguins.X, penguins.y)[0]
        assert best.split == tree.node(node).split
        assert best.score == pytest.approx(tree.score[node])


@pytest.mark.parametrize(
    "model",
    [
        TreeClassifier(criterion=GainRatio(), max_depth=2),
        TreeClassifier(criterion=InformationGain(base=10), missing="branch", max_depth=2),
        TreeClassifier(splits=(Threshold(), Multiway(max_categories=7)), leaf="majority"),
        TreeClassifier(stopping=Purity(0.9), feature_costs={"sex": 3.0}, min_samples_leaf=4),
    ],
    ids=repr,
)
def test_a_loaded_tree_still_knows_how_it_was_grown(tmp_path, penguins, model):
    tree = model.fit(penguins.X, penguins.y).tree_
    tree.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")

    assert loaded == tree
    assert loaded.competitors(0, penguins.X, penguins.y) == tree.competitors(
        0, penguins.X, penguins.y
    )


@pytest.mark.parametrize("leaf", ["distribution", "majority"])
def test_a_loaded_tree_of_several_targets_knows_it_too(tmp_path, leaf):
    rng = np.random.default_rng(0)
    X = {"x": rng.normal(size=40), "z": rng.normal(size=40)}
    Y = np.stack([X["x"] > 0, X["z"] > 1], axis=1)
    parts = {} if leaf == "distribution" else {"leaf": _majority_of_two()}
    tree = TreeClassifier(max_depth=2, criterion="entropy", **parts).fit(X, Y).tree_
    tree.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")

    assert loaded.competitors(0, X, Y) == tree.competitors(0, X, Y)


def _majority_of_two():
    from arboretum.leaves import Majority

    return Majority(blocks=(2, 2))


def test_a_function_cannot_be_made_from_a_file(tmp_path):
    def heavy(node):
        return node.weight > 100

    X, y = {"x": [1, 2]}, [1.0, 2.0]
    tree = TreeRegressor(stopping=heavy).fit(X, y).tree_
    tree.save(tmp_path / "tree.json")

    assert tree.competitors(0, X, y)[0].score == pytest.approx(0.25)
    with pytest.raises(
        UnsupportedCombination, match=r"stopping rule 'predicate'.*fitted estimator"
    ):
        Tree.load(tmp_path / "tree.json").competitors(0, X, y)
