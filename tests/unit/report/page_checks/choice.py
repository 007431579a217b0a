"""How the size of the tree was chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.unit.report.page_checks import charts
from tests.unit.report.page_checks.charts import (
    Scale,
    are_near,
    base_line,
    lines_of,
    points_of,
    rectangles,
    texts_of,
    ticks_across,
)
from tests.unit.report.page_checks.facts import Facts
from tests.unit.report.page_checks.page import Element
from tests.unit.report.page_checks.reading import (
    NUMBER,
    Form,
    Table,
    as_is,
    expect,
    is_number,
)
from tests.unit.report.page_checks.sentences import in_unit
from tests.unit.report.page_checks.wording import Pieces, joined

__all__ = ["FORMS"]

MOST_ROWS = 16
UNIT = (
    "(share of mistakes|root mean square error(?: of all targets)?|mean loss|squared error, "
    "targets weighted)"
)
AMOUNT = r"(-?[\d.]+(?:e[+-]?\d+)?(?: %)?)"


def _leaves(n: int) -> str:
    return f"{n} {'leaf' if n == 1 else 'leaves'}"


def _is_loss(facts: Facts) -> bool:
    return facts.tree.loss is not None


def _said(facts: Facts, truth: float) -> tuple:
    return in_unit(facts, truth).held


def _by_hand(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    how = (
        "grown and pruned by" if facts.report.estimator.chosen_pruner() is not None else "grown by"
    )
    rest = "." if "pruned" in how else "; its size was not chosen by the data."
    asked = facts.report.estimator
    grower = facts.alike if getattr(asked, "choice_", None) else asked
    told = f"The tree was {how} {grower!r}{rest}"
    yield from expect("how", match[0], told)
    yield from expect("sizes", facts.sizes, None)


def _recipes(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """Each recipe is grown again by itself; the first of the least wrong was taken."""
    n, names, taken, unit, folds, error, others, *_, without_retis = match.groups()
    recipes = facts.recipes
    errors = {name: one.error for name, one in recipes.items()}
    yield from expect("how many", int(n), len(recipes))
    yield from expect("recipes", names, ", by ".join(recipes))
    if facts.tree.schema.is_classification:
        yield from expect("taken", taken, min(errors, key=errors.__getitem__))
        yield from expect("unit", unit, facts.unit_of_sizes)
    else:
        yield from expect("unit", unit, "root mean square error")
        yield from expect("not tried", without_retis is not None, "RETIS" not in recipes)
    yield from expect("folds", folds, _dealt(facts))
    yield from Pieces(_said(facts, facts.sized(errors[taken])[0])).wrong(error)
    rest = [
        Pieces((f", that by {name} ", *_said(facts, facts.sized(one)[0])))
        for name, one in errors.items()
        if name != taken
    ]
    yield from joined(rest, "").wrong(others)
    yield from expect("the tree", recipes[taken].tree == facts.tree, True)


def _dealt(facts: Facts) -> str:
    """The folds of so many samples; the pages that are checked here have few enough to deal."""
    n_samples = facts.dataset.counts.sum()
    is_small = n_samples <= (5000 if facts.tree.schema.is_classification else 1000)
    return "10 folds, dealt 3 times," if is_small else "5 folds"


def _grown(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    sizes = [int(n) + 1 for n in facts.sizes["nsplit"]]
    leaves, trees, folds, loss = match.groups()
    yield from expect("leaves", leaves, _leaves(max(sizes)))
    yield from expect("trees", trees, f"{len(sizes)} tree{'' if len(sizes) == 1 else 's'}")
    pruner = facts.report.estimator.chosen_pruner()
    told = f"{pruner.cv} folds" if isinstance(pruner.cv, int) else "given folds"
    told += f", dealt {pruner.repeats} times," if pruner.repeats > 1 else ""
    yield from expect("folds", folds, told)
    yield from expect("loss", loss is not None, _is_loss(facts))


def _least(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    leaves, error, spread, unit, none, rest = match.groups()
    table, best, kept = facts.sizes, facts.best_row, facts.kept_row
    sizes = [int(n) + 1 for n in table["nsplit"]]
    yield from expect("leaves", leaves, _leaves(sizes[best]))
    yield from expect("unit", unit, facts.unit_of_sizes)
    truth = facts.sized(table["xerror"][best], table["xstd"][best])
    yield from Pieces((*_said(facts, truth[0]), " ± ", *_said(facts, truth[1]))).wrong(
        f"{error} ± {spread}"
    )
    yield from Pieces(_said(facts, facts.sized(1.0)[0])).wrong(none)
    allowed = table["xerror"][best] + facts.n_errors * table["xstd"][best]
    within = [size for size, x in zip(sizes, table["xerror"], strict=True) if x <= allowed]
    if facts.rule is not None:
        yield from expect("kept", sizes[kept], min(within))
    yield from expect("what was done", rest, _what_was_done(facts, sizes, best, kept))


def _what_was_done(facts: Facts, sizes: list[int], best: int, kept: int) -> str:
    if facts.rule is None:
        return f"The tree with {_leaves(sizes[kept])} was kept by its price alone."
    if facts.rule == "min":
        return "That tree was kept."
    if best == kept == 0:
        return "There is no smaller tree: it was kept."
    if best == kept:
        return f"No smaller tree comes within {facts.margin}: it was kept."
    return (
        f"The smallest tree within {facts.margin} of that has {_leaves(sizes[kept])}, and it was "
        "kept: a smaller tree is easier to read, and the difference may be chance."
    )


def _table(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    unit, shown, of = match.groups()
    table, sizes = Table.of(element), [int(n) + 1 for n in facts.sizes["nsplit"]]
    heading = ["leaves", "in cross-validation", "in training", "price of a leaf (cp)"]
    yield from expect("heading", table.heading, heading)
    yield from expect("unit", unit, facts.unit_of_sizes)
    n_shown = min(len(sizes), MOST_ROWS)
    yield from expect("rows", len(table.rows), n_shown)
    if len(sizes) > MOST_ROWS:
        yield from expect("cut", (shown, of), (str(n_shown), str(len(sizes))))
    else:
        yield from expect("cut", shown, None)
    if not table.rows or int(table.rows[0][0]) not in sizes:
        yield "the first row"
        return
    start = sizes.index(int(table.rows[0][0]))
    yield from expect("marked", table.marked, [facts.kept_row - start])
    for row, k in zip(table.rows, range(start, len(sizes)), strict=False):
        yield from _row(facts, row, k, sizes[k])


def _row(facts: Facts, row: list[str], k: int, n_leaves: int) -> Iterator[str]:
    columns = [facts.sizes[name][k] for name in ("xerror", "xstd", "rel error", "CP")]
    error, spread = facts.sized(*columns[:2])
    yield from expect("leaves", row[0], str(n_leaves))
    yield from Pieces((*_said(facts, error), " ± ", *_said(facts, spread))).wrong(row[1])
    yield from Pieces(_said(facts, facts.sized(columns[2])[0])).wrong(row[2])
    if not is_number(row[3], columns[3], 2):
        yield f"the price is {columns[3]}, not {row[3]}"


def _chart(facts: Facts, match: re.Match, element: Element) -> Iterator[str]:
    unit, leaves, least, kept, error = match.groups()
    table = facts.sizes
    sizes = [int(n) + 1 for n in table["nsplit"]]
    errors, spreads = zip(
        *(facts.sized(*one) for one in zip(table["xerror"], table["xstd"], strict=True)),
        strict=True,
    )
    yield from expect("unit", unit, facts.unit_of_sizes)
    yield from expect("leaves", leaves, _leaves(sizes[facts.best_row]))
    yield from expect("kept", int(kept), sizes[facts.kept_row])
    yield from Pieces(_said(facts, errors[facts.best_row])).wrong(least)
    yield from Pieces(_said(facts, errors[facts.kept_row])).wrong(error)
    yield from _drawn(facts, element, np.array(errors), np.array(spreads), sizes)


def _drawn(
    facts: Facts, element: Element, errors: np.ndarray, spreads: np.ndarray, sizes: list[int]
) -> Iterator[str]:
    start, end, bottom = base_line(element)
    x = Scale(0, max(len(sizes) - 1, 1), start, end)
    y = Scale(0, float((errors + spreads).max()), bottom, 12)
    truth = np.column_stack([x(np.arange(len(sizes))), y(errors)])
    for kind in ("joined", "dots"):
        if not are_near(points_of(element, kind), truth):
            yield f"the {kind} are elsewhere"
    (ring,) = element.all("circle")
    at = [float(ring.attributes[name]) for name in ("cx", "cy")]
    if not are_near(at, truth[facts.kept_row]):
        yield "the ring is elsewhere"
    thin = np.column_stack(
        [truth[:, 0] - 0.6, y(errors + spreads), truth[:, 0] + 0.6, y(errors - spreads)]
    )
    drawn = rectangles(element, "whisker")
    if not are_near(drawn, thin[thin[:, 3] - thin[:, 1] > 0.04]):
        yield "the standard errors are elsewhere"
    yield from _limit(facts, element, y)
    for place, text in ticks_across(element):
        nearest = int(np.abs(truth[:, 0] - place).argmin())
        if not are_near(place, truth[nearest, 0]) or text != str(sizes[nearest]):
            yield f"{text} stands below {sizes[nearest]} leaves"
    is_share = facts.sizes_in_percent
    yield from charts.up(
        element, y, lambda text: float(text.removesuffix(" %")) / (100 if is_share else 1)
    )
    if texts_of(element)[-1][2] != "leaves":
        yield "the name of the axis"


def _limit(facts: Facts, element: Element, y: Scale) -> Iterator[str]:
    table, best = facts.sizes, facts.best_row
    allowed = table["xerror"][best] + facts.n_errors * table["xstd"][best]
    drawn = lines_of(element, "asked")
    expected = [facts.sized(allowed)[0]] if facts.n_errors else []
    if not are_near([one[1] for one in drawn], [y(one) for one in expected]):
        yield f"the dashed line is at {expected}"


def _caption(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("unit", match[1], facts.unit_of_sizes)
    yield from expect("dashed", match[2], facts.margin if facts.n_errors else None)


def _passed_over(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    yield from expect("leaves", facts.n_leaves, 1)
    yield from expect("best", match[1], _leaves(int(facts.sizes["nsplit"][facts.best_row]) + 1))
    is_sized = hasattr(facts.report.estimator, "size")
    yield from expect("how", "size='best'" in match[0], is_sized)


def _its_picture(facts: Facts, match: re.Match, _: Any) -> Iterator[str]:
    """What it says is checked where it is drawn; here, that it is a picture of the best tree."""
    yield from expect("target", match[1], facts.named_in_pictures)
    n, best = float(facts.tree.n_samples[0]), int(facts.sizes["nsplit"][facts.best_row]) + 1
    yield from expect("samples", match[2], f"{n:g}")
    yield from expect("leaves", match[3], _leaves(best))


NOT_KEPT = (
    r"Not kept: the tree of least error, (\d+ lea(?:f|ves))\. Whether it knows anything cannot be "
    r"told from these samples\. To get it, (?:prune by CostComplexity\(cv=…, rule='min'\) in "
    r"Python, or grow a tree and use arboretum prune --rule min\.|pass size='best' in Python, or "
    r"--size best\.)"
)
FORMS = [
    *as_is("h2", "How the tree was chosen"),
    Form("p", r"The tree was grown .+\)(?:; its size was not chosen by the data)?\.", _by_hand),
    Form(
        "p",
        rf"Trees were grown in (\d+) ways: by (.+?)\. The tree by (.+?) was taken: its {UNIT} in "
        rf"cross-validation with (.+ folds.*) is {AMOUNT}((?:, that by .+? {AMOUNT})+)\."
        r"( Errors(?: times \(1 \+ leaves / 20\)\^0\.[12])? are compared in this order: M5' must "
        r"be better than means by more than half a standard error of the difference, and MAUVE and "
        r"RETIS than what comes before them by more than one\.)?"
        r"( RETIS was not tried: its equations would have too many terms to search by\.)?",
        _recipes,
    ),
    Form(
        "p",
        r"A tree of (\d+ lea(?:f|ves)) was grown and cut back step by step, each time where a "
        r"leaf saves least \(cost-complexity pruning\)\. That gives (\d+ trees?)\. "
        r"Cross-validation with (.+ folds.*) measured how wrong each is on samples it was not "
        r"grown from\.( Mistakes count what they cost by the loss matrix\.)?",
        _grown,
    ),
    Form(
        "p",
        rf"The error is least with (\d+ lea(?:f|ves)): {AMOUNT} ± {AMOUNT} \({UNIT}\); without a "
        rf"tree it is {AMOUNT}\. (.+)",
        _least,
    ),
    Form("label", r"The trees to choose from, .+|" + NOT_KEPT),
    Form(
        "table",
        rf"The trees to choose from, the one that was kept in bold: {UNIT}(?: \((\d+) of (\d+) "
        rf"trees, around it\))?",
        _table,
    ),
    Form(
        "chart",
        rf"The {UNIT} is least with (\d+ lea(?:f|ves)), {AMOUNT}; the tree that was kept has (\d+) "
        rf"and {AMOUNT}\.",
        _chart,
    ),
    Form(
        "figcaption",
        rf"The {UNIT} in cross-validation of trees of each size, and one standard error to both "
        rf"sides\. (?:Dashed: (.+) above the least\. )?The ring is the tree that was kept\.",
        _caption,
    ),
    Form("figcaption", NOT_KEPT, _passed_over),
    Form("img", rf"Decision tree for (.+): {NUMBER} samples, (.+), depth .+", _its_picture),
]
