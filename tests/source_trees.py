"""The trees of heart disease and of bank marketing in "Tree Models", grown as in its R code."""

from __future__ import annotations

from functools import cache

import numpy as np

from arboretum import CARTClassifier, datasets

__all__ = ["bank", "bank_columns", "heart", "nine_in_ten", "overgrown"]


@cache
def heart() -> CARTClassifier:
    """Figure 2: ``rpart(heart.disease ~ ., method = "class")``."""
    example = datasets.heart()
    return CARTClassifier.from_rpart().fit(example.X, {example.target_name: example.y})


@cache
def overgrown() -> CARTClassifier:
    """Figure 5: ``rpart.control(minsplit = 1, cp = 0.001)``."""
    example = datasets.heart()
    model = CARTClassifier.from_rpart(minsplit=1, cp=0.001)
    return model.fit(example.X, {example.target_name: example.y})


@cache
def nine_in_ten() -> CARTClassifier:
    """Figure 6, of the 90 % that the gallery draws: those of the text are not known."""
    example = datasets.heart()
    n = len(example.y)
    rows = np.sort(np.random.default_rng(3).permutation(n)[: round(0.9 * n)])
    some = {name: values[rows] for name, values in example.X.items()}
    return CARTClassifier.from_rpart().fit(some, example.y[rows])


def bank_columns() -> dict[str, np.ndarray]:
    """The features of figure 1: without the day and the duration of the call."""
    kept = datasets.bank().X
    return {name: values for name, values in kept.items() if name not in ("day", "duration")}


@cache
def bank() -> CARTClassifier:
    """Figure 1: ``rpart.control(minsplit = 65, cp = 0.001)``; the number of calls is a factor."""
    model = CARTClassifier.from_rpart(minsplit=65, cp=0.001)
    model.set_params(kinds={"campaign": "categorical"})
    return model.fit(bank_columns(), datasets.bank().y)
