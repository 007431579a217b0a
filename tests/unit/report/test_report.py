"""The numbers of a report, found once more by other means."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.metrics import confusion_matrix, precision_score, recall_score

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    M5Regressor,
    MultiLabelClassifier,
    ReadableTreeClassifier,
    TreeClassifier,
    explain,
)
from arboretum.data import make_dataset
from arboretum.data.folds import deal_folds
from arboretum.datasets import heart as load_heart
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.pruning import CostComplexity
from arboretum.report import Report
from arboretum.tree import number_text
from arboretum.tree.words.format import plural
from tests.unit.report.held_out import predicted_by_others, some


@pytest.fixture(scope="module")
def model(penguins):
    pruning = CostComplexity(cv=5, random_state=3)
    return CARTClassifier(complexity=0.001, pruning=pruning).fit(*penguins)


@pytest.fixture(scope="module")
def found(model, penguins) -> Report:
    return model.report(*penguins, n_folds=5, n_trees=12, seed=3)


@pytest.fixture(scope="module")
def masses(penguins):
    X, _ = penguins
    is_known = ~np.isnan(X["body_mass_g"])
    rest = {name: column for name, column in X.items() if name != "body_mass_g"}
    return some(rest, is_known), X["body_mass_g"][is_known]


def test_errors_and_confusion_are_those_of_predictions_fold_by_fold(found, model, penguins):
    X, y = penguins
    said, usual = predicted_by_others(model, X, y, 5, 3)

    (judged,) = found.judged

    assert judged.error.value == pytest.approx((said != y).mean())
    assert judged.without_tree.value == pytest.approx((usual != y).mean())
    classes = list(judged.confusion.classes)
    assert judged.confusion.weights.tolist() == confusion_matrix(y, said, labels=classes).tolist()
    for share, score in (("recall", recall_score), ("precision", precision_score)):
        expected = score(y, said, labels=classes, average=None)
        assert getattr(judged.confusion, share) == pytest.approx(expected)


def test_the_interval_of_a_share_of_mistakes_is_wilsons(found):
    (judged,) = found.judged
    n_wrong = round(judged.error.value * 344)

    expected = binomtest(n_wrong, 344).proportion_ci(0.95, method="wilson")

    assert judged.interval == pytest.approx((expected.low, expected.high), abs=1e-5)


def test_the_row_chosen_is_the_smallest_tree_within_one_standard_error(found, model):
    table = model.cp_table_
    best = int(np.argmin(table["xerror"]))
    limit = table["xerror"][best] + table["xstd"][best]
    row = next(i for i, error in enumerate(table["xerror"]) if error <= limit)

    assert found.choice.row == row
    assert found.choice.n_leaves[row] == model.n_leaves_
    assert dict(found.choice.table) == dict(table)
    assert f"has {model.n_leaves_} leaves, and it was kept" in found.to_html()


def test_the_card_is_that_of_trees_pruned_at_the_typical_price_of_the_tree(found, model, penguins):
    prices, row = model.cp_table_["CP"], found.choice.row
    price = np.sqrt(prices[row] * prices[row - 1])
    at_price = clone(model).set_params(pruning=CostComplexity(cp=price, links="rpart"))

    card = explain.stability(at_price, *penguins, n_trees=12, random_state=3)

    assert card.tree.splits == model.tree_.splits
    assert found.stability.tree == model.tree_
    assert found.stability.structures == card.structures
    assert [one.same_way for one in found.stability.splits] == [one.same_way for one in card.splits]


def test_residuals_and_their_quantiles_are_those_of_predictions_fold_by_fold(masses):
    model = CARTRegressor().fit(*masses)
    said, usual = predicted_by_others(model, *masses, 4, 0)

    (judged,) = model.report(*masses, n_folds=4, n_trees=0).judged

    off = masses[1] - said
    assert judged.error.value == pytest.approx(np.sqrt((off**2).mean()))
    assert judged.without_tree.value == pytest.approx(np.sqrt(((masses[1] - usual) ** 2).mean()))
    assert judged.residuals.mean_absolute == pytest.approx(np.abs(off).mean())
    ranked = np.sort(off)
    assert list(judged.residuals.quantiles().values()) == pytest.approx(
        [
            ranked[max(int(np.ceil(share * len(off))) - 1, 0)]
            for share in judged.residuals.quantiles()
        ]
    )
    # 1.96 standard errors of the mean square, carried over to its root by 1 / (2 root).
    half = 1.96 * (off**2).std() / np.sqrt(len(off)) / (2 * judged.error.value)
    assert judged.interval == pytest.approx(
        (judged.error.value - half, judged.error.value + half), rel=1e-4
    )


def test_columns_are_summed_up(found, penguins):
    X, _ = penguins
    column = {one.name: one for one in found.columns}["bill_length_mm"]
    known = X["bill_length_mm"][~np.isnan(X["bill_length_mm"])]
    counts, _ = np.histogram(known, bins=12)

    assert (column.kind, column.n_missing, column.n_distinct) == ("numeric", 2, len(set(known)))
    assert column.share_missing == 2 / 344
    assert column.values == "32.1 to 59.6, median 44.45"
    assert column.bars == pytest.approx(tuple(counts / counts.max()))
    assert found.columns[0].values == "Biscoe (168), Dream (124), Torgersen (52)"
    assert found.targets[0].bars == pytest.approx((1.0, 124 / 152, 68 / 152))


def test_suspicious_columns_are_named_and_others_are_not():
    rng = np.random.default_rng(0)
    n = 200
    y = rng.choice(["no", "yes"], n)
    X = {
        "age": rng.normal(size=n),
        "row": np.arange(n),
        "name": np.array([f"person {i}" for i in range(n)]),
        "one": np.ones(n),
        "rare": np.where(np.arange(n) % 4 == 0, rng.normal(size=n), np.nan),
        "copy": np.where(y == "yes", "paid", "due"),
        "year": rng.integers(1990, 2020, n),
        "when": np.array([f"2024-{i % 12 + 1:02}-{i % 28 + 1:02}" for i in range(n)]),
        "at": np.array([f"{i % 28 + 1}.{i % 12 + 1}.24 {i % 24}:{i % 60:02}" for i in range(n)]),
        "version": np.array([f"{i % 3}.{i % 5}.1" for i in range(n)]),
        "phone": np.array([f"{i % 9}{i % 8}-{i % 7}{i % 9}-555{i % 5}9" for i in range(n)]),
        "born": np.datetime64("1950-01-01") + np.arange(n),
    }

    kinds = {"when": "categorical", "at": "categorical"}
    found = TreeClassifier(max_depth=2, kinds=kinds).fit(X, y).report(X, y, n_folds=2, n_trees=0)

    assert [(suspect.column, suspect.what) for suspect in found.suspects] == [
        ("row", "identifier"),
        ("name", "identifier"),
        ("one", "constant"),
        ("rare", "mostly missing"),
        ("copy", "leak"),
        ("when", "dates"),
        ("at", "dates"),
        ("phone", "identifier"),
    ]
    assert found.summary[-1].startswith(
        "Before you rely on it, look at row, name, one, rare, copy and 3 more"
    )


def test_a_linear_copy_of_a_number_is_a_leak(masses):
    X, y = masses
    X = {"kg": y / 1000, "flipper": X["flipper_length_mm"]}

    found = CARTRegressor().fit(X, y).report(X, y, n_folds=2, n_trees=0)

    assert [(suspect.column, suspect.what) for suspect in found.suspects] == [("kg", "leak")]


def test_the_summary_tells_the_whole_of_a_small_tree(found):
    # The tree of the gallery: flipper, then bill.
    assert found.summary[0] == (
        "A tree with 3 leaves predicts y from 2 of 7 features: flipper_length_mm and "
        "bill_length_mm."
    )
    assert found.summary[2] == (
        "The whole tree: flipper_length_mm <= 206.5 and bill_length_mm <= 43.35: Adelie; "
        "flipper_length_mm <= 206.5 and bill_length_mm > 43.35: Chinstrap; "
        "flipper_length_mm > 206.5: Gentoo."
    )


def test_noise_gives_a_report_that_says_so():
    rng = np.random.default_rng(1)
    X, y = {"noise": rng.normal(size=90)}, np.array(["a", "b", "b"] * 30)

    found = CARTClassifier(pruning=CostComplexity(cv=5)).fit(X, y).report(X, y, n_trees=5)

    assert found.tree.n_leaves == 1
    n_trees = len(found.choice.table["xerror"])
    assert found.summary[0] == (
        f"No question was kept to predict y: of the {n_trees} trees to choose from, none has a "
        "smaller error in cross-validation than no tree, 33.3 %."
    )
    assert found.choice.table["xerror"][0] == min(found.choice.table["xerror"]) == 1.0
    assert found.judged[0].error.value == found.judged[0].without_tree.value
    assert not found.judged[0].is_clearly_better
    assert "No feature contributed: the tree asks nothing." in found.to_html()


def test_where_the_rule_keeps_no_question_the_best_tree_is_shown_with_its_error():
    rng = np.random.default_rng(0)
    x = rng.normal(size=150)
    y = 1.5 * (x > 1) + rng.standard_t(2, size=150)
    X = {"x": x, "noise": rng.normal(size=150)}

    found = (
        CARTRegressor(pruning=CostComplexity(cv=5, rule="4se")).fit(X, y).report(X, y, n_trees=0)
    )

    table = found.choice.table
    best = int(np.argmin(table["xerror"]))
    assert found.tree.n_leaves == 1
    assert best > 0
    assert found.best.n_leaves == table["nsplit"][best] + 1
    spread = np.mean((y - y.mean()) ** 2)
    limit = table["xerror"][best] + 4 * table["xstd"][best]
    for share in (table["xerror"][best], table["xerror"][0], limit):
        assert number_text(float(np.sqrt(share * spread)), 4) in found.summary[0]
    assert "within 4 standard errors" in found.summary[0]
    page = found.to_html()
    assert 'class="passed"' in page
    assert f"Not kept: the tree of least error, {found.best.n_leaves}" in page


def test_without_a_tree_is_without_equations_and_features_of_equations_count():
    rng = np.random.default_rng(3)
    X = {name: rng.normal(size=200) for name in ("a", "b", "c", "idle")}
    y = np.where(X["a"] > 0, 3 * X["b"] + 5, -2 * X["c"] - 5) + rng.normal(size=200) / 10

    found = M5Regressor().fit(X, y).report(X, y, n_folds=5, n_trees=0)

    judged = found.judged[0]
    folds = deal_folds(make_dataset(X, y, nominal=False), 5, 0)
    squares = [(y[one.held_out > 0] - y[one.growing > 0].mean()) ** 2 for one in folds]
    assert judged.without_tree.value == pytest.approx(np.sqrt(np.concatenate(squares).mean()))
    assert judged.error.value < judged.one_model.value < judged.without_tree.value
    assert "from 3 of 4 features: a" in found.summary[0]
    assert f"would be off by {number_text(judged.one_model.value, 4)}." in found.summary[1]
    assert "2 features are in equations of leaves only" in found.to_html()


def test_one_equation_is_as_good_where_the_trees_of_all_folds_are_one():
    rng = np.random.default_rng(4)
    X = {name: rng.normal(size=120) for name in "ab"}
    y = X["a"] + X["b"] * (X["a"] > 0) + 0.8 * rng.normal(size=120)

    model = M5Regressor().fit(X, y)
    found = model.report(X, y, n_folds=2, n_trees=0)

    dataset = make_dataset(X, y, nominal=False)
    leaves = [
        M5Regressor().fit({name: X[name][at] for name in X}, y[at]).tree_.n_leaves
        for at in (one.growing > 0 for one in deal_folds(dataset, 2, 0))
    ]
    assert model.tree_.n_leaves > 1
    assert leaves == [1, 1]
    assert found.judged[0].error.value == found.judged[0].one_model.value
    assert "without a question, would be off by just as much" in found.summary[1]


def test_a_species_that_is_clearly_better_is_named_and_one_that_is_not_is_not(penguins):
    rng = np.random.default_rng(0)
    X = {"a": rng.normal(size=300), "b": rng.normal(size=300)}
    y = 3 * X["a"] - 2 * X["b"] + rng.normal(size=300) / 5

    linear = CARTRegressor().fit(X, y).report(X, y, n_folds=5, n_trees=0)
    same = CARTClassifier().fit(*penguins).report(*penguins, n_folds=5, n_trees=0)

    alone = M5Regressor().fit(X, y).report(X, y, n_folds=5, n_trees=0)
    assert linear.better.name == "m5"
    assert linear.better.error == alone.judged[0].error
    assert linear.better.n_leaves == alone.tree.n_leaves
    assert linear.summary[-1] == (
        "Another species was clearly better on the same folds: m5 is off by "
        f"{number_text(alone.judged[0].error.value, 4)}, with a tree of "
        f"{plural(alone.tree.n_leaves, 'leaf', 'leaves')}."
    )
    assert same.better is None


def test_one_equation_is_not_nothing():
    rng = np.random.default_rng(3)
    X = {"a": rng.normal(size=80), "idle": rng.normal(size=80)}
    y = 3 * X["a"] + rng.normal(size=80) / 10

    found = M5Regressor().fit(X, y).report(X, y, n_folds=5, n_trees=0)

    assert found.tree.n_leaves == 1
    assert found.summary[0].startswith("No question was worth asking: one equation predicts y from")
    assert "do ask something" not in found.summary[1]
    assert "the equation explains" in found.summary[1]


def test_a_long_set_of_categories_is_cut_in_the_summary_and_whole_in_the_rules():
    towns = np.array([f"a town with a long name, number {i:02}" for i in range(40)])
    X, y = {"town": np.repeat(towns, 5)}, np.repeat(np.where(np.arange(40) % 2, "yes", "no"), 5)

    found = TreeClassifier(max_depth=1).fit(X, y).report(X, y, n_folds=2, n_trees=0)

    assert max(map(len, found.summary[2].split(";"))) < 200
    assert "number 38" not in found.summary[2]
    assert "number 38" in found.to_html().split('id="rules"')[1].split("</section>")[0]


def test_where_only_trees_of_folds_ask_the_summary_says_why_the_errors_differ():
    # A price that all samples together do not pay, but those without a fold do now and then.
    rng = np.random.default_rng(0)
    X, y = {"x": rng.normal(size=60)}, rng.choice(["no", "no", "yes"], 60)
    model = CARTClassifier(complexity=0.001, pruning=CostComplexity(cv=5)).fit(X, y)

    found = model.report(X, y, n_folds=10, n_trees=0)

    (judged,) = found.judged
    assert model.n_leaves_ == 1
    assert judged.error.value != judged.without_tree.value
    assert found.summary[1].endswith(
        "The two differ because trees of some folds did ask something."
    )


def test_an_overgrown_tree_is_not_said_to_be_better_than_none():
    rng = np.random.default_rng(2)
    X, y = {"noise": rng.normal(size=120)}, rng.choice(["a", "b"], 120)

    found = TreeClassifier().fit(X, y).report(X, y, n_trees=0)

    judged = found.judged[0]
    assert judged.error.value > judged.without_tree.value
    assert found.summary[1].endswith("That is worse than without a tree.")


def test_several_targets_are_judged_one_by_one(penguins):
    X, y = penguins
    both = {"species": y, "island": X["island"]}
    rest = {name: X[name] for name in ("bill_length_mm", "flipper_length_mm")}
    model = TreeClassifier(max_depth=2).fit(rest, np.column_stack(list(both.values())))

    found = model.report(rest, np.column_stack(list(both.values())), n_folds=3, n_trees=3)

    assert [len(judged.confusion.classes) for judged in found.judged] == [3, 3]
    assert found.to_html().count("(confusion matrix)</caption>") == 2


def test_many_classes_are_counted_together():
    y = np.repeat(np.arange(20), 10)
    X = {"x": y + np.tile([0.0, 0.3], 100)}
    model = TreeClassifier().fit(X, y)

    confusion = model.report(X, y, n_folds=2, n_trees=0).judged[0].confusion

    classes, weights = confusion.clipped(12)
    assert classes == [*range(11), None]
    assert weights.sum() == 200
    assert weights[11, 11] == confusion.weights[11:, 11:].sum()


def test_it_is_written_as_json_and_the_page_is_the_same_each_time(found, tmp_path):
    document = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    found.save(tmp_path / "one.html")
    found.save(tmp_path / "two.html")

    assert document["errors"][0]["value"] == found.judged[0].error.value
    assert document["choice"]["row"] == found.choice.row
    assert document["repeat"]["seed"] == 3
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()
    assert found._repr_html_().startswith('<iframe srcdoc="&lt;!doctype html&gt;')


def test_trees_of_other_species_say_how_they_were_pruned(penguins):
    found = C45Classifier().fit(*penguins).report(*penguins, n_folds=2, n_trees=0)

    assert found.choice is None
    assert "The tree was grown and pruned by C45Classifier()." in found.to_html()
    assert "was not measured" in found.to_html()


def test_other_samples_than_those_of_fit_are_refused(model, penguins):
    X, y = penguins
    with pytest.raises(DataError, match="do not reproduce the tree of this estimator"):
        model.report(some(X, slice(100)), y[:100])
    with pytest.raises(DataError, match="prune by pruning="):
        CARTClassifier().fit(X, y).prune(cp=0.5).report(X, y)


@pytest.mark.parametrize(("n_samples", "n_folds"), [(2, 10), (3, 2)])
def test_too_few_samples_to_choose_and_to_judge_are_refused(n_samples, n_folds):
    # The tree of a fold would be chosen by dealing a single sample into folds.
    X, y = {"x": np.arange(n_samples)}, np.array(["a", "b", "a"])[:n_samples]
    model = CARTClassifier(pruning=CostComplexity(cv=10)).fit(X, y)

    with pytest.raises(DataError, match=f"^{n_samples} samples are too few .* at least 4 samples"):
        model.report(X, y, n_folds=n_folds)


@pytest.mark.parametrize(("n_samples", "n_folds"), [(3, 10), (4, 2)])
def test_as_few_samples_as_can_be_chosen_from_have_a_report(n_samples, n_folds):
    X, y = {"x": np.arange(n_samples)}, np.array(["a", "b", "a", "b"])[:n_samples]
    model = CARTClassifier(pruning=CostComplexity(cv=10)).fit(X, y)

    found = model.report(X, y, n_folds=n_folds, n_trees=0)

    assert found.judged[0].confusion.weights.sum() == n_samples


@pytest.mark.parametrize("strategy", ["binary_relevance", "label_powerset"])
def test_labels_without_one_tree_of_all_are_refused_with_what_would_do(strategy):
    X, y = np.arange(20.0).reshape(-1, 1), np.arange(40).reshape(-1, 2) % 2

    with pytest.raises(UnsupportedCombination, match="Use strategy='vector', or measure"):
        MultiLabelClassifier(strategy=strategy).fit(X, y).report(X, y)


def test_nonsense_is_refused(model, penguins):
    with pytest.raises(NotFittedError):
        CARTClassifier().report(*penguins)
    with pytest.raises(ParameterError, match="n_folds=1 must be"):
        model.report(*penguins, n_folds=1)
    with pytest.raises(ParameterError, match="n_trees=-1 must be"):
        model.report(*penguins, n_trees=-1)


def test_folds_that_were_dealt_several_times_are_said(penguins):
    pruning = CostComplexity(cv=4, repeats=2)

    page = TreeClassifier(pruning=pruning).fit(*penguins).report(*penguins, n_trees=0).to_html()

    assert "Cross-validation with 4 folds, dealt 2 times, measured how wrong each is" in page


def test_what_a_tree_was_chosen_from_is_in_the_document():
    heart = load_heart()
    model = ReadableTreeClassifier().fit(heart.X, heart.y)

    document = model.report(heart.X, heart.y, n_folds=2, n_trees=0).to_dict()

    assert document["recipes"]["table"] == dict(model.choice_)
    assert document["recipes"]["table"]["name"][document["recipes"]["taken"]] == "gini"
    assert document["recipes"]["measure"] == "share of mistakes"
    assert document["choice"]["rule"] == "0.5se"
    plain = TreeClassifier(max_depth=1).fit(heart.X, heart.y)
    assert plain.report(heart.X, heart.y, n_folds=2, n_trees=0).to_dict()["recipes"] is None
