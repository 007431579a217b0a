"""How wrong the tree is on samples it has not seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from arboretum.report.charts.scatter import residual_bars, scatter
from arboretum.report.colours import named, report_marks
from arboretum.report.judgement import Confusion, Judgement, Residuals
from arboretum.report.markup import Markup, element, fragment, scrolled, section, table
from arboretum.report.sections.cutoffs import cutoffs
from arboretum.report.sections.given_shares import given_shares
from arboretum.report.sections.label_errors import SHOWN, each_label, folded_rows, together_table
from arboretum.tree import category_text, name_text, number_text
from arboretum.tree.words.format import percent, plural

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
HEADING = "How good it is"
MARGIN_OF_LABELS = (
    "A label that is rare is left out rightly nearly always, so that its share of mistakes says "
    "little: see how many of its samples are found, and the area under its precision-recall curve, "
    "which is its share of the samples if it is guessed and 1 if it is never wrong."
)
#: Of more targets the details are folded, and of more than the second left out.
MOST_OPEN, MOST_DETAILED = 3, 12
#: Shades of the cells of a confusion matrix; smaller shares than this are written with a decimal.
N_SHADES, FEW_PERCENT = 5, 0.01


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
    told = element("p", f"{measured} {caveat}")
    if report.labels is not None:
        both = element("div", told, *together_table(report), class_="pair")
        return section("errors", HEADING, both, MARGIN_OF_LABELS, each_label(report, report.labels))
    together, each = together_table(report), _error_table(report)
    beside, below = (together, each) if len(report.judged) > 1 else (each, [])
    return section(
        "errors",
        HEADING,
        element("div", told, *beside, class_="pair"),
        *below,
        *_losses(report),
        *_all_details(report),
    )


def _error_table(report: Report) -> list[Markup]:
    explains = any(judged.error.r2 is not None for judged in report.judged)
    several = len(report.judged) > 1
    heading = ["target", "measure", "error", "95 % interval", "without a tree"]
    heading += ["explained"] if explains and several else []
    rows = []
    for judged in _worst_first(report):
        for one in (judged, judged.loss):
            if one is None:
                continue
            value, low, high, without = one.texts
            named = [name_text(one.error.target), MEASURES[one.error.measure]]
            r2 = one.error.r2
            share = "–" if r2 is None else percent(max(r2, 0.0), 0)
            rows.append([*named, value, f"{low} to {high}", without])
            rows[-1] += [share] if len(heading) > len(rows[-1]) else []
    caption = "Error in cross-validation"
    if len(report.judged) > MOST_OPEN:
        caption += ", the target that is told worst first"
    if len(rows) > SHOWN:
        return folded_rows(caption, heading, rows, "target")
    return [table(caption, heading, rows, left=(0, 1))]


def _worst_first(report: Report) -> list[Judgement]:
    """The targets in their order; of many, those first of whose error a tree leaves most."""
    if len(report.judged) <= MOST_OPEN:
        return list(report.judged)

    def left(one: Judgement) -> float:
        without = one.without_tree.value
        return one.error.value / without if without > 0 else 1.0

    return sorted(report.judged, key=left, reverse=True)


def _all_details(report: Report) -> list[Markup]:
    """Mistakes or residuals of each target; of many folded, and of very many left out."""
    order = [report.judged.index(one) for one in _worst_first(report)]
    if len(order) <= MOST_OPEN:
        return [_details(report, k) for k in order]
    shown = order[:MOST_DETAILED]
    summary = element("summary", f"The mistakes of {plural(len(shown), 'target')}, one by one")
    each = (_details(report, k) for k in shown)
    made = [element("details", summary, *each, class_="more")]
    n_more = len(order) - len(shown)
    more = f"The mistakes of the other {plural(n_more, 'target')} are left out: to_dict() has all."
    return [*made, *([element("p", more)] if n_more else [])]


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


def _details(report: Report, k: int) -> Markup:
    judged = report.judged[k]
    name = name_text(judged.error.target)
    heading = [element("h3", name)] if len(report.judged) > 1 else []
    if judged.confusion is None:
        assert judged.residuals is not None  # numbers have them
        return fragment(*heading, _residuals(name, judged.residuals))
    confusion, marks = judged.confusion, report_marks(report, k)
    parts = [_matrix(name, confusion, marks), _by_class(name, confusion, marks)]
    is_small = len(confusion.classes) <= FEW_CLASSES
    parts = [element("div", one) for one in parts]
    mistakes = element("div", *parts, class_="pair" if is_small else "flow")
    made = [*heading, mistakes]
    if judged.cutoffs is not None:
        mark = marks[judged.cutoffs.positive]
        made.append(cutoffs(judged.cutoffs, name, f"{k + 1}", mark))
    if judged.given_shares is not None:
        made.append(given_shares(judged.given_shares, name))
    return fragment(*made)


def _matrix(name: str, confusion: Confusion, marks: Sequence[str]) -> Markup:
    """Counts and shares of each actual class, by what was predicted."""
    classes, weights = confusion.clipped(MOST_CONFUSED)
    mark_of = dict(zip(confusion.classes, marks, strict=True))
    others = f"{len(confusion.classes) - MOST_CONFUSED + 1} other classes"
    names = [
        element("span", others) if one is None else named(one, mark_of[one]) for one in classes
    ]
    top = element(
        "tr",
        element("td", colspan="2"),
        element("th", "predicted", colspan=str(len(names)), scope="colgroup", class_="axis"),
    )
    head = element(
        "tr",
        element("td", colspan="2"),
        *(element("th", text, scope="col") for text in names),
    )
    lines = []
    for i, row in enumerate(weights):
        side = element("th", "actual", rowspan=str(len(names)), scope="rowgroup", class_="axis")
        cells = (_cell(float(w), float(row.sum()), i == k) for k, w in enumerate(row))
        first = [side] if i == 0 else []
        lines.append(element("tr", *first, element("th", names[i], scope="row"), *cells))
    caption = f"Actual and predicted {name}: samples, and their share of the row (confusion matrix)"
    made = element(
        "table",
        element("caption", caption),
        element("thead", top, head),
        element("tbody", *lines),
        class_="matrix" if len(names) <= FEW_CLASSES else "matrix many",
    )
    return scrolled(made, caption)


def _cell(weight: float, whole: float, is_right: bool) -> Markup:
    """The larger the share of the class, the darker."""
    share = weight / whole if whole > 0 else 0.0
    kind = f"{'right' if is_right else 'wrong'} shade-{math.ceil(N_SHADES * share)}"
    if weight == 0:
        return element("td", element("b", "0"), class_=kind)
    shown = element("small", percent(share, 0 if share >= FEW_PERCENT else 1))
    return element("td", element("b", number_text(weight, 6)), shown, class_=kind)


def _by_class(name: str, confusion: Confusion, marks: Sequence[str]) -> Markup:
    heading = ["class", "samples", "found (recall)", "right if predicted (precision)"]
    totals = confusion.weights.sum(axis=1).tolist()
    order = sorted(range(len(totals)), key=lambda code: -totals[code])[:MOST_CLASSES]
    rows = []
    for code in order:
        shares = confusion.recall[code], confusion.precision[code]
        texts = ["–" if math.isnan(share) else percent(share) for share in shares]
        rows.append(
            [named(confusion.classes[code], marks[code]), number_text(totals[code], 6), *texts]
        )
    more = None if len(order) == len(totals) else f"… and {len(totals) - len(order)} more."
    caption = f"How well each class of {name} is found"
    return table(caption, heading, rows, more=more)


def _residuals(name: str, residuals: Residuals) -> Markup:
    """Predicted and actual numbers, sample by sample, and how far they lie apart."""
    off = number_text(residuals.mean_absolute, 4)
    words = f"Actual {name} over what was predicted without the sample, one point per sample."
    on_line = f"{words} On the line predictions are right; above it they are too low."
    points = scatter(residuals.predicted, residuals.observed, name, words)
    spread = f"How many samples are off by how much: {off} on average, in either direction."
    bars = residual_bars(residuals.values, residuals.weights, spread)
    right = element("div", _charted(bars, spread), _quantiles(name, residuals))
    return element("div", _charted(points, on_line), right, class_="pair")


def _charted(drawn: Markup, caption: str) -> Markup:
    return element("figure", drawn, element("figcaption", caption))


def _quantiles(name: str, residuals: Residuals) -> Markup:
    """From the prediction that is too high by most to the one that is too low by most."""
    words = {0.0: "least", 0.5: "half (median)", 1.0: "all (largest)"}
    rows = [
        [words.get(share, percent(share, 0)), number_text(value, 4)]
        for share, value in residuals.quantiles().items()
    ]
    heading = ["share of the samples", f"actual − predicted {name} is at most"]
    return table(f"Residuals of {name}", heading, rows)
