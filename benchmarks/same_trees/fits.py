"""The fits that two versions are compared by."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

__all__ = ["fits_of_files", "random_fit"]

CLASS_CRITERIA = ["gini", "entropy", "gain_ratio", "error", "chi_square", "twoing", "mantaras"]
NUMBER_CRITERIA = ["squared_error", "absolute_error", "poisson", "standard_deviation"]
POLICIES = ["direction", "majority", "fractional", "impute", "branch", "surrogate"]
PRUNERS = [None, None, "needless", "pessimistic", "minimum_error", "minimum_description"]
WEIGHTS = [1.0, 1.0, 2.0, 0.5, 3.25]


class Draw:
    """Random choices that depend on the number of the fit alone."""

    def __init__(self, number: int) -> None:
        self.rng = np.random.default_rng([7, number])

    def of(self, *options: Any) -> Any:
        return options[self.rng.integers(len(options))]

    def chance(self, share: float) -> bool:
        return bool(self.rng.random() < share)


# -- tables ------------------------------------------------------------------


def columns_of(draw: Draw, n: int, missing: float) -> dict[str, list]:
    """A few columns of every kind."""
    rng, table = draw.rng, {}
    for j in range(rng.integers(1, 7)):
        kind = draw.of("real", "few", "letters", "many letters", "binary")
        values: np.ndarray
        if kind == "real":
            values = rng.normal(size=n)
        elif kind == "few":
            values = rng.integers(0, 6, n).astype(float)
        elif kind == "binary":
            values = rng.integers(0, 2, n).astype(float)
        else:
            values = rng.choice(list("abcd" if kind == "letters" else "abcdefghijklmno"), n)
        holes = rng.random(n) < missing
        table[f"x{j}"] = [
            None if hole else v for v, hole in zip(values.tolist(), holes, strict=True)
        ]
        if all(v is None for v in table[f"x{j}"]):
            table[f"x{j}"][0] = values.tolist()[0]
    return table


def signal(draw: Draw, table: dict[str, list], n: int) -> np.ndarray:
    """A number per row that depends on the columns, with noise."""
    total = draw.rng.normal(size=n) * draw.of(0.1, 1.0)
    for column in table.values():
        known = {v for v in column if v is not None}
        worth = {v: (v if isinstance(v, float) else draw.rng.normal()) for v in sorted(known)}
        total += draw.rng.normal() * np.array([worth.get(v, 0.0) for v in column])
    return total


# -- fits --------------------------------------------------------------------


def random_fit(number: int) -> tuple[str, Any, Any]:
    """The name of a species, a function that fits it, and rows to predict."""
    draw = Draw(number)
    n = int(draw.of(8, 20, 60, 200, 700, 3000))
    species = draw.of(*SPECIES)
    missing = draw.of(0.0, 0.0, 0.1) if species not in NEVER_MISSING else 0.0
    table = columns_of(draw, n, missing)
    total = signal(draw, table, n)
    make, y = SPECIES[species](draw, total, table)
    weight = draw.rng.choice(WEIGHTS, n) if draw.chance(0.4) else None
    if species in UNWEIGHTED:
        weight = None
    others = columns_of(draw, 50, missing)
    fresh = {name: others.get(name, table[name] * 50)[:50] for name in table}
    for name, column in table.items():  # a column keeps its kind
        if isinstance(next(v for v in column if v is not None), str) != isinstance(
            next(v for v in fresh[name] if v is not None), str
        ):
            fresh[name] = (column * 50)[:50]
    return (
        species,
        lambda: make().fit(table, y, **({} if weight is None else {"sample_weight": weight})),
        fresh,
    )


def classes(draw: Draw, total: np.ndarray) -> list[str]:
    k = int(draw.of(2, 2, 3, 5))
    cuts = np.quantile(total, np.linspace(0, 1, k + 1)[1:-1])
    found = np.searchsorted(cuts, total)
    found[:k] = np.arange(k)[: len(found)]
    return [f"c{c}" for c in found]


def limits(draw: Draw) -> dict[str, Any]:
    return {
        "max_depth": draw.of(None, None, 2, 5),
        "min_samples_split": draw.of(2, 2, 10),
        "min_samples_leaf": draw.of(1, 1, 3, 0.05),
        "n_jobs": draw.of(None, 2),
    }


def open_parameters(draw: Draw, table: dict[str, list]) -> dict[str, Any]:
    from arboretum import FeatureCosts

    rule = draw.of("ratio", "ratio", "tan_schlimmer")
    costs = {name: float(draw.rng.integers(1, 5)) for name in table}
    return {
        **limits(draw),
        "missing": draw.of(*POLICIES),
        "splits": draw.of("binary", "binary", "multiway", "grouped"),
        "max_features": draw.of(None, None, None, "sqrt", 2),
        "max_leaf_nodes": draw.of(None, None, 4, 9),
        "min_impurity_decrease": draw.of(0.0, 0.0, 0.01),
        "feature_costs": FeatureCosts(costs, rule) if draw.chance(0.2) else None,
        "random_state": int(draw.rng.integers(100)),
    }


def loss_of(draw: Draw, y: list[str]) -> Any:
    k = len(set(y))
    costs = draw.rng.integers(1, 6, (k, k)).astype(float)
    np.fill_diagonal(costs, 0.0)
    return costs


def tree_classifier(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import TreeClassifier

    y = classes(draw, total)
    given = {
        "criterion": draw.of(*CLASS_CRITERIA),
        "pruning": draw.of(*PRUNERS),
        "loss": loss_of(draw, y) if draw.chance(0.15) else None,
        "class_weight": draw.of(None, None, "balanced"),
        **open_parameters(draw, table),
    }
    return lambda: TreeClassifier(**given), y


def tree_regressor(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import TreeRegressor

    criterion = draw.of(*NUMBER_CRITERIA)
    y = np.round(np.exp(total / 4)) if criterion == "poisson" else np.round(total, 3)
    given = {"criterion": criterion, **open_parameters(draw, table)}
    return lambda: TreeRegressor(**given), y


def cart_classifier(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import CARTClassifier, FeatureCosts

    y = classes(draw, total)
    shares = draw.rng.integers(1, 5, len(set(y))).astype(float)
    given = {
        "criterion": draw.of("gini", "entropy"),
        "prior": dict(zip(sorted(set(y)), shares / shares.sum(), strict=True))
        if draw.chance(0.3)
        else None,
        "loss": loss_of(draw, y) if draw.chance(0.3) else None,
        "feature_costs": FeatureCosts(dict.fromkeys(list(table)[:1], 2.0))
        if draw.chance(0.2)
        else None,
        "missing": draw.of("surrogate", "surrogate", *POLICIES),
        "complexity": draw.of(0.0, 0.01, 0.001),
        "min_samples_split": draw.of(2, 20),
        "max_competitors": draw.of(0, 4),
        "n_jobs": draw.of(None, 2),
    }
    return lambda: CARTClassifier(**given), y


def cart_regressor(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import CARTRegressor

    criterion = draw.of("squared_error", "squared_error", "poisson")
    y = np.round(np.exp(total / 4)) if criterion == "poisson" else np.round(total, 3)
    given = {
        "criterion": criterion,
        "missing": draw.of("surrogate", *POLICIES),
        "complexity": draw.of(0.0, 0.01, 0.001),
        "min_samples_split": draw.of(2, 20),
        "max_competitors": draw.of(0, 4),
        "n_jobs": draw.of(None, 2),
    }
    return lambda: CARTRegressor(**given), y


def c45(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import C45Classifier

    y = classes(draw, total)
    given = {
        "splits": draw.of("multiway", "grouped"),
        "threshold": draw.of("value", "midpoint"),
        "missing": draw.of("fractional", *POLICIES),
        "min_samples_leaf": draw.of(1, 2, 5),
        "pruning": draw.of("error_based", None),
    }
    return lambda: C45Classifier(**given), y


def id3(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import ID3Classifier

    y, depth = classes(draw, total), draw.of(None, 3)
    return lambda: ID3Classifier(numeric="buckets", max_depth=depth), y


def chaid_classifier(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import CHAIDClassifier

    y, given = classes(draw, total), chaid_parameters(draw)
    return lambda: CHAIDClassifier(**given), y


def chaid_regressor(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import CHAIDRegressor

    given = chaid_parameters(draw)
    return lambda: CHAIDRegressor(**given), np.round(total, 3)


def chaid_parameters(draw: Draw) -> dict[str, Any]:
    return {
        "alpha_merge": draw.of(0.05, 0.4),
        "alpha_split": draw.of(0.05, 1.0),
        "exhaustive": draw.of(False, True),
        "n_bins": draw.of(3, 10),
        "min_samples_split": draw.of(2, 30),
        "min_samples_leaf": draw.of(1, 10),
    }


def model_tree(name: str) -> Any:
    def made(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
        import arboretum

        given = {
            "smoothing": draw.of(0.0, 15.0),
            "pruning": draw.of("m5", None),
            "max_depth": draw.of(None, 3),
        }
        if name == "MAUVERegressor":
            given["lines"] = draw.of("targets", "residuals")
        return lambda: getattr(arboretum, name)(**given), np.round(total, 3)

    return made


def multi_target(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import MultiTargetRegressor

    k = int(draw.of(2, 5, 12))
    y = np.round(
        total[:, None] * draw.rng.normal(size=k) + draw.rng.normal(size=(len(total), k)), 3
    )
    given = {
        **limits(draw),
        "missing": draw.of("direction", "majority", "fractional"),
        "max_leaf_nodes": draw.of(None, 8),
    }
    return lambda: MultiTargetRegressor(**given), y


def multi_label(draw: Draw, total: np.ndarray, table: dict[str, list]) -> tuple[Any, Any]:
    from arboretum import MultiLabelClassifier

    k = int(draw.of(2, 5))
    y = (
        total[:, None] * draw.rng.normal(size=k) + draw.rng.normal(size=(len(total), k)) > 0
    ).astype(int)
    y[0], y[1] = 0, 1
    depth = draw.of(None, 3)
    return lambda: MultiLabelClassifier(max_depth=depth), y


SPECIES = {
    "TreeClassifier": tree_classifier,
    "TreeClassifier again": tree_classifier,
    "TreeRegressor": tree_regressor,
    "CARTClassifier": cart_classifier,
    "CARTRegressor": cart_regressor,
    "C45Classifier": c45,
    "ID3Classifier": id3,
    "CHAIDClassifier": chaid_classifier,
    "CHAIDRegressor": chaid_regressor,
    "M5Regressor": model_tree("M5Regressor"),
    "RETISRegressor": model_tree("RETISRegressor"),
    "MAUVERegressor": model_tree("MAUVERegressor"),
    "MultiTargetRegressor": multi_target,
    "MultiLabelClassifier": multi_label,
}
NEVER_MISSING = {"ID3Classifier"}
UNWEIGHTED = {"CHAIDClassifier", "CHAIDRegressor"}
MODEL_TREES = ("M5Regressor", "RETISRegressor", "MAUVERegressor")
ON_FILES = {
    "classes": ["TreeClassifier", "CARTClassifier", "C45Classifier", "CHAIDClassifier"],
    "numbers": ["TreeRegressor", "CARTRegressor", "CHAIDRegressor", *MODEL_TREES],
}
MOST_ROWS = 6_000


def fits_of_files(folder: Path) -> Iterator[tuple[str, Any, Any]]:
    """The last column of each CSV file by the others, by each species with its defaults."""
    import pandas as pd
    from pandas.api.types import is_numeric_dtype

    import arboretum

    for path in sorted([*folder.glob("*.csv"), *folder.glob("*.csv.gz")]):
        frame = pd.read_csv(path).head(MOST_ROWS)
        frame = frame[frame.iloc[:, -1].notna()]
        X, y = frame.iloc[:, :-1], frame.iloc[:, -1]
        # Names and tickets have a category per row; merging them takes hours and tells nothing.
        X = X[[name for name in X if is_numeric_dtype(X[name]) or X[name].nunique() < 100]]
        is_number = is_numeric_dtype(y) and y.nunique() > 10
        for species in ON_FILES["numbers" if is_number else "classes"]:
            make = getattr(arboretum, species)
            yield (
                f"{path.name} {species}",
                lambda make=make, X=X, y=y: make().fit(X, y),
                X.head(200),
            )
