"""How the size of the tree was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arboretum.pruning.error_unit import ErrorUnit
from arboretum.report.charts.sizes import SizedError, error_by_size
from arboretum.report.choice import Choice
from arboretum.report.markup import Markup, element, section, table
from arboretum.report.picture import figure, page_picture
from arboretum.tree import number_text
from arboretum.tree.words.format import plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["choice"]

#: Rows of the table of trees to choose from.
MOST_ROWS = 16
_SMALLEST = "There is no smaller tree"
BY_LOSS = " Mistakes count what they cost by the loss matrix."


def choice(report: Report) -> Markup:
    """How large the tree is, and why."""
    found = report.choice
    if found is None:
        levels = getattr(report.estimator, "level_scores_", {})
        if levels:
            return section("choice", "How the tree was chosen", *_by_level(report, levels))
        return section("choice", "How the tree was chosen", *_recipes(report), _by_hand(report))
    unit = found.unit(report.tree)
    drawn = element("figure", _chart(found, unit), element("figcaption", _caption(found, unit)))
    both = element("div", _choice_table(found, unit), drawn, class_="pair")
    told = [*_recipes(report), *_in_words(report, found, unit), both, *_passed_over(report)]
    return section("choice", "How the tree was chosen", *told)


def _recipes(report: Report) -> list[str]:
    """What the tree was chosen from, where there were several recipes."""
    if report.recipes is None:
        return []
    names = [one.name for one in report.recipes.tried]
    how = f"Trees were grown in {len(names)} ways: by {', by '.join(names)}."
    return [f"{how} {report.recipes.in_words()}"]


def _by_hand(report: Report) -> str:
    """By what species, where no table says how large the tree should be."""
    grower = report.estimator.settled()
    if report.estimator.chosen_pruner() is not None:
        return f"The tree was grown and pruned by {grower!r}."
    return f"The tree was grown by {grower!r}; its size was not chosen by the data."


def _by_level(report: Report, scores: Mapping[float, float]) -> list[str]:
    """Of labels of a hierarchy: how small a p-value a split had to have, and what that gave."""
    kept = report.estimator.level_
    text = (
        "A node was split only if an F-test of the variances gave a p-value of at most a level. "
        f"Of {plural(len(scores), 'level')} the one was taken whose tree, grown from two thirds of "
        "the samples, has the largest area under the precision-recall curve, all labels pooled, on "
        f"the third held out; then the tree was grown by the level {number_text(kept)} from all "
        "samples. The errors of this page come from other folds, in which the level was chosen "
        "again."
    )
    rows = [[number_text(level), f"{score:.4f}"] for level, score in sorted(scores.items())]
    heading = ["largest p-value of a split", "area on samples held out"]
    marked = sorted(scores).index(kept)
    caption = "The levels to choose from, the one that was taken in bold"
    return [text, table(caption, heading, rows, left=(), marked=marked)]


def _passed_over(report: Report) -> list[Markup]:
    """The best tree, in grey, where the rule kept none, and how to get it."""
    if report.best is None:
        return []
    how = (
        "prune by CostComplexity(cv=…, rule='min') in Python, or grow a tree and use arboretum "
        "prune --rule min."
    )
    if "size" in report.estimator.get_params(deep=False):
        how = "pass size='best' in Python, or --size best."
    caption = (
        f"Not kept: the tree of least error, {plural(report.best.n_leaves, 'leaf', 'leaves')}. "
        f"Whether it knows anything cannot be told from these samples. To get it, {how}"
    )
    picture, _ = page_picture(report.best, report.best)
    return [figure(picture, caption, "passed")]


def _caption(found: Choice, unit: ErrorUnit) -> str:
    allowed = f"Dashed: {found.margin_words} above the least. " if found.n_errors else ""
    return (
        f"The {unit.name} in cross-validation of trees of each size, and one standard error to "
        f"both sides. {allowed}The ring is the tree that was kept."
    )


def _chart(found: Choice, unit: ErrorUnit) -> Markup:
    points = [
        SizedError(n, unit.value(error), unit.spread(error, spread))
        for n, error, spread in zip(
            found.n_leaves, found.table["xerror"], found.table["xstd"], strict=True
        )
    ]
    best, kept = points[found.best], points[found.row]
    words = (
        f"The {unit.name} is least with {plural(best.n_leaves, 'leaf', 'leaves')}, "
        f"{unit.written(best.error)}; the tree that was kept has {kept.n_leaves} and "
        f"{unit.written(kept.error)}."
    )
    allowed = found.n_errors * found.table["xstd"][found.best]
    limit = unit.value(found.table["xerror"][found.best] + allowed) if found.n_errors else None
    return error_by_size(points, found.row, limit, unit.is_share, words)


def _in_words(report: Report, found: Choice, unit: ErrorUnit) -> list[str]:
    xerror, xstd, n_leaves = found.table["xerror"], found.table["xstd"], found.n_leaves
    best = found.best
    is_by_loss = report.tree.loss is not None and found.table.risk == "loss"
    grown = (
        f"A tree of {plural(n_leaves[-1], 'leaf', 'leaves')} was grown and cut back step by step, "
        f"each time where a leaf saves least (cost-complexity pruning). That gives "
        f"{plural(len(n_leaves), 'tree')}. Cross-validation with {found.folds_words} measured how "
        f"wrong each is on samples it was not grown from.{BY_LOSS if is_by_loss else ''}"
    )
    least = (
        f"The error is least with {plural(n_leaves[best], 'leaf', 'leaves')}: "
        f"{unit.text(xerror[best])} ± {unit.written(unit.spread(xerror[best], xstd[best]))} "
        f"({unit.name}); without a tree it is {unit.text(1.0)}."
    )
    chosen = plural(n_leaves[found.row], "leaf", "leaves")
    if found.rule is None:
        return [grown, f"{least} The tree with {chosen} was kept by its price alone."]
    if found.rule == "min":
        return [grown, f"{least} That tree was kept."]
    if best == found.row:
        none = f"No smaller tree comes within {found.margin_words}" if best else _SMALLEST
        return [grown, f"{least} {none}: it was kept."]
    return [
        grown,
        f"{least} The smallest tree within {found.margin_words} of that has {chosen}, and it was "
        "kept: a smaller tree is easier to read, and the difference may be chance.",
    ]


def _choice_table(found: Choice, unit: ErrorUnit) -> Markup:
    columns = [found.table[name] for name in ("xerror", "xstd", "rel error", "CP")]
    rows = []
    for n_leaves, error, spread, training, price in zip(found.n_leaves, *columns, strict=True):
        unseen = f"{unit.text(error)} ± {unit.written(unit.spread(error, spread))}"
        rows.append([str(n_leaves), unseen, unit.text(training), number_text(price, 2)])
    start = min(max(found.row - MOST_ROWS // 2, 0), max(len(rows) - MOST_ROWS, 0))
    shown = rows[start : start + MOST_ROWS]
    caption = f"The trees to choose from, the one that was kept in bold: {unit.name}"
    if len(shown) < len(rows):
        caption += f" ({len(shown)} of {len(rows)} trees, around it)"
    heading = ["leaves", "in cross-validation", "in training", "price of a leaf (cp)"]
    return table(caption, heading, shown, left=(), marked=found.row - start, stacks=True)
