"""What one sample does at one node, and why: the one place where routing meets words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from arboretum.data.dataset import UNSEEN
from arboretum.data.schema import Feature
from arboretum.tree.node_splits import SurrogateSplit
from arboretum.tree.split import SPREADS, STAYS, Split
from arboretum.tree.words.format import SplitFormat, name_text, number_text, value_text

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree

__all__ = ["Answer", "answer", "asked_surrogates", "no_answer"]


@dataclass(frozen=True)
class Answer:
    """What share of a sample goes down each branch of a node (none if it ends there), and why.

    ``said`` is what the sample says to the question of the node itself, such as
    ``age is 51``; nothing at a leaf.
    """

    shares: tuple[float, ...]
    reason: str
    said: str = ""


def answer(tree: Tree, node: int, row: Sequence[float | int]) -> Answer:
    """What a sample does at a node.

    ``row`` has its encoded values, one per feature: a float for a number, an int for the
    code of a category.
    """
    split = tree.splits[node]
    if split is None:
        return Answer((), "ends here")
    schema = tree.schema
    feature, value = schema.columns[split.column], schema.value_of(split.column, row)
    why = _why_not(split, feature, value)
    if why is not None and split.kind != "presence":
        otherwise = _by_surrogate(tree, node, split, row) or no_answer(tree, node)
        return Answer(otherwise.shares, f"{why}: {otherwise.reason}", why)
    branch = split.branch(value)
    held = SplitFormat(tree.schema).branch(split, branch)
    said = held
    if split.kind != "presence":
        said = f"{name_text(feature.name)} is {value_text(feature, value)}"
    is_the_value = split.kind == "presence" or split.branches.count(branch) == 1
    return Answer(_all_down(branch, split), held if is_the_value else f"{said}: {held}", said)


def asked_surrogates(tree: Tree, node: int) -> list[SurrogateSplit]:
    """What a sample is asked that cannot answer the question of a node."""
    found = tree.surrogates
    return found.of(node) if found is not None and found.are_asked else []


def _by_surrogate(tree: Tree, node: int, split: Split, row: Sequence[float | int]) -> Answer | None:
    """What the first surrogate says that a sample can answer."""
    for surrogate in asked_surrogates(tree, node):
        asked = replace(surrogate.split, missing_branch=STAYS)
        branch = asked.branch(tree.schema.value_of(asked.column, row))
        if branch != STAYS:
            branch = 1 - branch if surrogate.is_reversed else branch
            held = SplitFormat(tree.schema).surrogate(surrogate, branch)
            return Answer(_all_down(branch, split), f"by surrogate {held}")
    return None


def no_answer(tree: Tree, node: int) -> Answer:
    """What a sample does at an inner node if it can answer neither that nor a surrogate."""
    split = tree.splits[node]
    assert split is not None  # a leaf asks nothing
    branch = split.missing_branch
    if branch == STAYS:
        return Answer((), "stays here")
    if branch == SPREADS:
        shares = _shares(tree, node)
        shown = ", ".join(number_text(round(share, 4)) for share in shares)
        return Answer(shares, f"goes down all branches with shares {shown}")
    policy = tree.missing_policy
    if policy.refuses:
        return Answer((), "is refused")
    n_cuts = len(split.thresholds)
    takes_known = branch <= n_cuts if split.kind == "interval" else branch in split.branches
    held = f", {SplitFormat(tree.schema).branch(split, branch)}" if takes_known else ""
    return Answer(_all_down(branch, split), f"{policy.words}{held}")


def _shares(tree: Tree, node: int) -> tuple[float, ...]:
    """The share of each child in the weight below a node; even if there is none."""
    weights = tree.weight[tree.children(node)]
    whole = weights.sum()
    shares = weights / whole if whole > 0 else np.full(len(weights), 1 / len(weights))
    return tuple(shares.tolist())


def _all_down(branch: int, split: Split) -> tuple[float, ...]:
    return tuple(float(b == branch) for b in range(split.arity))


def _why_not(split: Split, feature: Feature, value: float | int) -> str | None:
    """Why a sample cannot answer a question, in words; None if it can."""
    name = name_text(feature.name)
    if isinstance(value, float):
        return f"{name} is missing" if np.isnan(value) else None
    if value == UNSEEN:
        return f"{name} is a category that training never saw"
    if value < 0:
        return f"{name} is missing"
    if split.kind == "category" and split.branches[value] < 0:
        return f"{name} = {value_text(feature, value)} was not at this node in training"
    return None
