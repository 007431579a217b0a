"""Pruners: functions from a grown tree to a smaller one."""

from arboretum.pruning.base import Pruner
from arboretum.pruning.complexity_table import ComplexityTable
from arboretum.pruning.confidence import extra_errors, upper_limit
from arboretum.pruning.cost_complexity import CostComplexity
from arboretum.pruning.error_based import ErrorBased
from arboretum.pruning.global_pruning import GlobalPruning
from arboretum.pruning.held_out import CriticalValue, ReducedError
from arboretum.pruning.in_turn import InTurn
from arboretum.pruning.join_leaves import JoinLeaves
from arboretum.pruning.limits import AtMostDepth, AtMostLeaves, Predicate
from arboretum.pruning.m5 import M5
from arboretum.pruning.minimum_description import MinimumDescription
from arboretum.pruning.risk import node_impurities, node_risks
from arboretum.pruning.stopping_path import StoppingPath
from arboretum.pruning.training_errors import MinimumError, Needless, Pessimistic
from arboretum.pruning.weakest_links import (
    PruningSequence,
    prices,
    pruning_sequence,
    weakest_links,
)

__all__ = [
    "KNOWN",
    "M5",
    "AtMostDepth",
    "AtMostLeaves",
    "ComplexityTable",
    "CostComplexity",
    "CriticalValue",
    "ErrorBased",
    "GlobalPruning",
    "InTurn",
    "JoinLeaves",
    "MinimumDescription",
    "MinimumError",
    "Needless",
    "Pessimistic",
    "Predicate",
    "Pruner",
    "PruningSequence",
    "ReducedError",
    "StoppingPath",
    "extra_errors",
    "node_impurities",
    "node_risks",
    "prices",
    "pruning_sequence",
    "upper_limit",
    "weakest_links",
]

#: Pruners by short name.
KNOWN: dict[str, type[Pruner]] = {
    pruner.name: pruner
    for pruner in (
        Needless,
        CostComplexity,
        ReducedError,
        ErrorBased,
        GlobalPruning,
        JoinLeaves,
        Pessimistic,
        CriticalValue,
        MinimumError,
        MinimumDescription,
        M5,
        AtMostDepth,
        AtMostLeaves,
    )
}
