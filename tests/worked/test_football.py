"""Who plays football: 1000 people by gender and age ("Tree Models" notes, figure 7; D01).

The notes use 50/250 for the over-50s in sections 4.3 and 4.4; they are 50 of 300.  The
numbers here are the right ones (M04 0.5898, M10 0.8612 and 0.0319, M13 0.0362).
"""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, datasets


@pytest.fixture(scope="module")
def football():
    return datasets.football()


def fit(football, **parameters):
    return TreeClassifier(**parameters).fit(football.X, football.y, sample_weight=football.weights)


def scores_at_the_root(football, criterion):
    tree = fit(football, criterion=criterion).tree_
    found = tree.competitors(0, football.X, football.y, football.weights)
    return {competitor.feature: competitor.score for competitor in found}


def test_310_of_1000_play(football):
    tree = fit(football).tree_

    assert tree.n_samples[0] == tree.weight[0] == 1000
    assert dict(zip(tree.schema.classes, tree.value[0], strict=True)) == {"no": 690, "yes": 310}


def test_impurities_of_the_root(football):
    assert 1 - fit(football).tree_.impurity[0] == pytest.approx(0.5722, abs=5e-5)  # M01
    entropy = fit(football, criterion="entropy").tree_.impurity[0]
    assert entropy == pytest.approx(0.89317, abs=5e-6)  # M05


@pytest.mark.parametrize("criterion", ["gini", "entropy", "gain_ratio", "chi_square"])
def test_gender_is_asked_first(football, criterion):
    root = fit(football, criterion=criterion).tree_.root

    assert football.X.keys() >= {"gender", "age"}
    assert list(football.X)[root.split.column] == "gender"
    assert not root.is_tie


@pytest.mark.parametrize(
    ("criterion", "gender", "age"),
    [
        ("gini", 0.7404 - 0.5722, 0.5898 - 0.5722),  # M03, M04 less M01
        ("entropy", 0.33698, 0.0319),  # M09, M10
        ("gain_ratio", 0.33698, 0.0362),  # M13: the split information of gender is 1 bit
        ("chi_square", 393.1744, 41.1630),  # M24
    ],
)
def test_scores_of_gender_and_age(football, criterion, gender, age):
    scores = scores_at_the_root(football, criterion)

    assert scores["gender"] == pytest.approx(gender, abs=1e-4)
    assert scores["age"] == pytest.approx(age, abs=1e-4)


def test_the_split_entropy_is_what_is_left_after_the_answer(football):
    scores = scores_at_the_root(football, "entropy")

    assert 0.89317 - scores["gender"] == pytest.approx(0.5562, abs=5e-5)  # M08
    assert 0.89317 - scores["age"] == pytest.approx(0.8612, abs=5e-5)  # M10


def test_the_whole_tree_has_the_four_cells_as_leaves(football):
    model = fit(football)
    people = {"gender": ["female", "female", "male", "male"], "age": ["<50", ">50", "<50", ">50"]}

    shares = model.predict_proba(people)[:, list(model.classes_).index("yes")]

    assert model.n_leaves_ == 4
    assert shares == pytest.approx([10 / 400, 0, 250 / 300, 50 / 200])
    assert model.predict(people).tolist() == ["no", "no", "yes", "no"]


def test_gender_and_age_asked_at_once_gain_0_4684(football):
    both = np.char.add(football.X["gender"].astype(str), football.X["age"].astype(str))
    model = TreeClassifier(criterion="entropy", splits="multiway")

    tree = model.fit({"both": both}, football.y, sample_weight=football.weights).tree_

    assert tree.root.split.arity == 4
    assert tree.score[0] == pytest.approx(0.4684, abs=5e-5)  # M11


def test_weights_stand_for_people(football):
    times = football.weights.astype(int)
    X = {name: np.repeat(column, times) for name, column in football.X.items()}

    one_row_a_person = TreeClassifier(min_samples_leaf=101).fit(X, np.repeat(football.y, times))

    assert one_row_a_person.tree_ == fit(football, min_samples_leaf=101).tree_
