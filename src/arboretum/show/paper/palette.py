"""Colours that people with any colour vision, and readers of grey prints, can distinguish."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.tree import Tree

__all__ = [
    "HIGHLIGHT",
    "INK",
    "OTHER",
    "REMARK",
    "class_colours",
    "ink_on",
    "node_colours",
    "tint",
]

FloatArray = npt.NDArray[np.float64]

#: Okabe & Ito's colours except vermilion, which marks a path.
CLASSES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#F0E442", "#8C564B")
HIGHLIGHT = "#D55E00"
#: For all classes beyond these.
OTHER = "#9A9A9A"
INK = "#1A1A1A"
#: For remarks; legible on white.
REMARK = "#5A5A5A"
#: From small to large numbers: lightness falls all the way, and dark text stays legible.
NUMBERS = ("#F7FBFF", "#DCE9F6", "#BCD7EB", "#8FC1DE", "#5EA5D0")
#: How much of a colour there may be under dark text.
STRONGEST = 0.55


def class_colours(tree: Tree, target: int = 0) -> list[str]:
    """A colour for each class of a target; the rarest share one if they are many."""
    n_classes = len(tree.schema.targets[target].classes or ())
    if n_classes <= len(CLASSES):
        return list(CLASSES[:n_classes])
    order = np.argsort(-tree.probabilities[target][0], kind="stable")
    colours = [OTHER] * n_classes
    for colour, code in zip(CLASSES, order.tolist(), strict=False):
        colours[code] = colour
    return colours


def node_colours(tree: Tree, nodes: list[int]) -> list[str]:
    """The colour of each node's box.

    Classes: that of the predicted class, paler the more mixed the node is.
    Numbers: from light to dark.  Several targets: grey.
    """
    if len(tree.schema.targets) != 1:
        return ["#F2F2F2"] * len(nodes)
    if not tree.schema.is_classification:
        return _of_numbers(tree.value[:, 0], nodes)
    colours, shares = class_colours(tree), tree.probabilities[0]
    even = 1.0 / max(shares.shape[1], 2)
    found = []
    for node in nodes:
        code = int(tree.decisions[node, 0])
        purity = max(float(shares[node, code]) - even, 0.0) / (1.0 - even)
        found.append(tint(colours[code], STRONGEST * (0.15 + 0.85 * purity)))
    return found


def tint(colour: str, strength: float) -> str:
    """A colour mixed with white.

    >>> tint("#000000", 1.0), tint("#000000", 0.0), tint("#FF0000", 0.5)
    ('#000000', '#ffffff', '#ff8080')
    """
    return _hex(255.0 - strength * (255.0 - _rgb(colour)))


def ink_on(colour: str) -> str:
    """Black or white, whichever is easier to read on a colour.

    >>> ink_on("#FFFFFF"), ink_on("#08306B")
    ('#1A1A1A', '#FFFFFF')
    """
    return INK if contrast(colour, INK) >= contrast(colour, "#FFFFFF") else "#FFFFFF"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 defines it: 1 for equals, 21 for black on white.

    >>> contrast("#000000", "#FFFFFF")
    21.0
    """
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    part = _rgb(colour) / 255.0
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return float(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _of_numbers(value: FloatArray, nodes: list[int]) -> list[str]:
    low, high = float(value.min()), float(value.max())
    scale = np.array([_rgb(colour) for colour in NUMBERS])
    place = np.zeros(len(nodes)) if high <= low else (value[nodes] - low) / (high - low)
    steps = place * (len(NUMBERS) - 1)
    below = np.minimum(steps.astype(int), len(NUMBERS) - 2)
    part = (steps - below)[:, None]
    return [_hex(row) for row in scale[below] * (1 - part) + scale[below + 1] * part]


def _rgb(colour: str) -> FloatArray:
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=np.float64)


def _hex(rgb: FloatArray) -> str:
    return "#" + "".join(f"{round(float(part)):02x}" for part in rgb)
