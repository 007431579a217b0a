"""ID3 and C4.5 on the tables of the textbooks (D01, D07, D08, D09, M11, M13, M14)."""

import math

import numpy as np
import pytest

from arboretum import C45Classifier, ID3Classifier, datasets
from arboretum.criteria import entropy, expected
from arboretum.growing.loop import Arrival, open_nodes
from arboretum.growing.search import search_features
from arboretum.sources import MemorySource
from tests.growers.both import dataset_and_recipe


def ranked_at_the_root(model, X, y, weights=None):
    """What a selector makes of the root: (feature, merit), best first."""
    dataset, recipe = dataset_and_recipe(model, X, y, weights)
    source = MemorySource(dataset, recipe.criterion.statistics(dataset))
    (root,) = open_nodes(source, recipe, [Arrival(0, None, 0, 0, 0)], 0.0)
    choices = search_features(root, source, recipe)
    ranked = recipe.selector.rank(choices, root, source.statistics)
    return [(dataset.schema.features[choice.column].name, choice.merit) for choice in ranked]


@pytest.fixture(scope="module")
def weather():
    return datasets.weather()


@pytest.fixture(scope="module")
def drug():
    return datasets.drug()


@pytest.mark.parametrize("species", [ID3Classifier, C45Classifier])
def test_play_tennis_asks_for_the_outlook_then_humidity_or_wind(weather, species):
    # D07: the tree of the textbooks, all fourteen days right.
    model = species().fit(weather.X, weather.y)
    tree = model.tree_

    asked = {tree.schema.features[n.split.column].name for n in tree.nodes() if n.split}

    assert tree.schema.features[tree.root.split.column].name == "outlook"
    assert asked == {"outlook", "humidity", "wind"}
    assert tree.n_leaves == 5
    assert model.score(weather.X, weather.y) == 1.0


def test_id3_ranks_play_tennis_by_gain(weather):
    ranked = ranked_at_the_root(ID3Classifier(), weather.X, weather.y)

    assert [name for name, _ in ranked] == ["outlook", "humidity", "wind"]
    assert [gain for _, gain in ranked] == pytest.approx([0.2467, 0.1518, 0.0481], abs=5e-5)
    assert entropy(np.array([9.0, 5.0])) == pytest.approx(0.940, abs=5e-4)
    outlook = np.array([[2.0, 3.0], [4.0, 0.0], [3.0, 2.0]])
    assert expected(entropy, outlook) == pytest.approx(0.694, abs=5e-4)


def test_c45_ranks_play_tennis_by_gain_ratio(weather):
    # Split information: H(5, 4, 5) = 1.577, H(7, 7) = 1, H(6, 8) = 0.985 bits.  The mean gain
    # is 0.1489, so the wind does not compete.
    ranked = ranked_at_the_root(C45Classifier(), weather.X, weather.y)

    assert [name for name, _ in ranked] == ["outlook", "humidity", "wind"]
    assert [ratio for _, ratio in ranked] == pytest.approx([0.1564, 0.1518, 0.0488], abs=5e-5)
    assert entropy(np.array([7.0, 7.0])) == 1
    assert entropy(np.array([5.0, 4.0, 5.0])) == pytest.approx(1.577, abs=5e-4)
    assert np.mean([0.2467, 0.1518, 0.0481]) == pytest.approx(0.1489, abs=5e-5)


def test_football_by_gain_ratio():
    # M13: the split information of gender is 1 bit.
    football = datasets.football()

    ranked = ranked_at_the_root(C45Classifier(), football.X, football.y, football.weights)

    assert [name for name, _ in ranked] == ["gender", "age"]
    assert [ratio for _, ratio in ranked] == pytest.approx([0.33698, 0.0362], abs=1e-4)


