"""An open node with the split it would make."""

from __future__ import annotations

from dataclasses import dataclass

from arboretum.stopping import Choice, OpenNode

__all__ = ["OpenSplit"]


@dataclass(frozen=True, eq=False)
class OpenSplit:
    """What a node would be split by, and the best splits of the other features, best first."""

    node: OpenNode
    choice: Choice
    others: list[Choice]
