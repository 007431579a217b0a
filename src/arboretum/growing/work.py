"""How much work it is to grow a tree, counted and not timed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from arboretum.tree.words.tabulate import aligned

__all__ = ["Level", "WorkDone"]


@dataclass
class Level:
    """The work at the nodes of one depth.

    Attributes
    ----------
    searched : int
        Nodes whose splits were looked for; those that stopped before are not among them.
    samples : int
        Samples that were read there to find the best split of a feature, added up over
        nodes and features.  A sample is read once, whatever it weighs.
    cuts : int
        Candidates whose score was worked out: admitted ones, of any kind of split.
    """

    searched: int = 0
    samples: int = 0
    cuts: int = 0


@dataclass
class WorkDone:
    """What :func:`~arboretum.growing.count_work` counted.

    Attributes
    ----------
    grower : str
        Who grew the tree, as an estimator's ``grower_``.
    levels : list of Level
        The work at each depth, that of the root first.
    sorted : int
        Values of numeric features that were put in order.
    """

    grower: str = ""
    levels: list[Level] = field(default_factory=list)
    sorted: int = 0

    @property
    def searched(self) -> int:
        """Nodes that were searched, at any depth."""
        return sum(level.searched for level in self.levels)

    @property
    def samples(self) -> int:
        """Samples that were read, at any depth."""
        return sum(level.samples for level in self.levels)

    @property
    def cuts(self) -> int:
        """Candidates that were scored, at any depth."""
        return sum(level.cuts for level in self.levels)

    def at(self, depth: int) -> Level:
        """The work at a depth, to add to."""
        self.levels += [Level() for _ in range(len(self.levels), depth + 1)]
        return self.levels[depth]

    def add(self, counted: dict[str, Any]) -> None:
        """Add what the native core counted."""
        columns = (counted[name].tolist() for name in ("searched", "samples", "cuts"))
        for depth, (searched, samples, cuts) in enumerate(zip(*columns, strict=True)):
            level = self.at(depth)
            level.searched += searched
            level.samples += samples
            level.cuts += cuts
        self.sorted += counted["sorted"]

    def __str__(self) -> str:
        rows = [("depth", "searched", "samples", "cuts")]
        rows += [
            (str(depth), str(level.searched), str(level.samples), str(level.cuts))
            for depth, level in enumerate(self.levels)
        ]
        rows.append(("all", str(self.searched), str(self.samples), str(self.cuts)))
        return "\n".join([*aligned(rows, left=()), f"put in order: {self.sorted} values"])