def test_the_drug_tree_has_a_threshold_that_is_an_age_of_the_data(drug):
    # D08: blood pressure, then age at 41, the middle of 30 and 52; nobody's age between 37
    # and 41 is in the data, so C4.5 says 37.
    tree = C45Classifier().fit(drug.X, drug.y).tree_
    cut = next(n.split for n in tree.nodes() if n.split and n.split.kind == "interval")
    middle = C45Classifier(threshold="midpoint").fit(drug.X, drug.y).tree_

    assert cut.thresholds == (37.0,)
    assert 37 in drug.X["age"].tolist()
    assert {30, 52} <= set(drug.X["age"][drug.X["blood_pressure"] == "normal"].tolist())
    assert (30 + 52) / 2 == 41
    assert (41.0,) in [n.split.thresholds for n in middle.nodes() if n.split]
    assert tree.n_leaves == middle.n_leaves == 4


def test_a_threshold_is_charged_for_its_choice(drug):
    # The six patients of normal blood pressure: age gains 1 bit, chosen from the 3 cuts with
    # two patients on either side, so 1 - log2(3)/6 = 0.7358; sex gains 0.0817 (D09).
    normal = drug.X["blood_pressure"] == "normal"
    X = {name: column[normal] for name, column in drug.X.items() if name != "blood_pressure"}

    ranked = dict(ranked_at_the_root(C45Classifier(), X, drug.y[normal]))

    assert ranked["age"] == pytest.approx(1 - math.log2(3) / 6)
    assert ranked["age"] == pytest.approx(0.7358, abs=5e-5)
    assert ranked["sex"] == pytest.approx(0.0817, abs=5e-5)  # three patients each: 1 bit


def test_an_identifier_wins_by_gain_and_loses_by_ratio():
    # M14: gain H(y), ratio H(y) / log2 n.
    weather = datasets.weather()
    X = {"day": [f"d{i}" for i in range(14)], **weather.X}
    classes = -(9 / 14 * math.log2(9 / 14) + 5 / 14 * math.log2(5 / 14))

    by_gain = ranked_at_the_root(ID3Classifier(), X, weather.y)
    by_ratio = ranked_at_the_root(C45Classifier(min_samples_leaf=1), X, weather.y)

    assert by_gain[0] == ("day", pytest.approx(classes))
    # It has as many values as samples and does not raise the mean; its ratio is still higher.
    assert by_ratio[0] == ("day", pytest.approx(classes / math.log2(14)))
    assert [name for name, _ in by_ratio][1:] == ["outlook", "humidity", "wind"]
    # With C4.5's two samples in two branches it is no split at all.
    assert [name for name, _ in ranked_at_the_root(C45Classifier(), X, weather.y)] == [
        "outlook",
        "humidity",
        "wind",
    ]


def test_a_day_of_unseen_outlook_gets_the_majority_of_the_root(weather):
    model = ID3Classifier().fit(weather.X, weather.y)
    snow = {"outlook": ["snow"], "humidity": ["high"], "wind": ["strong"]}

    with pytest.warns(match="'outlook': 1 samples .* stays at the node"):
        predicted, leaf = model.predict(snow), model.apply(snow)

    assert predicted.tolist() == ["yes"]  # 9 of 14
    assert leaf.tolist() == [0]


def test_a_day_without_an_outlook_goes_down_all_branches(weather):
    # V04: sunny and high is no (5/14), overcast yes (4/14), rain and strong no (5/14).
    model = C45Classifier().fit(weather.X, weather.y)
    day = {"outlook": [None], "humidity": ["high"], "wind": ["strong"]}

    assert model.predict_proba(day)[0] == pytest.approx([5 / 14 + 5 / 14, 4 / 14])
    assert model.predict(day).tolist() == ["no"]


def test_groups_of_categories_are_merged_while_the_gain_ratio_rises():
    # a and b are alike, c differs: merging a and b keeps the gain and costs less to describe.
    letters = np.repeat(["a", "b", "c"], 4)
    y = ["n", "n", "n", "y"] * 2 + ["y"] * 4

    tree = C45Classifier(splits="grouped").fit({"letter": letters}, y).tree_

    assert tree.root.split.branches == (0, 0, 1)
    every = C45Classifier().fit({"letter": letters}, y).tree_
    assert every.root.split.branches == (0, 1, 2)
    assert tree.root.score == pytest.approx(every.root.score)
