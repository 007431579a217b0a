"""Missing values are refused."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.exceptions import MissingValueError
from arboretum.missing.base import Candidates, FloatArray, MissingPolicy, complete_without_missing
from arboretum.splits import Proposal
from arboretum.statistics import Statistics, Table

__all__ = ["Error"]


class Error(MissingPolicy):
    """Raises where a value is missing or a category was never seen in training."""

    name = "error"

    def check_training(self, dataset: Dataset) -> None:
        self._refuse(dataset.schema, dataset.n_missing)

    def check_prediction(self, schema: Schema, columns: tuple[npt.NDArray, ...]) -> None:
        n_missing = tuple(
            int(np.isnan(column).sum() if feature.kind == "numeric" else (column < 0).sum())
            for feature, column in zip(schema.features, columns, strict=True)
        )
        self._refuse(schema, n_missing)

    def _refuse(self, schema: Schema, n_missing: tuple[int, ...]) -> None:
        found = [
            f"{feature.name!r} ({n})"
            for feature, n in zip(schema.features, n_missing, strict=True)
            if n
        ]
        if found:
            raise MissingValueError(
                f"missing='error', but values are missing (NaN) or unknown in: {', '.join(found)}. "
                "Fill them in, drop those samples, or use another policy such as "
                "missing='direction'."
            )

    def complete(
        self,
        proposals: list[Proposal],
        table: Table,
        parent: FloatArray,
        feature: int,
        statistics: Statistics,
    ) -> Iterator[Candidates]:
        for proposal in proposals:
            yield complete_without_missing(proposal, proposal.seen(table), statistics)
