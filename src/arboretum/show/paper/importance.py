"""How much each feature contributed, as bars."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from arboretum.exceptions import ParameterError
from arboretum.explain.importance import impurity_importance, surrogate_importance
from arboretum.show.paper.chart import Size, finish_chart, open_chart
from arboretum.show.paper.palette import CLASSES
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.wrap import clip
from arboretum.tree.tree import found_tree
from arboretum.tree.words.format import name_text, number_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

__all__ = ["importance"]

LONGEST_NAME = 40


def importance(
    tree: Any,
    kind: Literal["impurity", "surrogate"] = "impurity",
    *,
    max_features: int = 20,
    file: str | os.PathLike[str] | None = None,
    title: str | None = None,
    figsize: Size | None = None,
    ax: Axes | None = None,
) -> Picture:
    """Draw how much each feature contributed, the largest first.

    Parameters
    ----------
    tree : a tree, a fitted estimator, or a mapping from names to numbers of one's own
    kind : {"impurity", "surrogate"}
        The share in the decrease of impurity, as in scikit-learn; or rpart's
        improvement, to which surrogates add.
    max_features : show no more than these; features without a part are left out
    file : where to save it; the name ends in .svg, .pdf or .png
    title : written above
    figsize : inches
    ax : axes of matplotlib to draw into
    """
    shown = _ranked(tree, kind)[:max_features]
    chart = open_chart(ax, figsize, (6.0, 1.0 + 0.28 * max(len(shown), 1)), title)
    names = [clip(name_text(name), LONGEST_NAME) for name, _ in shown]
    places = list(range(len(shown)))
    bars = chart.barh(places, [number for _, number in shown], color=CLASSES[0], height=0.7)
    chart.bar_label(bars, [number_text(number, 3) for _, number in shown], padding=3, fontsize=8)
    chart.set_yticks(places, names, parse_math=False)
    chart.invert_yaxis()
    chart.margins(x=0.12)
    chart.set_xlabel(_MEANING.get(kind, "") if not isinstance(tree, Mapping) else "")
    alt = "\n".join(f"{name_text(name)}: {number_text(number, 3)}" for name, number in shown)
    return finish_chart(chart, title, "Importance of features", alt, file)


_MEANING = {
    "impurity": "share in the decrease of impurity",
    "surrogate": "improvement by own splits and as a surrogate",
}


def _ranked(tree: Any, kind: str) -> list[tuple[str, float]]:
    """Features with a part, the largest first; equals in the order of the columns."""
    if isinstance(tree, Mapping):
        pairs = [(str(name), float(number)) for name, number in tree.items()]
    else:
        measures = {"impurity": impurity_importance, "surrogate": surrogate_importance}
        if kind not in measures:
            raise ParameterError(f"kind={kind!r} is not known. Known: 'impurity', 'surrogate'.")
        grown = found_tree(tree)
        numbers = measures[kind](grown).tolist()
        pairs = list(zip(grown.schema.feature_names, numbers, strict=True))
    return sorted((pair for pair in pairs if pair[1] != 0), key=lambda pair: -pair[1])
