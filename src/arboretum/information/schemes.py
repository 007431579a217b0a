"""Ways to ask for a symbol: one after another, by halves, Shannon-Fano, Huffman, in blocks."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, product
from math import prod
from typing import Literal

from arboretum.exceptions import ParameterError
from arboretum.information.code import Code
from arboretum.information.distribution import Distribution, as_fraction, named
from arboretum.part import is_whole
from arboretum.show.paper.question_tree import Questions

__all__ = [
    "block_code",
    "equal_size_code",
    "huffman_code",
    "linear_code",
    "shannon_fano_code",
]

#: More blocks than this take long, and nobody asks for so many at once.
MOST_BLOCKS = 100_000

Divide = Callable[[list[str]], int]


def linear_code(
    probabilities: Distribution,
    order: Literal["given", "probable_first"] = "given",
    *,
    normalise: bool = False,
) -> Code:
    """Ask for one symbol after another: is it x1, is it x2?

    Parameters
    ----------
    probabilities : by symbol, or in a row: then the symbols are x1, x2 and so on
    order : "given", or "probable_first", which is the best order there is
    normalise : divide numbers such as counts by their sum

    Examples
    --------
    >>> print(linear_code([0.10, 0.15, 0.16, 0.19, 0.40]))
    one after another: 3.24 questions per symbol, efficiency 0.664
    <BLANKLINE>
    symbol  probability  word  length
    x1              0.1  0          1
    x2             0.15  10         2
    x3             0.16  110        3
    x4             0.19  1110       4
    x5              0.4  1111       4
    """
    weights = named(probabilities, normalise=normalise)
    if order not in ("given", "probable_first"):
        raise ParameterError(
            f"order={order!r} is not known. Known orders: 'given', 'probable_first'."
        )
    symbols = list(weights) if order == "given" else _probable_first(weights)
    name = "one after another" if order == "given" else "most probable first"
    return Code(name, _divided(symbols, lambda _: 1), weights)


def equal_size_code(probabilities: Distribution, *, normalise: bool = False) -> Code:
    """Divide the symbols, in their order, into halves of equal size, whatever is probable.

    Of an odd number the second half has one more.  It never takes more than
    ``enough_questions(n)``.

    Examples
    --------
    >>> equal_size_code([0.10, 0.15, 0.16, 0.19, 0.40])
    <Code: halves of equal size: 2.59 questions per symbol, efficiency 0.830>
    """
    weights = named(probabilities, normalise=normalise)
    halves = _divided(list(weights), lambda symbols: len(symbols) // 2)
    return Code("halves of equal size", halves, weights)


def shannon_fano_code(probabilities: Distribution, *, normalise: bool = False) -> Code:
    """Divide the symbols, sorted by probability, so that both sides are about equally probable.

    From the top down (Shannon 1948, Fano 1949).  Symbols that are equally probable stay in
    their order, and of two divisions that are equally even the first is taken.

    Examples
    --------
    >>> shannon_fano_code([0.10, 0.15, 0.16, 0.19, 0.40]).lengths
    {'x1': 3, 'x2': 3, 'x3': 2, 'x4': 2, 'x5': 2}
    """
    weights = named(probabilities, normalise=normalise)
    exact = {symbol: as_fraction(weight) for symbol, weight in weights.items()}

    def most_even(symbols: list[str]) -> int:
        sums = list(accumulate(exact[symbol] for symbol in symbols))
        return min(range(1, len(sums)), key=lambda cut: abs(sums[-1] - 2 * sums[cut - 1]))

    symbols = sorted(weights, key=exact.__getitem__)
    return Code("Shannon-Fano", _divided(symbols, most_even), weights)


def huffman_code(probabilities: Distribution, *, normalise: bool = False) -> Code:
    """Join the two least probable sets of symbols until one is left.

    From the bottom up (Huffman 1952): no code that finds one symbol at a time needs fewer
    questions.  Of sets that are equally probable the one that was made first is taken, which
    keeps the longest word short.

    Examples
    --------
    >>> print(huffman_code({"a": 1 / 2, "b": 1 / 4, "c": 1 / 8, "d": 1 / 16, "e": 1 / 16}))
    Huffman: 1.875 questions per symbol, efficiency 1.000
    <BLANKLINE>
    symbol  probability  word  length
    a               0.5  0          1
    b              0.25  10         2
    c             0.125  110        3
    d            0.0625  1110       4
    e            0.0625  1111       4
    """
    weights = named(probabilities, normalise=normalise)
    return Code("Huffman", _joined({one: as_fraction(P) for one, P in weights.items()}), weights)


def block_code(
    probabilities: Distribution,
    n: int,
    scheme: Callable[[dict[str, float]], Code] = huffman_code,
    *,
    normalise: bool = False,
) -> Code:
    """Find out n independent symbols at once: the longer the blocks, the closer to the entropy.

    Parameters
    ----------
    probabilities, normalise : as for the other codes
    n : how many symbols make a block; 2 for pairs
    scheme : the code of the blocks

    Returns
    -------
    Code
        Its symbols are the blocks; ``expected_length``, ``entropy`` and ``efficiency`` are per
        symbol.

    Examples
    --------
    >>> P = [0.10, 0.15, 0.16, 0.19, 0.40]
    >>> [round(block_code(P, n).expected_length, 4) for n in (1, 2, 3, 4)]
    [2.2, 2.1655, 2.1608, 2.1571]
    """
    weights = named(probabilities, normalise=normalise)
    if not is_whole(n) or n < 1:
        raise ParameterError(f"n={n!r} symbols make no block. Pass a whole number, at least 1.")
    if len(weights) ** n > MOST_BLOCKS:
        raise ParameterError(
            f"{len(weights)} symbols make {len(weights) ** n} blocks of {n}, more than "
            f"{MOST_BLOCKS}. Pass a smaller n."
        )
    between = "" if len({len(symbol) for symbol in weights}) == 1 else " "
    exact = {symbol: as_fraction(weight) for symbol, weight in weights.items()}
    blocks = {
        between.join(block): float(prod((exact[symbol] for symbol in block), start=Fraction(1)))
        for block in product(weights, repeat=n)
    }
    if len(blocks) < len(weights) ** n:
        raise ParameterError(
            "Two blocks read the same, because a symbol holds a blank. Rename the symbols."
        )
    code = scheme(blocks)
    return Code(f"{code.name}, blocks of {n}", code.questions, code.probabilities, n)


def _probable_first(weights: dict[str, float]) -> list[str]:
    return sorted(weights, key=lambda symbol: -as_fraction(weights[symbol]))


def _divided(symbols: list[str], cut: Divide) -> Questions:
    """Brackets from the top down; ``cut`` says how many symbols the first part has."""
    done: list[Questions] = []
    pending: list[list[str] | None] = [symbols]
    while pending:
        left = pending.pop()
        if left is None:  # Both parts are done, the first of them first.
            second, first = done.pop(), done.pop()
            done.append((first, second))
        elif len(left) == 1:
            done.append(left[0])
        else:
            size = cut(left)
            pending += [None, left[size:], left[:size]]
    return done[0]


def _joined(weights: dict[str, Fraction]) -> Questions:
    """Brackets from the bottom up."""
    heap: list[tuple[Fraction, int, Questions]] = [
        (weight, place, symbol) for place, (symbol, weight) in enumerate(weights.items())
    ]
    heapq.heapify(heap)
    made = len(heap)
    while len(heap) > 1:
        first, second = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (first[0] + second[0], made, (first[2], second[2])))
        made += 1
    return heap[0][2]
