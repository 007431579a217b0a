"""Where the names of lines go: on their line, and not on one another.  Numbers only."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["place_names"]

FloatArray = npt.NDArray[np.float64]

#: A name on the line, after it, before it: which part of its size lies before the line.
SIDES = (0.5, 0.0, 1.0)


def place_names(lines: FloatArray, sizes: FloatArray, room: FloatArray) -> FloatArray:
    """The middle of the name of each line; NaN where there is no room for it.

    A name stands near the upper or right end of its line, or as far back as it has to, in the
    middle of the line or beside it.  It never meets another name and stays inside the room; of the
    places left it takes one that hides the fewest other lines.

    Parameters
    ----------
    lines : (n, 4) left, bottom, right, top of each, all upright or level
    sizes : (n, 2) width and height of each name
    room : left, bottom, right, top of what is drawn on
    """
    middles = np.full((len(lines), 2), np.nan)
    taken = np.empty((0, 4))
    lengths = (lines[:, 2:] - lines[:, :2]).sum(axis=1)
    for i in np.argsort(lengths, kind="stable"):  # the short ones have the least choice
        found = _places(lines[i], sizes[i])
        boxes = np.hstack([found - sizes[i] / 2.0, found + sizes[i] / 2.0])
        is_inside = (boxes[:, :2] >= room[:2]).all(axis=1) & (boxes[:, 2:] <= room[2:]).all(axis=1)
        is_free = is_inside & ~_meet(boxes, taken).any(axis=1)
        if not is_free.any():
            continue
        hidden = _meet(boxes, np.delete(lines, i, axis=0)).sum(axis=1)
        best = int(np.argmin(np.where(is_free, hidden, len(lines))))
        middles[i] = found[best]
        taken = np.vstack([taken, boxes[best]])
    return middles


def _places(line: FloatArray, size: FloatArray) -> FloatArray:
    """Middles of a name from the end of its line to the start, the one on the line first."""
    along = 1 if line[0] == line[2] else 0
    start, end = line[along], line[along + 2]
    last = max(start, end - size[along] / 2.0)
    steps = np.arange(last, start - 1e-9, -size[1] / 2.0)
    found = np.empty((len(steps), len(SIDES), 2))
    found[:, :, along] = steps[:, None]
    found[:, :, 1 - along] = line[1 - along] + (0.5 - np.array(SIDES)) * size[1 - along]
    return found.reshape(-1, 2)


def _meet(boxes: FloatArray, others: FloatArray) -> npt.NDArray[np.bool_]:
    """Whether another box, or line, reaches inside each box."""
    starts = boxes[:, None, :2] < others[None, :, 2:]
    ends = others[None, :, :2] < boxes[:, None, 2:]
    return np.all(starts & ends, axis=2)
