"""Stability as text, in Markdown and as columns: the card beside a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arboretum.tree import name_text, number_text
from arboretum.tree.words.tabulate import aligned, in_markdown

if TYPE_CHECKING:
    from arboretum.explain.stability import SplitStability, Stability

__all__ = ["to_columns", "to_markdown", "to_text"]


def to_text(found: Stability) -> str:
    """The summary, then a line a split."""
    return "\n".join([*summary(found), "", *aligned(_rows(found), left=(1,))])


def to_markdown(found: Stability) -> str:
    """The same as a list and a table."""
    lines = [f"* {line}" for line in summary(found)]
    return "\n".join([*lines, "", *in_markdown(_rows(found), left=(1,))])


def summary(found: Stability) -> list[str]:
    """What a reader should know first, one sentence a line."""
    low, high = (number_text(float(n)) for n in (found.n_leaves.min(), found.n_leaves.max()))
    roots = ", ".join(f"{_feature(name)} {n}" for name, n in found.roots.most_common())
    return [
        found.how,
        f"structure: {found.n_same} are built as the tree of all samples, "
        f"{len(found.structures)} different ones in all",
        f"first question: {roots}",
        f"leaves: {found.tree.n_leaves} of all samples, {low} to {high} of the others",
        f"agreement of predictions: {_percent(found.agreement)}",
    ]


def to_columns(found: Stability) -> dict[str, list[Any]]:
    """Everything known about each split, by name."""
    names = ("node", "question", "feature", "same_way", "same_split", "anywhere")
    columns: dict[str, list[Any]] = {
        name: [getattr(one, name) for one in found.splits] for name in names
    }
    bounds = [one.interval() or (None, None) for one in found.splits]
    return columns | {"low": [low for low, _ in bounds], "high": [high for _, high in bounds]}


def _rows(found: Stability) -> list[list[str]]:
    heading = ["node", "question", "same way", "same split", "anywhere", "90 % of thresholds"]
    return [heading, *(_row(one) for one in found.splits)]


def _row(one: SplitStability) -> list[str]:
    bounds = one.interval()
    return [
        str(one.node),
        one.question,
        _percent(one.same_way),
        _percent(one.same_split),
        _percent(one.anywhere),
        "" if bounds is None else " to ".join(number_text(bound, 4) for bound in bounds),
    ]


def _feature(name: str | None) -> str:
    return "none" if name is None else name_text(name)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
