"""One branch for every category."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier
from arboretum.exceptions import ParameterError, SplitWarning
from arboretum.splits import Multiway, Threshold
from arboretum.statistics import ClassCounts
from tests.growers.both import assert_general_equals_readable, dataset_and_recipe
from tests.unit.splits.tables import table_of


def test_each_category_at_the_node_gets_a_branch_and_the_others_none():
    table, column, statistics = table_of(ClassCounts, [0, 2, 2, 5], [0, 1, 1, 0], n_classes=2)

    proposal = Multiway().propose(table, column, statistics)

    assert len(proposal) == 1
    assert proposal.split(0, 3, 1).branches == (0, -1, 1, -1, -1, 2)
    assert proposal.branches(table).statistics.tolist() == [[[1, 0], [0, 2], [1, 0]]]


def test_a_feature_of_too_many_categories_is_asked_in_twos_and_a_warning_names_it():
    rng = np.random.default_rng(4)
    X = {"id": rng.choice([f"patient {i}" for i in range(6)], 90), "town": rng.choice([*"abc"], 90)}
    y = (X["town"] == "a") ^ (X["id"] > "patient 3")
    model = TreeClassifier(splits=(Threshold(), Multiway(max_categories=5)))

    with pytest.warns(SplitWarning, match=r"^Feature 'id' has 6 categories.*the 5 .*identifier"):
        model.fit(X, y)

    arities = {(split.column, split.arity) for n in model.tree_.nodes() if (split := n.split)}
    assert arities == {(0, 2), (1, 3)}


@pytest.mark.parametrize("with_numbers", [False, True])
def test_such_a_feature_alone_gives_the_tree_of_two_sets(with_numbers):
    rng = np.random.default_rng(5)
    X = {"id": rng.choice([f"patient {i}" for i in range(40)], 200)}
    X |= {"age": rng.normal(size=200)} if with_numbers else {}
    y = rng.choice(["well", "ill"], 200)
    by_sets = TreeClassifier(splits="binary", max_depth=4).fit(X, y)

    model = TreeClassifier(splits=(Threshold(), Multiway(max_categories=39)), max_depth=4)
    with pytest.warns(SplitWarning):
        model.fit(X, y)

    assert model.tree_.to_text() == by_sets.tree_.to_text()


@pytest.mark.filterwarnings("ignore::arboretum.exceptions.SplitWarning")
@pytest.mark.parametrize("missing", ["direction", "fractional"])
@pytest.mark.parametrize("criterion", ["gini", "gain_ratio"])
def test_both_growers_ask_such_features_alike(missing, criterion):
    rng = np.random.default_rng(6)
    X = {name: rng.choice([*"abcdefghijkl"[:k]], 300) for name, k in (("few", 4), ("many", 12))}
    X["many"] = np.where(rng.random(300) < 0.1, None, X["many"])
    y = rng.choice([*"uvw"], 300)
    splits = (Threshold(), Multiway(max_categories=5))
    model = TreeClassifier(splits=splits, missing=missing, criterion=criterion, max_depth=3)

    tree = assert_general_equals_readable(*dataset_and_recipe(model, X, y))

    assert {split.arity for node in tree.nodes() if (split := node.split)} > {2}


def test_a_number_of_categories_that_is_none_is_refused():
    with pytest.raises(ParameterError, match=r"max_categories=0\.5"):
        TreeClassifier(splits=(Multiway(0.5),)).fit({"a": ["u", "v"]}, ["p", "q"])


def test_a_category_may_be_asked_for_once_on_a_path_and_a_number_again():
    # S13: below a branch of one category there is nothing left to ask of that feature.
    rng = np.random.default_rng(0)
    X = {"colour": rng.choice(["red", "green", "blue"], 120), "size": rng.normal(size=120)}
    y = (np.sin(4 * X["size"]) + (X["colour"] == "red") > 0.3).astype(int)

    tree = TreeClassifier(criterion="entropy", splits="multiway").fit(X, y).tree_

    paths = [[split.column for split, _ in leaf.path] for leaf in tree.leaves()]
    assert max(path.count(0) for path in paths) == 1
    assert max(path.count(1) for path in paths) > 1
