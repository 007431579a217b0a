"""The same trees as scikit-learn on real data, node by node, wherever no tie intervenes.

Where the two part the samples of a node differently, our tree must have
recorded a tie there and both splits must score the same: scikit-learn settles
ties by a random order of the features, we by the lowest feature and threshold.
``python -m tests.parity.test_scikit_learn_trees`` prints the list of ties,
``scikit_learn/ties.md``.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from arboretum import TreeClassifier, TreeRegressor
from tests.parity.walk import total_impurity, walk_together

CLASSES = {
    "iris": "class",
    "glass": "Type",
    "wine": "class",
    "sonar": "Class",
    "ionosphere": "class",
    "pima_diabetes": "class",
    "balance_scale": "class",
    "letter": "class",
    "era": "class",
    "esl": "class",
    "breast_cancer_wisconsin": "Class",
}
NUMBERS = {
    "california_housing": "medianHouseValue",
    "kin8nm": "y",
    "auto_price": "price",
    "abalone": "Rings",
    "bike_sharing_hour": "cnt",
    "mtr_slump": "SLUMP_cm",
}
WITH_MISSING = {"heart_hungarian": "num", "hypothyroid": "Class", "titanic": "survived"}
DEPTH = 6
FOLDER = Path(__file__).parent / "scikit_learn"


def load(folder, name, target, keep_missing=False):
    path = next(p for p in (f"{name}.csv", f"{name}.csv.gz") if (folder / p).exists())
    frame = pd.read_csv(folder / path)
    numeric = frame.drop(columns=target).select_dtypes("number").dropna(axis=1, how="all")
    if not keep_missing:
        numeric = numeric.dropna()
    # scikit-learn casts to float32; so that both see the same numbers, so do we.
    X = numeric.to_numpy(np.float32).astype(np.float64)
    return X, frame[target].loc[numeric.index].to_numpy()


def fit_both(X, y, criterion, depth=DEPTH, sample_weight=None, **parameters):
    nominal = criterion in ("gini", "entropy")
    ours = TreeClassifier if nominal else TreeRegressor
    theirs = DecisionTreeClassifier if nominal else DecisionTreeRegressor
    a = ours(criterion=criterion, max_depth=depth, **parameters)
    b = theirs(criterion=criterion, max_depth=depth, random_state=0, **parameters)
    a.fit(X, y, sample_weight=sample_weight)
    b.fit(X, y, sample_weight=sample_weight)
    return a.tree_, b.tree_


def assert_they_part_only_at_ties(ours, theirs, X):
    _, partings = walk_together(ours, theirs, X)

    for parting in partings:
        assert parting.is_tie, f"{parting} without a tie"
        assert parting.their_score == pytest.approx(parting.our_score, rel=1e-6, abs=1e-10)
    if not partings:
        assert total_impurity(ours.weight, ours.impurity, ours.is_leaf) == pytest.approx(
            total_impurity(
                theirs.weighted_n_node_samples, theirs.impurity, theirs.children_left < 0
            ),
            rel=1e-9,
        )


@pytest.mark.parametrize("criterion", ["gini", "entropy"])
@pytest.mark.parametrize("name", CLASSES)
def test_classification_trees_part_only_at_ties(shared_data, name, criterion):
    X, y = load(shared_data, name, CLASSES[name])

    ours, theirs = fit_both(X, y, criterion)

    assert_they_part_only_at_ties(ours, theirs, X)


@pytest.mark.parametrize("criterion", ["squared_error", "absolute_error", "poisson"])
@pytest.mark.parametrize("name", NUMBERS)
def test_regression_trees_part_only_at_ties(shared_data, name, criterion):
    X, y = load(shared_data, name, NUMBERS[name])
    # scikit-learn refuses a Poisson branch whose targets are all 0; we do not, so there are none.
    y = y.astype(float) - min(0.0, y.min()) + 1.0

    ours, theirs = fit_both(X, y, criterion)

    assert_they_part_only_at_ties(ours, theirs, X)


@pytest.mark.parametrize("name", ["glass", "pima_diabetes", "auto_price", "abalone"])
def test_weights_and_smallest_leaves_part_only_at_ties(shared_data, name):
    X, y = load(shared_data, name, CLASSES.get(name) or NUMBERS[name])
    weights = np.random.default_rng(0).uniform(0.5, 2.0, len(y))
    criterion = "gini" if name in CLASSES else "squared_error"

    ours, theirs = fit_both(X, y, criterion, sample_weight=weights, min_samples_leaf=5)

    assert_they_part_only_at_ties(ours, theirs, X)


@pytest.mark.parametrize("name", ["letter", "kin8nm"])
def test_best_first_growth_chooses_the_same_leaves(shared_data, name):
    X, y = load(shared_data, name, CLASSES.get(name) or NUMBERS[name])
    criterion = "gini" if name in CLASSES else "squared_error"

    ours, theirs = fit_both(X, y, criterion, depth=None, max_leaf_nodes=40)

    assert_they_part_only_at_ties(ours, theirs, X)


@pytest.mark.parametrize("name", WITH_MISSING)
def test_missing_values_go_where_scikit_learn_sends_them(shared_data, name):
    X, y = load(shared_data, name, WITH_MISSING[name], keep_missing=True)

    ours, theirs = fit_both(X, y, "gini", depth=4)

    assert_they_part_only_at_ties(ours, theirs, X)


@pytest.mark.full
def test_the_list_of_ties_of_the_page(shared_data, capsys):
    print_ties(shared_data)

    assert capsys.readouterr().out == (FOLDER / "ties.md").read_text(encoding="utf-8")


def test_how_many_data_sets_are_compared():
    assert (len(CLASSES) + len(NUMBERS), len(CLASSES), len(NUMBERS)) == (17, 11, 6)


def print_ties(folder):
    print("| data | criterion | nodes that agree | differ at a tie: node (samples, depth) |")
    print("|---|---|---|---|")
    for name, target in (CLASSES | NUMBERS).items():
        criterion = "gini" if name in CLASSES else "squared_error"
        X, y = load(folder, name, target)
        n_same, partings = walk_together(*fit_both(X, y, criterion), X)
        ties = ", ".join(f"{p.ours} ({p.n_samples}, {p.depth})" for p in partings if p.is_tie)
        print(f"| {name} | {criterion} | {n_same} | {ties or 'none'} |")


if __name__ == "__main__":
    print_ties(Path(__file__).resolve().parents[3] / "shared" / "data")
