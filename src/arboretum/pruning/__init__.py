"""Pruners: functions from a grown tree to a smaller one."""

from arboretum.pruning.base import Pruner
from arboretum.pruning.complexity_table import ComplexityTable
from arboretum.pruning.cost_complexity import CostComplexity
from arboretum.pruning.needless import Needless
from arboretum.pruning.risk import node_impurities, node_risks
from arboretum.pruning.weakest_links import (
    PruningSequence,
    prices,
    pruning_sequence,
    weakest_links,
)

__all__ = [
    "KNOWN",
    "ComplexityTable",
    "CostComplexity",
    "Needless",
    "Pruner",
    "PruningSequence",
    "node_impurities",
    "node_risks",
    "prices",
    "pruning_sequence",
    "weakest_links",
]

#: Pruners by short name.
KNOWN: dict[str, type[Pruner]] = {pruner.name: pruner for pruner in (Needless, CostComplexity)}
