"""Of two classes: what is gained and lost by predicting one of them sooner or later."""

from __future__ import annotations

import math

from arboretum.report.charts.roc import roc
from arboretum.report.cutoffs import Cutoffs
from arboretum.report.markup import Markup, element, fragment, table
from arboretum.tree import category_text
from arboretum.tree.words.format import percent

__all__ = ["cutoffs"]

#: The cut-offs of the table, in percent.
SHOWN = (10, 20, 30, 40, 50, 60, 70, 80, 90)
HEADING = (
    "found (sensitivity)",
    "others left alone (specificity)",
    "right if predicted (precision)",
)


def cutoffs(found: Cutoffs, name: str, number: str, mark: str) -> Markup:
    """The curve, a slider where scripts run, and a table for everybody."""
    positive, other = (category_text(one) for one in found.classes)
    auc = f"{found.auc:.2f}"
    text = (
        f"Every leaf has a share of {positive}. Predicting {positive} from a lower share on finds "
        f"more of them, and takes more of {other} for it; the curve shows every such choice. The "
        f"area under it is {auc}: the chance that a sample of {positive} has a higher share than "
        f"one of {other} (ties count half); 0.5 would be guessing."
    )
    words = (
        f"ROC curve of {name}, area {auc}. As the tree decides, {percent(found.tree[0], 0)} of "
        f"{positive} are found and {percent(1 - found.tree[1], 0)} of {other} are taken for it."
    )
    across = f"of {_short(other)}, taken for {_short(positive)}"
    curve = roc(found, across, f"of {_short(positive)}, found", mark, words)
    caption = "Up: more are found. Left: fewer are wrongly taken. Dashed: chance."
    picture = element("figure", curve, element("figcaption", caption))
    right = element("div", _slider(found, positive, f"cutoff-{number}"), _table(found, positive))
    heading = element("h3", f"When to predict {positive}")
    return fragment(heading, element("p", text), element("div", picture, right, class_="pair"))


def _short(name: str, most: int = 14) -> str:
    """Names on an axis have little room; the text beside it has them whole."""
    return name if len(name) <= most else name[: most - 1] + "…"


def _slider(found: Cutoffs, positive: str, name: str) -> Markup:
    """Where scripts run, a slider shows any cut-off; it is hidden where they do not."""
    columns = zip(found.sensitivity, found.specificity, found.precision, strict=True)
    points = ";".join(",".join(_exactly(x) for x in row) for row in columns)
    place = element("input", type="range", min="1", max="99", value="50", id=name)
    words = element("label", f"Predict {positive} from a share of ", for_=name)
    shown = element("output", "50 %", for_=name)
    said = element("p", "", class_="said", aria_live="polite")
    return element(
        "div",
        element("p", words, shown),
        place,
        said,
        class_="cutoff",
        hidden="hidden",
        data_points=points,
        data_class=positive,
    )


def _exactly(share: float) -> str:
    """Not rounded to what is shown: rounding twice may give another number."""
    return "" if math.isnan(share) else f"{share:.6g}"


def _table(found: Cutoffs, positive: str) -> Markup:
    own = ["the tree", *(_text(x) for x in found.tree)]
    columns = (found.sensitivity, found.specificity, found.precision)
    rows = [[f"{share} %", *(_text(column[share - 1]) for column in columns)] for share in SHOWN]
    heading = ["predicted from a share of", *HEADING]
    caption = f"What happens if {positive} is predicted sooner or later"
    return table(caption, heading, [own, *rows], marked=0)


def _text(share: float) -> str:
    return "–" if math.isnan(share) else percent(share, 0)
