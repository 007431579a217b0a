"""The curve of cut-offs of two classes (ROC)."""

from __future__ import annotations

from arboretum.report.charts.drawing import SQUARE_HEIGHT, chart, label, share_square
from arboretum.report.cutoffs import Cutoffs
from arboretum.report.markup import Markup, element

__all__ = ["roc"]


def roc(found: Cutoffs, across: str, up: str, mark: str, words: str) -> Markup:
    """The share found over the share wrongly taken, with the place of the tree on it."""
    x, y, drawn = share_square(across, up)
    steps = "L".join(f"{x(wrong):.1f} {y(right):.1f}" for wrong, right in found.curve.tolist())
    sensitivity, specificity, _ = found.tree
    at = {"cx": f"{x(1 - specificity):.1f}", "cy": f"{y(sensitivity):.1f}"}
    is_left = specificity > 0.5
    beside = x(1 - specificity) + (11 if is_left else -11)
    below = min(y(sensitivity) + 16, y(0) - 6)  # above the numbers of the axis
    drawn += [
        element("path", class_="curve-ground", d=f"M{steps}"),
        element("path", class_=f"curve {mark}", d=f"M{steps}"),
        element("circle", class_="point", r="6", **at),
        label(beside, below, "the tree", "strong", "start" if is_left else "end"),
        element("circle", class_="chosen", r="6", hidden="hidden", **at),
    ]
    return chart(SQUARE_HEIGHT, words, *drawn, kind="roc")
