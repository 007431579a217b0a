"""At which depth features are asked about: by hand, and as sums that must come out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arboretum import CARTClassifier, ID3Classifier, TreeClassifier, datasets, explain
from arboretum.data import Feature, Schema, Target
from arboretum.data.schema import Combination
from arboretum.exceptions import ParameterError
from arboretum.pruning.risk import node_risks
from arboretum.tree import Split, TreeBuilder
from tests.examples import examples
from tests.properties.species import SPECIES


@pytest.fixture(scope="module")
def tennis():
    weather = datasets.weather()
    return ID3Classifier().fit(weather.X, weather.y)


def test_play_tennis_by_hand(tennis):
    found = explain.importance_by_depth(tennis)

    # 5 mistakes at the root; 2 and 2 where it is rain and where it is sunny; none below
    assert found.features == ("humidity", "wind", "outlook")
    assert found.drops.tolist() == [[0, 2], [0, 2], [1, 0]]
    assert found.met_by.tolist() == [5 / 14, 5 / 14, 1]
    assert [found.depths(name) for name in found.features] == [[1], [1], [0]]
    assert found.drop("wind") == 2


def test_a_feature_that_is_asked_again_meets_its_samples_once():
    X, y = {"x": [1, 2, 3, 4, 5, 6], "z": [0, 0, 0, 0, 0, 1]}, ["a", "b", "a", "b", "a", "b"]
    model = TreeClassifier().fit(X, y)

    found = explain.importance_by_depth(model, "impurity")

    assert found.features == ("x",)
    assert found.depths("x") == [0, 1, 2, 3, 4]
    assert found.met_by.tolist() == [1]
    assert found.sentence("x") == (
        "x is asked of every sample, at depths 0, 1, 2, 3 and 4, and takes away 100% of the "
        "impurity."
    )


@pytest.mark.parametrize("species", SPECIES, ids=lambda species: species.name)
@given(data=st.data())
@examples(30)
def test_drops_add_up_to_what_the_leaves_leave(species, data):
    small = data.draw(species.data())
    tree = data.draw(species.estimators()).fit(small.X, small.y, sample_weight=small.w).tree_

    found = explain.importance_by_depth(tree)

    risks = node_risks(tree)
    assert found.drops.sum() == pytest.approx(risks[0] - risks[tree.is_leaf].sum(), abs=1e-9)
    shares = explain.impurity_importance(tree)
    by_impurity = explain.importance_by_depth(tree, "impurity")
    if shares.any():  # the decrease of impurity of each feature, whatever the depth
        names = tree.schema.feature_names
        drops = np.array([by_impurity.drop(name) for name in by_impurity.features])
        whole = np.maximum(drops, 0.0).sum()
        places = [names.index(name) for name in by_impurity.features]
        np.testing.assert_allclose(np.maximum(drops, 0.0) / whole, shares[places], atol=1e-9)


def test_features_of_a_combination_share_its_drop():
    schema = Schema(
        (Feature("a", "numeric"), Feature("b", "numeric"), Feature("c", "numeric")),
        (Target("y", ("no", "yes")),),
        (Combination("a + b", ((0, 1.0), (1, 1.0))),),
    )
    builder = TreeBuilder()
    values = {None: [4, 4], 0: [4, 1], 1: [0, 3]}
    for branch, value in values.items():
        builder.add(
            None if branch is None else 0,
            branch or 0,
            n_samples=sum(value),
            weight=sum(value),
            impurity=0.5,
            value=value,
        )
    builder.split(0, Split(3, "interval", 2, thresholds=(0.0,)), score=1.0)
    builder.stop(1, "done")
    builder.stop(2, "done")

    found = explain.importance_by_depth(builder.finish(schema))

    assert found.features == ("a", "b")
    assert found.drops.tolist() == [[1.5], [1.5]]  # of 4 mistakes 1 is left
    assert found.met_by.tolist() == [1, 1]


def test_tables_say_the_same(tennis):
    found = explain.importance_by_depth(tennis)

    frame = found.to_frame("pandas")

    assert frame["feature"].tolist() == ["humidity", "wind", "outlook"]
    assert frame["depth"].tolist() == [1, 1, 0]
    assert frame["drop"].sum() == found.drops.sum()
    assert "| outlook | 0 | 100% | 1 | 1 |  |" in found.to_markdown()


def test_what_is_deep_is_added_up():
    x = np.arange(24.0)
    tree = CARTClassifier(complexity=0, min_samples_split=2).fit(
        {"x": x}, np.where(x % 2 == 0, "a", "b")
    )

    found = explain.importance_by_depth(tree)

    heading = str(found).splitlines()[2]
    assert found.drops.shape[1] > 8
    assert heading.endswith("7  deeper")


def test_a_leaf_asks_nothing_and_other_words_are_refused(tennis):
    leaf = TreeClassifier(max_depth=0).fit({"x": [1, 2]}, ["a", "b"])

    assert str(explain.importance_by_depth(leaf)) == "The tree asks about no feature."
    with pytest.raises(ParameterError, match="measure='gain' is not known"):
        explain.importance_by_depth(tennis, "gain")
    with pytest.raises(ParameterError, match="does not ask about 'temperature'"):
        explain.importance_by_depth(tennis).drop("temperature")
