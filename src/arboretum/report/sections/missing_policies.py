"""What other treatments of missing values would do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arboretum.judging.missing_comparison import JudgedPolicy, MissingComparison
from arboretum.report.markup import Markup, element, fragment, table
from arboretum.report.missing_policies import MOST_CELLS, can_compare
from arboretum.tree import number_text
from arboretum.tree.words.format import percent, plural

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["missing_policies"]


def missing_policies(report: Report) -> list[Markup]:
    """The policies on the folds of the report, or how to compare them."""
    found = report.policies
    if found is None:
        return [element("p", text) for text in _why_not(report)]
    at_its_price = "" if report.choice is None else ", pruned at the price of this one"
    text = (
        f"The tree was grown with missing={found.own!r}. Trees of the other missing policies"
        f"{at_its_price}, on the same {plural(found.n_folds, 'fold')}: {found.verdict}"
    )
    heading = element("h3", "Other treatments of missing values")
    return [fragment(heading, element("p", text), _table(found))]


def _why_not(report: Report) -> Iterator[str]:
    n_cells = report.n_rows * len(report.columns)
    is_missing = any(column.n_missing for column in report.columns)
    if is_missing and n_cells > MOST_CELLS and can_compare(report.estimator):
        yield (
            f"Of tables of more than {number_text(MOST_CELLS)} values the missing policies are not "
            "compared here: compare_missing or arboretum compare --missing does it."
        )


def _table(found: MissingComparison) -> Markup:
    is_share = found.judged[0].errors[0].measure == "error rate"
    rows = []
    for one in found.judged:
        value = one.errors[0].value
        error = percent(value) if is_share else number_text(value, 4)
        rows.append([one.name, error, _verdict(one), number_text(one.n_leaves)])
    own = [one.is_own for one in found.judged].index(True)
    what = "share of mistakes" if is_share else "root mean square error"
    heading = ["missing values", what, f"beside {found.own}", "leaves"]
    left_out = ", ".join(found.excluded)
    more = f"These trees do not take: {left_out}." if left_out else None
    caption = "Missing policies in cross-validation"
    return table(caption, heading, rows, left=(0, 2), marked=own, more=more, stacks=True)


def _verdict(one: JudgedPolicy) -> str:
    if one.is_own:
        return "–"
    if one.saved.is_clear:
        return "clearly better"
    return "clearly worse" if one.saved.is_clearly_lost else "no clear difference"
