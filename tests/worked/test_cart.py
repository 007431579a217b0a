"""The worked numbers of the page on CART: fourteen days, nine with tennis."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import CARTClassifier, datasets
from arboretum.explain import improvements
from arboretum.pruning import node_risks
from arboretum.show import complexity_table, rpart_frame


@pytest.fixture(scope="module")
def weather():
    return datasets.weather()


def grown(weather, **parameters):
    model = CARTClassifier(min_samples_split=2, complexity=0, **parameters)
    return model.fit(weather.X, weather.y)


def test_the_improvement_of_the_outlook(weather):
    tree = grown(weather).tree_

    impurity = 2 * 9 / 14 * 5 / 14
    assert improvements(tree)[0] == pytest.approx(14 * impurity - 10 * 0.5)
    humidity, wind = (14 * score for _, score in tree.root.competitors)
    assert humidity == pytest.approx(14 * impurity - 7 * 2 * 3 / 7 * 4 / 7 - 7 * 2 * 6 / 7 / 7)
    assert (humidity, wind) == pytest.approx((1.2857, 0.4286), abs=5e-5)
    assert impurity == pytest.approx(0.4592, abs=5e-5)
    assert tree.impurity[0] == pytest.approx(impurity)
    assert improvements(tree)[0] == pytest.approx(1.4286, abs=5e-5)


def test_the_first_two_splits_save_three_days(weather):
    model = grown(weather)

    assert node_risks(model.tree_)[:3].tolist() == [5, 0, 5]
    table = complexity_table(model)
    np.testing.assert_allclose(table["CP"], [3 / 2 / 5, 2 / 4 / 5, 0])
    np.testing.assert_allclose(table["CP"], [0.3, 0.1, 0])
    assert table["nsplit"] == [0, 2, 6]
    np.testing.assert_allclose(table["rel error"], [1, 2 / 5, 0])


def test_a_loss_makes_bad_days_count_for_more(weather):
    # A bad day counts 5 * 14 / (5 * 5 + 9) days, a good one 14 / (5 * 5 + 9).
    frame = rpart_frame(grown(weather, loss={"no": {"yes": 5}}))
    bad, good = 5 * 14 / (5 * 5 + 9), 14 / (5 * 5 + 9)
    assert (bad, good) == pytest.approx((2.0588, 0.4118), abs=5e-5)

    def impurity(n_bad, n_good):
        share = n_bad * bad / (n_bad * bad + n_good * good)
        return (n_bad * bad + n_good * good) * 2 * share * (1 - share)

    assert frame["improve"][0] == pytest.approx(impurity(5, 9) - impurity(5, 5))
    assert frame["improve"][0] == pytest.approx(2.018454, abs=5e-7)  # rpart 4.1.19
    assert frame["dev"].tolist()[:3] == [9, 0, 5]


def test_priors_make_the_risk_of_the_root(weather):
    frame = rpart_frame(grown(weather, prior={"no": 0.5, "yes": 0.5}))

    # Five of ten other days are good: each is half of 14 over 9.
    assert frame["dev"].tolist()[:3] == pytest.approx([7, 0, 5 * 7 / 9])
