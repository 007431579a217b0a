"""The tree, as a picture and as a page to explore, and how it was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum import show
from arboretum.report.choice import Choice
from arboretum.report.markup import Markup, element, figure, section, table
from arboretum.report.sections.words import in_words
from arboretum.show import Picture
from arboretum.show.web.html import MAX_NODES_IN_NOTEBOOK
from arboretum.tree import number_text
from arboretum.tree.words.format import plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["choice", "tree"]

#: In inches; shrunk to a sheet of A4 its letters can still be read.
WIDEST_PICTURE = 13.0
#: Rows of the table of trees to choose from.
MOST_ROWS = 16
BY_LOSS = " Mistakes count what they cost by the loss matrix."


def tree(report: Report) -> Markup:
    """A picture to look at, and the same tree to explore."""
    picture, depth = _picture(report)
    caption = (
        "Each box says what the tree predicts there and how many samples reach it; the question "
        "below it is answered along the branches."
    )
    if depth < report.tree.depth:
        caption += " What is too wide for paper is folded: the tree to explore has it all."
    shown = figure(picture, caption, "tree")
    return section("tree", "The tree", in_words(report), shown, _explorer(report))


def _picture(report: Report) -> tuple[Picture, int]:
    """As much of the tree as there is room for in letters of full size, and how deep that is."""
    found = _down_to(report, 2), min(report.tree.depth, 2)
    for depth in range(3, report.tree.depth + 1):
        deeper = _down_to(report, depth)
        if deeper.figure.get_size_inches()[0] > WIDEST_PICTURE:
            break
        found = deeper, depth
    return found


def _down_to(report: Report, depth: int) -> Picture:
    is_whole = depth >= report.tree.depth
    return show.plot(
        report.estimator, stability=report.stability, max_depth=None if is_whole else depth
    )


def _explorer(report: Report) -> str:
    """The tree to fold, search and prune, closed until it is asked for."""
    if report.tree.n_nodes > MAX_NODES_IN_NOTEBOOK:
        return "The tree is too large to explore here: use show.html(model)."
    page = show.html(report.estimator, stability=report.stability, title=report.title)
    assert page is not None  # without a path it is returned
    frame = element(
        "iframe",
        srcdoc=page,
        sandbox="allow-scripts allow-modals",
        loading="lazy",
        title="The tree to explore",
    )
    summary = element("summary", "Explore the tree: fold, search, follow a sample down")
    return element("details", summary, frame, class_="explorer")


def choice(report: Report) -> Markup:
    """How large the tree is, and why."""
    found = report.choice
    if found is None:
        how = f"The tree was grown by {report.estimator!r}; its size was not chosen by the data."
        if report.estimator.chosen_pruner() is not None:
            how = f"The tree was grown and pruned by {report.estimator!r}."
        return section("choice", "How the tree was chosen", how)
    without = found.in_units(report.tree, 1.0)
    caption = (
        f"Error in cross-validation of each tree, as a share of the error without a tree "
        f"({without}), with its standard error. Dashed: one standard error above the least."
    )
    return section(
        "choice",
        "How the tree was chosen",
        *_in_words(report, found),
        *_passed_over(report, found),
        _choice_table(report, found),
        figure(show.cp(found.table), caption),
    )


def _in_words(report: Report, found: Choice) -> list[str]:
    xerror, xstd, n_leaves = found.table["xerror"], found.table["xstd"], found.n_leaves
    best = found.best
    is_by_loss = report.tree.loss is not None and found.table.risk == "loss"
    folds = "given folds" if found.n_folds is None else f"{found.n_folds} folds"
    grown = (
        f"A tree of {plural(n_leaves[-1], 'leaf', 'leaves')} was grown and cut back step by step, "
        f"each time where a leaf saves least (cost-complexity pruning). That gives "
        f"{plural(len(n_leaves), 'tree')}. Cross-validation with {folds} measured how wrong each "
        f"is on samples it was not grown from.{BY_LOSS if is_by_loss else ''}"
    )
    least = (
        f"The error is least with {plural(n_leaves[best], 'leaf', 'leaves')}: "
        f"{found.in_units(report.tree, xerror[best])}, which is {number_text(xerror[best], 3)} ± "
        f"{number_text(xstd[best], 2)} of the error without a tree, "
        f"{found.in_units(report.tree, 1.0)}."
    )
    chosen = plural(n_leaves[found.row], "leaf", "leaves")
    if found.rule is None:
        return [grown, f"{least} The tree with {chosen} was kept by its price alone."]
    if found.rule == "min":
        return [grown, f"{least} That tree was kept."]
    if best == found.row:
        return [grown, f"{least} No smaller tree comes within the standard error: it was kept."]
    return [
        grown,
        f"{least} The smallest tree within {found.margin_words} of that has {chosen}, and it was "
        "kept: a smaller tree is easier to read, and the difference may be chance.",
    ]


def _passed_over(report: Report, found: Choice) -> list[str]:
    """The best tree, in grey, where the rule kept none, and how to get it."""
    if report.best is None:
        return []
    caption = (
        f"Not kept: the tree of least error, {plural(report.best.n_leaves, 'leaf', 'leaves')}. "
        "Whether it knows anything cannot be told from these samples. To get it, prune by "
        "CostComplexity(cv=…, rule='min') in Python, or grow a tree and use arboretum prune "
        "--rule min."
    )
    return [figure(show.plot(report.best, max_depth="fit", fit="A4 landscape"), caption, "passed")]


def _choice_table(report: Report, found: Choice) -> Markup:
    columns = [found.table[name] for name in ("CP", "rel error", "xerror", "xstd")]
    rows = []
    for row, (n_leaves, *values) in enumerate(zip(found.n_leaves, *columns, strict=True)):
        numbers = [number_text(value, 4) for value in values]
        error = found.in_units(report.tree, values[2])
        rows.append([str(n_leaves), error, *numbers, "chosen" if row == found.row else ""])
    start = max(found.row - MOST_ROWS // 2, 0)
    shown = rows[start : start + MOST_ROWS]
    heading = ["leaves", "error in cross-validation", "price of a leaf (cp)"]
    heading += ["relative error in training", "relative error in cross-validation"]
    caption = (
        "The trees to choose from; relative errors and prices are shares of the error without a "
        f"tree, {found.in_units(report.tree, 1.0)}"
    )
    if len(shown) < len(rows):
        caption += f" ({len(shown)} of {len(rows)}, around the one chosen)"
    heading += ["standard error", ""]
    return table(caption, heading, shown, left=(6,), marked=found.row - start)
