"""Few values have a branch each, many are asked about in twos."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from arboretum import C45Classifier, Tree, TreeClassifier, TreeRegressor, datasets
from arboretum.data import make_dataset
from arboretum.exceptions import ParameterError, SplitWarning
from arboretum.growing.recipe import recipe_of
from arboretum.splits import ByArity, Multiway, Subset, Threshold

RNG = np.random.default_rng(3)
N = 120
WHOLE = RNG.integers(0, 6, N)
X = pd.DataFrame(
    {
        "rooms": WHOLE,
        "area": RNG.normal(size=N),
        "town": RNG.choice(list("abcdefghij"), N),
        "floor": pd.Categorical(
            RNG.choice(["low", "mid", "top"], N), categories=["low", "mid", "top"], ordered=True
        ),
    }
)
Y = np.where((WHOLE % 2 == 1) ^ (X["area"] > 0.3), "yes", "no")


def few(X, k, **kinds):
    dataset = make_dataset(X, Y[: len(X)], nominal=True, **kinds)
    return list(ByArity(k).fitted(dataset).has_few)


def arities(tree):
    names = tree.schema.feature_names
    return {(names[n.split.column], n.split.arity) for n in tree.nodes() if not n.is_leaf}


def test_values_are_counted_in_all_samples_and_numbers_must_be_whole():
    assert few(X, 6) == [True, False, False, True]
    assert few(X, 5) == [False, False, False, True]
    assert few(X, 10) == [True, False, True, True]
    assert few(X, N) == [True, False, True, True]


def test_missing_values_and_dates_are_no_values():
    rooms = X["rooms"].astype(float).where(RNG.random(N) < 0.7)
    days = pd.to_datetime("2024-01-01") + pd.to_timedelta(X["rooms"], unit="D")

    assert few(pd.DataFrame({"rooms": rooms, "day": days}), 6) == [True, False]


def test_a_value_that_comes_late_is_counted():
    late = np.zeros(5000)
    late[4000:4006] = np.arange(1, 7)
    dataset = make_dataset({"late": late}, np.arange(5000.0), nominal=False)

    assert ByArity(6).fitted(dataset).has_few == (False,)
    assert ByArity(7).fitted(dataset).has_few == (True,)


def test_few_values_have_a_branch_each_and_others_two():
    tree = TreeClassifier(splits=ByArity(max_values=6)).fit(X, Y).tree_

    by_feature = arities(tree)
    assert ("rooms", 6) in by_feature
    assert {arity for name, arity in by_feature if name in ("area", "town")} <= {2}


def test_whole_numbers_are_split_as_the_same_categories_are():
    as_numbers = TreeClassifier(splits=ByArity(6), max_depth=3).fit(X, Y)
    as_words = TreeClassifier(splits=ByArity(6), max_depth=3, kinds={"rooms": "categorical"})

    as_words.fit(X, Y)

    assert as_numbers.predict_proba(X).tolist() == as_words.predict_proba(X).tolist()
    assert as_numbers.tree_.score.tolist() == pytest.approx(
        as_words.tree_.score.tolist(), nan_ok=True
    )


@pytest.mark.parametrize(("k", "others"), [(2, Subset()), (1000, Multiway())])
def test_with_none_or_all_few_it_is_one_of_the_splitters_it_stands_between(k, others):
    table, target = X[["area", "town"]], X["area"] + X["town"].map(ord) % 3

    by_arity = TreeRegressor(splits=ByArity(k), max_depth=4).fit(table, target)

    known = TreeRegressor(splits=(Threshold(), others), max_depth=4).fit(table, target)
    assert by_arity.tree_.splits == known.tree_.splits
    assert by_arity.tree_.value.tolist() == known.tree_.value.tolist()


def test_numbers_that_were_not_there_follow_the_nearest():
    rooms = np.repeat([1.0, 2.0, 4.0, 9.0], 5)
    model = TreeRegressor(splits="by_arity").fit({"rooms": rooms}, rooms)

    said = model.predict({"rooms": [0.0, 1.4, 1.6, 2.9, 3.1, 6.4, 6.6, 50.0]})

    assert said.tolist() == [1.0, 1.0, 2.0, 2.0, 4.0, 4.0, 9.0, 9.0]


def test_the_tree_of_the_lecture_has_three_branches_and_a_threshold():
    drug = datasets.drug()

    tree = TreeClassifier(criterion="entropy", splits="by_arity").fit(drug.X, drug.y).tree_

    # blood pressure high / low / normal, and then age at 41
    assert tree.root.split.arity == 3
    assert [n.split.thresholds for n in tree.nodes() if not n.is_leaf][1:] == [(41.0,)]
    assert tree.n_leaves == 4


def test_features_that_multiway_warns_of_are_asked_in_twos_by_both():
    codes = np.array([f"id{k}" for k in range(1200)])
    y = np.arange(1200) % 2

    tree = TreeClassifier(splits="by_arity", max_depth=1).fit({"code": codes}, y).tree_
    with pytest.warns(SplitWarning, match="'code' has 1200 categories, more than the 1000"):
        same = TreeClassifier(splits="multiway", max_depth=1).fit({"code": codes}, y).tree_

    assert tree.root.split == same.root.split
    assert tree.root.split.arity == 2


def test_it_grows_natively_and_is_kept_in_files_and_counted_again_in_folds(tmp_path):
    model = TreeClassifier(splits=ByArity(6), max_depth=4).fit(X, Y)
    path = tmp_path / "tree.json"

    model.tree_.save(path)
    loaded = Tree.load(path)

    assert model.grower_.startswith("native")
    assert loaded == model.tree_
    (splitter,) = recipe_of(loaded).splitters
    small = make_dataset(X.assign(town="a", area=1.0), Y, nominal=True)
    assert splitter.has_few == (True, False, False, True)
    assert splitter.fitted(small).has_few == (True, True, True, True)


def test_other_species_take_it_for_categories():
    model = C45Classifier(splits="by_arity", pruning=None).fit(X[["town", "floor"]], Y)

    assert all(arity == 2 for name, arity in arities(model.tree_) if name == "town")


@pytest.mark.parametrize("k", [1, 2.5, "many"])
def test_a_number_of_values_must_be_whole(k):
    with pytest.raises(ParameterError, match="max_values"):
        TreeClassifier(splits=ByArity(k)).fit(X, Y)
