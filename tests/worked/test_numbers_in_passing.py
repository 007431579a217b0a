"""Numbers that pages of the documentation say in passing."""

from __future__ import annotations

import numpy as np
import pytest

from arboretum import TreeClassifier, datasets


def test_one_penguin_of_344():
    assert 1 / len(datasets.penguins().y) == pytest.approx(0.003, abs=5e-4)


def test_a_negative_test_and_a_loss_of_five():
    X, y = {"test": ["+", "+", "+", "-", "-", "-"]}, ["ill", "ill", "well", "ill", "well", "well"]
    shares = TreeClassifier().fit(X, y).predict_proba({"test": ["-"]})[0]
    losses = np.array([[0, 5], [1, 0]])  # rows: ill, well; columns: said

    said_ill, said_well = shares @ losses

    assert said_well == pytest.approx(5 / 3)
    assert said_ill == pytest.approx(2 / 3)


def test_the_ordinary_mean_of_northerly_winds_is_from_the_south():
    assert np.mean([340.0, 350.0, 0.0, 10.0]) == 175
