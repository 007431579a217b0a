"""Conditions and predictions of a tree, spelled out and found again in the texts of the page."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from arboretum.tree import category_text, name_text
from tests.unit.report.page_checks.reading import (
    NUMBER,
    is_number,
    is_rounded,
    is_threshold,
)

__all__ = [
    "MOST_NAMED",
    "Piece",
    "Pieces",
    "bounds_of",
    "branch_of",
    "conditions_of",
    "first_of",
    "joined",
    "labels_at",
    "predicted_at",
    "question_of",
    "shares_of_labels",
]

#: Of more labels or targets the first are named.
MOST_NAMED = 6

#: What stands in a text: letters, or a number and what decides whether it is right.
Piece = str | Callable[[str], bool]


@dataclass(frozen=True)
class Pieces:
    """A text with numbers in it, which may be rounded."""

    held: tuple[Piece, ...]

    @property
    def pattern(self) -> str:
        return "".join(re.escape(one) if isinstance(one, str) else NUMBER for one in self.held)

    def wrong(self, text: str) -> Iterator[str]:
        """Complaints about a text that should say this."""
        match = re.fullmatch(self.pattern, text, re.DOTALL)
        if match is None:
            yield f"{text!r} is not {self}"
            return
        checks = [one for one in self.held if not isinstance(one, str)]
        for stated, check in zip(match.groups(), checks, strict=True):
            if not check(stated):
                yield f"{stated} in {text!r}"

    def cut(self, longest: int, text: str) -> Pieces:
        """As much of this as a text of at most this length has before an ellipsis.

        A text is cut between words, so that no number in it is half a number.
        """
        if not text.endswith(" …") or not longest - 60 <= len(text) <= longest:
            return self
        for n in range(len(self.held), -1, -1):
            start = Pieces(self.held[:n])
            match = re.match(start.pattern, text, re.DOTALL)
            rest = None if match is None else text[match.end() : -2]
            following = self.held[n] if n < len(self.held) else ""
            if (
                rest is not None
                and isinstance(following, str)
                and f"{following} ".startswith(rest + " ")
            ):
                return Pieces((*start.held, rest + " …"))
        return self

    def __str__(self) -> str:
        return "".join(one if isinstance(one, str) else "#" for one in self.held)


def joined(parts: Sequence[Pieces], between: str) -> Pieces:
    """Several texts in one."""
    held: list[Piece] = []
    for part in parts:
        held += [*([between] if held else []), *part.held]
    return Pieces(tuple(held))


# -- conditions ------------------------------------------------------------------


def branch_of(facts: Any, split: Any, branch: int) -> Pieces:
    """What holds for the samples of one branch of a question."""
    feature = facts.schema.columns[split.column]
    name = name_text(feature.name)
    if split.kind == "presence":
        return Pieces((f"{name} is {'missing' if branch == 1 else 'known'}",))
    if split.kind == "interval":
        limits = [-math.inf, *split.thresholds, math.inf]
        if branch >= len(limits) - 1:
            return Pieces((f"{name} is missing",))
        if feature.categories is None:
            return _between(facts, split.column, limits[branch], limits[branch + 1])
        texts = [category_text(feature.categories[math.floor(t)]) for t in split.thresholds]
        return _between_texts(name, ["", *texts, ""][branch : branch + 2])
    codes = [code for code, to in enumerate(split.branches) if to == branch]
    return _one_of(name, feature.categories, codes)


def question_of(facts: Any, split: Any) -> Pieces:
    """The first branch of a question with two answers, else all of them."""
    shown = range(1 if split.arity == 2 else split.arity)
    return joined([branch_of(facts, split, branch) for branch in shown], " | ")


def bounds_of(facts: Any, way: tuple, is_short: bool = True) -> Pieces | None:
    """Between what most thresholds of a question lie in other trees; once if that is one."""
    ends = facts.thresholds_again(way)
    if ends is None:
        return None
    clock = facts.schema.columns[way[1]].clock

    def end(bound: float) -> Piece:
        return (lambda text: is_number(text, bound)) if clock is None else clock.text(bound)

    texts = [
        clock.text(one) if clock else f"{one:.1f}" if abs(one) >= 1e4 else f"{one:.4g}"
        for one in ends
    ]
    is_one = is_short and texts[0] == texts[1]
    return Pieces((end(ends[0]),) if is_one else (end(ends[0]), " to ", end(ends[1])))


def conditions_of(facts: Any, rule: Any) -> list[Pieces]:
    """What holds where a rule applies, one text per feature."""
    found = []
    for condition in rule.conditions:
        feature = facts.schema.columns[condition.feature]
        name = name_text(feature.name)
        if condition.codes is None:
            is_none = not condition.low < condition.high
            missing = Pieces((f"{name} is missing",))
            between = (facts, condition.feature, condition.low, condition.high)
            found.append(missing if is_none else _between(*between))
            continue
        codes, n = sorted(condition.codes), feature.n_categories
        is_range = len(codes) > 1 and codes == list(range(codes[0], codes[-1] + 1))
        if len(codes) == n:
            found.append(Pieces((f"{name} is known",)))
        elif feature.kind == "ordered" and is_range:
            texts = [category_text(one) for one in feature.categories]
            low = texts[codes[0] - 1] if codes[0] else ""
            high = texts[codes[-1]] if codes[-1] < n - 1 or not codes[0] else ""
            found.append(_between_texts(name, [low, high]))
        else:
            found.append(_one_of(name, feature.categories, codes))
    return found


def _between(facts: Any, column: int, low: float, high: float) -> Pieces:
    feature = facts.schema.columns[column]
    name = name_text(feature.name)
    values = np.asarray(facts.dataset.columns[column], dtype=float)

    says_below = facts.says_below(column)
    to, over, beyond = ("<", ">=", "<=") if says_below else ("<=", ">", "<")

    def end(bound: float) -> Piece:
        if feature.clock is not None:
            return str(feature.clock.text(bound))
        return lambda text: is_threshold(text, float(bound), values, says_below)

    if math.isinf(low) and math.isinf(high):
        return Pieces((f"{name} is known",))
    if math.isinf(low):
        return Pieces((f"{name} {to} ", end(high)))
    if math.isinf(high):
        return Pieces((f"{name} {over} ", end(low)))
    return Pieces((end(low), f" {beyond} {name} {to} ", end(high)))


def _between_texts(name: str, ends: list[str]) -> Pieces:
    low, high = ends
    if not low:
        return Pieces((f"{name} <= {high}",))
    return Pieces((f"{low} < {name} <= {high}" if high else f"{name} > {low}",))


def _one_of(name: str, categories: Sequence, codes: list[int]) -> Pieces:
    shown = [category_text(categories[code]) for code in codes]
    if not shown:
        return Pieces((f"{name} is missing",))
    return Pieces(
        (f"{name} = {shown[0]}" if len(shown) == 1 else f"{name} in {{{', '.join(shown)}}}",)
    )


# -- predictions ----------------------------------------------------------------


def predicted_at(facts: Any, node: int, digits: int = 4) -> Pieces:
    """The class, the number or the equation that a node predicts."""
    tree = facts.tree
    if facts.is_several:
        return predicted_of_several(facts, node, digits)
    if facts.is_class:
        code = int(tree.decisions[node, 0])
        return Pieces((category_text(facts.classes[code]),))
    if facts.has_models and not tree.models.is_constant(node):
        equation = tree.models.equation(node, tree.schema)
        return _equation(equation.intercept, equation.terms, digits)
    value = float(tree.value[node, 0])
    if facts.has_models:
        value = float(tree.models.equation(node, tree.schema).intercept)
    return Pieces((lambda text: is_number(text, value, digits),))


def predicted_of_several(facts: Any, node: int, digits: int = 4) -> Pieces:
    """Of each target its class or number, of labels those that are there; of many the first."""
    parts = labels_at(facts, node) if facts.has_labels else _targets_at(facts, node, digits)
    return first_of(parts, MOST_NAMED, f", … +{len(parts) - MOST_NAMED}", ", ")


def first_of(parts: Sequence[Pieces], most: int, more: str, between: str) -> Pieces:
    """Some texts, of many the first and what is said of the others."""
    return Pieces((*joined(parts[:most], between).held, more if len(parts) > most else ""))


def labels_at(facts: Any, node: int) -> list[Pieces]:
    """The labels that enough samples of a node have, the most frequent first."""
    shares = shares_of_labels(facts, node)
    order = np.argsort(-shares, kind="stable")
    there = [Pieces((facts.names[k],)) for k in order if shares[k] > facts.thresholds[k]]
    if there:
        return there
    first = int(order[0])
    share = Pieces((lambda text: is_rounded(text, float(shares[first]), 2), ")"))
    return [Pieces((f"no label, first {facts.names[first]} (", *share.held))]


def shares_of_labels(facts: Any, node: int) -> np.ndarray:
    without, there = facts.tree.value[node].reshape(-1, 2).T
    return there / np.maximum(without + there, 1e-300)


def _targets_at(facts: Any, node: int, digits: int) -> list[Pieces]:
    value, tree = facts.tree.value[node], facts.tree
    if tree.schema.is_classification:
        found = [float(code) for code in tree.decisions[node]]
    else:
        found = facts.by_target(value[None])[0].tolist()
    parts = []
    for name, classes, one in zip(facts.names, facts.classes_of, found, strict=True):
        said = (lambda text, one=one: is_number(text, one, digits),)
        parts.append(
            Pieces((f"{name} = ", *((category_text(classes[int(one)]),) if classes else said)))
        )
    return parts


def _equation(intercept: float, terms: Sequence[tuple[str, float]], digits: int) -> Pieces:
    def number(value: float) -> Piece:
        return lambda text: is_number(text, value, digits)

    held: list[Piece] = [] if intercept == 0 and terms else [number(intercept)]
    for term, value in terms:
        sign = "-" if value < 0 else "+"
        held += [f" {sign} "] if held else ["-"] if value < 0 else []
        held += [number(abs(value)), f" * {term}"]
    return Pieces(tuple(held))
