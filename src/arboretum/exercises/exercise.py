"""An exercise: a question, its data, and a check that says which step went wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from random import Random
from typing import Any, Protocol

from arboretum.exceptions import ParameterError
from arboretum.exercises.answers.verdict import Verdict

__all__ = ["Exercise", "Expected", "Make"]

Make = Callable[[Random | None], "Exercise"]


class Expected(Protocol):
    """A kind of answer: what is right, how to put it, and what to say of another."""

    @property
    def right(self) -> Any:
        """An answer that is right."""

    @property
    def form(self) -> str:
        """How to put the answer, in words."""

    def judge(self, answer: Any) -> Verdict:
        """Whether it is right, or which step went wrong."""


@dataclass(frozen=True, eq=False)
class Exercise:
    """A question to answer with pencil and paper.

    Attributes
    ----------
    question : str
    expects : Expected
        What kind of answer is right: a :class:`Number`, several :class:`Numbers`, a
        :class:`Choice`, the :class:`Members` of a set, a :class:`GreedyTree` or a
        :class:`ConsistentTree`.
    tip, working : str
        What ``hint`` and ``solution`` say.
    table : str
        The data, as they are printed below the question.
    data : dict
        The same, to compute with.
    topic, name, about : str
        Where it is in a course, what it is called, and what it is about or where it is from.
    seed : int or None
        Of a variant: what its numbers were drawn with.
    make : function or None
        Makes a variant from a random generator of Python.
    """

    question: str
    expects: Expected
    tip: str
    working: str
    table: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    topic: str = ""
    name: str = ""
    about: str = ""
    seed: int | None = None
    make: Make | None = None

    def check(self, answer: Any) -> Verdict:
        """Say whether an answer is right or, if not, which step went wrong.

        Numbers may be rounded to the digits that are given, and be written as text: ``"5/14"``,
        ``"94 %"``.
        """
        verdict = self.expects.judge(answer)
        if verdict.is_right or verdict.said:
            return verdict
        return Verdict(False, f"Not right. {self.tip}")

    def hint(self) -> str:
        """A first step."""
        return self.tip

    def solution(self) -> str:
        """The answer, with the working."""
        return self.working

    @property
    def answer(self) -> Any:
        """An answer that is right."""
        return self.expects.right

    @property
    def has_variants(self) -> bool:
        """Whether the same can be asked with other numbers."""
        return self.make is not None

    def variant(self, seed: int) -> Exercise:
        """The same exercise with other numbers, the same ones for the same seed."""
        if self.make is None:
            raise ParameterError(
                f"{self.name!r} has no variants: its question has no numbers to draw. "
                "Ask it as it is."
            )
        made = self.make(Random(seed))
        return replace(
            made, name=self.name, topic=self.topic, about=self.about, seed=seed, make=self.make
        )

    def __str__(self) -> str:
        title = self.name if self.seed is None else f"{self.name}, variant {self.seed}"
        blocks = [title, self.question, *self._shown, f"Answer with {self.expects.form}."]
        return "\n\n".join(blocks)

    @property
    def _shown(self) -> list[str]:
        """What stands below the question: the data, and answers to choose from."""
        listing = getattr(self.expects, "listing", "")
        return [block for block in (self.table, listing) if block]

    def __repr__(self) -> str:
        return f"<Exercise {self.name!r} about {self.topic}>"

    def _repr_html_(self) -> str:
        shown = "".join(f"<pre>{escape(block)}</pre>" for block in self._shown)
        return (
            f"<div><p><b>{escape(self.name)}</b></p><p>{escape(self.question)}</p>{shown}"
            f"<p>Answer with {escape(self.expects.form)}.</p>"
            f"<details><summary>Hint</summary><p>{escape(self.tip)}</p></details></div>"
        )
