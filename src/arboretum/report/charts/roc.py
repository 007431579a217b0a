"""The curve of cut-offs of two classes (ROC)."""

from __future__ import annotations

from arboretum.report.charts.drawing import WIDTH, Scale, chart, label, line
from arboretum.report.cutoffs import Cutoffs
from arboretum.report.markup import Markup, element

__all__ = ["roc"]

#: The square of the curve, in pixels, and how tall the sheet is.
LEFT, TOP, SIDE, HEIGHT = 54.0, 10.0, 272.0, 326.0
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


def roc(found: Cutoffs, across: str, up: str, mark: str, words: str) -> Markup:
    """The share found over the share wrongly taken, with the place of the tree on it."""
    x = Scale(0.0, 1.0, LEFT, LEFT + SIDE)
    y = Scale(0.0, 1.0, TOP + SIDE, TOP)
    drawn = []
    for quarter in QUARTERS:
        text = f"{100 * quarter:.0f} %"
        drawn += [
            line(x(quarter), y(0), x(quarter), y(1), "grid"),
            line(x(0), y(quarter), x(1), y(quarter), "grid"),
            label(min(x(quarter), WIDTH - 20), y(0) + 16, text),
            label(x(0) - 6, y(quarter) + 4, text, anchor="end"),
        ]
    steps = "L".join(f"{x(wrong):.1f} {y(right):.1f}" for wrong, right in found.curve.tolist())
    sensitivity, specificity, _ = found.tree
    at = {"cx": f"{x(1 - specificity):.1f}", "cy": f"{y(sensitivity):.1f}"}
    is_left = specificity > 0.5
    beside = x(1 - specificity) + (11 if is_left else -11)
    below = min(y(sensitivity) + 16, y(0) - 6)  # above the numbers of the axis
    drawn += [
        line(x(0), y(0), x(1), y(1), "chance"),
        element("path", class_="curve-ground", d=f"M{steps}"),
        element("path", class_=f"curve {mark}", d=f"M{steps}"),
        element("circle", class_="point", r="6", **at),
        label(beside, below, "the tree", "strong", "start" if is_left else "end"),
        element("circle", class_="chosen", r="6", hidden="hidden", **at),
        label((x(0) + x(1)) / 2, HEIGHT - 4, across),
        label(12, (y(0) + y(1)) / 2, up, turned=True),
    ]
    return chart(HEIGHT, words, *drawn, kind="roc")
