"""ID3: the first of Quinlan's trees."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import InformationGain
from arboretum.data import Schema
from arboretum.growing import Recipe
from arboretum.leaves import ClassDistribution
from arboretum.missing import Error
from arboretum.species.base import ClassSpecies
from arboretum.species.parameters import (
    max_depth_rule,
    own_rules,
    resolve_loss,
    resolve_numeric,
)
from arboretum.splits import Multiway
from arboretum.stopping import Constant

__all__ = ["ID3Classifier"]


class ID3Classifier(ClassSpecies):
    """Quinlan's ID3: information gain, a branch for every category, nothing missing."""

    #: Nothing may be missing; what is new at a node stays there.
    missing = Error(unseen="stays")

    def __init__(
        self,
        *,
        numeric: Any = "error",
        stopping: Any = (),
        pruning: Any = None,
        loss: Any = None,
        kinds: Any = None,
        max_depth: int | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self._keep(locals())

    def _recipe(self, schema: Schema) -> Recipe:
        return Recipe(
            criterion=self._for_targets(InformationGain(), schema),
            splitters=(*resolve_numeric(self.numeric, schema), Multiway()),
            missing=self.missing,
            leaf=ClassDistribution(),
            stopping=(Constant(), *max_depth_rule(self), *own_rules(self.stopping)),
            loss=resolve_loss(self.loss, schema),
        )
