"""Play-tennis, 14 days and three features (D07)."""

import pytest

from arboretum import TreeClassifier, datasets


@pytest.fixture(scope="module")
def weather():
    return datasets.weather()


@pytest.fixture(scope="module")
def tree(weather):
    return TreeClassifier(criterion="entropy", splits="multiway").fit(weather.X, weather.y).tree_


def test_gains_of_the_three_features(weather, tree):
    gains = [(c.feature, c.score) for c in tree.competitors(0, weather.X, weather.y)]

    assert [name for name, _ in gains] == list(weather.X)
    assert [gain for _, gain in gains] == pytest.approx([0.2467, 0.1518, 0.0481], abs=5e-5)


def test_outlook_then_humidity_or_wind(weather, tree):
    outlook, humidity, wind = weather.X
    overcast, rain, sunny = (tree.node(int(child)) for child in tree.node(0).children)

    asked = [tree.schema.features[n.split.column].name for n in (tree.root, sunny, rain)]

    assert asked == [outlook, humidity, wind]
    assert overcast.is_leaf
    assert str(overcast.prediction) == "yes"
    assert tree.n_leaves == 5


def test_every_day_is_classified_correctly(weather):
    model = TreeClassifier(criterion="entropy", splits="multiway").fit(weather.X, weather.y)

    assert model.score(weather.X, weather.y) == 1.0


def test_a_day_of_unknown_outlook_goes_down_every_branch(weather):
    # e = [?, high, strong] (V04): sunny and high is no, overcast yes, rain and strong no.
    model = TreeClassifier(criterion="entropy", splits="multiway", missing="fractional")
    model.fit(weather.X, weather.y)
    day = {name: [None] for name in weather.X} | {"humidity": ["high"], "wind": ["strong"]}

    (no, yes), (answer,) = model.predict_proba(day)[0], model.predict(day)

    assert (no, yes) == pytest.approx((10 / 14, 4 / 14))
    assert answer == "no"
