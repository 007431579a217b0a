import json

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import r2_score
from sklearn.tree import DecisionTreeRegressor

from arboretum import MultiTargetRegressor, Tree
from arboretum.exceptions import DataError, MissingValueError, ParameterError
from arboretum.pruning import M5, CostComplexity, ReducedError
from arboretum.stopping import FTest

RNG = np.random.default_rng(0)
N = 120
X = pd.DataFrame({"a": RNG.normal(size=N), "b": RNG.choice(list("xyz"), N)})
HEIGHT = X["a"] + 0.1 * RNG.normal(size=N)
Y = pd.DataFrame({"height": HEIGHT, "weight": 1000 * RNG.normal(size=N) + 3000 * (X["b"] == "x")})
MIXED = Y.assign(eyes=np.where(X["b"] == "y", "blue", "brown"))


def test_equal_weights_grow_scikit_learns_tree():
    features = np.column_stack([X["a"], X["b"] == "x"])

    ours = MultiTargetRegressor(weights="equal", pruning=None, min_samples_leaf=1, max_depth=4).fit(
        features, Y
    )
    theirs = DecisionTreeRegressor(max_depth=4, random_state=0).fit(features, Y)

    np.testing.assert_allclose(ours.predict(features), theirs.predict(features))
    assert ours.tree_.impurity[0] == pytest.approx(theirs.tree_.impurity[0])


def test_standardised_targets_do_not_feel_their_units():
    model, scaled = MultiTargetRegressor(pruning=None, max_depth=3), Y * [1000.0, 0.01]

    first, second = (
        model.fit(X, Y).tree_,
        MultiTargetRegressor(pruning=None, max_depth=3).fit(X, scaled).tree_,
    )

    assert first.splits == second.splits
    assert first.impurity[0] == pytest.approx(1.0)
    # As they are, the weight, which is far larger, decides alone.
    alone = MultiTargetRegressor(pruning=None, max_depth=1).fit(X, Y[["weight"]]).tree_
    assert (
        MultiTargetRegressor(weights="equal", pruning=None, max_depth=1).fit(X, Y).tree_.splits
        == alone.splits
    )


def test_weights_by_name_choose_what_counts():
    only_height = MultiTargetRegressor(weights={"weight": 0.0}, pruning=None, max_depth=2).fit(X, Y)
    alone = MultiTargetRegressor(pruning=None, max_depth=2).fit(X, Y["height"])

    assert only_height.tree_.splits == alone.tree_.splits
    np.testing.assert_allclose(only_height.predict(X)[:, 0], alone.predict(X))
    assert alone.predict(X).ndim == 1


def test_numbers_and_classes_are_predicted_together():
    model = MultiTargetRegressor(pruning=None, max_depth=4).fit(X, MIXED)

    said = model.predict(X)

    assert said.shape == (N, 3)
    assert (said[:, 2] == MIXED["eyes"]).mean() > 0.95
    np.testing.assert_allclose(model.predict_shares(X)["eyes"].sum(axis=1), 1.0)
    parts = [r2_score(MIXED[name], said[:, k].astype(float)) for k, name in enumerate(Y)]
    accuracy = (said[:, 2] == MIXED["eyes"]).mean()
    assert model.score(X, MIXED) == pytest.approx(np.mean([*parts, accuracy]))


def test_a_nominal_target_counts_as_much_as_a_number():
    # A class that is there in a share p has the variance p (1 - p); standardised, each target
    # adds 1 to the impurity of the root, of which the mean is taken.
    model = MultiTargetRegressor(pruning=None, max_depth=1).fit(X, MIXED)

    assert model.tree_.impurity[0] == pytest.approx(1.0)
    assert [target.name for target in model.tree_.schema.targets] == [
        "height",
        "weight",
        "eyes = blue",
        "eyes = brown",
    ]


def test_cells_that_are_missing_are_skipped():
    # Without any cell of a target below a split, the leaf predicts what is known.
    y = pd.DataFrame({"p": [1.0, 3.0, np.nan, np.nan], "q": [0.0, 0.0, 8.0, 8.0]})

    model = MultiTargetRegressor(pruning=None, max_depth=1).fit({"x": [1, 2, 3, 4]}, y)

    assert model.predict({"x": [1, 4]}).tolist() == [[2.0, 0.0], [2.0, 8.0]]
    assert model.score({"x": [1, 2, 3, 4]}, y) == pytest.approx((0.0 + 1.0) / 2)
    assert model.grower_.startswith("native")


