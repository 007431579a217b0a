"""Rules of the trees of the literature (U01 to U03, U06, U07)."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris

from arboretum import CARTClassifier, TreeClassifier, datasets
from arboretum.rules import if_then_else
from arboretum.stopping import Purity

HEART = Path(__file__).resolve().parents[3] / "shared" / "data" / "heart_statlog.csv"


@pytest.fixture(scope="module")
def iris_tree():
    """Zaki & Meira, example 19.2: setosa (c1) or not, size threshold 5, purity 0.95."""
    iris = load_iris()
    X = {"X1": iris.data[:, 0], "X2": iris.data[:, 1]}
    y = {"class": np.where(iris.target == 0, "c1", "c2")}
    return TreeClassifier(min_samples_split=6, stopping=Purity(0.95)).fit(X, y).tree_


def test_the_six_rules_of_example_19_3(iris_tree):
    # Zaki & Meira, Data Mining and Machine Learning, example 19.3, in the order of the book:
    # R3, R4, R1, R2, R5, R6.
    rules = iris_tree.rules(simplify=False)

    assert [str(rule) for rule in rules] == [
        "if X1 <= 5.45 and X2 <= 2.8 and X1 <= 4.7 then class = c1",
        "if X1 <= 5.45 and X2 <= 2.8 and X1 > 4.7 then class = c2",
        "if X1 <= 5.45 and X2 > 2.8 then class = c1",
        "if X1 > 5.45 and X2 <= 3.45 then class = c2",
        "if X1 > 5.45 and X2 > 3.45 and X1 <= 6.5 then class = c1",
        "if X1 > 5.45 and X2 > 3.45 and X1 > 6.5 then class = c2",
    ]


def test_conditions_on_one_feature_become_one(iris_tree):
    # R3: X1 <= 5.45 and X1 <= 4.7 is X1 <= 4.7; R5: 5.45 < X1 <= 6.5.
    rules = iris_tree.rules()

    assert [rule.condition_texts for rule in rules] == [
        ["X1 <= 4.7", "X2 <= 2.8"],
        ["4.7 < X1 <= 5.45", "X2 <= 2.8"],
        ["X1 <= 5.45", "X2 > 2.8"],
        ["X1 > 5.45", "X2 <= 3.45"],
        ["5.45 < X1 <= 6.5", "X2 > 3.45"],
        ["X1 > 6.5", "X2 > 3.45"],
    ]


def test_how_far_the_rules_of_iris_can_be_trusted(iris_tree):
    # R1 holds 45 of the 150 flowers, 44 of them c1; 50 of all 150 are c1.
    rule = iris_tree.rules()[2]

    assert rule.coverage == pytest.approx(45 / 150)
    assert rule.confidence == pytest.approx(44 / 45)
    assert rule.laplace == pytest.approx((44 + 1) / (45 + 2))
    assert rule.lift == pytest.approx((44 / 45) / (50 / 150))


def test_the_regions_of_iris_are_disjoint_and_cover_everything(iris_tree):
    found = iris_tree.rules().check()

    assert (found.is_disjoint, found.is_covering, found.n_cells) == (True, True, 6)


def test_a_healthy_heart_is_a_disjunction_of_three_clauses():
    # rpart's tree of the Statlog heart data: 7 leaves, 3 of class 1 (no disease).
    if not HEART.exists():
        pytest.skip(f"{HEART} is not there: the shared data sets are not beside this clone")
    import pandas as pd

    frame = pd.read_csv(HEART)
    kinds = dict.fromkeys(["thal", "pain.type", "exercise.angina", "ecg", "sex"], "categorical")
    X, y = frame.drop(columns="class"), frame["class"]
    rules = CARTClassifier(kinds=kinds).fit(X, y).tree_.rules()

    clauses = rules.disjunction(1).split(" or ")

    assert len(rules) == 7
    assert set(clauses) == {
        "(thal = 3 and pain.type in {1, 2, 3})",
        "(thal = 3 and pain.type = 4 and coloured.vessels <= 0.5)",
        "(thal in {6, 7} and coloured.vessels <= 0.5 and exercise.angina = 0 and age > 51)",
    }


def test_a_tree_is_a_nested_if_then_else():
    # The drug data: blood pressure in three branches, then age where it is normal.
    frame = datasets.drug().frame("pandas")
    X, y = frame[["age", "blood_pressure"]], frame["drug"]
    tree = TreeClassifier(splits="multiway").fit(X, y).tree_

    assert if_then_else(tree).splitlines() == [
        "if blood_pressure = high:",
        "    drug = A",
        "else if blood_pressure = low:",
        "    drug = B",
        "else:  # blood_pressure = normal",
        "    if age <= 41:",
        "        drug = A",
        "    else:  # age > 41",
        "        drug = B",
    ]
