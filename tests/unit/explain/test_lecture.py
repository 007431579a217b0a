"""The table on the board, with the numbers of the lectures."""

from __future__ import annotations

import math

import numpy as np
import pytest

from arboretum import C45Classifier, TreeClassifier, TreeRegressor, datasets
from arboretum.exceptions import ParameterError
from arboretum.explain import lecture


@pytest.fixture(scope="module")
def drug():
    example = datasets.drug()
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(example.X, example.y)
    return model, example.X, example.y


def test_the_age_of_twelve_patients(drug):
    # Excursus on decision trees, "Age of the patient": sorted by age, best split at about 40
    # by the rate of correct cases, 8 of 12, which 31.5, 50 and 57.5 reach as well; the
    # information gain there is 0.0817, and 0.1909 at 57.5.
    model, X, y = drug

    found = lecture(model, 0, X, y, feature="age")

    sorted_column = [(one.value, "AB"[one.held.index(1)]) for one in found.bins]
    assert sorted_column == list(
        zip([20, 26, 29, 30, 33, 37, 42, 48, 52, 54, 61, 73], "ABAABABABABB", strict=True)
    )
    by_threshold = {one.split.thresholds[0]: one for one in found.candidates}
    assert len(by_threshold) == 11
    at_40 = by_threshold[39.5]
    assert at_40.branches == ((4, 2), (2, 4))
    assert at_40.impurities == pytest.approx((0.9183, 0.9183), abs=5e-5)
    assert at_40.impurity == pytest.approx(0.9183, abs=5e-5)
    assert at_40.score == pytest.approx(0.0817, abs=5e-5)
    right = {t for t, one in by_threshold.items() if one.correct == pytest.approx(8 / 12)}
    assert right == {31.5, 39.5, 50, 57.5}
    assert [one.split.thresholds[0] for one in found.candidates if one.is_best] == [57.5]
    assert by_threshold[57.5].score == pytest.approx(0.1909, abs=5e-5)


def test_the_best_of_every_feature_with_the_share_that_is_correct(drug):
    # Sex 6 of 12 and gain 0, blood pressure 9 of 12 and gain 0.5.
    model, X, y = drug

    sex, pressure = (lecture(model, 0, X, y, name) for name in ("sex", "blood_pressure"))

    assert [one.correct for one in sex.candidates + pressure.candidates] == [0.5, 0.75]
    assert [score for _, score in pressure.best] == pytest.approx([0.5, 0.1909, 0], abs=5e-5)
    assert pressure.impurity == 1


def test_a_node_below_has_its_own_samples(drug):
    # "Blood pressure and sex": of six patients 4 of 6 correct, gain 0.0817; by age all.
    model, X, y = drug
    normal = next(n.id for n in model.tree_.nodes() if n.depth == 1 and not n.is_leaf)

    sex, age = (lecture(model, normal, X, y, name) for name in ("sex", "age"))

    assert sex.candidates[0].score == pytest.approx(0.0817, abs=5e-5)
    assert sex.candidates[0].correct == pytest.approx(4 / 6)
    assert max(one.score for one in age.candidates) == pytest.approx(1)
    assert sum(one.n_samples for one in age.bins) == 6


def test_the_sweep_over_a_numeric_attribute():
    # Machine-learning notes, table A: at 2.5 the gain is 0.1427, best is A < 6.5 with 0.3198.
    X = {"A": [2, 3, 3, 3, 4, 5, 6, 7, 8]}
    y = ["-", "+", "+", "+", "-", "+", "+", "-", "-"]
    model = TreeClassifier(criterion="entropy").fit(X, y)

    found = lecture(model, 0, X, y)

    first, *_ = found.candidates
    assert first.branches == ((0, 1), (5, 3))
    assert first.score == pytest.approx(0.1427, abs=5e-5)
    (best,) = (one for one in found.candidates if one.is_best)
    assert (best.question, best.score) == ("A <= 6.5", pytest.approx(0.3198, abs=5e-5))
    assert [one.held for one in found.bins[:2]] == [(0, 1), (3, 0)]


