"""Pruners: functions from a grown tree to a smaller one."""

from arboretum.pruning.base import Pruner
from arboretum.pruning.needless import Needless

__all__ = ["KNOWN", "Needless", "Pruner"]

#: Pruners by short name.
KNOWN: dict[str, type[Pruner]] = {pruner.name: pruner for pruner in (Needless,)}
