"""Where the nodes of a drawn tree stand: numbers only, whatever draws them.

A node is a block: a rectangle that holds all words about it.  Blocks
never overlap, nor do the branches below one block cross another; a parent
stands in the middle above its children; and a subtree has the same shape
wherever it stands.  ``x`` grows to the right, ``top`` downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["Blocks", "Layout", "branch_lengths", "lay_out"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Blocks:
    """What to place, parents before their children, the root first.

    ``children[i]`` are the positions of the children of block ``i``, in the
    order of the branches.
    """

    children: Sequence[Sequence[int]]
    width: FloatArray
    height: FloatArray

    def depths(self) -> npt.NDArray[np.int64]:
        """Edges from the root to each block."""
        depths = np.zeros(len(self.children), dtype=np.int64)
        for block, below in enumerate(self.children):
            depths[list(below)] = depths[block] + 1
        return depths


@dataclass(frozen=True, eq=False)
class Layout:
    """The middle and the top of each block, and the size of the whole, which starts at 0, 0."""

    x: FloatArray
    top: FloatArray
    width: float
    height: float


def lay_out(blocks: Blocks, length: FloatArray, gap: float, *, is_aligned: bool = True) -> Layout:
    """Place blocks as tightly as they go.

    Parameters
    ----------
    blocks : what to place
    length : of the branches below each block, from its bottom to the tops of its children
    gap : room between neighbours
    is_aligned : whether all blocks of one depth start at the same height; then branches are as
        long as the longest of their depth

    Examples
    --------
    >>> three = Blocks([[1, 2], [], []], width=np.full(3, 10.0), height=np.full(3, 4.0))
    >>> layout = lay_out(three, length=np.full(3, 6.0), gap=2.0)
    >>> layout.x.tolist(), layout.top.tolist(), layout.width, layout.height
    ([11.0, 5.0, 17.0], [0.0, 10.0, 10.0], 22.0, 14.0)
    """
    top = _aligned_tops(blocks, length) if is_aligned else _free_tops(blocks, length)
    x = _middles(blocks, top, gap)
    left = float((x - blocks.width / 2).min())
    right = float((x + blocks.width / 2).max())
    return Layout(x - left, top, right - left, float((top + blocks.height).max()))


def branch_lengths(drop: FloatArray, least: float, longest: float) -> FloatArray:
    """Lengths of branches in proportion to what the splits above them achieve.

    The greatest drop gets the longest branch.  Where the proportion would leave
    less than ``least``, as where a split gains nothing, that is the length.

    >>> branch_lengths(np.array([60.0, 30.0, 3.0, 0.0]), least=10.0, longest=80.0).tolist()
    [80.0, 40.0, 10.0, 10.0]
    """
    greatest = float(np.nanmax(drop, initial=0.0))
    if greatest <= 0:
        return np.full(len(drop), least)
    return np.maximum(np.nan_to_num(drop) * (longest / greatest), least)


def _aligned_tops(blocks: Blocks, length: FloatArray) -> FloatArray:
    depths = blocks.depths()
    step = np.zeros(depths.max() + 2)
    np.maximum.at(step, depths + 1, blocks.height)
    longest = np.zeros(depths.max() + 2)
    inner = np.array([len(below) > 0 for below in blocks.children])
    np.maximum.at(longest, depths[inner] + 1, length[inner])
    return np.asarray(np.cumsum(step + longest)[depths])


def _free_tops(blocks: Blocks, length: FloatArray) -> FloatArray:
    top = np.zeros(len(blocks.children))
    for block, below in enumerate(blocks.children):
        top[list(below)] = top[block] + blocks.height[block] + length[block]
    return top


def _middles(blocks: Blocks, top: FloatArray, gap: float) -> FloatArray:
    """The middle of each block: children first, each subtree as one rigid piece.

    The outline of a piece has the left, right, top and bottom of its rectangles as rows, seen
    from the middle of its root.
    """
    n = len(blocks.children)
    offset = np.zeros(n)  # from the parent's middle
    outlines: dict[int, FloatArray] = {}
    for block in range(n - 1, -1, -1):
        half, bottom = blocks.width[block] / 2, top[block] + blocks.height[block]
        own = [(-half, half, top[block], bottom)]
        below = list(blocks.children[block])
        pieces = [outlines.pop(child) for child in below]
        if below:
            offset[below] = _side_by_side(pieces, gap)
            # Nothing may come between a parent and its children: branches run there.
            own.append((offset[below[0]], offset[below[-1]], bottom, top[below[0]]))
        for child, piece in zip(below, pieces, strict=True):
            piece[:2] += offset[child]
        outlines[block] = np.hstack([np.array(own).T, *pieces])
    x = offset
    for block, children in enumerate(blocks.children):
        x[list(children)] += x[block]
    return x


def _room_before(piece: FloatArray, other: FloatArray, gap: float) -> float:
    """How far right of a piece another has to stand."""
    _, right, top, bottom = piece[:, :, None]
    side_by_side = (top < other[3]) & (other[2] < bottom)
    return float((right + gap - other[0])[side_by_side].max(initial=0.0))


def _side_by_side(pieces: list[FloatArray], gap: float) -> FloatArray:
    """Where the roots of sibling subtrees stand, seen from the middle of the first and last.

    Packed to the left, a small subtree between large ones sticks to its left
    neighbour; packed to the right, to the other.  The mean of both is as free of
    overlap as they are, since the condition is linear: ``x[j] - x[i] >= room``.
    """
    n = len(pieces)
    room = np.zeros((n, n))
    for j in range(n):
        for i in range(j):
            room[i, j] = _room_before(pieces[i], pieces[j], gap)
    to_left = np.zeros(n)
    for j in range(1, n):
        to_left[j] = (to_left[:j] + room[:j, j]).max()
    to_right = np.full(n, to_left[-1])
    for i in range(n - 2, -1, -1):
        to_right[i] = (to_right[i + 1 :] - room[i, i + 1 :]).min()
    x = (to_left + to_right) / 2
    return np.asarray(x - (x[0] + x[-1]) / 2)
