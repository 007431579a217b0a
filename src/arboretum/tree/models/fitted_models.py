"""Models of any kind at the nodes of a tree: objects that predict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.exceptions import UnsupportedCombination
from arboretum.tree.models.linear_models import Terms
from arboretum.tree.models.node_models import Columns, FloatArray, IntArray, NodeModels

__all__ = ["FittedModels"]


@dataclass(frozen=True, eq=False)
class FittedModels(NodeModels):
    """One fitted estimator per node; None where the samples of a node are all alike.

    ``value`` is what such a node predicts, and how wide a value is.  Classes are codes:
    ``models[i].classes_`` says which of them a model knows.
    """

    terms: Terms
    models: tuple[Any, ...]
    value: FloatArray
    is_classes: bool
    risk: FloatArray
    n_parameters: npt.NDArray[np.integer]

    @property
    def features_read(self) -> tuple[int, ...]:
        return tuple(np.unique(self.terms.feature).tolist())

    def is_constant(self, node: int) -> bool:
        return self.models[node] is None

    def evaluate(self, columns: Columns, row: IntArray, node: IntArray) -> FloatArray:
        n_rows = len(columns) if isinstance(columns, np.ndarray) else len(columns[0])
        matrix = self.terms.matrix(columns, n_rows)
        found = self.value[node].copy()
        for one in np.unique(node).tolist():
            model = self.models[one]
            if model is None:
                continue
            here = np.flatnonzero(node == one)
            if self.is_classes:
                found[here] = 0.0
                codes = model.classes_.astype(int)
                found[np.ix_(here, codes)] = model.predict_proba(matrix[row[here]])
            else:
                found[here, 0] = np.ravel(model.predict(matrix[row[here]]))
        return found

    def take(self, nodes: IntArray) -> FittedModels:
        return replace(
            self,
            models=tuple(self.models[node] for node in np.asarray(nodes).tolist()),
            value=self.value[nodes],
            risk=self.risk[nodes],
            n_parameters=self.n_parameters[nodes],
        )

    def followed_by(self, other: FittedModels) -> FittedModels:
        return replace(
            self,
            models=(*self.models, *other.models),
            value=np.concatenate([self.value, other.value]),
            risk=np.concatenate([self.risk, other.risk]),
            n_parameters=np.concatenate([self.n_parameters, other.n_parameters]),
        )

    def text(self, node: int, schema: Schema, digits: int | None = 7) -> str:
        model = self.models[node]
        return "one answer for all" if model is None else " ".join(repr(model).split())

    def to_dict(self) -> NoReturn:
        kinds = sorted({type(model).__name__ for model in self.models if model is not None})
        raise UnsupportedCombination(
            f"The nodes of this tree hold models ({', '.join(kinds)}) that are programs, which a "
            "saved tree cannot hold: reading one never executes anything. Pickle the fitted "
            "estimator, or use linear models in the leaves."
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, FittedModels):
            return NotImplemented
        same = zip(self.models, other.models, strict=False)
        return len(self.models) == len(other.models) and all(a is b for a, b in same)

    __hash__ = None  # type: ignore[assignment]
