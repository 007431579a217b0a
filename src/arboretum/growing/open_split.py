"""An open node with the split it would make."""

from __future__ import annotations

from dataclasses import dataclass

from arboretum.stopping import Choice, OpenNode

__all__ = ["OpenSplit"]


@dataclass(frozen=True, eq=False)
class OpenSplit:
    """What a node would be split by, and the best split of the second-best feature."""

    node: OpenNode
    choice: Choice
    runner_up: Choice | None
    key: int
