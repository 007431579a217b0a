"""Twelve trees of 2 to 300 leaves: every kind that the page has to show."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from arboretum import (
    C45Classifier,
    CARTClassifier,
    ID3Classifier,
    M5Regressor,
    TreeClassifier,
    TreeRegressor,
    datasets,
)

__all__ = ["TREES", "tree_to_read"]

TREES = (
    "two leaves",
    "three classes",
    "many questions",
    "26 classes",
    "300 leaves",
    "numbers",
    "equations",
    "two numbers",
    "long names",
    "many categories",
    "multiway",
    "twelve ways",
)

TOWNS = [
    f"{a} {b}" for a in ("Upper", "Lower", "North", "Old") for b in ("Falls", "Wells", "Ridge")
]
INCOME = "monthly household income of the applicant before taxes, measure {} (thousands)"
REPAID = "The applicant repaid the whole loan on time, without reminders"


@cache
def tree_to_read(name: str) -> tuple[Any, Any, Any]:
    """A model, its samples and what is true of them."""
    model, X, y = MAKE[name]()
    return model.fit(X, y), X, y


def penguins(model: Any) -> tuple[Any, Any, Any]:
    data = datasets.penguins()
    return model, data.X, data.y


def masses(model: Any) -> tuple[Any, Any, Any]:
    data = datasets.penguins()
    y = np.nan_to_num(data.X["body_mass_g"], nan=4000.0)
    return model, {name: x for name, x in data.X.items() if name != "body_mass_g"}, y


def noise(n: int = 1500) -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 6)).round(2)
    return X, X[:, 0] + X[:, 1] * X[:, 2] + rng.normal(size=n)


def letters() -> tuple[Any, Any, Any]:
    X, signal = noise()
    y = [chr(65 + int(k)) for k in np.clip(13 + 4 * signal, 0, 25)]
    return TreeClassifier(max_leaf_nodes=120), X, y


def many_leaves() -> tuple[Any, Any, Any]:
    X, signal = noise(3000)
    return TreeClassifier(max_leaf_nodes=300), X, np.where(signal > 0, "good", "bad")


def two_numbers() -> tuple[Any, Any, Any]:
    X, signal = noise(300)
    return TreeRegressor(max_depth=3), X, np.column_stack([signal, X[:, 1] ** 2])


def long_names() -> tuple[Any, Any, Any]:
    X, signal = noise()
    y = np.where(signal > 0, REPAID, "The applicant defaulted")
    names = {INCOME.format(k): X[:, k] for k in range(4)}
    return TreeClassifier(max_leaf_nodes=25), names, y


def towns(model: Any, n_towns: int = 12) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(1)
    names = [f"{town} {k}" for k in range(3) for town in TOWNS][:n_towns]
    town = rng.integers(len(names), size=900)
    colour = rng.choice(["red", "green", "blue"], 900)
    signal = rng.normal(size=len(names))[town] + (colour == "red") + 0.3 * rng.normal(size=900)
    table = {"town": np.array(names)[town], "colour": colour}
    return model, table, np.where(signal > 0.5, "buys", "waits")


def weather() -> tuple[Any, Any, Any]:
    data = datasets.weather()
    return ID3Classifier(), data.X, data.y


MAKE: dict[str, Any] = {
    "two leaves": lambda: (TreeClassifier(), {"age": [20, 30, 60]}, ["no", "no", "yes"]),
    "three classes": lambda: penguins(CARTClassifier()),
    "many questions": lambda: penguins(TreeClassifier(max_depth=5)),
    "26 classes": letters,
    "300 leaves": many_leaves,
    "numbers": lambda: masses(TreeRegressor(max_leaf_nodes=12)),
    "equations": lambda: masses(M5Regressor(pruning=None, max_depth=3)),
    "two numbers": two_numbers,
    "long names": long_names,
    "many categories": lambda: towns(TreeClassifier(max_leaf_nodes=20), 36),
    "multiway": weather,
    "twelve ways": lambda: towns(C45Classifier(pruning=None, max_depth=2)),
}
