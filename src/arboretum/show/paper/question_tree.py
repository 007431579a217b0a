"""Trees of questions that were not grown: codes, twenty questions, identification keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from arboretum.criteria import InformationGain, entropy
from arboretum.data import Feature, Schema, Target
from arboretum.exceptions import ParameterError
from arboretum.tree import Split, Tree, TreeBuilder

__all__ = ["question_tree"]

FloatArray = npt.NDArray[np.float64]
Questions: TypeAlias = "str | Sequence[Questions]"


def question_tree(questions: Questions, weights: Mapping[str, float], name: str = "symbol") -> Tree:
    """A tree that finds out which of some symbols is meant, to draw and to read like any other.

    Parameters
    ----------
    questions : the symbols, bracketed as the questions divide them: ``(("a", "b"), "c")`` first
        separates c from a and b.  A bracket of more than two has as many branches.
    weights : how probable, or how frequent, each symbol is
    name : what the symbols are

    Returns
    -------
    Tree
        Its impurities are entropies, its scores the bits that a question yields.

    Examples
    --------
    >>> tree = question_tree((("a", "b"), "c"), {"a": 0.25, "b": 0.25, "c": 0.5})
    >>> [(leaf.prediction, leaf.depth) for leaf in tree.leaves()]
    [('a', 2), ('b', 2), ('c', 1)]
    >>> float(tree.impurity[0]), tree.score.tolist()
    (1.5, [1.0, 1.0, nan, nan, nan])
    """
    _check(list(_symbols(questions)), weights)
    names = tuple(weights)
    builder = TreeBuilder()
    pending: list[tuple[int | None, int, Questions]] = [(None, 0, questions)]
    while pending:
        parent, branch, asked = pending.pop()
        value = _value(asked, weights)
        node = builder.add(
            parent,
            branch,
            n_samples=float(np.count_nonzero(value)),
            weight=float(value.sum()),
            impurity=float(entropy(value)),
            value=value,
        )
        if isinstance(asked, str):
            builder.stop(node, "one symbol is left")
            continue
        groups = np.array([_value(part, weights) for part in asked])
        bits = float(InformationGain().score(value, groups[None])[0])
        builder.split(node, _split(asked, names), bits)
        pending += [(node, i, part) for i, part in enumerate(asked)]
    return builder.finish(Schema((Feature(name, "categorical", names),), (Target(name, names),)))


def _symbols(questions: Questions) -> Iterator[str]:
    """The symbols in the order of the brackets, which may be a thousand deep."""
    pending = [questions]
    while pending:
        asked = pending.pop()
        if isinstance(asked, str):
            yield asked
        elif len(asked) < 2:
            raise ParameterError(
                f"The bracket {asked!r} divides nothing. Put at least two symbols into it."
            )
        else:
            pending += reversed(asked)


def _value(questions: Questions, weights: Mapping[str, float]) -> FloatArray:
    """The weight of each symbol that is still possible, 0 of the others."""
    left = set(_symbols(questions))
    return np.array([weight if name in left else 0.0 for name, weight in weights.items()])


def _split(asked: Sequence[Questions], names: Sequence[str]) -> Split:
    """The question of one bracket; symbols that cannot come take the first branch."""
    branch = {symbol: i for i, part in enumerate(asked) for symbol in _symbols(part)}
    branches = tuple(branch.get(name, -1) for name in names)
    return Split(0, "category", len(asked), (), branches, 0)


def _check(symbols: list[str], weights: Mapping[str, float]) -> None:
    twice, n_times = Counter(symbols).most_common(1)[0]
    if n_times > 1:
        raise ParameterError(
            f"questions has {twice!r} twice, which no question could separate. Name it once."
        )
    apart = set(symbols) ^ set(weights)
    if apart:
        where = "questions" if min(apart) in weights else "weights"
        raise ParameterError(f"{min(apart)!r} is missing in {where}. Name every symbol in both.")
    unlikely = [name for name, weight in weights.items() if not 0 < weight < float("inf")]
    if unlikely:
        raise ParameterError(
            f"The weight of {unlikely[0]!r} is {weights[unlikely[0]]!r}. Pass a positive number."
        )
