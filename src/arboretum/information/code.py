"""A code: which questions find out a symbol, and how many of them that takes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.information.content import entropy
from arboretum.part import is_whole
from arboretum.show import Picture, plot, question_tree
from arboretum.show.paper.question_tree import Questions
from arboretum.tree import Tree, name_text, number_text
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["Code", "enough_questions"]

#: Longer codes are clipped where people read them; data frames have all.
MOST_ROWS = 40


def enough_questions(n: int) -> int:
    """How many yes/no questions always suffice to find one of n symbols: log2 n, rounded up.

    >>> enough_questions(5), enough_questions(8), enough_questions(1)
    (3, 3, 0)
    """
    if not is_whole(n) or n < 1:
        raise ParameterError(f"n={n!r} must be a whole number of symbols, at least 1.")
    return (int(n) - 1).bit_length()


@dataclass(frozen=True, eq=False)
class Code:
    """A scheme of yes/no questions, which is a tree, and the word of each symbol in it.

    Attributes
    ----------
    name : str
        Of the way in which it was made.
    questions : nested tuples
        The symbols, as the questions divide them; the first part is the answer "yes", written 0.
    probabilities : dict of str to float
        Of each symbol, or of each block of symbols.
    block : int
        How many symbols are found out at once.
    """

    name: str
    questions: Questions
    probabilities: Mapping[str, float]
    block: int = 1

    @property
    def symbols(self) -> tuple[str, ...]:
        """What can be found out, in the order of the probabilities."""
        return tuple(self.probabilities)

    @cached_property
    def words(self) -> dict[str, str]:
        """The answers that lead to each symbol: 0 for yes, 1 for no."""
        found: dict[str, str] = {}
        pending: list[tuple[Questions, str]] = [(self.questions, "")]
        while pending:
            asked, word = pending.pop()
            if isinstance(asked, str):
                found[asked] = word
            else:
                pending += [(part, f"{word}{digit}") for digit, part in enumerate(asked)]
        return {symbol: found[symbol] for symbol in self.probabilities}

    @property
    def lengths(self) -> dict[str, int]:
        """How many questions it takes to find out each symbol."""
        return {symbol: len(word) for symbol, word in self.words.items()}

    @property
    def longest(self) -> int:
        """How many questions it takes at most."""
        return max(self.lengths.values())

    @property
    def expected_length(self) -> float:
        """How many questions it takes on average, per symbol of a block."""
        each = self.lengths
        return math.fsum(P * each[symbol] for symbol, P in self.probabilities.items()) / self.block

    @property
    def entropy(self) -> float:
        """Bits per symbol: no code needs fewer questions on average."""
        return entropy(self.probabilities) / self.block

    @property
    def efficiency(self) -> float:
        """Entropy by expected length; 1 where not a single question is wasted."""
        return self.entropy / self.expected_length if self.expected_length else 1.0

    @cached_property
    def tree(self) -> Tree:
        """Its questions as a tree, to read like any other."""
        return question_tree(self.questions, self.probabilities)

    def plot(self, *args: Any, **options: Any) -> Picture:
        """Draw the questions with the probability of each answer; as for ``show.plot``."""
        return plot(self.tree, *args, **{"preset": "code", "max_categories": None, **options})

    def encode(self, message: Iterable[str]) -> str:
        """The answers for one symbol, or block, after another.

        >>> Code("", ("a", ("b", "c")), {"a": 0.5, "b": 0.25, "c": 0.25}).encode("abac")
        '010011'
        """
        words, written = self.words, []
        for symbol in message:
            if symbol not in words:
                raise ParameterError(
                    f"{symbol!r} has no word in this code. It has words for "
                    f"{', '.join(map(repr, self.symbols[:8]))}{'…' * (len(words) > 8)}."
                )
            written.append(words[symbol])
        return "".join(written)

    def decode(self, answers: str) -> list[str]:
        """The symbols, or blocks, that were encoded: no word begins another, so nothing parts them.

        >>> Code("", ("a", ("b", "c")), {"a": 0.5, "b": 0.25, "c": 0.25}).decode("010011")
        ['a', 'b', 'a', 'c']
        """
        symbol_of = {word: symbol for symbol, word in self.words.items()}
        found, word = [], ""
        for place, answer in enumerate(answers):
            if answer not in ("0", "1"):
                raise ParameterError(
                    f"Answer {place + 1} is {answer!r}. Pass a text of 0 for yes and 1 for no."
                )
            word += answer
            if word in symbol_of:
                found.append(symbol_of[word])
                word = ""
        if word:
            raise ParameterError(
                f"The answers end within a word: nothing is called {word!r}. Pass all of them."
            )
        return found

    def __str__(self) -> str:
        return "\n".join([self._title, "", *self._lines(aligned)])

    def to_markdown(self) -> str:
        """The words of the symbols as a table."""
        return "\n".join([f"**{self._title}**", "", *self._lines(in_markdown)])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per symbol, as a data frame of pandas, polars or pyarrow."""
        columns: dict[str, list[Any]] = {
            "symbol": list(self.symbols),
            "probability": list(self.probabilities.values()),
            "word": list(self.words.values()),
            "length": list(self.lengths.values()),
        }
        return in_frame(columns, backend)

    def __repr__(self) -> str:
        return f"<Code: {self._title}>"

    @property
    def _title(self) -> str:
        return (
            f"{self.name}: {number_text(self.expected_length, 5)} questions per symbol, "
            f"efficiency {self.efficiency:.3f}"
        )

    def _lines(self, write: Any) -> Iterator[str]:
        rows = [["symbol", "probability", "word", "length"]]
        for symbol, word in list(self.words.items())[:MOST_ROWS]:
            P = number_text(self.probabilities[symbol], 4)
            rows.append([name_text(symbol), P, word, str(len(word))])
        yield from write(rows, (0, 2))
        hidden = len(self.symbols) - MOST_ROWS
        if hidden > 0:
            yield f"…and {hidden} more"
