"""The nodes between those of a multiway tree: what is asked there, and what they hold."""

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression

from arboretum import (
    HierarchicalClassifier,
    ID3Classifier,
    MultiLabelClassifier,
    MultiTargetRegressor,
    RETISRegressor,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.exceptions import DataError, UnsupportedCombination
from arboretum.growing.held_by_nodes import held_by_columns, held_by_samples
from arboretum.growing.to_binary import binary_of
from arboretum.leaves import Linear, MEstimate
from arboretum.splits import Buckets, Multiway, Threshold
from arboretum.tree import SplitFormat


@pytest.fixture(scope="module")
def weather():
    data = datasets.weather()
    return data.X, data.y


def asked(tree):
    words = SplitFormat(tree.schema, show_missing=True)
    return [
        tuple(words.branch(node.split, b) for b in range(2)) for node in tree.nodes() if node.split
    ]


def colours(n=240, seed=0):
    """Six colours of different size, some missing, that say much about a number and a class."""
    rng = np.random.default_rng(seed)
    code = rng.choice(6, n, p=[0.3, 0.25, 0.2, 0.15, 0.06, 0.04])
    names = np.array(["red", "blue", "green", "grey", "pink", "white"], dtype=object)[code]
    names[rng.random(n) < 0.1] = None
    x = rng.normal(size=n)
    return {"colour": list(names), "x": x}, code * 2.0 + (code % 3) * x + rng.normal(0, 0.1, n)


# -- what is asked ------------------------------------------------------------------------


def test_the_heaviest_category_comes_first(weather):
    model = ID3Classifier().fit(*weather)  # outlook: 4 overcast, 5 rain, 5 sunny

    assert asked(model.to_binary().tree_)[:3] == [
        ("outlook = rain", "outlook in {overcast, sunny}"),
        ("wind = strong", "wind = weak"),
        ("outlook = sunny", "outlook = overcast"),
    ]


def test_of_intervals_the_heavier_end_comes_first_or_the_half():
    X = {"x": np.repeat([1.0, 2, 3, 4], [10, 20, 30, 25])}
    y = np.repeat(["a", "b", "a", "b"], [10, 20, 30, 25])
    model = TreeClassifier(splits=Buckets("width", 4), max_depth=1).fit(X, y)

    (cuts,) = (node.split.thresholds for node in model.tree_.nodes() if node.split)
    one_by_one, halves = (
        [
            node.split.thresholds[0]
            for node in model.to_binary(balanced=it).tree_.nodes()
            if node.split
        ]
        for it in (False, True)
    )

    # 10, 20, 30, 25: off comes 25, then 30, then 20; halves are 60 and 25 beside 30 and 55
    assert one_by_one == [cuts[2], cuts[1], cuts[0]]
    assert halves == [cuts[1], cuts[0], cuts[2]]


def test_whether_a_value_is_known_comes_before_which_it_is():
    X, y = colours()
    model = TreeRegressor(splits=Multiway(), missing="branch", max_depth=1)

    tree = model.fit({"colour": X["colour"]}, y).to_binary().tree_

    assert asked(tree)[0] == ("colour is known", "colour is missing")
    assert tree.depth == 6


def test_categories_that_were_not_at_a_node_go_with_the_missing_ones():
    X = {"a": ["p"] * 4 + ["q"] * 5, "b": ["u", "v", None, "u", "v", "w", "w", None, "v"]}
    y = [0.0, 1, 2, 0, 15, 17, 17, 18, 15]
    model = TreeRegressor(splits="multiway", missing="branch").fit(X, y)
    samples = {"a": ["p"] * 4 + ["q"] * 4, "b": ["u", "v", "w", None] * 2}

    made = model.to_binary()

    assert made.predict(samples).tolist() == model.predict(samples).tolist()
    assert model.predict(samples).tolist() == [0, 1, 2, 2, 18, 15, 17, 18]


def test_a_binary_tree_stays_as_it_is():
    data = datasets.penguins()
    tree = TreeClassifier(max_depth=3).fit(data.X, data.y).tree_

    assert tree.to_binary() is tree


# -- what the nodes in between hold -------------------------------------------------------


def test_a_node_in_between_adds_up_what_is_below(weather):
    tree = ID3Classifier().fit(*weather).tree_

    overcast_or_sunny = next(n for n in tree.to_binary().nodes() if "overcast, sunny" in str(n))

    assert overcast_or_sunny.value.tolist() == [3, 6]  # of play: no, yes
    assert (overcast_or_sunny.n_samples, overcast_or_sunny.weight) == (9, 9)
    assert overcast_or_sunny.impurity == pytest.approx(0.918, abs=5e-4)  # entropy of 3 and 6
    assert overcast_or_sunny.score == pytest.approx(0.918 - 5 / 9 * 0.971, abs=5e-4)


@pytest.mark.parametrize("missing", ["direction", "branch", "majority", "fractional"])
@pytest.mark.parametrize("kind", ["classes", "numbers", "two numbers", "labels"])
def test_sums_of_nodes_are_those_of_their_samples(kind, missing):
    X, y = colours()
    rng = np.random.default_rng(1)
    model = {
        "classes": TreeClassifier(splits="multiway", missing=missing, max_depth=3),
        "numbers": TreeRegressor(splits="multiway", missing=missing, max_depth=3),
        "two numbers": TreeRegressor(splits="multiway", missing=missing, max_depth=3),
        "labels": MultiLabelClassifier(splits="multiway", missing=missing, max_depth=3),
    }[kind]
    targets = {
        "classes": np.where(y > 5, "high", "low"),
        "numbers": y,
        "two numbers": np.stack([y, rng.normal(size=len(y))], axis=1),
        "labels": np.stack([y > 2, y > 6, rng.random(len(y)) < 0.5], axis=1).astype(int),
    }[kind]
    model.fit(X, targets)
    dataset, tree = model.training_samples(model.make_dataset(X, targets)), model.tree_
    criterion, leaf = tree.recipe.criterion, tree.recipe.leaf

    by_columns = held_by_columns(tree, criterion, leaf)
    by_samples = held_by_samples(tree, criterion, leaf, dataset)

    for node in np.flatnonzero(tree.splits.arity > 2):
        some = tree.children(node)[1:]
        told, counted = by_columns(some), by_samples(some)
        np.testing.assert_allclose(told.value, counted.value, atol=1e-9)
        impurities = [criterion.impurity(held.statistics) for held in (told, counted)]
        assert impurities[0] == pytest.approx(impurities[1], abs=1e-9)


def test_medians_in_between_are_those_of_the_samples():
    X, y = colours()
    model = TreeRegressor(splits=Multiway(), leaf="median", missing="branch", max_depth=1)
    X = {"colour": X["colour"]}
    model.fit(X, y)

    made = model.to_binary(X, y)

    known = next(n for n in made.tree_.nodes() if n.conditions == ["colour is known"])
    is_known = np.array([colour is not None for colour in X["colour"]])
    assert known.prediction == np.median(y[is_known])
    assert made.predict(X).tolist() == model.predict(X).tolist()


@pytest.mark.parametrize("leaf", [Linear(("x",)), LinearRegression()], ids=["linear", "any model"])
def test_models_in_between_are_fitted_to_their_samples(leaf):
    X, y = colours()
    model = TreeRegressor(
        splits=(Threshold(), Multiway()), leaf=leaf, max_depth=1, missing="branch"
    )
    model.fit(X, y)
    samples = {"colour": ["red", "white", None, "new"], "x": [0.5, -1.0, 0.2, 0.1]}

    made = model.to_binary(X, y)

    assert made.predict(samples).tolist() == model.predict(samples).tolist()
    known = next(n for n in made.tree_.nodes() if n.conditions == ["colour is known"])
    is_known = np.array([colour is not None for colour in X["colour"]])
    line = LinearRegression().fit(X["x"][is_known, None], y[is_known])
    pruned = made.tree_.prune(nodes=[known.id])
    columns = made.model_.read({"colour": ["red"] * 5, "x": np.linspace(-1, 1, 5)})
    at = np.full(5, known.id, dtype=np.int32)
    predicted = pruned.values_at(columns, np.arange(5), at)[:, 0]
    if isinstance(leaf, Linear):
        np.testing.assert_allclose(predicted, line.predict(np.linspace(-1, 1, 5)[:, None]))
    assert Tree.from_dict(made.tree_.to_dict()) == made.tree_


def test_equations_of_sets_of_categories_are_kept():
    X, y = colours()
    model = RETISRegressor(min_samples_leaf=30).fit(X, y)

    made = model.to_binary(X, y)  # it asks in twos already

    assert made.tree_ == model.tree_


def test_trees_of_labels_of_hierarchies_and_of_vectors():
    X, y = colours()
    sets = [({"warm"} if v > 4 else {"cold"}) | ({"odd"} if v % 2 > 1 else set()) for v in y]
    paths = ["a/b" if v > 4 else "a/c" if v > 2 else "d" for v in y]
    tables = {"y": y, "z": [None, *(-y[1:])]}
    options = {"splits": "multiway", "missing": "fractional"}
    for model, targets in (
        (MultiLabelClassifier(**options), sets),
        (MultiLabelClassifier(strategy="binary_relevance", **options), sets),
        (HierarchicalClassifier(f_test=None, **options), paths),
        (MultiTargetRegressor(max_depth=3, **options), tables),
    ):
        model.fit(X, targets)

        made = model.to_binary(X, targets)

        trees = getattr(made, "trees_", None) or [made.tree_]
        assert all((tree.splits.arity <= 2).all() for tree in trees)
        assert sum(tree.n_nodes for tree in trees) > 5
        shown = "predict" if isinstance(model, MultiTargetRegressor) else "predict_proba"
        before, after = (getattr(it, shown)(X) for it in (model, made))
        np.testing.assert_allclose(after, before, atol=1e-12)


# -- what it can be used for --------------------------------------------------------------


def test_what_is_pruned_below_a_chain_is_what_was_pruned_below_its_question(weather):
    tree = ID3Classifier().fit(*weather).tree_
    binary = binary_of(tree)

    cut = np.flatnonzero(binary.origin == 0)[0]

    assert binary.tree.prune(nodes=[cut]) == tree.prune(nodes=[0])


def test_runner_ups_and_ties_of_a_question_that_is_asked_otherwise_are_left_out(weather):
    tree = ID3Classifier().fit(*weather).tree_
    made = tree.to_binary()

    two = {
        node: new for new, node in enumerate(binary_of(tree).origin) if tree.splits.arity[node] == 2
    }

    assert tree.root.runner_up is not None
    assert made.root.runner_up is None
    assert [made.node(new).score for new in two.values()] == [tree.node(old).score for old in two]


# -- what is refused ----------------------------------------------------------------------


def test_shares_are_smoothed_towards_the_root_alike_and_not_towards_the_node_above():
    X, y = colours()
    y = np.where(y > 5, "high", "low")
    to_root, to_parent = (
        TreeClassifier(splits="multiway", leaf=MEstimate(towards=it)).fit(X, y)
        for it in ("root", "parent")
    )

    made = to_root.to_binary()

    assert np.array_equal(made.predict_proba(X), to_root.predict_proba(X))
    with pytest.raises(UnsupportedCombination, match=r"Node \d+ would predict otherwise"):
        to_parent.to_binary()


def test_medians_need_samples_and_say_so():
    X, y = colours()
    model = TreeRegressor(splits="multiway", leaf="median").fit(X, y)

    with pytest.raises(UnsupportedCombination, match=r"leaf='median'.*to_binary\(X, y\)"):
        model.to_binary()
    with pytest.raises(DataError, match="Pass X, y and sample_weight as in fit"):
        model.to_binary({"colour": X["colour"], "x": X["x"]}, y, np.full(len(y), 2.0))
    with pytest.raises(DataError, match="other features or categories"):
        model.to_binary({"x": X["x"]}, y)