def test_missing_cells_change_nothing_where_they_tell_nothing():
    # Hiding a whole target except for one sample leaves the splits to the other.
    hidden = Y.assign(weight=np.where(np.arange(N) == 5, 1.0, np.nan))

    model = MultiTargetRegressor(pruning=None, max_depth=3).fit(X, hidden)

    assert (
        model.tree_.splits
        == MultiTargetRegressor(pruning=None, max_depth=3).fit(X, Y["height"]).tree_.splits
    )


@pytest.mark.parametrize(
    "pruner",
    [CostComplexity(cp=0.05), CostComplexity(cv=3), ReducedError()],
    ids=["cp", "cv", "rep"],
)
def test_trees_of_many_targets_are_pruned(pruner):
    model = MultiTargetRegressor(pruning=None).fit(X, MIXED)

    pruned = (
        model.prune(pruner, X[::2], MIXED[::2])
        if pruner.name == "reduced_error"
        else (MultiTargetRegressor(pruning=pruner).fit(X, MIXED))
    )

    assert 1 < pruned.n_leaves_ < model.n_leaves_


def test_reduced_error_pruning_never_raises_the_risk_on_its_samples():
    model = MultiTargetRegressor(pruning=None).fit(X[::2], MIXED[::2])

    pruned = model.prune(ReducedError(), X[1::2], MIXED[1::2])

    assert pruned.risk(X[1::2], MIXED[1::2]) <= model.risk(X[1::2], MIXED[1::2])


def test_the_f_test_stops_growth():
    loose, strict = (
        MultiTargetRegressor(pruning=None, stopping=FTest(alpha)).fit(X, Y).n_leaves_
        for alpha in (0.2, 1e-4)
    )

    assert 1 < strict < loose < MultiTargetRegressor(pruning=None).fit(X, Y).n_leaves_


def test_a_dataset_that_was_encoded_before_grows_the_same_tree():
    model = MultiTargetRegressor(pruning=None, max_depth=3).fit(X, Y)

    again = MultiTargetRegressor(pruning=None, max_depth=3).fit_dataset(
        model.make_dataset(X, Y, None)
    )

    assert again.tree_ == model.tree_


def test_the_tree_is_saved_and_read(tmp_path):
    model = MultiTargetRegressor(pruning=None, max_depth=3, missing="fractional").fit(X, MIXED)

    model.tree_.save(tmp_path / "tree.json")

    assert Tree.load(tmp_path / "tree.json") == model.tree_
    assert "eyes = blue" in json.dumps(model.tree_.to_dict())
    assert len(model.tree_.rules()) == model.n_leaves_


@pytest.mark.parametrize(
    ("weights", "words"),
    [
        ("all", "'standardised', 'equal'"),
        ({"age": 1.0}, "names the target 'age'"),
        ([1.0], "2 in all"),
        ([0.0, 0.0], "not only zeros"),
    ],
)
def test_weights_that_make_no_sense_are_refused(weights, words):
    with pytest.raises(ParameterError, match=words):
        MultiTargetRegressor(weights=weights).fit(X, Y)


def test_targets_that_cannot_be_learned_are_refused_by_name():
    with pytest.raises(MissingValueError, match="'p' is missing in all"):
        MultiTargetRegressor().fit({"x": [1, 2]}, {"p": [np.nan, np.nan], "q": [1.0, 2.0]})
    model = MultiTargetRegressor(pruning=None, max_depth=1).fit(X, MIXED)
    with pytest.raises(DataError, match="class 'green', which training never saw"):
        model.score(X, MIXED.assign(eyes="green"))
    with pytest.raises(DataError, match="y has 1 targets, but training had 3"):
        model.risk(X, Y["height"])


def test_a_tree_is_pruned_as_quinlan_prunes_unless_told_otherwise():
    whole = MultiTargetRegressor(pruning=None).fit(X, Y)

    model = MultiTargetRegressor().fit(X, Y)

    assert model.tree_ == whole.prune(M5(cost=1.0)).tree_
    assert 1 < model.n_leaves_ < whole.n_leaves_ / 2
    assert whole.tree_.n_samples[whole.tree_.is_leaf].min() == 2
