"""Where samples end, and what they get from there."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

__all__ = ["Ends", "average_of_parts"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]


def _none(dtype: type) -> npt.NDArray:
    return np.zeros(0, dtype=dtype)


@dataclass(frozen=True, eq=False)
class Ends:
    """The nodes where samples end: most at one, some at several, with a share at each.

    Attributes
    ----------
    node : the node of each sample; of several that with the largest share, the first of equals.
    rows : samples that end at several nodes.
    start : ``rows[i]`` ends at ``nodes[start[i]:start[i + 1]]``, by the ``shares`` of the same
        positions, which add up to 1.
    """

    node: IntArray
    rows: IntArray = field(default_factory=lambda: _none(np.int32))
    start: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, dtype=np.int64))
    nodes: IntArray = field(default_factory=lambda: _none(np.int32))
    shares: FloatArray = field(default_factory=lambda: _none(np.float64))

    @classmethod
    def spread(
        cls,
        node: IntArray,
        rows: IntArray,
        start: npt.NDArray[np.int64],
        nodes: IntArray,
        shares: FloatArray,
    ) -> Ends:
        """Samples that end at ``node``, but for some ``rows`` that end at several nodes."""
        largest = np.maximum.reduceat(shares, start[:-1])
        is_largest = np.flatnonzero(shares == np.repeat(largest, np.diff(start)))
        first = is_largest[np.searchsorted(is_largest, start[:-1])]
        node = node.copy()
        node[rows] = nodes[first]
        return cls(node, rows, start, nodes, shares)

    def average(self, values: FloatArray) -> FloatArray:
        """What each sample gets of the nodes where it ends, (n_nodes, k) -> (n_samples, k)."""
        found = values.take(self.node, axis=0)
        if len(self.rows):
            found[self.rows] = self.average_of_rows(values)
        return found

    def average_of_rows(self, values: FloatArray) -> FloatArray:
        """The same for ``rows`` alone."""
        return np.add.reduceat(values[self.nodes] * self.shares[:, None], self.start[:-1], axis=0)


def average_of_parts(values: npt.ArrayLike, shares: npt.ArrayLike) -> FloatArray:
    """What one sample gets of the nodes where it ends, (k, width) and (k,) -> (width,).

    Added up as for many samples, bit for bit: where classes are equal but for
    rounding, an explanation must not decide otherwise than the prediction.
    """
    parts = np.asarray(values) * np.asarray(shares)[:, None]
    return np.add.reduceat(parts, [0], axis=0)[0]
