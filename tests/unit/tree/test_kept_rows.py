"""Rows that a tree keeps: against masks by hand, the nodes' own numbers, and damaged files."""

import copy
import json
import pickle

import numpy as np
import pandas as pd
import pytest

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    CHAIDClassifier,
    MultiLabelClassifier,
    RETISRegressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.data import make_dataset
from arboretum.estimators import grow_in_stages
from arboretum.exceptions import (
    DataError,
    ParameterError,
    TreeFileError,
    UnsupportedCombination,
)
from arboretum.growing import grow
from arboretum.missing import Fractional
from arboretum.pruning import CostComplexity, ErrorBased, ReducedError
from arboretum.sources import open_source
from arboretum.stopping import Validation

POLICIES = ["direction", "majority", "branch", "surrogate", "fractional"]


def table(n=120, seed=0, share_missing=0.15):
    """Numbers and categories with holes, classes and numbers to predict, and weights."""
    rng = np.random.default_rng(seed)
    x, z = rng.normal(size=n), rng.choice(list("abcd"), n).astype(object)
    number = np.round(2 * (x > 0.3) + (z == "b") + rng.normal(size=n), 1)
    x[rng.random(n) < share_missing] = np.nan
    z[rng.random(n) < share_missing] = None
    classes = np.where(number > 1.5, "high", np.where(number > 0.3, "mid", "low"))
    return {"x": x, "z": z}, classes, number, rng.choice([1.0, 2.0, 3.0], n)


def assert_nodes_hold_their_rows(tree, y, weights):
    """A node's rows, weights and targets say again how many samples it has and what it predicts."""
    for node in tree.nodes():
        assert node.row_weights.sum() == pytest.approx(node.weight)
        assert np.array_equal(node.row_targets, np.asarray(y)[node.rows])
        assert (node.row_weights <= weights[node.rows] * (1 + 1e-12)).all()
        if tree.schema.is_classification:
            names = tree.schema.classes
            found = [node.row_weights[node.row_targets == name].sum() for name in names]
        else:
            found = [np.average(node.row_targets, weights=node.row_weights)]
        assert node.value == pytest.approx(found)
        parts = [tree.node(child).rows for child in node.children]
        assert not parts or set(np.concatenate(parts)) <= set(node.rows)


@pytest.mark.parametrize("missing", POLICIES)
@pytest.mark.parametrize("keeps_all_at_hand", [True, False], ids=["native", "loop"])
def test_nodes_hold_the_rows_that_say_their_value(missing, keeps_all_at_hand):
    X, classes, numbers, weights = table()
    splits = "binary" if missing == "surrogate" else "multiway"
    always = () if keeps_all_at_hand else (lambda node: False,)
    options = {"missing": missing, "splits": splits, "max_depth": 4, "stopping": always}

    of_classes = TreeClassifier(**options, keep_rows=True).fit(X, classes, weights)
    of_numbers = TreeRegressor(**options, keep_rows=True).fit(X, numbers, weights)

    for model in (of_classes, of_numbers):
        assert model.grower_.startswith("native") == keeps_all_at_hand
    assert_nodes_hold_their_rows(of_classes.tree_, classes, weights)
    assert_nodes_hold_their_rows(of_numbers.tree_, numbers, weights)
    shares = of_classes.tree_.rows.share
    assert (shares < 1).any() == (missing == "fractional")


def test_rows_are_those_of_the_paths():
    data = datasets.penguins()
    model = TreeClassifier(max_depth=3, keep_rows=True).fit(data.X, data.y)
    passed = model.decision_path(data.X).toarray().astype(bool)

    for node in model.tree_.nodes():
        assert node.rows.tolist() == np.flatnonzero(passed[:, node.id]).tolist()


def test_without_the_option_no_rows_are_kept():
    X, classes, _, _ = table()

    root = TreeClassifier(max_depth=1).fit(X, classes).tree_.root

    assert root.rows is root.row_weights is root.row_targets is None


