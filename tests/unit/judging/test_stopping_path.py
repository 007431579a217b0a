"""Each row of a stopping path is what growing again with that limit would give.

The oracle knows nothing of nested trees: for every fold and every row a fresh estimator with the
limit is fitted to the samples that are not held out, and predicts those that are.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from sklearn.base import clone

from arboretum import (
    C45Classifier,
    CARTClassifier,
    TreeClassifier,
    TreeRegressor,
    datasets,
    stopping_path,
)
from arboretum.data.folds import make_folds
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.judging import stopping_path as same
from arboretum.pruning import CostComplexity
from arboretum.stopping import LIMITS, Automatic, ChiSquare, MinScore, Validation
from tests.examples import full

RNG = np.random.default_rng(5)
N, N_FOLDS = 130, 3
FOLDS = RNG.integers(0, N_FOLDS, N)
X = {
    "x": np.round(RNG.normal(size=N), 1),
    "u": np.where(RNG.random(N) < 0.1, np.nan, RNG.normal(size=N)),
    "town": np.array(list("abcdef"))[RNG.integers(0, 6, N)],
}
SIGNAL = X["x"] + (X["town"] > "c") + RNG.normal(scale=0.7, size=N)
CLASSES = np.array(["low", "mid", "high"])[np.digitize(SIGNAL, [-0.3, 0.9])]
TWO_CLASSES = {"level": CLASSES, "sign": np.where(SIGNAL + RNG.normal(size=N) > 0, "+", "-")}
TWO_NUMBERS = {"near": SIGNAL, "far": 10 * RNG.normal(size=N)}
WEIGHTS = RNG.integers(1, 4, N) / 2
LOSS = {"low": {"high": 5.0}, "high": {"mid": 2.0}}

CASES = {
    "classes": (TreeClassifier(), CLASSES, None),
    "entropy, weights": (TreeClassifier(criterion="entropy"), CLASSES, WEIGHTS),
    "repeated samples": (TreeClassifier(), CLASSES, 2 * WEIGHTS),
    "losses": (TreeClassifier(loss=LOSS), CLASSES, None),
    "gain ratio, many branches": (
        TreeClassifier(criterion="gain_ratio", splits="multiway"),
        CLASSES,
        None,
    ),
    "several classes": (TreeClassifier(missing="branch"), TWO_CLASSES, None),
    "parts of samples": (TreeClassifier(missing="fractional"), CLASSES, None),
    "drawn features": (TreeClassifier(max_features=1, random_state=3), CLASSES, None),
    "a test": (TreeClassifier(stopping=ChiSquare(alpha=0.3)), CLASSES, None),
    "validation": (TreeClassifier(stopping=Validation(share=0.3)), CLASSES, None),
    "costs": (TreeClassifier(feature_costs={"x": 3.0}), CLASSES, None),
    "limits of its own": (
        TreeClassifier(max_depth=4, min_samples_leaf=0.02, stopping=MinScore(0.01)),
        CLASSES,
        None,
    ),
    "few leaves": (TreeClassifier(max_leaf_nodes=7), CLASSES, None),
    "pruned": (TreeClassifier(pruning=CostComplexity(alpha=1.0)), CLASSES, None),
    "numbers": (TreeRegressor(), SIGNAL, WEIGHTS),
    "medians": (TreeRegressor(criterion="absolute_error"), SIGNAL, None),
    "several numbers": (TreeRegressor(missing="majority"), TWO_NUMBERS, None),
    "lines": (TreeRegressor(leaf="linear", max_depth=2), SIGNAL, None),
}
QUICK = ["classes", "losses", "gain ratio, many branches", "parts of samples", "numbers"]


def rows_of(table, rows):
    if isinstance(table, dict):
        return {name: column[rows] for name, column in table.items()}
    return None if table is None else table[rows]


def with_limit(estimator, limit, value):
    if limit != "min_score":
        return clone(estimator).set_params(**{limit: value})
    rule = MinScore(value)
    own = estimator.stopping
    if not isinstance(own, tuple) and not isinstance(own, MinScore):
        rule = (own, rule)
    return clone(estimator).set_params(stopping=rule)


def error_by_growing_again(estimator, y, weights, limit, value):
    total = 0.0
    for fold in range(N_FOLDS):
        growing, held_out = np.flatnonzero(fold != FOLDS), np.flatnonzero(fold == FOLDS)
        model = with_limit(estimator, limit, value)
        model.fit(rows_of(X, growing), rows_of(y, growing), rows_of(weights, growing))
        weight = np.ones(N) if weights is None else weights
        risk = model.risk(rows_of(X, held_out), rows_of(y, held_out), weight[held_out])
        total += risk * weight[held_out].sum()
    return total / (N if weights is None else weights.sum())


@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("case", [*QUICK, *full(*sorted(CASES.keys() - QUICK))])
def test_errors_and_sizes_are_those_of_trees_that_are_grown_again(case, limit):
    estimator, y, weights = CASES[case]

    path = stopping_path(estimator, X, y, limit, sample_weight=weights, cv=FOLDS)

    by_hand = [error_by_growing_again(estimator, y, weights, limit, v) for v in path["value"]]
    np.testing.assert_allclose(path["error"], by_hand, rtol=1e-9, atol=1e-12)
    sizes = [with_limit(estimator, limit, v).fit(X, y, weights).n_leaves_ for v in path["value"]]
    assert path["leaves"] == sizes
    assert len(set(path["value"])) == len(path["value"]) > (1 if case != "few leaves" else 0)


@pytest.mark.parametrize("name", ["entropy, weights", "numbers"])
def test_the_standard_error_is_that_of_a_mean_over_all_samples(name):
    estimator, y, weights = CASES[name]

    path = stopping_path(estimator, X, y, "max_depth", sample_weight=weights, cv=FOLDS)

    for depth, error, std in zip(path["value"], path["error"], path["std"], strict=True):
        loss = np.empty(N)
        for fold in range(N_FOLDS):
            growing, held_out = np.flatnonzero(fold != FOLDS), np.flatnonzero(fold == FOLDS)
            model = clone(estimator).set_params(max_depth=depth)
            model.fit(rows_of(X, growing), y[growing], weights[growing])
            said = model.predict(rows_of(X, held_out))
            truth = y[held_out]
            loss[held_out] = said != truth if y.dtype.kind == "U" else (said - truth) ** 2
        mean = np.average(loss, weights=weights)
        by_hand = np.sqrt((weights**2 * (loss - mean) ** 2).sum()) / weights.sum()
        assert (error, std) == pytest.approx((mean, by_hand))


def test_the_chosen_limit_is_that_of_the_tree():
    automatic = TreeClassifier(
        stopping=("chi_square", Automatic("max_depth", cv=FOLDS, rule="min"))
    )

    model = automatic.fit(X, CLASSES)

    path = model.stopping_path_
    row = path.choose()
    assert path["error"][row] == min(path["error"])
    plain = TreeClassifier(stopping="chi_square", max_depth=path["value"][row]).fit(X, CLASSES)
    assert model.tree_ == plain.tree_
    assert model.grower_ == plain.grower_


def test_the_choice_by_name_is_that_over_the_four_usual_limits():
    model = TreeRegressor(stopping="auto", min_samples_leaf=4).fit(X, SIGNAL)

    paths = [
        stopping_path(TreeRegressor(min_samples_leaf=4), X, SIGNAL, limit) for limit in LIMITS[:4]
    ]

    for column in ("limit", "value", "leaves", "error", "std"):
        joined = [cell for path in paths for cell in path[column]]
        assert model.stopping_path_[column] == pytest.approx(joined)
    row = model.stopping_path_.choose("1se")
    assert model.n_leaves_ == model.stopping_path_["leaves"][row]


def test_the_smallest_tree_within_a_standard_error_is_chosen():
    path = stopping_path(TreeClassifier(), X, CLASSES, ("max_depth", "max_leaf_nodes"), cv=FOLDS)
    error, std, leaves = (np.array(path[name]) for name in ("error", "std", "leaves"))

    chosen = {rule: path.choose(rule) for rule in ("min", "1se", "2.5se")}

    best = error.argmin()
    assert error[chosen["min"]] == error[best]
    for rule, n in {"1se": 1.0, "2.5se": 2.5}.items():
        within = error <= error[best] + n * std[best]
        assert within[chosen[rule]]
        assert leaves[chosen[rule]] == leaves[within].min()
        assert error[chosen[rule]] == error[within & (leaves == leaves[within].min())].min()


def test_given_values_are_tried_and_groups_are_held_out_together():
    dataset = TreeClassifier().make_dataset(X, CLASSES)
    fold_of = np.argmax([fold.held_out for fold in make_folds(dataset, 3, X["town"])], axis=0)
    tried = {"over": "min_samples_leaf", "values": [5, 40]}

    path = stopping_path(TreeClassifier(), X, CLASSES, **tried, cv=3, groups=X["town"])

    assert path["value"] == [40, 5]
    assert (
        path["error"] == stopping_path(TreeClassifier(), X, CLASSES, **tried, cv=fold_of)["error"]
    )
    assert all(len(set(fold_of[X["town"] == town])) == 1 for town in "abcdef")


def test_progress_runs_to_its_end_and_an_interrupt_ends_it():
    seen = []
    stopping_path(
        TreeClassifier(), X, CLASSES, progress=lambda done, of: seen.append(done / of), cv=FOLDS
    )

    def interrupt(done, of):
        if done / of > 0.5:
            raise KeyboardInterrupt

    assert seen == sorted(seen)
    assert seen[-1] == pytest.approx(1.0)
    with pytest.raises(KeyboardInterrupt):
        stopping_path(TreeClassifier(), X, CLASSES, progress=interrupt, cv=FOLDS)


def test_other_species_are_grown_again():
    path = stopping_path(C45Classifier(), X, CLASSES, "max_depth", values=[1, 3], cv=FOLDS)

    for depth, error in zip(path["value"], path["error"], strict=True):
        by_hand = error_by_growing_again(C45Classifier(), CLASSES, None, "max_depth", depth)
        assert error == pytest.approx(by_hand)


@pytest.mark.parametrize(
    ("over", "named"),
    [
        ("max_width", "max_depth"),
        ((), "max_depth"),
        (3, "max_depth"),
        ("min_score", "stopping"),
        ({"max_depth": [1, 2]}, "go into values="),
        ([["max_depth"]], "max_depth"),
    ],
)
def test_limits_that_are_not_there_are_named(over, named):
    with pytest.raises(ParameterError, match=named):
        stopping_path(CARTClassifier(), X, CLASSES, over)


def test_values_of_several_limits_are_refused():
    with pytest.raises(ParameterError, match="one limit"):
        stopping_path(TreeClassifier(), X, CLASSES, None, values=[1, 2])


@pytest.mark.parametrize(
    ("over", "values", "said"),
    [
        ("max_depth", 3, "values=3 must be a list of max_depth"),
        ("max_depth", ["a", 1], "holds 'a', which is not a max_depth"),
        ("max_depth", [math.nan], "holds nan, which is not a max_depth"),
        ("max_depth", [2, -1], "max_depth=-1 must be a whole number of at least 0"),
        ("max_leaf_nodes", [0], "max_leaf_nodes=0 must be a whole number of at least 1"),
        ("min_samples_split", [1], "min_samples_split=1 must be a whole number of at least 2"),
    ],
)
def test_values_that_an_estimator_would_refuse_are_refused(over, values, said):
    with pytest.raises(ParameterError, match=said):
        stopping_path(TreeClassifier(), X, CLASSES, over, values=values, cv=2)


def test_a_share_of_the_samples_is_one_of_those_of_each_fold():
    shares = [0.5, 0.1]

    path = stopping_path(TreeClassifier(), X, CLASSES, "min_samples_split", values=shares, cv=FOLDS)

    for share, error in zip(path["value"], path["error"], strict=True):
        by_hand = error_by_growing_again(
            TreeClassifier(), CLASSES, None, "min_samples_split", share
        )
        assert error == pytest.approx(by_hand)


def test_a_fit_without_a_choice_forgets_the_path_of_an_earlier_one():
    model = TreeClassifier(stopping=Automatic("max_depth", cv=FOLDS)).fit(X, CLASSES)
    assert model.stopping_path_.limit[0] == "max_depth"

    model.set_params(stopping=()).fit(X, CLASSES)

    assert not hasattr(model, "stopping_path_")


def test_two_choices_of_a_limit_are_refused():
    with pytest.raises(ParameterError, match="chooses a limit 2 times"):
        TreeClassifier(stopping=("auto", Automatic("max_depth"))).fit(X, CLASSES)


@pytest.mark.parametrize("estimator", ["cart", TreeClassifier], ids=["name", "class"])
def test_what_grows_no_trees_is_refused(estimator):
    with pytest.raises(ParameterError, match="does not grow trees of this library"):
        stopping_path(estimator, X, CLASSES)


def test_estimators_without_all_limits_say_who_has_them():
    with pytest.raises(UnsupportedCombination, match="TreeClassifier"):
        C45Classifier(stopping="auto").fit(X, CLASSES)


def test_the_sentence_names_the_chosen_and_the_best():
    penguins = datasets.penguins()
    path = same(TreeClassifier(), penguins.X, penguins.y, "max_depth", cv=5)

    row, best = path.choose("1se"), path.choose("min")

    assert path.in_words("1se") == (
        f"Of 7 limits tried in 5-fold cross-validation, max_depth=3 (7 leaves, error "
        f"{path['error'][row]:.3g} ± {path['std'][row]:.2g}) gives the smallest tree within one "
        f"standard error of the least error, that of max_depth=4 (11 leaves, error "
        f"{path['error'][best]:.3g} ± {path['std'][best]:.2g})."
    )
    assert path.in_words("min").endswith("gives the least error.")


def test_errors_of_several_dealings_are_the_mean_of_them():
    def errors(**how):
        path = stopping_path(TreeClassifier(), X, CLASSES, cv=4, **how)
        return path, np.array(path["error"])

    path, both = errors(repeats=2, random_state=3)

    each = [errors(random_state=seed)[1] for seed in (3, 4)]
    assert both == pytest.approx(np.mean(each, axis=0))
    assert "tried in 4-fold cross-validation, dealt 2 times, max_depth" in path.in_words()
    model = TreeClassifier(stopping=Automatic("max_depth", cv=4, repeats=2, random_state=3))
    assert model.fit(X, CLASSES).stopping_path_["error"] == path["error"]


def test_a_number_of_dealings_has_to_make_sense():
    with pytest.raises(ParameterError, match="repeats=0 of Automatic must be"):
        stopping_path(TreeClassifier(), X, CLASSES, repeats=0)
    with pytest.raises(ParameterError, match="repeats=2 deals a number of folds several times"):
        stopping_path(TreeClassifier(), X, CLASSES, cv=FOLDS, repeats=2)


@pytest.mark.parametrize("rule", ["0.5se", "1.5se"])
def test_a_rule_may_allow_any_number_of_standard_errors(rule):
    path = stopping_path(TreeClassifier(), X, CLASSES, rule=rule)

    row, best = path.choose(), int(np.argmin(path["error"]))

    limit = path["error"][best] + float(rule.removesuffix("se")) * path["std"][best]
    within = [n for n, error in zip(path["leaves"], path["error"], strict=True) if error <= limit]
    assert path["leaves"][row] == min(within)
