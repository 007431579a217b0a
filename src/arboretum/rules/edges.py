"""What a sample meets that goes down a branch, or that cannot answer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from arboretum.data.schema import Feature, Schema
from arboretum.rules.condition import Condition, Spread, StandIn
from arboretum.tree import SPREADS, Split, SurrogateSplit

__all__ = ["edge", "unanswered"]


def edge(
    split: Split,
    branch: int,
    schema: Schema,
    surrogates: Sequence[SurrogateSplit] = (),
    spread: Spread | None = None,
) -> Condition:
    """What a sample meets that goes down a branch.

    ``spread`` is what the branch gets of a sample that is sent down every one.
    """
    feature = schema.columns[split.column]
    if split.kind == "presence":
        return _nothing(split.column, feature) if branch == 1 else _known(split.column, feature)
    if split.missing_branch != SPREADS or spread is None:
        spread = Spread(1.0 if split.missing_branch == branch else 0.0)
    return _question(split, branch, schema, surrogates, spread)


def _question(
    split: Split, branch: int, schema: Schema, surrogates: Sequence[SurrogateSplit], spread: Spread
) -> Condition:
    """The values whose answer is the branch; the others are asked the surrogates, one by one."""
    answers = _answers(split, branch, schema.columns[split.column])
    if not surrogates:
        return _with_unanswered(answers, split, spread)
    first, *others = surrogates
    side = 1 - branch if first.is_reversed else branch
    # What follows is asked for the branch of the node itself, whatever side the first is on.
    instead = _question(first.split, side, schema, [_turned(it, first) for it in others], spread)
    stand_in = StandIn(instead, _unknown(split))
    return replace(_with_unanswered(answers, split, Spread(1.0)), stand_ins=(stand_in,))


def _turned(surrogate: SurrogateSplit, first: SurrogateSplit) -> SurrogateSplit:
    """A surrogate as seen from the side of another."""
    return replace(surrogate, is_reversed=surrogate.is_reversed != first.is_reversed)


def _with_unanswered(answers: Condition, split: Split, spread: Spread) -> Condition:
    """The condition, that samples which cannot answer pass with a share."""
    if spread.share == 0:
        return answers
    unknown = _unknown(split)
    codes = None if answers.codes is None else answers.codes | unknown
    spreads = (replace(spread, codes=unknown),) if spread.share < 1 else ()
    return replace(answers, codes=codes, missing=True, spreads=spreads)


def unanswered(
    split: Split, schema: Schema, surrogates: Sequence[SurrogateSplit] = ()
) -> list[Condition]:
    """What a sample meets that can answer neither the split nor a surrogate."""
    conditions = []
    for asked in (split, *(surrogate.split for surrogate in surrogates)):
        nothing = _nothing(asked.column, schema.columns[asked.column])
        is_number = nothing.codes is None
        conditions.append(nothing if is_number else replace(nothing, codes=_unknown(asked)))
    return conditions


def _known(index: int, feature: Feature) -> Condition:
    if feature.kind == "numeric":
        return Condition(index)
    return Condition(index, codes=frozenset(range(feature.n_categories)))


def _nothing(index: int, feature: Feature) -> Condition:
    if feature.kind == "numeric":
        return Condition(index, math.inf, -math.inf, missing=True)
    return Condition(index, codes=frozenset(), missing=True)


def _unknown(split: Split) -> frozenset[int]:
    """Categories that cannot answer."""
    return frozenset(code for code, branch in enumerate(split.branches) if branch < 0)


def _answers(split: Split, branch: int, feature: Feature) -> Condition:
    """The values whose answer is the branch."""
    if split.kind == "category":
        codes = frozenset(code for code, to in enumerate(split.branches) if to == branch)
        return Condition(split.column, codes=codes)
    bounds = [-math.inf, *split.thresholds, math.inf]
    if branch > len(split.thresholds):  # a branch of its own for missing values
        return replace(_nothing(split.column, feature), missing=False)
    low, high = bounds[branch], bounds[branch + 1]
    if feature.kind == "numeric":
        return Condition(split.column, low, high)
    return Condition(split.column, codes=frozenset(_positions(low, high, feature)))


def _positions(low: float, high: float, feature: Feature) -> Iterator[int]:
    """Codes of the ordered categories in an interval."""
    return (code for code in range(feature.n_categories) if low < code <= high)
