"""Pruners: functions from a grown tree to a smaller one."""

from arboretum.pruning.base import Pruner

__all__ = ["KNOWN", "Pruner"]

#: Pruners by short name.
KNOWN: dict[str, type[Pruner]] = {}
