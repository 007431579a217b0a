"""The tree of classes that is grown where nobody chose another."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import ReadableTreeClassifier, Tree, TreeClassifier, datasets
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.leaves import MEstimate
from arboretum.pruning import CostComplexity, ErrorBased
from arboretum.splits import Subset, Threshold

RULES = {"small": "0.5se", "best": "min", "smallest": "1se"}
EXAMPLES = {"penguins": datasets.penguins(), "heart": datasets.heart()}
X, Y = EXAMPLES["heart"].X, EXAMPLES["heart"].y


def alone(criterion, size="small", groups=None, **more):
    """The tree of one criterion, by the estimator that has every part open."""
    pruning = CostComplexity(cv=10, repeats=3, rule=RULES[size], groups=groups)
    how = {"criterion": criterion, "min_samples_leaf": 2, "leaf": "m_estimate", "pruning": pruning}
    return TreeClassifier(**how | more)


def error_of(model):
    table = model.cp_table_
    return table["xerror"][table["nsplit"].index(model.n_leaves_ - 1)]


@pytest.mark.parametrize("size", RULES)
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_the_better_of_two_trees_that_are_grown_alone(name, size):
    one = EXAMPLES[name]
    trees = {c: alone(c, size).fit(one.X, one.y) for c in ("entropy", "gini")}
    errors = {criterion: error_of(model) for criterion, model in trees.items()}

    model = ReadableTreeClassifier(size=size).fit(one.X, one.y)

    taken = min(errors, key=errors.__getitem__)
    assert model.tree_ == trees[taken].tree_
    assert [tried.error for tried in model.choice_.tried] == list(errors.values())
    assert model.choice_["leaves"] == [one.n_leaves_ for one in trees.values()]
    assert model.choice_.tried[model.choice_.taken].name == taken
    assert dict(model.cp_table_) == dict(trees[taken].cp_table_)


def samples_with_categories(n_categories, n=300, seed=0):
    """A category that says nothing, and a number and another that together say most."""
    rng = np.random.default_rng(seed)
    name, other = rng.integers(0, n_categories, n), rng.integers(0, 4, n)
    x = rng.normal(size=n)
    says_a = rng.random(n) < np.where((x > 0) & (other < 2), 0.9, 0.1)
    columns = {"name": np.array([f"n{k}" for k in name]), "x": x, "other": other.astype(str)}
    return columns, np.where(says_a, "a", "b")


def test_of_many_categories_the_rare_ones_are_not_asked_about_if_that_is_better():
    columns, y = samples_with_categories(120)
    splits = (Threshold(), Subset(min_samples_category=10))
    alike = alone("entropy", splits=splits).fit(columns, y)
    new, y_new = samples_with_categories(120, n=3000, seed=1)

    model = ReadableTreeClassifier().fit(columns, y)

    names = [tried.name for tried in model.choice_.tried]
    assert names == ["entropy", "gini", "entropy without rare categories"]
    assert model.choice_.taken == 2
    assert model.tree_ == alike.tree_
    assert model.choice_.tried[2].error == error_of(alike)
    assert model.score(new, y_new) > alone("entropy").fit(columns, y).score(new, y_new) + 0.05


@pytest.mark.parametrize(("n_categories", "n_tried"), [(10, 2), (11, 3)])
def test_few_categories_need_no_further_tree(n_categories, n_tried):
    model = ReadableTreeClassifier().fit(*samples_with_categories(n_categories))

    assert len(model.choice_.tried) == n_tried


def test_errors_are_told_as_shares_of_mistakes():
    choice = ReadableTreeClassifier().fit(X, Y).choice_
    usual = np.unique(Y, return_counts=True)[1].max() / len(Y)

    assert choice.unit.name == "share of mistakes"
    assert choice["error"] == pytest.approx([one.error * (1 - usual) for one in choice.tried])


def test_parameters_reach_both_trees():
    classes = sorted(set(Y))
    loss = {classes[0]: {classes[1]: 4.0}}
    given = {"loss": loss, "max_depth": 3, "min_samples_leaf": 6, "missing": "majority"}
    given |= {"feature_costs": {next(iter(X)): 2.0}, "leaf": MEstimate(towards="parent")}

    model = ReadableTreeClassifier(**given).fit(X, Y)

    trees = [alone(criterion, **given).fit(X, Y) for criterion in ("entropy", "gini")]
    assert model.tree_ == min(trees, key=error_of).tree_
    assert model.choice_.unit.name == "mean loss"


def test_weights_of_classes_are_those_of_samples():
    weight = {c: 1.25 + i for i, c in enumerate(sorted(set(Y)))}  # whole ones would be copies

    by_class = ReadableTreeClassifier(class_weight=weight).fit(X, Y)
    by_sample = ReadableTreeClassifier().fit(X, Y, [weight[c] for c in Y])

    assert by_class.tree_ == by_sample.tree_


def test_a_weight_that_all_have_changes_no_question_and_no_choice():
    once = ReadableTreeClassifier(leaf="distribution").fit(X, Y)
    heavy = ReadableTreeClassifier(leaf="distribution").fit(X, Y, np.full(len(Y), 2.5))

    assert [at.split for at in heavy.tree_.nodes()] == [at.split for at in once.tree_.nodes()]
    assert heavy.choice_["error"] == pytest.approx(once.choice_["error"])


def test_threads_change_nothing():
    one, two = (ReadableTreeClassifier(n_jobs=n).fit(X, Y) for n in (1, 2))

    assert one.tree_ == two.tree_
    assert str(one.choice_) == str(two.choice_)


def test_the_seed_deals_the_folds():
    first, same, other = (ReadableTreeClassifier(random_state=k).fit(X, Y) for k in (0, 0, 7))

    assert first.choice_["error"] == same.choice_["error"] != other.choice_["error"]


def test_samples_of_a_group_are_held_out_together():
    groups = np.arange(len(Y)) // 9

    model = ReadableTreeClassifier(groups=groups).fit(X, Y)

    errors = [error_of(alone(c, groups=groups).fit(X, Y)) for c in ("entropy", "gini")]
    assert [one.error for one in model.choice_.tried] == errors
    assert errors != [one.error for one in ReadableTreeClassifier().fit(X, Y).choice_.tried]


def test_no_share_is_0_or_1():
    shares = ReadableTreeClassifier().fit(X, Y).predict_proba(X)

    assert 0 < shares.min() < shares.max() < 1


def test_several_targets_of_classes_are_predicted_at_once():
    sides = np.where(np.asarray(X["age"]) > 55, "old", "young")
    both = np.column_stack([Y, sides])

    model = ReadableTreeClassifier().fit(X, both)

    assert np.mean(model.predict(X)[:, 1] == sides) > 0.95
    assert model.choice_ is None
    assert model.tree_ == alone("entropy", pruning=ErrorBased(0.2)).fit(X, both).tree_


@pytest.mark.parametrize(
    ("y", "is_choice"),
    [(["a"], False), (["a", "b"], True), (["a", "b", "c"], True), (["a"] * 5, True)],
)
def test_few_samples_are_a_leaf(y, is_choice):
    model = ReadableTreeClassifier().fit({"x": np.arange(len(y))}, y)

    assert model.n_leaves_ == 1
    assert (model.choice_ is not None) == is_choice


def test_a_class_of_one_sample_is_kept():
    x = np.arange(21.0)
    y = np.where(x < 10, "low", "high")
    y[-1] = "once"

    model = ReadableTreeClassifier().fit({"x": x}, y)

    assert model.n_leaves_ == 2
    assert model.predict_proba({"x": [20.0]})[0, model.classes_.tolist().index("once")] > 0.05


def test_of_noise_nothing_is_kept():
    rng = np.random.default_rng(1)
    noise = {f"x{i}": rng.normal(size=200) for i in range(4)}

    model = ReadableTreeClassifier().fit(noise, rng.choice(["a", "b", "b"], 200))

    assert model.n_leaves_ == 1


def test_it_is_saved_and_copied_like_every_estimator(tmp_path):
    model = ReadableTreeClassifier(size="best").fit(X, Y)

    model.tree_.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == model.tree_
    again = pickle.loads(pickle.dumps(model))
    assert str(again.choice_) == str(model.choice_)
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert clone(model).get_params() == model.get_params()
    assert clone(model).set_params(size="small").size == "small"


def test_it_can_be_pruned_further():
    model = ReadableTreeClassifier().fit(X, Y)

    assert model.prune(cp=1.0).n_leaves_ == 1


def test_another_fit_makes_another_choice():
    model = ReadableTreeClassifier()

    assert model.fit({"x": [1]}, ["a"]).choice_ is None
    assert model.fit(X, Y).choice_ is not None


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"size": "huge"}, ParameterError, "size='huge' is not known. Known: 'small', 'best'"),
        ({"random_state": None}, ParameterError, "random_state=None of CostComplexity must be"),
        ({"leaf": "mean"}, UnsupportedCombination, "leaf='mean' predicts numbers"),
        ({"leaf": "majority"}, UnsupportedCombination, "Grow the tree with leaf='distribution'"),
        ({"groups": [1, 2]}, ParameterError, "groups has 2 labels for 270 samples"),
        ({"groups": [1] * 270}, DataError, "groups holds one group only"),
    ],
)
def test_what_makes_no_sense_is_refused(given, error, message):
    with pytest.raises(error, match=message):
        ReadableTreeClassifier(**given).fit(X, Y)