@pytest.mark.parametrize(
    "policy", ["direction", "majority", "fractional", "impute", "branch", "surrogate"]
)
def test_the_best_candidate_is_the_one_that_was_grown(policy):
    rng = np.random.default_rng(2)
    X = {"a": rng.integers(0, 9, 80).astype(float), "b": rng.choice(list("rgb"), 80)}
    X["b"] = X["b"].astype(object)
    X["a"][rng.random(80) < 0.2], X["b"][rng.random(80) < 0.2] = np.nan, None
    y = rng.choice(["no", "yes"], 80)
    tree = TreeClassifier(missing=policy, min_samples_leaf=4, max_depth=3).fit(X, y).tree_

    for node in tree.nodes():
        if node.is_leaf:
            continue
        found = lecture(tree, node.id, X, y)

        assert found.is_training
        (best,) = (one for one in found.candidates if one.is_best)
        assert best.score == pytest.approx(node.score)
        assert best.score == max(one.score for one in found.candidates if one.is_admitted)
        assert best.split.thresholds == node.split.thresholds
        assert sum(one.n_samples for one in found.bins) == pytest.approx(node.n_samples)


def test_numbers_have_weights_and_means():
    X, y = {"x": [1.0, 1.0, 2.0, 4.0]}, [2.0, 4.0, 6.0, 10.0]
    model = TreeRegressor().fit(X, y)

    found = lecture(model, 0, X, y)

    assert [(one.value, one.held) for one in found.bins] == [(1, (2, 3)), (2, (1, 6)), (4, (1, 10))]
    # Variances: 8.75 of all; {2, 4} 1, {6, 10} 4, {2, 4, 6} 8/3, {10} 0.
    assert found.impurity == pytest.approx(8.75)
    assert [one.impurities for one in found.candidates] == [
        pytest.approx((1, 4)),
        pytest.approx((8 / 3, 0)),
    ]
    assert [one.score for one in found.candidates] == pytest.approx([6.25, 6.75])


def test_a_candidate_that_may_not_compete_says_so():
    X, y = {"x": [1, 2, 3, 4]}, ["a", "b", "b", "b"]
    model = TreeClassifier(min_samples_leaf=2).fit(X, y)

    found = lecture(model, 0, X, y, "x")

    assert [one.is_admitted for one in found.candidates] == [False, True, False]
    assert "not admitted" in str(found)
    assert found.to_frame()["is_admitted"].tolist() == [False, True, False]


def test_long_tables_are_clipped_for_people_and_whole_in_frames():
    x = np.arange(200.0)
    model = TreeClassifier().fit({"x": x}, x > 77)

    found = lecture(model, 0, {"x": x}, x > 77)

    assert len(found.to_frame()) == 199
    assert "…and 160 more" in str(found)
    assert "…and 159 more" in str(found)
    assert "x <= 77.5" in found.to_markdown()
    assert math.isclose(max(found.to_frame()["score"]), model.tree_.score[0])


def test_a_feature_that_is_not_there_is_refused(drug):
    model, X, y = drug
    leaf = model.tree_.leaves()[0].id

    with pytest.raises(ParameterError, match="feature='weight' is not a feature of the tree"):
        lecture(model, 0, X, y, "weight")
    with pytest.raises(ParameterError, match="The tree has no node 99"):
        lecture(model, 99, X, y)
    assert lecture(model, leaf, X, y, "age").candidates


def test_a_question_that_was_not_admitted_is_not_marked_as_chosen():
    # With missing values below, "x <= -2" scores more, but leaves one sample above: too few.
    X = {"x": [None, None, None, -2.0, -2.0, -0.5]}
    y = ["no", "yes", "yes", "yes", "yes", "no"]
    weights = [0.5, 0.5, 0.5, 0.5, 0.5, 1.25]
    model = C45Classifier(missing="direction").fit(X, y, sample_weight=weights)

    board = lecture(model, 0, X, y, sample_weight=weights)

    (best,) = (one for one in board.candidates if one.is_best)
    assert best.is_admitted
    assert best.score == pytest.approx(model.tree_.score[0])
    assert max(one.score for one in board.candidates) > best.score
