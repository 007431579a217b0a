"""Parts of one's own work everywhere: growing, predicting, copying, saving; and are checked."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV

from arboretum import Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.criteria import CLASS_CRITERIA, NUMBER_CRITERIA
from arboretum.exceptions import UnsupportedCombination
from arboretum.leaves import KNOWN as LEAVES
from arboretum.missing import KNOWN as POLICIES
from arboretum.splits import KNOWN as SPLITTERS
from arboretum.splits import Subset
from arboretum.stopping import KNOWN as RULES
from arboretum.testing import (
    check_criterion,
    check_leaf_model,
    check_missing_policy,
    check_splitter,
    check_stopping_rule,
)
from tests.conformance.own_parts import (
    AtValues,
    EnoughWeight,
    FirstBranch,
    Laplace,
    MeansApart,
    OwnGini,
    OwnMean,
    WeightAndSum,
)

PENGUINS = datasets.penguins()
STEPS = datasets.steps()
CLASSES = {
    "criterion": {"criterion": OwnGini()},
    "splitter": {"splits": (AtValues(), Subset())},
    "stopping rule": {"stopping": EnoughWeight(0.3)},
    "leaf": {"leaf": Laplace(2.0)},
    "missing policy": {"missing": FirstBranch()},
}


def without_parts(tree):
    return replace(tree, parts={})


# -- all our parts pass the checks we give to others ---------------------------


@pytest.mark.parametrize("criterion", [*CLASS_CRITERIA.values(), *NUMBER_CRITERIA.values()])
def test_criteria_pass(criterion):
    check_criterion(criterion())


@pytest.mark.parametrize("name", SPLITTERS)
def test_splitters_pass(name):
    check_splitter(SPLITTERS[name]())


@pytest.mark.parametrize("name", RULES)
def test_stopping_rules_pass(name):
    rule = RULES[name](*([] if name in ("constant", "some_gain") else [0.5]))

    check_stopping_rule(rule)


@pytest.mark.parametrize("name", LEAVES)
def test_leaf_models_pass(name):
    check_leaf_model(LEAVES[name]())


@pytest.mark.parametrize("name", POLICIES)
def test_missing_policies_pass(name):
    check_missing_policy(POLICIES[name]())


# -- parts of one's own --------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "check"),
    [
        (OwnGini(), check_criterion),
        (AtValues(), check_splitter),
        (EnoughWeight(), check_stopping_rule),
        (Laplace(), check_leaf_model),
        (FirstBranch(), check_missing_policy),
    ],
    ids=lambda part: getattr(part, "__name__", repr(part)),
)
def test_a_part_of_about_twenty_lines_passes_its_check(part, check):
    check(part)

    assert len(inspect.getsource(type(part)).splitlines()) <= 22


def test_a_criterion_of_ones_own_gives_the_tree_of_the_one_it_repeats():
    own = TreeClassifier(criterion=OwnGini()).fit(PENGUINS.X, PENGUINS.y)
    ours = TreeClassifier().fit(PENGUINS.X, PENGUINS.y)

    assert without_parts(own.tree_) == without_parts(ours.tree_)


def test_statistics_of_ones_own_carry_a_criterion_and_a_leaf():
    own = TreeRegressor(criterion=MeansApart(), leaf=OwnMean(), max_leaf_nodes=3)
    ours = TreeRegressor(max_leaf_nodes=3)

    own.fit(STEPS.X, STEPS.y)
    ours.fit(STEPS.X, STEPS.y)

    assert own.tree_.splits == ours.tree_.splits
    np.testing.assert_allclose(own.predict(STEPS.X), ours.predict(STEPS.X))
    np.testing.assert_allclose(own.tree_.score, ours.tree_.score)


def test_a_built_in_leaf_refuses_statistics_it_cannot_read():
    with pytest.raises(UnsupportedCombination, match=r"Mean reads Moments.*WeightAndSum"):
        TreeRegressor(criterion=MeansApart(), leaf="mean").fit(STEPS.X, STEPS.y)
    assert issubclass(MeansApart.statistics, WeightAndSum)


def test_a_splitter_of_ones_own_parts_the_samples_as_midpoints_do():
    own = TreeClassifier(splits=(AtValues(), Subset())).fit(PENGUINS.X, PENGUINS.y)
    ours = TreeClassifier().fit(PENGUINS.X, PENGUINS.y)

    assert own.apply(PENGUINS.X).tolist() == ours.apply(PENGUINS.X).tolist()
    assert own.tree_.score.tolist() == pytest.approx(ours.tree_.score.tolist(), nan_ok=True)
    cuts = [n.split for n in own.tree_.nodes() if n.split and n.split.kind == "interval"]
    columns = list(PENGUINS.X.values())
    assert len(cuts) > 2
    assert all(split.thresholds[0] in columns[split.column] for split in cuts)


def test_a_stopping_rule_of_ones_own_stops_and_says_why():
    tree = TreeClassifier(stopping=EnoughWeight(0.3)).fit(PENGUINS.X, PENGUINS.y).tree_

    for node in tree.nodes():
        assert node.is_leaf or node.weight >= 0.3 * 344
    assert "holds less than 30% of the weight" in tree.reasons


def test_a_leaf_of_ones_own_gives_its_probabilities():
    model = TreeClassifier(leaf=Laplace(2.0)).fit({"x": [0, 0, 0, 1]}, ["a", "a", "b", "c"])

    # Two a and one b, with two more of each of three classes.
    assert model.predict_proba({"x": [0]})[0] == pytest.approx([4 / 9, 3 / 9, 2 / 9])


def test_a_missing_policy_of_ones_own_treats_the_missing_like_the_lowest_number():
    x = np.array([5.0, 1.0, np.nan, 4.0, np.nan, 2.0, 8.0, np.nan])
    y = ["a", "b", "b", "a", "b", "a", "b", "a"]
    filled = np.nan_to_num(x, nan=1.0)

    own = TreeClassifier(missing=FirstBranch()).fit({"x": x}, y)
    by_hand = TreeClassifier().fit({"x": filled}, y)

    assert own.apply({"x": x}).tolist() == by_hand.apply({"x": filled}).tolist()


@pytest.mark.parametrize("parts", CLASSES.values(), ids=CLASSES)
def test_a_part_of_ones_own_is_copied_pickled_saved_and_loaded(tmp_path, parts):
    model = clone(TreeClassifier(max_depth=4, **parts)).fit(PENGUINS.X, PENGUINS.y)
    before = model.predict_proba(PENGUINS.X)

    pickled = pickle.loads(pickle.dumps(model))
    model.tree_.save(tmp_path / "tree.json")
    loaded = Tree.load(tmp_path / "tree.json")

    assert loaded == model.tree_
    np.testing.assert_array_equal(pickled.predict_proba(PENGUINS.X), before)
    columns = model._columns(PENGUINS.X)
    np.testing.assert_array_equal(loaded.probabilities[0][loaded.apply(columns)], before)


@pytest.mark.parametrize(
    "parts",
    CLASSES.values(),
    ids=CLASSES,
)
def test_a_file_names_a_part_of_ones_own_and_never_runs_it(tmp_path, parts):
    tree = TreeClassifier(max_depth=2, **parts).fit(PENGUINS.X, PENGUINS.y).tree_
    tree.save(tmp_path / "tree.json")
    loaded = Tree.load(tmp_path / "tree.json")

    assert tree.competitors(0, PENGUINS.X, PENGUINS.y)
    with pytest.raises(UnsupportedCombination, match=r"own_parts\..*Use the tree of the fitted"):
        loaded.competitors(0, PENGUINS.X, PENGUINS.y)


def test_a_grid_search_reaches_parameters_of_ones_own_parts():
    model = TreeClassifier(stopping=(), leaf=Laplace())
    search = GridSearchCV(model, {"leaf__prior": [0.0, 5.0]}, cv=3)

    search.fit(PENGUINS.frame().drop(columns="species"), PENGUINS.y)

    assert search.best_estimator_.leaf.prior in (0.0, 5.0)


# -- broken parts --------------------------------------------------------------


class LowerIsBetter(OwnGini):
    def score(self, parent, branches):
        return -super().score(parent, branches)


class Forgetful(AtValues):
    def propose(self, table, column, statistics):
        proposal = super().propose(table, column, statistics)
        return replace(proposal, values=proposal.values - 1000.0)


class NeverStops(EnoughWeight):
    def stops(self, node):
        return None


class Negative(Laplace):
    def value(self, statistics, targets=None, weights=None):
        return -statistics


class Nowhere(FirstBranch):
    def complete(self, proposals, table, parent, column, statistics):
        return []


@pytest.mark.parametrize(
    ("part", "check", "message"),
    [
        (LowerIsBetter(), check_criterion, "LowerIsBetter: higher must be better"),
        (Forgetful(), check_splitter, "Forgetful: candidate 0 promises"),
        (NeverStops(), check_stopping_rule, r"NeverStops: stops\(node\) must return True or False"),
        (Negative(), check_leaf_model, "Negative: class weights must be 0 or more"),
        (Nowhere(), check_missing_policy, r"Nowhere: complete\(\) must not lose"),
    ],
    ids=lambda part: getattr(part, "__name__", repr(part)),
)
def test_a_broken_part_is_told_what_is_wrong(part, check, message):
    with pytest.raises(AssertionError, match=message):
        check(part)
