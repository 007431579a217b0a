"""Recorded trees of R's rpart: the figures, the data they were grown from, our estimator for each.

``fits/SET.json`` holds what rpart 4.1.19 (R 4.2.2) gave on one table: columns
and their kinds, and for each fit its parameters and figures.  The tables
themselves are in a folder beside the clone.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from arboretum import CARTClassifier, CARTRegressor
from arboretum.pruning import CostComplexity

HERE = Path(__file__).parent
DATA = HERE.parents[3] / "shared" / "data"
SETS = sorted(path.stem for path in (HERE / "fits").glob("*.json"))


@cache
def read_set(name: str) -> dict[str, Any]:
    return json.loads((HERE / "fits" / f"{name}.json").read_text(encoding="utf-8"))


@cache
def read_table(name: str) -> pd.DataFrame:
    path = DATA / read_set(name)["data"]
    if not path.exists():
        pytest.skip(f"{path} is not there: the shared data sets are not beside this clone")
    return pd.read_csv(path, dtype=str, keep_default_na=False, na_values=[""])


@dataclass(frozen=True)
class Fit:
    """One call of rpart."""

    set: str
    name: str

    @property
    def figures(self) -> dict[str, Any]:
        return read_set(self.set)["fits"][self.name]

    @property
    def is_classification(self) -> bool:
        return self.figures["method"] == "class"

    @property
    def has_missing(self) -> bool:
        """Whether a predictor has missing values."""
        return self.figures["has_missing"]

    @staticmethod
    def pruner(cp: float) -> CostComplexity:
        """What rpart's ``prune(tree, cp)`` does."""
        return CostComplexity(cp=cp, links="rpart")

    def __str__(self) -> str:
        return f"{self.set}-{self.name}"

    def frame(self) -> pd.DataFrame:
        """The columns of the table as rpart saw them; all rows."""
        table, columns = read_table(self.set), read_set(self.set)["columns"]
        numeric = set(self.figures.get("numeric", ()))
        wanted = {}
        for column, about in columns.items():
            text = table[column]
            if about["kind"] == "numeric" or column in numeric:
                wanted[column] = pd.to_numeric(text)
            else:
                wanted[column] = pd.Categorical(
                    text, categories=about["levels"], ordered=about["kind"] == "ordered"
                )
        return pd.DataFrame(wanted)

    def samples(self) -> tuple[pd.DataFrame, Any, dict[str, Any]]:
        """X, y and what else ``fit`` takes, of the rows that rpart used.

        rpart counts rows whatever they weigh; ours do if some weight is no whole number, so
        the weights are divided by ``unit``.
        """
        frame, figures = self.frame(), self.figures
        rows = figures["rows_used"]
        used = frame if rows == "all" else frame.iloc[rows]
        y = used[figures["target"]]
        more = {}
        if "exposure" in figures:
            more["exposure"] = np.resize(figures["exposure"], len(y))
        if "weights" in figures:
            weights = np.resize(figures["weights"], len(frame)) / self.unit
            more["sample_weight"] = weights if rows == "all" else weights[rows]
        return used[figures["predictors"]], y, more

    @property
    def unit(self) -> float:
        """What a unit of our weight is in rpart."""
        return 2.0 if "weights" in self.figures else 1.0

    def estimator(self) -> Any:
        """Our estimator with the parameters of the call, by rpart's names."""
        figures = self.figures
        cls = CARTClassifier if self.is_classification else CARTRegressor
        names = dict(figures["control"], method=figures["method"])
        if figures.get("cost"):
            names["cost"] = figures["cost"]
        if figures["parms"]:
            names["parms"] = dict(figures["parms"])
        return cls.from_rpart(**names)


def all_fits() -> list[Fit]:
    return [Fit(name, fit) for name in SETS for fit in read_set(name)["fits"]]
