"""How splits, numbers, categories and labels are written, wherever a tree meets a reader."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category, Closed, Feature, Schema
from arboretum.tree.node_splits import SurrogateSplit
from arboretum.tree.split import ALL_DIGITS, ROUNDED_DOWN, SPREADS, STAYS, Split, Threshold

__all__ = [
    "SplitFormat",
    "bound_text",
    "category_text",
    "clipped",
    "format_split",
    "interval_text",
    "labels_text",
    "labels_there",
    "name_text",
    "number_text",
    "percent",
    "plural",
    "signs",
    "targets_text",
    "threshold_text",
    "value_text",
]

#: More names than this are counted, not read out.
MOST = 6
#: As many digits has a threshold at least that is kept off a value close above it; of more, most
#: would be zeros.
_OFF_A_VALUE = 3


def number_text(number: float, digits: int | None = 7) -> str:
    """A number as short as it can be read back to ``digits`` significant digits.

    Whole digits are never rounded away, so that thresholds on years or on
    seconds since 1970 keep their meaning; ``digits=None`` rounds nothing.

    >>> number_text(150.0), number_text(2.45), number_text(1 / 3), number_text(1234567890.5)
    ('150', '2.45', '0.3333333', '1234567890.5')
    """
    if math.isfinite(number) and number == int(number) and abs(number) < 1e15:
        return str(int(number))
    if digits is None:
        return repr(float(number))
    if 10**digits <= abs(number) < 1e15:
        return f"{number:.1f}"
    return f"{number:.{digits}g}"


def threshold_text(threshold: float, digits: int | None = 7, closed: Closed = "right") -> str:
    """A threshold, rounded only as far as every training sample stays on its side.

    Up to seven digits are never rounded away, and none where nothing is known about the samples.

    >>> [threshold_text(Threshold(x, digits), 4) for x, digits in [(183.05, 5), (2 / 3, 2)]]
    ['183.05', '0.6667']
    >>> threshold_text(2 / 3, 4)
    '0.6666666666666666'

    That of ``x < t`` is the number below t; what is written is t:

    >>> threshold_text(Threshold(50.99999999999999, 2), closed="left")
    '51'
    """
    if closed == "left":
        mirrored = -math.nextafter(threshold, math.inf)  # as in tree/words/threshold.py
        if isinstance(threshold, Threshold):
            mirrored = Threshold(mirrored, threshold.digits)
        text = threshold_text(mirrored, digits)
        return text if text == "0" else text.removeprefix("-") if text[0] == "-" else f"-{text}"
    needed = threshold.digits if isinstance(threshold, Threshold) else ALL_DIGITS
    if digits is None or abs(needed) == ALL_DIGITS:
        return number_text(threshold, None)
    if needed > ROUNDED_DOWN:
        return _rounded(threshold, max(needed - ROUNDED_DOWN, _OFF_A_VALUE), ROUND_FLOOR)
    kept = max(digits, abs(needed))
    return _rounded(threshold, kept, ROUND_CEILING) if needed < 0 else number_text(threshold, kept)


def _rounded(number: float, digits: int, to: str) -> str:
    """A number, or the next one above or below it that has no more digits than these."""
    if abs(number) >= 1e15:  # whole digits are never rounded away
        return number_text(number, None)
    exact = Decimal(number_text(number, None))
    unit = Decimal((0, (1,), min(exact.adjusted() + 1 - digits, -1)))
    return number_text(float(exact.quantize(unit, to)), None)


def percent(share: float, digits: int = 1) -> str:
    """A share in percent.

    >>> percent(0.0523), percent(1.0), percent(0.5, 0)
    ('5.2 %', '100.0 %', '50 %')
    """
    return f"{100 * share:.{digits}f} %"


def plural(n: float, one: str, many: str | None = None) -> str:
    """How many of something.

    >>> plural(1, "leaf", "leaves"), plural(3, "sample")
    ('1 leaf', '3 samples')
    """
    return f"{number_text(n)} {one if n == 1 else many or one + 's'}"


@lru_cache(maxsize=1024)  # a large tree writes few names many times
def name_text(name: str) -> str:
    """A name as it is; in quotes if it would vanish or break the line."""
    if name.strip() == name and name and name.isprintable():
        return name
    return json.dumps(name, ensure_ascii=not name.isprintable())


def category_text(category: Category) -> str:
    """A category or class; in quotes where it could be taken for more than one."""
    if isinstance(category, str):
        return _word_text(category)
    if isinstance(category, float):
        return number_text(category, digits=None)
    return str(category)


@lru_cache(maxsize=1024)  # every condition of a rule writes all categories of its feature
def _word_text(category: str) -> str:
    risky = any(mark in category for mark in ",{}")
    return json.dumps(category, ensure_ascii=False) if risky else name_text(category)


def value_text(feature: Feature, value: float | int, digits: int | None = 7) -> str:
    """A value of a feature as people know it: a number, a date, or the category of a code.

    >>> value_text(Feature("size", "ordered", ("S", "M")), 1)
    'M'
    """
    if feature.categories is not None:
        return category_text(feature.categories[int(value)])
    return number_text(float(value), digits) if feature.clock is None else feature.clock.text(value)


def bound_text(feature: Feature, threshold: float, digits: int | None = 7) -> str:
    """A threshold as a question about a feature names it: a number, or the last date below it."""
    if feature.clock is not None:
        return feature.clock.text(threshold)
    return threshold_text(threshold, digits, feature.closed)


def interval_text(feature: Feature, lower: str | None, upper: str | None) -> str:
    """Between which bounds a number is; nothing without bounds.

    >>> age = Feature("age", "numeric", closed="left")
    >>> interval_text(age, None, "51"), interval_text(age, "40", "51")
    ('age < 51', '40 <= age < 51')
    """
    name, (below, above) = name_text(feature.name), signs(feature)
    if lower is None:
        return "" if upper is None else f"{name} {below} {upper}"
    over = "<=" if feature.says_below else "<"
    return f"{name} {above} {lower}" if upper is None else f"{lower} {over} {name} {below} {upper}"


def signs(feature: Feature) -> tuple[str, str]:
    """How the lower side of a threshold is written, and the upper."""
    return ("<", ">=") if feature.says_below else ("<=", ">")


@dataclass(frozen=True)
class SplitFormat:
    """Writes splits and their branches with the names of a schema.

    >>> schema = Schema((Feature("size", "ordered", ("S", "M", "L")),))
    >>> split = Split(0, "interval", 2, thresholds=(1.0,), missing_branch=0)
    >>> SplitFormat(schema).branch(split, 0), SplitFormat(schema).branch(split, 1)
    ('size <= M', 'size > M')
    >>> SplitFormat(schema, show_missing=True).branch(split, 0)
    'size <= M or missing'
    """

    schema: Schema
    digits: int | None = 7
    max_categories: int | None = None
    show_missing: bool = False

    def branch(self, split: Split, branch: int) -> str:
        """What holds for the samples of one branch: ``petal length <= 2.45``."""
        feature = self.schema.columns[split.column]
        name = name_text(feature.name)
        if split.kind == "presence":
            return f"{name} is missing" if branch == 1 else f"{name} is known"
        if split.kind == "interval":
            known = interval_text(feature, *self.bounds(split, branch))
        else:
            codes = self._codes(split, branch)
            known = self.categories(codes, feature) if codes else ""
        return self.or_missing(known, split, branch) if known else f"{name} is missing"

    def answer(self, split: Split, branch: int) -> str:
        """The same as ``branch`` where the feature is known from the context: ``<= 2.45``."""
        feature = self.schema.columns[split.column]
        if split.kind == "presence":
            return "missing" if branch == 1 else "known"
        if split.kind == "interval":
            ends = zip(reversed(signs(feature)), self.bounds(split, branch), strict=True)
            known = ", ".join(f"{sign} {end}" for sign, end in ends if end is not None)
        else:
            known = ", ".join(self._shown(self._codes(split, branch), feature))
        return self.or_missing(known, split, branch) if known else "missing"

    def or_missing(self, known: str, split: Split, branch: int) -> str:
        """What holds, with the missing values that go the same way if that is shown."""
        if self.show_missing and split.missing_branch == SPREADS:
            return f"{known} or, in part, missing"
        takes_missing = self.show_missing and split.missing_branch == branch
        return f"{known} or missing" if takes_missing else known

    def split(self, split: Split) -> str:
        """The question itself: its first branch if it has two, else all of them."""
        if split.arity == 2:
            return self.branch(split, 0)
        return " | ".join(self.branch(split, branch) for branch in range(split.arity))

    def surrogate(self, surrogate: SurrogateSplit, branch: int) -> str:
        """What holds for the samples that a surrogate sends down a branch of its node."""
        split = replace(surrogate.split, missing_branch=STAYS)  # the next one is asked instead
        return self.branch(split, 1 - branch if surrogate.is_reversed else branch)

    def branch_with(self, split: Split, branch: int, surrogates: Sequence[SurrogateSplit]) -> str:
        """The same as ``branch``, with what the surrogates of the node ask if that is shown."""
        if not surrogates or not self.show_missing:
            return self.branch(split, branch)
        known = self.branch(replace(split, missing_branch=STAYS), branch)
        asked = [self.surrogate(surrogate, branch) for surrogate in surrogates]
        if split.missing_branch == branch:
            asked.append("or all missing")
        return f"{known} (missing: {', '.join(asked)})"

    def conditions(self, path: Iterable[tuple[Split, int]]) -> list[str]:
        """What holds along a path, one condition per edge."""
        return [self.branch(split, branch) for split, branch in path]

    def bounds(self, split: Split, branch: int) -> tuple[str | None, str | None]:
        """Above what and up to what a branch goes; neither at a branch for missing values."""
        feature = self.schema.columns[split.column]
        last = len(split.thresholds)
        lower = split.thresholds[branch - 1] if 0 < branch <= last else None
        upper = split.thresholds[branch] if branch < last else None
        return (
            None if lower is None else self._threshold(lower, feature),
            None if upper is None else self._threshold(upper, feature),
        )

    def _threshold(self, threshold: float, feature: Feature) -> str:
        if feature.categories is None:
            return bound_text(feature, threshold, self.digits)
        # "code <= 1.5" and "code <= 1" ask the same: the category at position 1 still belongs.
        return category_text(feature.categories[math.floor(threshold)])

    def _codes(self, split: Split, branch: int) -> list[int]:
        return [code for code, to in enumerate(split.branches) if to == branch]

    def categories(self, codes: list[int], feature: Feature) -> str:
        """That a feature has one of some categories: ``origin in {Europe, Japan}``."""
        name, shown = name_text(feature.name), self._shown(codes, feature)
        if len(codes) == 1:
            return f"{name} = {shown[0]}"
        return f"{name} in {{{', '.join(shown)}}}"

    def _shown(self, codes: list[int], feature: Feature) -> list[str]:
        """The names of categories, clipped if they are too many."""
        known = feature.categories or ()
        shown = [category_text(known[code]) for code in codes]
        limit = self.max_categories
        if limit is not None and len(shown) > max(limit, 1):
            shown[limit:] = [f"…(+{len(shown) - limit})"]
        return shown


def format_split(split: Split, schema: Schema) -> str:
    """A question in words, all defaults: ``petal length <= 2.45``."""
    return SplitFormat(schema).split(split)


def clipped(names: Sequence[str], most: int = MOST) -> str:
    """Names, of many the first few.

    >>> clipped(["a", "b", "c"], most=2)
    'a, b, … +1'
    """
    more = [f"… +{len(names) - most}"] if len(names) > most else []
    return ", ".join([*names[:most], *more])


def targets_text(schema: Schema, most: int = MOST) -> str:
    """The names of the targets."""
    return clipped([name_text(target.name) for target in schema.targets], most)


def labels_there(
    schema: Schema, value: npt.NDArray[np.float64] | Sequence[float]
) -> list[tuple[str, float]]:
    """The labels that more than half of a node's weight has, with their shares, largest first."""
    cells = np.asarray(value, dtype=np.float64).reshape(-1, 2)
    total = cells.sum(axis=1)
    shares = np.divide(cells[:, 1], total, out=np.zeros(len(cells)), where=total > 0)
    order = np.argsort(-shares, kind="stable")
    there = order[cells[order, 1] > cells[order, 0]].tolist()
    return [(name_text(schema.targets[k].name), float(shares[k])) for k in there]


def labels_text(schema: Schema, value: npt.NDArray[np.float64] | Sequence[float]) -> str:
    """The labels that a node predicts: ``{a, b}``, the most probable first."""
    return f"{{{clipped([name for name, _ in labels_there(schema, value)])}}}"
