"""One row of a data frame, as a model in service is asked: ``python -m benchmarks.one_row``.

Both are fitted on the same 20,000 rows of 20 columns: numbers with some missing, whole numbers,
booleans, text and ordered categories.  scikit-learn's tree takes numbers alone, so that it has an
ordinal encoder before it; the last line has 20 numbers for both.  Time is the median of a call.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
from sklearn.compose import make_column_transformer
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OrdinalEncoder
from sklearn.tree import DecisionTreeClassifier

from arboretum import TreeClassifier

N_ROWS, DEPTH, N_CALLS, N_WARM = 20_000, 12, 500, 20
SIZES = ["S", "M", "L"]


def samples() -> tuple[pd.DataFrame, np.ndarray]:
    """Mixed columns, and a class that depends on one of each kind."""
    draw = np.random.default_rng(0)
    columns: dict[str, Any] = {}
    for k in range(8):
        numbers = draw.normal(size=N_ROWS)
        columns[f"number{k}"] = np.where(draw.random(N_ROWS) < 0.05, np.nan, numbers)
    columns |= {f"whole{k}": draw.integers(0, 50, N_ROWS) for k in range(4)}
    columns |= {f"text{k}": draw.choice(["red", "green", "blue"], N_ROWS) for k in range(4)}
    columns |= {f"truth{k}": draw.random(N_ROWS) < 0.4 for k in range(2)}
    for k in range(2):
        columns[f"size{k}"] = pd.Categorical(draw.choice(SIZES, N_ROWS), SIZES, ordered=True)
    X = pd.DataFrame(columns)
    signal = X["number0"].fillna(0) + X["whole0"] / 25 + (X["text0"] == "red") + X["truth0"]
    return X, np.where(signal + draw.normal(size=N_ROWS) > 1.5, "yes", "no")


def median(call: Callable[[], object]) -> float:
    """Microseconds of CPU time."""
    for _ in range(N_WARM):
        call()
    times = []
    for _ in range(N_CALLS):
        start = time.process_time_ns()
        call()
        times.append(time.process_time_ns() - start)
    return float(np.median(times)) / 1000


def piped() -> Any:
    """scikit-learn's tree behind an encoder of what is not a number."""
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=-1)
    others = [f"{kind}{k}" for kind, n in (("text", 4), ("size", 2)) for k in range(n)]
    encode = make_column_transformer((encoder, others), remainder="passthrough")
    return make_pipeline(encode, DecisionTreeClassifier(max_depth=DEPTH))


def main() -> None:
    X, y = samples()
    tables = {
        "pandas": X,
        "Polars": pl.from_pandas(X),
        "dict": {name: column.tolist() for name, column in X.items()},
    }
    numbers = pd.DataFrame(np.random.default_rng(1).normal(size=(N_ROWS, 20))).add_prefix("x")
    their = piped().fit(X, y)
    plain = DecisionTreeClassifier(max_depth=DEPTH).fit(numbers, y)
    rows = [(name, table, their) for name, table in tables.items()]
    print(
        "row                ours, predict µs  predict_proba µs   scikit-learn, predict µs   ratio"
    )
    for name, table, other in [*rows, ("pandas, numbers", numbers, plain)]:
        ours = TreeClassifier(max_depth=DEPTH).fit(table, y)
        row = {k: v[:1] for k, v in table.items()} if name == "dict" else table[:1]
        same = (X if other is their else numbers)[:1]  # scikit-learn reads no dict
        found = median(lambda m=ours, r=row: m.predict(r))
        proba = median(lambda m=ours, r=row: m.predict_proba(r))
        theirs = median(lambda m=other, r=same: m.predict(r))
        print(f"{name:<18} {found:16.0f} {proba:17.0f} {theirs:26.0f} {theirs / found:7.0f}")


if __name__ == "__main__":
    main()
