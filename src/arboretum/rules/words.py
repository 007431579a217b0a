"""How conditions and predictions are written, with the names of a schema."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from arboretum.data.schema import Feature, Schema
from arboretum.rules.condition import Condition
from arboretum.tree import Equation
from arboretum.tree.words.format import (
    bound_text,
    category_text,
    interval_text,
    name_text,
    number_text,
)

__all__ = ["ConditionFormat", "prediction_text"]


@dataclass(frozen=True)
class ConditionFormat:
    """Writes conditions as people say them.

    >>> schema = Schema((Feature("size", "ordered", ("S", "M", "L")), Feature("age", "numeric")))
    >>> form = ConditionFormat(schema)
    >>> small = Condition(0, codes=frozenset({0, 1}))
    >>> form.condition(Condition(1, 4.7, 5.45)), form.condition(small)
    ('4.7 < age <= 5.45', 'size <= M')
    >>> ConditionFormat(schema, show_missing=True).condition(Condition(1, high=5.0, missing=True))
    'age <= 5 or missing'
    """

    schema: Schema
    digits: int | None = 7
    max_categories: int | None = None
    show_missing: bool = False

    def all_of(self, conditions: Iterable[Condition]) -> str:
        """All conditions in one sentence; the words of none are "anything"."""
        texts = [self.condition(condition) for condition in conditions]
        if len(texts) > 1:
            texts = [f"({text})" if _says_or(text) else text for text in texts]
        return " and ".join(texts) or "anything"

    def condition(self, condition: Condition) -> str:
        """What a sample must meet: ``petal length <= 2.45``."""
        feature = self.schema.columns[condition.feature]
        name = name_text(feature.name)
        known = self._numbers(condition, feature)
        if condition.codes is not None:
            known = self._categories(condition, feature, name)
        if not known:
            return f"{name} is missing"
        return known + self._missing(condition) if self.show_missing else known

    def _missing(self, condition: Condition) -> str:
        if condition.stand_ins:
            asked = " and ".join(self.condition(it.condition) for it in condition.stand_ins)
            return f" (missing: {asked})"
        if condition.missing and condition.spreads:
            return f" or missing ({number_text(condition.share_of_missing, 3)} of it)"
        return " or missing" if condition.missing else ""

    def _numbers(self, condition: Condition, feature: Feature) -> str:
        if not condition.has_numbers:
            return ""
        ends = (condition.low, condition.high)
        bounds = (None if math.isinf(x) else bound_text(feature, x, self.digits) for x in ends)
        return interval_text(feature, *bounds) or f"{name_text(feature.name)} is known"

    def _categories(self, condition: Condition, feature: Feature, name: str) -> str:
        codes = sorted(condition.codes or ())
        known = [category_text(category) for category in feature.categories or ()]
        if not codes:
            return ""
        if len(codes) == len(known):
            return f"{name} is known"
        if len(codes) == 1:
            return f"{name} = {known[codes[0]]}"
        if feature.kind == "ordered" and codes[-1] - codes[0] == len(codes) - 1:
            return self._range(codes[0], codes[-1], known, name)
        shown = [known[code] for code in codes]
        limit = self.max_categories
        if limit is not None and len(shown) > limit:
            shown[limit:] = [f"…(+{len(shown) - limit})"]
        return f"{name} in {{{', '.join(shown)}}}"

    @staticmethod
    def _range(first: int, last: int, known: list[str], name: str) -> str:
        if first == 0:
            return f"{name} <= {known[last]}"
        below = known[first - 1]
        return (
            f"{name} > {below}" if last == len(known) - 1 else f"{below} < {name} <= {known[last]}"
        )


def _says_or(text: str) -> bool:
    """Whether a condition has a second half that an "and" must not be taken into."""
    return " or missing" in text or "(missing:" in text


def prediction_text(
    schema: Schema,
    value: Iterable[float],
    decision: Iterable[int],
    digits: int | None = 7,
    equation: Equation | None = None,
) -> str:
    """What follows: ``species = setosa``, ``price = 1.2 + 3 * rooms``, or ``labels = {a, b}``."""
    if schema.are_labels:
        pairs = zip(schema.targets, decision, strict=True)
        return f"labels = {{{', '.join(name_text(target.name) for target, code in pairs if code)}}}"
    if equation is not None:
        answers = [equation.text(digits)]
    elif schema.is_classification:
        answers = [
            category_text((target.classes or ())[code])
            for target, code in zip(schema.targets, decision, strict=True)
        ]
    else:
        answers = [number_text(number, digits) for number in value]
    names = [name_text(target.name) for target in schema.targets]
    return " and ".join(f"{name} = {is_}" for name, is_ in zip(names, answers, strict=True))