def test_a_pruned_node_holds_the_rows_of_its_leaves():
    X, classes, _, weights = table()
    tree = TreeClassifier(missing="fractional", keep_rows=True).fit(X, classes, weights).tree_
    cut = max(node.id for node in tree.nodes() if len(node.children) > 1 and node.depth == 1)

    pruned = tree.prune(nodes=[cut])

    assert pruned.n_nodes < tree.n_nodes
    assert np.array_equal(pruned.node(cut).rows, tree.node(cut).rows)
    assert pruned.node(cut).row_weights == pytest.approx(tree.node(cut).row_weights)
    assert_nodes_hold_their_rows(pruned, classes, weights)
    assert tree.prune(nodes=[0]).root.rows.tolist() == list(range(len(classes)))


@pytest.mark.parametrize(
    "pruner", [CostComplexity(alpha=0.02), ErrorBased(), ErrorBased(raising=True)], ids=repr
)
def test_pruners_keep_the_rows(pruner):
    X, classes, _, _ = table()
    ones = np.ones(len(classes))
    whole = TreeClassifier(missing="fractional", keep_rows=True).fit(X, classes)

    while_fitting = TreeClassifier(missing="fractional", keep_rows=True, pruning=pruner)
    pruned = while_fitting.fit(X, classes).tree_

    assert pruned.n_nodes < whole.tree_.n_nodes
    assert whole.prune(pruner, X, classes).tree_ == pruned
    assert_nodes_hold_their_rows(pruned, classes, ones)


@pytest.mark.parametrize(
    "held_out",
    [{"pruning": ReducedError()}, {"stopping": Validation()}],
    ids=["pruning", "stopping"],
)
def test_rows_that_were_held_out_are_not_kept(held_out):
    X, classes, _, _ = table()

    tree = TreeClassifier(max_depth=4, keep_rows=True, **held_out).fit(X, classes).tree_

    assert 0 < len(tree.root.rows) == tree.root.n_samples < len(classes)
    assert_nodes_hold_their_rows(tree, classes, np.ones(len(classes)))


def test_the_binary_form_holds_the_rows_in_between_as_well():
    X, classes, _, weights = table()
    model = TreeClassifier(splits="multiway", missing="fractional", max_depth=3, keep_rows=True)
    tree = model.fit(X, classes, weights).tree_

    binary = tree.to_binary()

    assert binary.n_nodes > tree.n_nodes
    assert_nodes_hold_their_rows(binary, classes, weights)


@pytest.mark.parametrize(
    "model",
    [C45Classifier(pruning=None), CARTClassifier(), CHAIDClassifier()],
    ids=lambda model: type(model).__name__,
)
def test_any_grown_tree_can_be_given_its_rows(model):
    X, classes, _, _ = table()
    tree = model.fit(X, classes).tree_

    kept = model.with_rows(X, classes).tree_

    assert tree.rows is None
    assert_nodes_hold_their_rows(kept, classes, np.ones(len(classes)))
    n_blank = sum(np.isnan(x) and z is None for x, z in zip(X["x"], X["z"], strict=True))
    left_out = n_blank if isinstance(model, CARTClassifier) else 0  # as rpart does
    assert len(kept.root.rows) == len(classes) - left_out
    assert n_blank > 0


@pytest.mark.parametrize("strategy", ["vector", "binary_relevance", "label_powerset"])
def test_trees_of_labels_can_be_given_their_rows(strategy):
    X, _, numbers, _ = table()
    labels = {"up": (numbers > 1).astype(int), "odd": (np.round(numbers) % 2).astype(int)}
    model = MultiLabelClassifier(strategy=strategy, max_depth=3).fit(X, pd.DataFrame(labels))

    trees = model.with_rows(X, pd.DataFrame(labels)).trees_

    for tree in trees:
        for node in tree.nodes():
            assert node.row_weights.sum() == pytest.approx(node.weight)
    if strategy == "vector":
        found = trees[0].root.row_targets[trees[0].root.rows.argsort()]
        assert found.tolist() == np.column_stack(list(labels.values())).tolist()


