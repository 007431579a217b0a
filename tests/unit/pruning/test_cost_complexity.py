"""Pruning at a price, and by cross-validation against a slow twin."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, RepeatedKFold, StratifiedKFold

from arboretum import (
    C45Classifier,
    CARTClassifier,
    CARTRegressor,
    MultiLabelClassifier,
    Tree,
    TreeClassifier,
    TreeRegressor,
    datasets,
)
from arboretum.data import make_dataset
from arboretum.data.folds import make_folds
from arboretum.exceptions import DataError, ParameterError, UnsupportedCombination
from arboretum.growing.losses import loss_of
from arboretum.pruning import CostComplexity, node_impurities, node_risks, pruning_sequence
from tests.oracles.pruning import slow_cross_validation

RNG = np.random.default_rng(3)
X = RNG.normal(size=(300, 4))
SIGNAL = X[:, 0] + X[:, 1] ** 2 + RNG.normal(size=300)
CLASSES = (SIGNAL > 0.5).astype(int) + (SIGNAL > 2)
HOLEY = np.where(RNG.uniform(size=X.shape) < 0.2, np.nan, X)
HOLEY[:, 3] = X[:, 3]  # CART leaves out samples without any value
FOLDS = np.arange(300) % 5
COSTS = [[0, 1, 2], [5, 0, 1], [9, 3, 0]]


def cross_validated(model, X, y, cv=FOLDS, rule=None, **more):
    pruner = CostComplexity(cv=cv, rule=rule, **more)
    return clone(model).set_params(pruning=pruner).fit(X, y)


@pytest.mark.parametrize(
    ("model", "X", "y"),
    [
        (TreeClassifier(), X, CLASSES),
        (TreeClassifier(criterion="entropy", loss=COSTS), X, CLASSES),
        (TreeClassifier(missing="fractional"), HOLEY, CLASSES),
        (TreeClassifier(missing="fractional", loss=COSTS), HOLEY, CLASSES),
        (C45Classifier(), HOLEY, CLASSES),
        (TreeClassifier(max_leaf_nodes=20), X, np.stack([CLASSES, CLASSES > 0], axis=1)),
        (TreeRegressor(missing="fractional", max_depth=4), HOLEY, SIGNAL),
        (TreeRegressor(min_samples_leaf=4), X, np.stack([SIGNAL, X[:, 2]], axis=1)),
        (CARTClassifier(complexity=0), HOLEY, CLASSES),
        (CARTRegressor(complexity=0), HOLEY, SIGNAL),
    ],
    ids=lambda value: "" if isinstance(value, np.ndarray) else str(value),
)
def test_the_table_is_what_pruning_and_predicting_anew_gives(model, X, y):
    found = cross_validated(model, X, y)
    links = "rpart" if isinstance(model, CARTClassifier | CARTRegressor) else "weakest"
    dataset = make_dataset(X, y, nominal=hasattr(model, "predict_proba"))

    xerror, xstd = slow_cross_validation(
        found.tree_, dataset, [fold == FOLDS for fold in range(5)], links
    )

    np.testing.assert_allclose(found.cp_table_["xerror"], xerror, rtol=1e-9)
    np.testing.assert_allclose(found.cp_table_["xstd"], xstd, rtol=1e-9)


def test_the_table_of_labels_is_what_pruning_and_predicting_again_gives():
    labels = np.stack([CLASSES > 0, CLASSES > 1, X[:, 2] > 0], axis=1).astype(int)
    found = cross_validated(MultiLabelClassifier(criterion="gini"), X, labels)
    dataset = found.make_dataset(X, labels)

    held_out = [fold == FOLDS for fold in range(5)]
    xerror, xstd = slow_cross_validation(found.tree_, dataset, held_out, "weakest")

    assert len(xerror) > 5
    np.testing.assert_allclose(found.cp_table_["xerror"], xerror, rtol=1e-9)
    np.testing.assert_allclose(found.cp_table_["xstd"], xstd, rtol=1e-9)


@pytest.mark.parametrize(
    ("model", "y"),
    [
        (TreeClassifier(max_depth=3, loss=COSTS), CLASSES),
        (CARTClassifier(prior=[0.2, 0.3, 0.5]), CLASSES),
        (TreeRegressor(max_depth=3), np.stack([SIGNAL, X[:, 2]], axis=1)),
        (TreeRegressor(max_depth=3, criterion="absolute_error"), SIGNAL),
        (TreeRegressor(max_depth=3, criterion="poisson"), CLASSES),
        (CARTRegressor(criterion="poisson"), CLASSES),
    ],
    ids=lambda value: "" if isinstance(value, np.ndarray) else str(value),
)
def test_samples_held_out_are_measured_as_training_samples_are(model, y):
    tree = model.fit(X, y).tree_
    dataset = make_dataset(X, y, nominal=hasattr(model, "predict_proba"))
    end = tree.apply(dataset.columns)

    said = tree.decisions if tree.schema.is_classification else tree.value

    lost = loss_of(tree).of(dataset.targets, said[end]).sum()
    assert lost == pytest.approx(node_risks(tree)[tree.is_leaf].sum(), rel=1e-9)


def test_a_weight_of_two_is_the_sample_twice():
    weight = 1 + np.arange(120) % 3
    rows = np.repeat(np.arange(120), weight)
    fold = np.arange(120) % 4

    heavy = TreeClassifier(pruning=CostComplexity(cv=fold)).fit(X[:120], CLASSES[:120], weight)
    long = TreeClassifier(pruning=CostComplexity(cv=fold[rows])).fit(X[rows], CLASSES[rows])

    assert heavy.n_leaves_ == long.n_leaves_
    for name in ("CP", "xerror", "xstd"):
        np.testing.assert_allclose(heavy.cp_table_[name], long.cp_table_[name], rtol=1e-9)


def test_the_unit_of_weights_does_not_matter():
    light = np.full(300, 0.25)

    once = cross_validated(TreeRegressor(), X, SIGNAL).cp_table_
    pruner = CostComplexity(cv=FOLDS, rule=None)
    quarter = TreeRegressor(pruning=pruner).fit(X, SIGNAL, sample_weight=light).cp_table_

    np.testing.assert_allclose(quarter["xerror"], once["xerror"], rtol=1e-9)
    np.testing.assert_allclose(quarter["xstd"], once["xstd"], rtol=1e-9)


def test_a_row_of_weight_0_keeps_its_place_among_the_folds():
    weight = (np.arange(300) % 7 != 0).astype(float)
    there = weight > 0

    some = CostComplexity(cv=FOLDS, rule=None)
    given = TreeClassifier(pruning=some).fit(X, CLASSES, sample_weight=weight)
    without = cross_validated(TreeClassifier(), X[there], CLASSES[there], cv=FOLDS[there])

    assert given.cp_table_ == without.cp_table_


def test_folds_of_a_splitter_are_those_it_makes():
    splitter = StratifiedKFold(5, shuffle=True, random_state=1)
    fold = np.empty(300, dtype=int)
    for number, (_, held_out) in enumerate(splitter.split(X, CLASSES)):
        fold[held_out] = number

    by_splitter = cross_validated(TreeClassifier(), X, CLASSES, cv=splitter).cp_table_

    assert by_splitter == cross_validated(TreeClassifier(), X, CLASSES, cv=fold).cp_table_


def test_holding_out_twice_is_the_mean_and_not_twice_as_sure():
    splitter = RepeatedKFold(n_splits=5, n_repeats=2, random_state=0)
    fold = np.empty((2, 300), dtype=int)
    for number, (_, held_out) in enumerate(splitter.split(X)):
        fold[number // 5, held_out] = number
    one, other = (cross_validated(TreeRegressor(), X, SIGNAL, cv=row).cp_table_ for row in fold)

    both = cross_validated(TreeRegressor(), X, SIGNAL, cv=splitter).cp_table_

    mean = (np.array(one["xerror"]) + other["xerror"]) / 2
    np.testing.assert_allclose(both["xerror"], mean, rtol=1e-9)
    # The mean of the squares is at least the square of the mean.
    least = np.minimum(one["xstd"], other["xstd"])
    assert (np.array(both["xstd"]) >= least * (1 - 1e-9)).all()


@pytest.mark.parametrize("share", [1 / 3, 0.2])
def test_a_share_is_held_out_once(share):
    dataset = make_dataset(X, CLASSES, nominal=True)
    found = cross_validated(TreeClassifier(), X, CLASSES, cv=share)

    (fold,) = make_folds(dataset, share)
    xerror, xstd = slow_cross_validation(found.tree_, dataset, [fold.held_out > 0], "weakest")

    assert (fold.growing + fold.held_out == 1).all()
    drawn = np.bincount(CLASSES, weights=fold.held_out)
    assert (np.abs(drawn - share * np.bincount(CLASSES)) < 1).all()
    np.testing.assert_allclose(found.cp_table_["xerror"], xerror, rtol=1e-9)
    np.testing.assert_allclose(found.cp_table_["xstd"], xstd, rtol=1e-9)


@pytest.mark.parametrize("share", [0.25, 0.4, 0.7])
def test_of_groups_a_share_is_held_out_whole(share):
    groups = np.repeat(np.arange(60), 5)

    (fold,) = make_folds(make_dataset(X, CLASSES, nominal=True), share, groups)

    by_group = fold.held_out.reshape(60, 5)
    assert (by_group.max(axis=1) == by_group.min(axis=1)).all()
    assert fold.held_out.sum() == pytest.approx(300 * share)


@pytest.mark.parametrize(
    ("share", "error", "message"),
    [
        (1.5, ParameterError, "neither a whole number of folds nor a share"),
        (-0.5, ParameterError, "neither a whole number of folds nor a share"),
        (0.9999, DataError, "holds out 300 of them"),
    ],
)
def test_what_is_no_share_is_refused(share, error, message):
    with pytest.raises(error, match=message):
        cross_validated(TreeClassifier(), X, CLASSES, cv=share)


def test_dealing_again_is_the_mean_of_as_many_seeds():
    def table(**parameters):
        return cross_validated(TreeClassifier(), X, CLASSES, cv=5, **parameters).cp_table_

    once = [table(random_state=seed)["xerror"] for seed in (4, 5, 6)]

    thrice = table(random_state=4, repeats=3)

    np.testing.assert_allclose(thrice["xerror"], np.mean(once, axis=0), rtol=1e-9)


def test_groups_are_held_out_whole():
    groups = np.repeat([f"patient {i}" for i in range(60)], 5)
    folds = make_folds(make_dataset(X, CLASSES, nominal=True), 7, groups, seed=4)

    held_out = np.array([fold.held_out for fold in folds])

    assert (held_out.sum(axis=0) == 1).all()
    by_group = held_out.reshape(7, 60, 5)
    assert (by_group.max(axis=2) == by_group.min(axis=2)).all()
    assert np.ptp(held_out.sum(axis=1)) <= 5
    assert all((fold.growing + fold.held_out == 1).all() for fold in folds)


def test_several_threads_make_the_same_table_and_report_in_order():
    big = np.tile(X, (60, 1)) + RNG.normal(size=(18_000, 4))
    y = big[:, 0] > 0
    reported = []
    dataset = make_dataset(big, y, nominal=True)
    tree = TreeClassifier(max_depth=8).fit(big, y).tree_
    pruner = CostComplexity(cv=4)

    alone = pruner.table(tree, dataset)
    table = pruner.table(tree, dataset, 3, lambda done, of: reported.append((done, of)))

    assert table == alone
    assert reported == sorted(reported)
    assert {of for _, of in reported} == {4.0}


@pytest.mark.parametrize("n_threads", [1, 2])
def test_who_watches_can_end_the_work(n_threads):
    dataset = make_dataset(X, CLASSES, nominal=True)
    tree = TreeClassifier().fit(X, CLASSES).tree_

    def enough(done, of):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        CostComplexity(cv=4).table(tree, dataset, n_threads, enough)


def test_the_rules_pick_the_rows_they_name():
    model = cross_validated(TreeClassifier(), X, CLASSES)
    table = model.cp_table_
    xerror, xstd = np.array(table["xerror"]), np.array(table["xstd"])
    best = int(np.flatnonzero(xerror == xerror.min())[0])

    for rule, allowed in (("min", 0.0), ("0.5se", 0.5), ("1se", 1.0), ("2-se", 2.0)):
        limit = xerror[best] + allowed * xstd[best]
        row = next(i for i in range(len(xerror)) if xerror[i] <= limit)
        pruned = cross_validated(TreeClassifier(), X, CLASSES, rule=rule)
        assert table.choose(rule) == row
        assert pruned.n_leaves_ == table["nsplit"][row] + 1
        assert pruned.cp_table_ == table
        assert model.prune(cp=table["CP"][row]).tree_.splits == pruned.tree_.splits


def test_pruning_after_fitting_equals_pruning_while_fitting():
    weight = np.linspace(0.5, 1.5, 300)
    for model, data in ((TreeClassifier(class_weight="balanced"), X), (CARTClassifier(), HOLEY)):
        pruner = CostComplexity(cv=FOLDS, rule="min")
        during = clone(model).set_params(pruning=pruner).fit(data, CLASSES, weight)
        after = model.fit(data, CLASSES, weight).prune(pruner, data, CLASSES, weight)

        assert after.tree_ == during.tree_
        assert after.cp_table_ == during.cp_table_


def test_a_tree_from_a_file_is_cross_validated_like_the_grown_one(tmp_path):
    dataset = make_dataset(X, CLASSES, nominal=True)
    model = TreeClassifier(max_leaf_nodes=12, max_features=2, random_state=5).fit(X, CLASSES)
    model.tree_.save(tmp_path / "tree.json")

    loaded = Tree.load(tmp_path / "tree.json")

    pruner = CostComplexity(cv=FOLDS, rule="min")
    assert pruner.table(loaded, dataset) == pruner.table(model.tree_, dataset)
    assert pruner.prune(loaded, dataset) == pruner.prune(model.tree_, dataset)


def test_none_below_the_lowest_price_is_tried():
    floor = cross_validated(TreeClassifier(), X, CLASSES, cp=0.02).cp_table_

    assert floor["CP"][-1] == pytest.approx(0.02)
    whole = cross_validated(TreeClassifier(), X, CLASSES).cp_table_
    assert floor["CP"][:-1] == [price for price in whole["CP"] if price > 0.02]
    # The last tree is pruned at the mean of its own price and the one above.
    assert floor["xerror"][:-1] == pytest.approx(whole["xerror"][: len(floor["CP"]) - 1])


def test_cart_tries_no_price_below_its_complexity():
    table = cross_validated(CARTClassifier(complexity=0.03), X, CLASSES).cp_table_

    assert table["CP"][-1] == pytest.approx(0.03)


def test_a_pure_tree_has_one_row():
    model = cross_validated(TreeClassifier(), X, np.zeros(300), rule="1se")

    assert dict(model.cp_table_) == {
        "CP": [0.0],
        "nsplit": [0],
        "rel error": [0.0],
        "xerror": [0.0],
        "xstd": [0.0],
    }


def test_scikit_learns_alpha_weighs_impurity_by_share():
    from sklearn.tree import DecisionTreeClassifier

    path = DecisionTreeClassifier(min_samples_leaf=10).cost_complexity_pruning_path(X, CLASSES)
    for alpha in (path.ccp_alphas[:-1] + path.ccp_alphas[1:]) / 2:
        theirs = DecisionTreeClassifier(min_samples_leaf=10, ccp_alpha=alpha).fit(X, CLASSES)
        pruner = CostComplexity(alpha, risk="impurity")
        ours = TreeClassifier(min_samples_leaf=10, pruning=pruner).fit(X, CLASSES)
        assert ours.n_leaves_ == theirs.get_n_leaves()


def test_the_numbers_of_plotcp():
    table = cross_validated(TreeClassifier(), X, CLASSES).cp_table_
    frame = table.plotcp()
    cp = np.array(table["CP"])

    assert frame["cp"][0] == np.inf
    np.testing.assert_allclose(frame["cp"][1:], np.sqrt(cp[1:] * cp[:-1]))
    assert frame["size"].tolist() == [n + 1 for n in table["nsplit"]]
    np.testing.assert_allclose(frame["high"] - frame["xerror"], table["xstd"])
    np.testing.assert_allclose(frame["xerror"] - frame["low"], table["xstd"])
    best = int(np.argmin(table["xerror"]))
    assert (frame["limit"] == table["xerror"][best] + table["xstd"][best]).all()
    assert table.to_frame()["xerror"].tolist() == table["xerror"]


def test_a_grid_reaches_the_rule():
    grid = GridSearchCV(
        TreeClassifier(pruning=CostComplexity(cv=4)), {"pruning__rule": ["min", "9se"]}, cv=3
    )

    grid.fit(X, CLASSES)

    assert set(grid.cv_results_["param_pruning__rule"]) == {"min", "9se"}
    scores = grid.cv_results_["mean_test_score"]
    assert scores[0] > scores[1]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"alpha": 1, "cp": 0.1}, "two prices"),
        ({"cp": -0.1}, r"cp=-0\.1"),
        ({"alpha": "low"}, "alpha='low'"),
        ({"risk": "size"}, r"risk='size'.*'impurity'"),
        ({"cv": 5, "rule": "best"}, r"rule='best'.*'1se'"),
        ({"cv": 1}, "cv=1"),
        ({"cv": 5, "random_state": None}, "random_state=None"),
        ({"cv": 5, "repeats": 0}, "repeats=0"),
        ({"cv": FOLDS, "repeats": 2}, "repeats=2 .* Pass a number as cv"),
        ({"cv": "ten"}, "cv='ten'"),
        ({"cv": [0, 1, 2]}, r"cv has 3 labels for 300 samples"),
        ({"cv": np.zeros(300)}, "one fold"),
        ({"cv": 5, "groups": ["a"]}, "groups has 1 labels"),
        ({"cv": 5, "groups": np.zeros(300)}, "one group"),
        ({"cv": FOLDS, "groups": FOLDS}, "Leave out groups or cv"),
    ],
)
def test_what_makes_no_sense_is_refused(parameters, message):
    with pytest.raises((ParameterError, DataError), match=message):
        TreeClassifier(pruning=CostComplexity(**parameters)).fit(X, CLASSES)


def test_cross_validation_without_the_training_samples_is_refused():
    model = TreeClassifier().fit(X, CLASSES)

    with pytest.raises(DataError, match="Pass X and y"):
        model.prune(CostComplexity(cv=5))
    with pytest.raises(DataError, match=r"which weigh 300; those passed weigh 200"):
        model.prune(CostComplexity(cv=5), X[:200], CLASSES[:200])
    with pytest.raises(ParameterError, match=r"rule='min'.*CostComplexity\(cv=10\)"):
        model.cp_table_.choose("min")
    with pytest.raises(ParameterError, match="either a pruner or cp"):
        model.prune()


def test_impurities_are_those_of_the_criterion():
    tree = TreeClassifier(criterion="entropy").fit(X, CLASSES).tree_

    sequence = pruning_sequence(tree, node_impurities(tree))

    assert sequence.risk[-1] == pytest.approx(300 * tree.root.impurity)


def test_risk_of_classes_is_what_the_loss_matrix_says():
    weather = datasets.weather()
    model = TreeClassifier(loss={"no": {"yes": 5}}, max_depth=0).fit(weather.X, weather.y)

    # 9 play, 5 stay at home: deciding for "no" costs 9, for "yes" 25.
    assert node_risks(model.tree_).tolist() == [9]
    assert model.tree_.root.prediction == "no"


def test_a_negative_price_is_refused():
    model = TreeClassifier().fit(X, CLASSES)

    with pytest.raises(ParameterError, match="alpha=-1"):
        model.prune(CostComplexity(-1))
    with pytest.raises(ParameterError, match=r"links='weak'.*'rpart'"):
        model.prune(CostComplexity(links="weak"))


def test_leaves_that_forget_their_mistakes_have_no_risk():
    model = TreeClassifier(leaf="majority").fit(X, CLASSES)

    with pytest.raises(UnsupportedCombination, match=r"majority.*distribution"):
        model.prune("cost_complexity")


def test_why_a_pruned_node_stopped_says_what_it_had_to_save():
    tree = TreeClassifier().fit(X, CLASSES).prune(CostComplexity(cp=0.05)).tree_

    assert any("no more than 0.05 of the root's risk" in leaf.stop_reason for leaf in tree.leaves())
