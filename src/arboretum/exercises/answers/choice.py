"""Answers that are chosen: one of several sentences, or a set."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arboretum.exercises.answers.reading import read_number, read_parts
from arboretum.exercises.answers.verdict import Verdict
from arboretum.tree import number_text

__all__ = ["Choice", "Members"]

_YES_OR_NO = re.compile(r"(yes|no)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Choice:
    """One of several answers, by letter; ``why_not`` says what is wrong with each of the others."""

    options: Mapping[str, str]
    right: str
    why_not: Mapping[str, str]

    @property
    def form(self) -> str:
        reason = " (yes or no alone is not enough)" if self._answers() == {"yes", "no"} else ""
        return f"one of {', '.join(self.options)}{reason}"

    @property
    def listing(self) -> str:
        """The answers to choose from."""
        return "\n".join(f"{letter}) {said}" for letter, said in self.options.items())

    def judge(self, answer: Any) -> Verdict:
        words = [str(part).strip() for part in read_parts(answer)]
        letter = self._letter(words[-1] if words else "")
        stated = _YES_OR_NO.match(words[0]) if words else None
        if letter is None:
            if stated and self._answers() == {"yes", "no"}:
                return Verdict(False, f"Say why as well. Answer with {self.form}.")
            return Verdict(False, f"{answer!r} is none of them. Answer with {self.form}.")
        reason = _YES_OR_NO.match(self.options[letter])
        if stated and reason and stated[1].lower() != reason[1].lower():
            said = f"You say {stated[1].lower()!r}, but {letter}) is a reason for"
            return Verdict(False, f"{said} {reason[1].lower()!r}.")
        if letter == self.right:
            return Verdict(True, f"Right: {self.options[letter]}")
        return Verdict(False, self.why_not[letter])

    def _answers(self) -> set[str]:
        found = map(_YES_OR_NO.match, self.options.values())
        return {match[1].lower() for match in found if match}

    def _letter(self, word: str) -> str | None:
        bare = word.rstrip(").").lower()
        for letter, said in self.options.items():
            if bare == letter.lower() or word.lower() == said.lower():
                return letter
        return None


@dataclass(frozen=True)
class Members:
    """A set of numbers or of words, in any order.

    Attributes
    ----------
    right : the members
    of : what they are, in the plural
    sets : other sets that come out if a step goes wrong, with what to say
    strangers : why something is not a member
    absent : why something is a member; by default ``lacking`` is said
    """

    right: frozenset[Any]
    of: str
    sets: Sequence[tuple[frozenset[Any], str]] = ()
    strangers: Mapping[Any, str] = field(default_factory=dict)
    absent: Mapping[Any, str] = field(default_factory=dict)
    lacking: str = ""

    @property
    def form(self) -> str:
        return f"a set of {self.of}"

    def judge(self, answer: Any) -> Verdict:
        given = frozenset(map(self._member, read_parts(answer)))
        if given == self.right:
            return Verdict(True, f"Right: {self._shown(given)}.")
        for members, said in self.sets:
            if given == members:
                return Verdict(False, said)
        lines = [
            f"{self._shown([one])} does not belong to them. {self.strangers.get(one, '')}".strip()
            for one in self._sorted(given - self.right)
        ]
        lacking = self._sorted(self.right - given)
        explained = [one for one in lacking if one in self.absent]
        lines += [f"{self._shown([one])} is missing. {self.absent[one]}" for one in explained]
        others = [one for one in lacking if one not in self.absent]
        if others and not lines:
            lines.append(f"{len(others)} missing. {self.lacking}".strip())
        return Verdict(False, "\n".join(lines))

    def _member(self, one: Any) -> Any:
        if all(isinstance(member, str) for member in self.right):
            return " ".join(str(one).split())
        number = read_number(one)
        return str(one) if number is None else round(number.value, 6)

    def _shown(self, members: Any) -> str:
        return ", ".join(
            one if isinstance(one, str) else number_text(one) for one in self._sorted(members)
        )

    @staticmethod
    def _sorted(members: Any) -> list[Any]:
        return sorted(members, key=lambda one: (isinstance(one, str), one))
