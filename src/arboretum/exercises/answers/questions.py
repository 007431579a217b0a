"""Trees as people write them down: ``{"outlook": {"sunny": ..., "rain": ...}}``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.tree import Node, SplitFormat, Tree

__all__ = ["Answers", "Columns", "Written", "asked", "leaves_of", "written"]

Columns = Mapping[str, npt.NDArray[Any]]
#: A leaf is a class, and a question a dict with one key: its answers with what follows.
Written = Any
Answers = npt.NDArray[np.str_]

_COMPARED = re.compile(r"(?P<name>.+?)\s*(?P<sign><=|>=|<|>|≤|≥|=)\s*(?P<number>-?[\d.]+)\Z")
_AMONG = re.compile(r"(?P<name>.+?)\s*(?:in\s*\{(?P<many>.+)\}|=\s*(?P<one>.+))\Z")
_SIGNS: dict[str, Callable[[Any, float], Any]] = {
    "<=": operator.le,
    "≤": operator.le,
    ">=": operator.ge,
    "≥": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


@dataclass(frozen=True)
class Question:
    """A question: its text, and a column of what each sample answers."""

    text: str
    answers: Answers


def asked(text: str, X: Columns) -> Question | str:
    """Read a question and ask it of all samples; or say why it is none.

    >>> X = {"age": np.array([20, 50]), "sex": np.array(["male", "female"])}
    >>> asked("age <= 40", X).answers.tolist(), asked("sex", X).answers.tolist()
    (['yes', 'no'], ['male', 'female'])
    """
    if text in X:
        return Question(text, np.array([str(value) for value in X[text].tolist()]))
    compared, among = _COMPARED.match(text), _AMONG.match(text)
    if compared and compared["name"] in X and _is_numeric(X[compared["name"]]):
        column = X[compared["name"]]
        holds = _SIGNS[compared["sign"]](column.astype(float), float(compared["number"]))
    elif among and among["name"] in X:
        names = {one.strip() for one in (among["many"] or among["one"]).split(",")}
        holds = np.array([str(value) in names for value in X[among["name"]].tolist()])
    else:
        features = ", ".join(map(repr, X))
        return f"{text!r} asks about no feature. Write one of {features}, or such as 'age <= 40'."
    return Question(text, np.where(holds, "yes", "no"))


def _is_numeric(column: npt.NDArray[Any]) -> bool:
    return bool(np.issubdtype(column.dtype, np.number))


def leaves_of(tree: Written) -> int:
    """How many leaves a written tree has."""
    if not isinstance(tree, Mapping):
        return 1
    return sum(leaves_of(below) for branches in tree.values() for below in branches.values())


def written(answer: Any) -> Written:
    """A tree or a fitted estimator as it would be written down; anything else as it is."""
    tree = getattr(answer, "tree_", answer)
    return _written(tree.root) if isinstance(tree, Tree) else answer


def _written(node: Node) -> Written:
    tree, split = node.tree, node.split
    if split is None:
        return str(node.prediction)
    form = SplitFormat(tree.schema)
    children = [_written(tree.node(child)) for child in node.children]
    if split.arity == 2:
        return {form.split(split): dict(zip(("yes", "no"), children, strict=True))}
    feature = tree.schema.columns[split.column]
    answers = [form.answer(split, branch) for branch in range(split.arity)]
    return {feature.name: dict(zip(answers, children, strict=True))}
