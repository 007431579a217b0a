"""Searches of all kinds, with the samples that they were given."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum import OptimalClassifier, OptimalRegressor, datasets
from arboretum.certifying import Certified, certify, digest, schema_of
from arboretum.data.encode.dataset_from import dataset_like
from arboretum.exceptions import NotProvedWarning


@dataclass
class Run:
    """A fitted model, and what it was fitted to."""

    model: Any
    X: dict[str, Any]
    y: Any
    weights: Any = None

    def __post_init__(self) -> None:
        self.X = {name: np.asarray(self.X[name]) for name in self.X}
        self.y = np.asarray(self.y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NotProvedWarning)
            self.model.fit(self.X, self.y, self.weights)

    def document(self, tmp_path) -> dict[str, Any]:
        path = tmp_path / "certificate.json"
        self.model.certificate_.save(path)
        return json.loads(path.read_bytes())

    def certified(self, document: Any) -> Certified:
        class_weight = getattr(self.model, "class_weight", None)
        return certify(document, self.X, self.y, self.weights, class_weight=class_weight)


def signed(document: dict[str, Any], X: Any, y: Any, weights: Any = None) -> dict[str, Any]:
    """A certificate with the digest of these samples and of what it now says."""
    return document | {"digest": digest(document, dataset_like(schema_of(document), X, y, weights))}


def drug(**limits: Any) -> Run:
    table = datasets.drug()
    return Run(OptimalClassifier(**limits), table.X, table.y)


def weather(**limits: Any) -> Run:
    table = datasets.weather()
    return Run(OptimalClassifier(**limits), table.X, table.y)


def football(**limits: Any) -> Run:
    table = datasets.football()
    return Run(OptimalClassifier(**limits), table.X, table.y, table.weights)


def heart(weights: Any = None, **limits: Any) -> Run:
    table = datasets.heart()
    kinds = {"sex": "categorical", "pain.type": "categorical", "thal": "categorical"}
    model = OptimalClassifier(**{"kinds": kinds} | limits)
    if weights is not None:
        weights = weights(np.random.default_rng(5), len(table.y))
    return Run(model, table.X, table.y, weights)


def penguins(target: str = "species", **limits: Any) -> Run:
    """Missing values and categories; the island is another target."""
    table = datasets.penguins()
    columns = {name: table.X[name] for name in table.X} | {"species": table.y}
    y = columns.pop(target)
    return Run(OptimalClassifier(**limits), columns, y)


def rate(n: int = 270, weights: Any = None, **limits: Any) -> Run:
    """A number: the highest heart rate, from what else is known of some patients."""
    table = datasets.heart()
    columns = {name: np.asarray(table.X[name])[:n] for name in table.X}
    y = columns.pop("max.heart.rate").astype(float)
    if weights is not None:
        weights = weights(np.random.default_rng(6), n)
    return Run(OptimalRegressor(**limits), columns, y, weights)


def mass(**limits: Any) -> Run:
    """A number, from columns with missing values and categories."""
    table = datasets.penguins()
    columns = {name: np.asarray(table.X[name])[::3] for name in table.X}
    y = columns.pop("body_mass_g").astype(float)
    known = ~np.isnan(y)
    return Run(
        OptimalRegressor(**limits), {name: one[known] for name, one in columns.items()}, y[known]
    )


def steps(**limits: Any) -> Run:
    table = datasets.steps()
    return Run(OptimalRegressor(**limits), table.X, table.y)


def many_categories(**limits: Any) -> Run:
    random = np.random.default_rng(3)
    city = random.choice(list("abcdefghijkl"), 80)
    city[random.random(80) < 0.1] = ""
    X = {"city": [one or None for one in city], "x": random.integers(0, 20, 80).astype(float)}
    y = np.where((city < "e") ^ (X["x"] > 9), "no", "yes")
    return Run(OptimalClassifier(**limits), X, y)


def two_valued(**limits: Any) -> Run:
    random = np.random.default_rng(4)
    X = {f"x{j}": random.integers(0, 2, 150).astype(float) for j in range(9)}
    y = (X["x0"] + X["x1"] * X["x2"] + X["x3"] + (random.random(150) < 0.1)) % 3
    return Run(OptimalClassifier(**limits), X, y.astype(int))


def whole(random: Any, n: int) -> np.ndarray:
    return random.integers(1, 4, n).astype(float)


def some_nothing(random: Any, n: int) -> np.ndarray:
    return random.integers(0, 3, n) / 4


def uneven(random: Any, n: int) -> np.ndarray:
    return random.random(n) + 0.1


LOSS = {1: {2: 5.0}, 2: {1: 1.0}}

#: By name; those that take long are left out of a short run.
RUNS: dict[str, Callable[[], Run]] = {
    "one question": lambda: drug(max_depth=1),
    "two questions": lambda: drug(max_depth=2),
    "three questions": lambda: drug(max_depth=3),
    "no question": lambda: drug(max_depth=0),
    "the smallest tree": lambda: weather(objective="smallest"),
    "no limit, large leaves": lambda: weather(max_depth=None, min_samples_leaf=2),
    "no limit": lambda: weather(max_depth=None),
    "three leaves": lambda: weather(max_depth=3, max_leaves=3),
    "whole weights": lambda: football(max_depth=3),
    "weights of a few samples": lambda: football(max_depth=None, min_samples_leaf=100),
    "a leaf dearer than all mistakes": lambda: drug(alpha=1e6),
    "an hour of leaves": lambda: drug(alpha=1e300),
    "dear leaves": lambda: heart(max_depth=3, alpha=0.02),
    "two questions of many cuts": lambda: heart(max_depth=2),
    "large leaves": lambda: heart(max_depth=3, min_samples_leaf=40),
    "five leaves": lambda: heart(max_depth=3, max_leaves=5, alpha=0.02),
    "losses": lambda: heart(max_depth=2, loss=LOSS),
    "balanced classes": lambda: heart(max_depth=2, class_weight="balanced"),
    "quarters": lambda: heart(max_depth=2, weights=some_nothing),
    "rounded weights": lambda: heart(max_depth=2, weights=uneven),
    "missing": lambda: penguins(max_depth=2),
    "missing, large leaves": lambda: penguins(max_depth=2, min_samples_leaf=30),
    "other classes": lambda: penguins("island", max_depth=2),
    "an unfinished search": lambda: heart(max_depth=3, work_limit=20),
    "an unfinished search of large leaves": lambda: heart(
        max_depth=3, min_samples_leaf=25, work_limit=25
    ),
    "an unfinished search of many leaves": lambda: weather(max_depth=None, work_limit=3),
    "many categories": lambda: many_categories(max_depth=2),
    "many categories, dear leaves": lambda: many_categories(max_depth=3, alpha=0.02),
    "two values": lambda: two_valued(max_depth=3),
    "steps": lambda: steps(max_depth=2),
    "eight steps": lambda: steps(max_depth=3),
    "dear steps": lambda: steps(max_depth=None, alpha=0.5),
    "numbers": lambda: rate(max_depth=2),
    "numbers in large leaves": lambda: rate(60, max_depth=3, min_samples_leaf=9),
    "numbers with weights": lambda: rate(50, max_depth=2, weights=uneven),
    "numbers, missing": lambda: mass(max_depth=2, min_samples_leaf=5),
    "an unfinished search of numbers": lambda: rate(60, max_depth=3, work_limit=20),
}
LONG: dict[str, Callable[[], Run]] = {
    "three questions of many cuts": lambda: heart(max_depth=3),
    "four questions of many categories": lambda: many_categories(max_depth=4, alpha=0.02),
    "missing values of three questions": lambda: penguins(max_depth=3, alpha=0.001),
    "missing values, large leaves, three questions": lambda: penguins(
        max_depth=3, min_samples_leaf=30
    ),
    "islands": lambda: penguins("island", max_depth=3, alpha=0.03),
    "numbers of three questions": lambda: rate(max_depth=3),
    "numbers of four leaves": lambda: mass(max_depth=3, max_leaves=4),
}
