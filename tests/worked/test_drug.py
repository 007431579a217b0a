"""The twelve patients of the lecture on decision trees (A04, D08, D09, M11, M21, S15, S16)."""

import pytest

from arboretum import TreeClassifier, datasets


@pytest.fixture(scope="module")
def drug():
    return datasets.drug()


@pytest.fixture(scope="module")
def tree(drug):
    return TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y).tree_


def names(drug):
    return list(drug.X)


def test_blood_pressure_first_then_age_at_41(drug, tree):
    blood_pressure, age = names(drug)[2], names(drug)[1]
    root = tree.node(0)

    assert tree.schema.features[root.split.column].name == blood_pressure
    assert root.split.arity == 3
    high, low, normal = (tree.node(int(child)) for child in root.children)
    assert (high.prediction, low.prediction) == ("A", "B")
    assert tree.schema.features[normal.split.column].name == age
    assert normal.split.thresholds == (41.0,)
    assert [tree.node(int(c)).prediction for c in normal.children] == ["A", "B"]


def test_all_twelve_patients_are_classified_correctly(drug):
    # A04: classification is a descent from the root to a leaf.
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)

    assert model.score(drug.X, drug.y) == 1.0


def test_information_gains_at_the_root_and_below(drug, tree):
    sex, age, blood_pressure = names(drug)
    at_root = {c.feature: c for c in tree.competitors(0, drug.X, drug.y)}
    normal = int(tree.node(0).children[2])
    below = {c.feature: c for c in tree.competitors(normal, drug.X, drug.y)}

    assert at_root[sex].score == pytest.approx(0, abs=1e-12)
    assert at_root[blood_pressure].score == pytest.approx(0.5)
    # S16: the lecture's cut at about 40 gains 0.0817; the best cut for gain is elsewhere.
    assert at_root[age].split.thresholds == (57.5,)
    assert at_root[age].score == pytest.approx(0.1909, abs=5e-5)
    assert below[sex].score == pytest.approx(0.0817, abs=5e-5)
    assert below[age].score == pytest.approx(1.0)


def test_the_rate_of_correct_cases_ties_between_four_age_thresholds(drug):
    # S15: 8 of 12 correct at 31.5, 39.5, 50 and 57.5 alike; the lowest is taken, and said.
    age = {names(drug)[1]: drug.X[names(drug)[1]]}

    root = TreeClassifier(criterion="error", max_depth=1).fit(age, drug.y).tree_.node(0)

    assert root.split.thresholds == (31.5,)
    assert root.is_tie
    assert root.score == pytest.approx(8 / 12 - 6 / 12)  # M21
