"""Answers that are numbers, one or several, and the slips that lead to other numbers."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arboretum.exercises.answers.reading import Given, read_number, read_parts
from arboretum.exercises.answers.verdict import Slip, Verdict
from arboretum.tree import number_text

__all__ = ["Number", "Numbers"]

#: Numbers that differ by less come from the order of additions.
NOISE = 1e-9
#: Whoever gives all digits of a calculation with rounded numbers is this near at least.
FLOAT = 5e-7


@dataclass(frozen=True)
class Number:
    """A number; an answer needs ``decimals`` of it, and may have any digits more.

    ``high`` is what it cannot exceed, and ``above`` says why not.
    """

    right: float
    slips: Sequence[Slip] = ()
    unit: str = ""
    decimals: int = 3
    high: float = math.inf
    above: str = ""

    @property
    def form(self) -> str:
        unit = f" in {self.unit}" if self.unit else ""
        if self.decimals == 0:
            return f"a whole number{unit}"
        return f"a number{unit}, with {self._digits} or more, or a fraction such as 5/14"

    def judge(self, answer: Any) -> Verdict:
        given = read_number(answer)
        if given is None:
            return Verdict(False, f"{answer!r} is not a number. Answer with {self.form}.")
        exact = self._slip_within(NOISE, given)
        if self._is_rounded(given) or (not exact and self._is_cut_off(given)):
            return Verdict(True, f"Right: {self._shown()}.")
        if exact:
            return Verdict(False, exact)
        if self.decimals and abs(given.value - self.right) <= given.step / 2:
            return Verdict(False, f"Right as far as it goes. Give {self._digits}.")
        wanted = 10.0 ** -max(self.decimals, 1)
        said = self._slip_within(min(max(given.step, FLOAT), 5 * wanted), given)
        if not said and self.above and given.value > self.high + NOISE:
            said = f"{number_text(given.value, 4)} is too much. {self.above}"
        return Verdict(False, said)

    def _is_rounded(self, given: Given) -> bool:
        apart = abs(given.value - self.right)
        if apart <= NOISE * max(1.0, abs(self.right)) or not self.decimals:
            return apart <= NOISE * max(1.0, abs(self.right))
        # A float does not know that it ended in zeros.
        ends = abs(given.value - round(self.right, self.decimals)) <= NOISE
        return ends or (self._has_digits(given) and apart <= max(given.step / 2 + NOISE, FLOAT))

    def _is_cut_off(self, given: Given) -> bool:
        """Whether the last digit is one off: numbers are cut off, or rounded on the way."""
        apart = abs(given.value - self.right)
        return self.decimals > 0 and self._has_digits(given) and apart <= given.step

    def _has_digits(self, given: Given) -> bool:
        return given.step <= 10.0**-self.decimals * 1.001

    def _slip_within(self, reach: float, given: Given) -> str:
        """What to say of the slip that comes nearest, if any is so near."""
        slips = [*self.slips, *self._general_slips()]
        near = [slip for slip in slips if abs(given.value - slip.value) <= reach]
        if not near:
            return ""
        return min(near, key=lambda slip: abs(given.value - slip.value)).said

    def _general_slips(self) -> list[Slip]:
        slips = []
        if self.right:
            slips.append(Slip(-self.right, "Right except for the sign: it is not negative."))
        if 0 < self.right <= 1 and self.decimals:
            slips.append(
                Slip(100 * self.right, "That is in percent. Write a % sign, or divide by 100.")
            )
        return slips

    @property
    def _digits(self) -> str:
        return f"{self.decimals} decimal{'s' * (self.decimals > 1)}"

    def _shown(self) -> str:
        return f"{number_text(self.right, max(4, self.decimals))} {self.unit}".strip()


@dataclass(frozen=True)
class Numbers:
    """Several numbers by name."""

    parts: Mapping[str, Number] = field(default_factory=dict)

    @property
    def right(self) -> dict[str, float]:
        return {name: number.right for name, number in self.parts.items()}

    @property
    def form(self) -> str:
        first = next(iter(self.parts.values()))
        names = ", ".join(map(repr, self.parts))
        return f"a dict, or a list in this order, of {names}: each {first.form}"

    def judge(self, answer: Any) -> Verdict:
        given = answer if isinstance(answer, Mapping) else None
        if given is None:
            listed = read_parts(answer)
            if len(listed) != len(self.parts):
                said = f"There are {len(self.parts)} numbers to find, but {len(listed)} given."
                return Verdict(False, f"{said} Answer with {self.form}.")
            given = dict(zip(self.parts, listed, strict=True))
        lacking = [name for name in self.parts if name not in given]
        if lacking:
            return Verdict(False, f"The number of {lacking[0]!r} is missing.")
        verdicts = {name: number.judge(given[name]) for name, number in self.parts.items()}
        wrong = {name: verdict for name, verdict in verdicts.items() if not verdict}
        if not wrong:
            return Verdict(True, "All right.")
        lines = [f"{name}: {v.said or 'not right.'}" for name, v in wrong.items()]
        n_right = len(verdicts) - len(wrong)
        return Verdict(False, "\n".join([*lines, *([f"{n_right} right."] if n_right else [])]))