def test_trees_of_models_and_of_rates_keep_numbers_and_weights():
    X, _, numbers, weights = table(share_missing=0)
    x = {"x": X["x"]}
    models = RETISRegressor(min_samples_leaf=20).fit(x, numbers).tree_
    rates = CARTRegressor(criterion="poisson", shrink=0).fit(x, np.abs(numbers), weights).tree_

    of_models, of_rates = models.with_rows(x, numbers), rates.with_rows(x, np.abs(numbers), weights)

    for node in of_models.leaves():
        assert node.rows.tolist() == np.flatnonzero(models.apply([x["x"]]) == node.id).tolist()
    assert_nodes_hold_their_rows(of_rates, np.abs(numbers), weights)


def test_stages_keep_the_rows_of_the_whole_tree():
    data = datasets.penguins()
    X = {"bill_length_mm": data.X["bill_length_mm"], "island": data.X["island"]}

    staged = grow_in_stages(TreeClassifier(max_depth=2, keep_rows=True), X, data.y)

    assert_nodes_hold_their_rows(staged.tree_, data.y, np.ones(len(data.y)))


def test_rows_of_other_samples_are_refused():
    X, classes, _, _ = table()
    tree = TreeClassifier(max_depth=2).fit(X, classes).tree_
    fewer = {name: column[1:] for name, column in X.items()}

    with pytest.raises(DataError, match="Node 0 was grown from 120 samples, but 119 of these"):
        tree.with_rows(fewer, classes[1:])
    with pytest.raises(DataError, match="was grown from a weight of 120, but 60 of these"):
        tree.with_rows(X, classes, np.full(len(classes), 0.5))


@pytest.mark.parametrize("missing", [Fractional(by_class=True), "impute"], ids=repr)
def test_policies_that_ask_for_the_class_are_refused_where_values_are_missing(missing):
    X, classes, numbers, _ = table()
    complete = {"x": np.nan_to_num(X["x"])}
    options = {"missing": missing, "max_depth": 3, "keep_rows": True}

    with pytest.raises(UnsupportedCombination, match="sends a sample without a value on by its"):
        TreeClassifier(**options).fit(X, classes)
    tree = TreeClassifier(**options).fit(complete, classes).tree_
    assert_nodes_hold_their_rows(tree, classes, np.ones(len(classes)))
    if missing == "impute":
        tree = TreeRegressor(**options).fit(X, numbers).tree_
        assert_nodes_hold_their_rows(tree, numbers, np.ones(len(numbers)))


def test_a_source_alone_keeps_no_rows():
    X, classes, _, _ = table(share_missing=0)
    dataset = make_dataset(X, classes, nominal=True)
    recipe = TreeClassifier(keep_rows=True)._recipe(dataset.schema)

    with pytest.raises(UnsupportedCombination, match="does not say which samples"):
        grow(open_source(dataset, recipe.criterion.count(dataset)), recipe)


# -- copies and files ---------------------------------------------------------------------


def kept_tree(y="classes", missing="fractional"):
    X, classes, numbers, weights = table(n=40)
    model = TreeClassifier if y == "classes" else TreeRegressor
    target = classes if y == "classes" else numbers
    grown = model(missing=missing, max_depth=2, keep_rows=True).fit(X, target, weights)
    return grown.tree_


@pytest.mark.parametrize("y", ["classes", "numbers"])
def test_copies_and_files_on_request_hold_the_same_rows(y, tmp_path):
    tree = kept_tree(y)
    tree.save(tmp_path / "with.json", rows=True)
    tree.save(tmp_path / "without.json")

    loaded, without = Tree.load(tmp_path / "with.json"), Tree.load(tmp_path / "without.json")

    assert loaded == tree
    assert loaded.node(1).row_targets.tolist() == tree.node(1).row_targets.tolist()
    assert copy.deepcopy(tree) == pickle.loads(pickle.dumps(tree)) == tree
    assert without.rows is None
    assert without != tree
    assert "rows" not in json.loads((tmp_path / "without.json").read_text("utf-8"))
    with pytest.raises(ParameterError, match="this one keeps none"):
        without.to_dict(rows=True)


