"""How wrong the tree is on samples it has not seen."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from arboretum import show
from arboretum.report.judgement import Confusion, Judgement, Residuals
from arboretum.report.markup import Markup, element, figure, fragment, scrolled, section, table
from arboretum.tree import category_text, name_text, number_text
from arboretum.tree.words.format import percent

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["errors"]

#: Further classes are counted together, or left out of the table of classes.
MOST_CONFUSED, MOST_CLASSES = 12, 30
#: The names of more classes stand upright above the matrix.
FEW_CLASSES = 5
MEASURES = {
    "error rate": "share of mistakes",
    "RMSE": "root mean square error",
    "mean loss": "mean loss",
}
#: Shades of the cells of a confusion matrix.
N_SHADES = 5


def errors(report: Report) -> Markup:
    """Errors with their intervals, beside those without a tree, then mistakes or residuals."""
    measured = (
        f"Each sample was predicted by a tree that was grown, and chosen, without it: the samples "
        f"were dealt into {report.n_folds} folds, and each fold was left out once."
    )
    caveat = (
        "The interval says how far chance in these samples may move the number. It does not "
        "account for samples that differ from these: other years, places or people."
    )
    return section(
        "errors",
        "How good it is",
        measured,
        _error_table(report),
        caveat,
        *_losses(report),
        *(f"Note: {note}" for note in report.notes),
        *(_details(judged, len(report.judged) > 1) for judged in report.judged),
    )


def _error_table(report: Report) -> Markup:
    heading = ["target", "measure", "error", "95 % interval", "without a tree"]
    measured = [one for judged in report.judged for one in (judged, judged.loss) if one is not None]
    rows = []
    for one in measured:
        value, low, high, without = one.texts
        named = [name_text(one.error.target), MEASURES[one.error.measure]]
        rows.append([*named, value, f"{low} to {high}", without])
    return table("Error in cross-validation", heading, rows, left=(0, 1))


def _losses(report: Report) -> list[str]:
    """What mistakes cost, where they do not all cost the same."""
    tree = report.tree
    if tree.loss is None:
        return []
    text = (
        "The share of mistakes counts each mistake once, whatever it costs. The tree was grown to "
        "keep the mean loss low: what its mistakes cost per sample, by the losses that were given."
    )
    if len(tree.loss) > MOST_CONFUSED:
        return [text]
    names = [category_text(one) for one in tree.schema.targets[0].classes or ()]
    rows = [
        [name, *(number_text(float(one), 4) for one in row)]
        for name, row in zip(names, tree.loss, strict=True)
    ]
    target = name_text(tree.schema.targets[0].name)
    caption = f"What it costs to take a class of {target} for another"
    return [text, table(caption, ["", *(f"predicted {name}" for name in names)], rows)]


def _details(judged: Judgement, is_one_of_several: bool) -> Markup:
    name = name_text(judged.error.target)
    heading = [element("h3", name)] if is_one_of_several else []
    if judged.confusion is not None:
        parts = [_matrix(name, judged.confusion), _by_class(name, judged.confusion)]
    else:
        assert judged.residuals is not None  # numbers have them
        parts = [_picture(name, judged.residuals), _quantiles(name, judged.residuals)]
    return fragment(*heading, *parts)


def _matrix(name: str, confusion: Confusion) -> Markup:
    classes, weights = confusion.clipped(MOST_CONFUSED)
    others = f"{len(confusion.classes) - MOST_CONFUSED + 1} other classes"
    names = [others if one is None else category_text(one) for one in classes]
    head = element(
        "tr", element("td"), *(element("th", f"predicted {text}", scope="col") for text in names)
    )
    lines = [
        element(
            "tr",
            element("th", names[i], scope="row"),
            *(_cell(float(w), float(row.sum()), i == k) for k, w in enumerate(row)),
        )
        for i, row in enumerate(weights)
    ]
    caption = f"What was predicted for the samples of each class of {name} (confusion matrix)"
    made = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", *lines),
        class_="matrix" if len(names) <= FEW_CLASSES else "matrix many",
    )
    return scrolled(made, caption)


def _cell(weight: float, whole: float, is_right: bool) -> Markup:
    """The larger the share of the class, the darker."""
    shade = math.ceil(N_SHADES * weight / whole) if whole > 0 else 0
    kind = "right" if is_right else "wrong"
    return element("td", number_text(weight, 6), class_=f"{kind} shade-{shade}")


def _by_class(name: str, confusion: Confusion) -> Markup:
    heading = ["class", "samples", "found (recall)", "right if predicted (precision)"]
    totals = confusion.weights.sum(axis=1).tolist()
    order = sorted(range(len(totals)), key=lambda code: -totals[code])[:MOST_CLASSES]
    rows = []
    for code in order:
        shares = confusion.recall[code], confusion.precision[code]
        texts = ["–" if math.isnan(share) else percent(share) for share in shares]
        rows.append([category_text(confusion.classes[code]), number_text(totals[code], 6), *texts])
    return table(f"How well each class of {name} is found", heading, rows)


def _picture(name: str, residuals: Residuals) -> Markup:
    picture = show.residuals(residuals.observed, residuals.predicted, target=name)
    caption = (
        f"Observed {name} against what was predicted without the sample. On the line predictions "
        "are right; above it they are too low."
    )
    return figure(picture, caption)


def _quantiles(name: str, residuals: Residuals) -> Markup:
    quantiles = residuals.quantiles()
    words = {0.0: "least", 0.5: "median", 1.0: "largest"}
    heading = ["", *(words.get(share, percent(share, 0)) for share in quantiles)]
    row = ["observed − predicted", *(number_text(value, 4) for value in quantiles.values())]
    text = (
        f"On average predictions are off by {number_text(residuals.mean_absolute, 4)}, in either "
        "direction (mean absolute error)."
    )
    caption = f"Residuals of {name}: this share of the samples lies below"
    return table(caption, heading, [row], more=text)
