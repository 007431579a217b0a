"""Pruners: functions from a grown tree to a smaller one."""

from arboretum.pruning.base import Pruner
from arboretum.pruning.cost_complexity import (
    CostComplexity,
    PruningSequence,
    prices,
    pruning_sequence,
    weakest_links,
)
from arboretum.pruning.needless import Needless
from arboretum.pruning.risk import node_risks

__all__ = [
    "KNOWN",
    "CostComplexity",
    "Needless",
    "Pruner",
    "PruningSequence",
    "node_risks",
    "prices",
    "pruning_sequence",
    "weakest_links",
]

#: Pruners by short name.
KNOWN: dict[str, type[Pruner]] = {pruner.name: pruner for pruner in (Needless, CostComplexity)}
