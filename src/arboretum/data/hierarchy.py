"""Labels that stand below other labels: in a tree, or below several in a graph without cycles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import DataError, ParameterError

__all__ = ["Hierarchy"]

#: A parent of this name is not a label: it stands above all of them.
ROOT = "root"


@dataclass(frozen=True)
class Hierarchy:
    """Which labels stand directly above each label.

    Attributes
    ----------
    labels : names, parents before their children.
    parents : positions of the labels directly above each; none at the top.

    Examples
    --------
    >>> Hierarchy.of(["1/1/2", "1/3", "2"]).labels
    ('1', '2', '1/1', '1/3', '1/1/2')
    >>> graph = Hierarchy.of([("root", "a"), ("root", "b"), ("a", "c"), ("b", "c")])
    >>> graph.labels, graph.parents
    (('a', 'b', 'c'), ((), (), (0, 1)))
    """

    labels: tuple[str, ...]
    parents: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, value: Any) -> Hierarchy:
        """Whatever says which label is below which.

        Parameters
        ----------
        value : Hierarchy, paths, edges, mapping or graph
            Paths such as ``"1/1/2"``, of which every beginning is a label; edges ``(parent,
            child)``, where the parent ``"root"`` is not a label; a mapping from labels to those
            above them; or a directed graph of networkx, whose edges lead downwards.
        """
        if isinstance(value, Hierarchy):
            return value
        if hasattr(value, "edges") and hasattr(value, "nodes"):
            return cls.from_edges(value.edges(), value.nodes())
        if isinstance(value, Mapping):
            edges = [(above, label) for label, parents in value.items() for above in parents]
            return cls.from_edges(edges, value)
        items = list(value)
        if all(isinstance(item, str) for item in items):
            return cls.from_paths(items)
        if all(isinstance(item, tuple | list) and len(item) == 2 for item in items):
            return cls.from_edges(items)
        raise ParameterError(
            "A hierarchy is made of paths such as '1/1/2', or of edges (parent, child), a mapping "
            f"from labels to those above them, or a directed graph; got {type(value).__name__}."
        )

    @classmethod
    def from_paths(cls, paths: Iterable[str], separator: str = "/") -> Hierarchy:
        """A tree from paths; whatever stands before a separator is a label, too."""
        above: dict[str, list[str]] = {}
        for path in paths:
            parts = path.strip().split(separator)
            if not all(parts):
                raise DataError(
                    f"The path {path!r} of a label has an empty part. Write it as "
                    f"'1{separator}1', without {separator!r} at its ends."
                )
            labels = list(accumulate(parts, lambda parent, part: f"{parent}{separator}{part}"))
            above[labels[0]] = []
            above |= {label: [parent] for parent, label in pairwise(labels)}
        return cls._sorted(above)

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[Any, Any]], labels: Iterable[Any] = ()) -> Hierarchy:
        """A graph from edges that lead from a label to one below it."""
        above: dict[str, list[str]] = {str(label): [] for label in labels if str(label) != ROOT}
        for parent, child in edges:
            for label in (str(parent), str(child)):
                if label != ROOT:
                    above.setdefault(label, [])
            if str(parent) != ROOT and str(parent) not in above[str(child)]:
                above[str(child)].append(str(parent))
        return cls._sorted(above)

    @classmethod
    def _sorted(cls, above: Mapping[str, list[str]]) -> Hierarchy:
        """Parents first: level by level, in each level as they were given."""
        level: dict[str, int] = {}
        waiting = list(above)
        while waiting:
            found = [label for label in waiting if all(p in level for p in above[label])]
            if not found:
                raise DataError(
                    f"The hierarchy has a cycle through the label {waiting[0]!r}, which would be "
                    "below itself. Leave out the edge that closes the cycle."
                )
            for label in found:
                level[label] = 1 + max((level[p] for p in above[label]), default=0)
            waiting = [label for label in waiting if label not in level]
        labels = sorted(level, key=lambda label: level[label])
        place = {label: i for i, label in enumerate(labels)}
        parents = tuple(tuple(sorted(place[p] for p in above[label])) for label in labels)
        return cls(tuple(labels), parents)

    def __len__(self) -> int:
        return len(self.labels)

    @cached_property
    def place(self) -> dict[str, int]:
        """Position of each label by name."""
        return {label: i for i, label in enumerate(self.labels)}

    @cached_property
    def ancestors(self) -> tuple[frozenset[int], ...]:
        """All labels above each, at any distance."""
        found: list[frozenset[int]] = []
        for parents in self.parents:
            found.append(frozenset(parents).union(*(found[parent] for parent in parents)))
        return tuple(found)

    @cached_property
    def depths(self) -> npt.NDArray[np.int64]:
        """Steps from above all labels to each, by the longest way; 1 at the top."""
        depth = np.ones(len(self), dtype=np.int64)
        for label, parents in enumerate(self.parents):
            depth[label] += max((depth[parent] for parent in parents), default=0)
        return depth

    def edges(self) -> Iterator[tuple[int, int]]:
        """Positions (parent, child), parents first."""
        for child, parents in enumerate(self.parents):
            for parent in parents:
                yield parent, child

    def weights(self, decay: float) -> npt.NDArray[np.float64]:
        """``decay`` times the mean weight of the labels directly above; ``decay`` at the top.

        In a tree that is ``decay`` to the power of the depth.

        >>> Hierarchy.of(["1/1", "2"]).weights(0.75).tolist()
        [0.75, 0.75, 0.5625]
        """
        weights = np.empty(len(self))
        for label, parents in enumerate(self.parents):
            above = np.mean([weights[parent] for parent in parents]) if parents else 1.0
            weights[label] = decay * above
        return weights

    def closed(self, labels: Iterable[str]) -> list[int]:
        """Positions of labels with all that stand above them.

        >>> Hierarchy.of(["1/1/2", "2"]).closed(["1/1/2"])
        [0, 2, 3]
        """
        found: set[int] = set()
        for label in labels:
            if label not in self.place:
                raise DataError(
                    f"The label {label!r} is not in the hierarchy. It has {len(self)} labels, such "
                    f"as {', '.join(map(repr, self.labels[:3]))}. Add the label to the hierarchy."
                )
            place = self.place[label]
            found.add(place)
            found |= self.ancestors[place]
        return sorted(found)

    def raised(self, thresholds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Thresholds, none below that of a label above."""
        raised = thresholds.copy()
        for parent, child in self.edges():
            raised[child] = max(raised[child], raised[parent])
        return raised

    def capped(self, shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Probabilities (n, n_labels), none above that of a label above."""
        capped = shares.copy()
        for parent, child in self.edges():
            np.minimum(capped[:, child], capped[:, parent], out=capped[:, child])
        return capped
