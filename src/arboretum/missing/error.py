"""Missing values are refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Schema
from arboretum.data.dataset import MISSING, UNSEEN
from arboretum.exceptions import MissingValueError, ParameterError
from arboretum.missing.base import Candidates, FloatArray, MissingPolicy, complete_without_missing
from arboretum.part import Spec
from arboretum.splits import Proposal
from arboretum.statistics import Statistics, Table
from arboretum.tree import STAYS

__all__ = ["Error"]


class Error(MissingPolicy):
    """Raises where a value is missing.

    Parameters
    ----------
    unseen : {"error", "stays"}
        What happens at prediction to a category that training never saw: it is
        refused too, or the sample stays at the node that asks for it, as in
        ID3, and so does one whose category was not at the node in training.
    """

    name = "error"
    unanswered = "placed"

    def __init__(self, unseen: str = "error") -> None:
        self.unseen = unseen

    def native(self) -> Spec:
        return self.spec(fast=self.unseen == "error")

    @property
    def on_unseen(self) -> str:
        return "each stays at the node that asks for it, and gets the majority of that node"

    @property
    def refuses(self) -> tuple[str, ...]:
        return ("missing", "unseen") if self.unseen == "error" else ("missing",)

    def check_training(self, dataset: Dataset) -> None:
        if self.unseen not in ("error", "stays"):
            raise ParameterError(f"{self!r}: unseen must be 'error' or 'stays'.")
        self._refuse(dataset.schema, dataset.n_missing)

    def check_prediction(self, schema: Schema, columns: tuple[npt.NDArray, ...]) -> None:
        refused = (MISSING, UNSEEN) if self.unseen == "error" else (MISSING,)
        n_missing = tuple(
            int((np.isnan(column) if feature.kind == "numeric" else np.isin(column, refused)).sum())
            for feature, column in zip(schema.features, columns, strict=True)
        )
        self._refuse(schema, n_missing)

    def _refuse(self, schema: Schema, n_missing: tuple[int, ...]) -> None:
        found = [
            f"{feature.name!r} ({n})"
            for feature, n in zip(schema.features, n_missing, strict=True)
            if n and not feature.has_no_value
        ]
        if found:
            raise MissingValueError(
                f"missing='error', but values are missing (NaN) or unknown in: {', '.join(found)}. "
                f"Fill them in, drop those samples, or {self._instead}."
            )

    @property
    def _instead(self) -> str:
        if self.unseen == "stays":  # ID3's, which takes no other
            return "use a species that knows what to do with them, such as C4.5"
        return "use another policy such as missing='direction'"

    def place(
        self, proposal: Proposal, table: Table, parent: FloatArray, statistics: Statistics
    ) -> Iterable[Candidates]:
        completed = complete_without_missing(proposal, table, statistics)
        if self.unseen == "stays":
            completed = replace(completed, missing_branch=np.full(len(proposal), STAYS))
        return [completed]