def test_numbers_that_were_unknown_stay_unknown_in_a_file():
    tree = kept_tree("numbers")
    document = tree.to_dict(rows=True)
    document["rows"]["targets"][3] = [None]

    loaded = Tree.from_dict(document)

    assert np.isnan(loaded.rows.targets[3, 0])
    assert loaded.to_dict(rows=True) == document


def set_at(name, place, value):
    def damage(rows):
        rows[name][place] = value

    return damage


def end_twice(rows):
    """The first whole row also ends at the last node."""
    rows["row"].append(rows["row"][0])
    for name in ("node", "share", "weight", "targets"):
        rows[name].append(rows[name][-1])


def swap_rows(rows):
    rows["row"][0], rows["row"][1] = rows["row"][1], rows["row"][0]


DAMAGES = {
    "a row below 0": (set_at("row", 0, -1), r"rows\.row\[0\]: expected a whole number from 0"),
    "a row too large": (set_at("row", 0, 2**31), r"rows\.row\[0\]: expected a whole number"),
    "a row as text": (set_at("row", 0, "0"), r"rows\.row\[0\]: expected int, found a string"),
    "an unknown node": (set_at("node", -1, 99), r"rows\.node\[\d+\]: expected a whole number"),
    "nodes in disorder": (set_at("node", 0, 4), r"rows\.node\[1\]: nodes must not descend"),
    "rows in disorder": (swap_rows, r"rows\.row\[1\]: the rows of a node must ascend"),
    "no share": (set_at("share", 0, 0), r"rows\.share\[0\]: expected a share of a sample"),
    "half a sample": (set_at("share", 0, 0.5), r"rows\.share\[0\]: the shares of row \d+ add up"),
    "two leaves": (end_twice, r"rows\.(row|share)\[\d+\]: the (rows of a node|shares of row)"),
    "a weight below 0": (set_at("weight", 0, -1.0), r"rows\.weight\[0\]: expected a number"),
    "another weight": (set_at("weight", 0, 50.0), r"rows\.weight: node 0 weighs .*, its rows"),
    "an unknown class": (set_at("targets", 0, [9]), r"rows\.targets\[0\]: expected the position"),
    "half a class": (set_at("targets", 0, [0.5]), r"rows\.targets\[0\]: expected the position"),
    "no target": (set_at("targets", 0, []), r"rows\.targets\[0\]: expected 1 numbers, found 0"),
    "a list too short": (lambda rows: rows["share"].pop(), r"rows\.share: expected \d+ entries"),
    "another field": (lambda rows: rows.update(code=[]), r"rows: 'code' is not a known field"),
    "a field less": (lambda rows: rows.pop("weight"), r"rows: 'weight' is missing"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_damaged_rows_are_refused(name):
    damage, message = DAMAGES[name]
    document = kept_tree(missing="direction").to_dict(rows=True)
    damage(document["rows"])

    with pytest.raises(TreeFileError, match=message):
        Tree.from_dict(document)


def test_a_row_that_moved_to_another_leaf_is_noticed():
    document = kept_tree(missing="direction").to_dict(rows=True)
    rows = document["rows"]
    last = rows["node"].index(rows["node"][-1])
    rows["node"][last - 1] = rows["node"][-1]
    rows["row"][last - 1] = -1 + rows["row"][last] if rows["row"][last] else 0

    with pytest.raises(TreeFileError, match=r"damaged at rows\."):
        Tree.from_dict(document)


@pytest.mark.parametrize("cell", [["x"], [float("inf")], [], [1.0, 2.0]], ids=repr)
def test_damaged_numbers_are_refused(cell):
    document = kept_tree("numbers").to_dict(rows=True)
    document["rows"]["targets"][0] = cell

    with pytest.raises(TreeFileError, match=r"rows\.targets\[0\]: expected"):
        Tree.from_dict(document)
