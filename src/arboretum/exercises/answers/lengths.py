"""Answers that are the lengths of words of a best code; more than one set of them may be best."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from arboretum.exercises.answers.reading import read_number, read_parts
from arboretum.exercises.answers.verdict import Verdict
from arboretum.information import Code, shannon_fano_code

__all__ = ["Lengths"]


@dataclass(frozen=True)
class Lengths:
    """How many questions each symbol takes in a code that needs as few as possible."""

    best: Code

    @property
    def right(self) -> dict[str, int]:
        return self.best.lengths

    @property
    def form(self) -> str:
        return f"a dict, or a list in this order, of whole numbers for {', '.join(self.right)}"

    def judge(self, answer: Any) -> Verdict:
        given = list(answer.values()) if isinstance(answer, Mapping) else read_parts(answer)
        if isinstance(answer, Mapping) and set(answer) == set(self.right):
            given = [answer[symbol] for symbol in self.right]
        read = [read_number(one) for one in given]
        known = [one.value for one in read if one is not None]
        if len(known) != len(self.right) or any(n < 1 or n % 1 for n in known):
            return Verdict(False, f"{answer!r} does not fit. Answer with {self.form}.")
        lengths = dict(zip(self.right, map(int, known), strict=True))
        said = self._what_is_wrong(lengths)
        if said:
            return Verdict(False, said)
        return Verdict(True, f"Right: {self.best.expected_length:.4g} questions on average.")

    def _what_is_wrong(self, lengths: dict[str, int]) -> str:
        probabilities = self.best.probabilities
        needed = sum(P * lengths[symbol] for symbol, P in probabilities.items())
        room = sum(Fraction(1, 2**n) for n in lengths.values())
        if room > 1:
            return (
                "No code has words so short: the shares 1/2^length add up to more than 1, so one "
                "word would begin another."
            )
        if needed <= self.best.expected_length + 1e-9:
            return ""
        fewer = f"{needed:.4g} questions on average; {self.best.expected_length:.4g} are enough."
        if lengths == shannon_fano_code(probabilities).lengths:
            return (
                f"Those are the lengths of Shannon and Fano, from the top down. They take {fewer}"
            )
        order = sorted(probabilities, key=probabilities.__getitem__)
        if any(
            lengths[a] < lengths[b]
            for a, b in pairwise(order)
            if probabilities[a] < probabilities[b]
        ):
            return f"A less probable symbol has a shorter word than a more probable one: {fewer}"
        if room < 1:
            return (
                f"Some answer leads nowhere: the shares 1/2^length do not fill 1. It takes {fewer}"
            )
        return f"That is a code, but not the best: it takes {fewer}"
