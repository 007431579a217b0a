"""One node of a tree, for people, and the one walk over all of them.

Everything that writes a tree out takes it: text, pictures, pages, programs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category
from arboretum.exceptions import ParameterError
from arboretum.tree.kept_rows import KeptRows
from arboretum.tree.node_splits import SurrogateSplit
from arboretum.tree.predict.answer import asked_surrogates, no_answer
from arboretum.tree.predict.prediction import expected_loss
from arboretum.tree.sides import Sides, children_of
from arboretum.tree.split import Split
from arboretum.tree.words.format import SplitFormat, category_text, number_text

if TYPE_CHECKING:
    from arboretum.tree.tree import Tree
from arboretum.tree.words.format import labels_text

__all__ = ["Node", "Visit", "visit"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Node:
    """What a tree knows about one of its nodes."""

    tree: Tree
    id: int

    # -- place ---------------------------------------------------------------

    @property
    def depth(self) -> int:
        return int(self.tree.depths[self.id])

    @property
    def parent(self) -> int | None:
        above = int(self.tree.parent[self.id])
        return above if above >= 0 else None

    @property
    def children(self) -> list[int]:
        return self.tree.children(self.id).tolist()

    @property
    def branch(self) -> int | None:
        """The branch of the parent's split that leads here."""
        return None if self.parent is None else int(self.tree.branch[self.id])

    @property
    def path(self) -> list[tuple[Split, int]]:
        """Splits asked on the way from the root, each with the branch taken."""
        steps: list[tuple[Split, int]] = []
        node, parent = self.id, self.tree.parent
        while parent[node] >= 0:
            above = int(parent[node])
            split = self.tree.splits[above]
            assert split is not None  # a parent always asks
            steps.append((split, int(self.tree.branch[node])))
            node = above
        return steps[::-1]

    def path_string(self, style: Literal["branches", "left/right"] = "branches") -> str:
        """What was taken from the root: branches, ``0→1``, or the sides of rpart's drawing.

        There the side of the smaller mean or class is the left one, and a tree is binary.
        """
        if style == "branches":
            return "→".join(str(branch) for _, branch in self.path)
        if style != "left/right":
            raise ParameterError(f"style={style!r} is not known. Known: 'branches', 'left/right'.")
        from_left, words, child = children_of(self.tree, "rpart"), [], self.id
        while (above := int(self.tree.parent[child])) >= 0:
            children = from_left(above)
            if len(children) > 2:
                raise ParameterError(
                    f"Node {above} has {len(children)} children, which have no sides. Use "
                    "style='branches', or make the tree binary."
                )
            words.append("left" if child == children[0] else "right")
            child = above
        return "→".join(reversed(words))

    @property
    def conditions(self) -> list[str]:
        """What holds for every sample that gets here, in words."""
        return SplitFormat(self.tree.schema).conditions(self.path)

    @property
    def region(self) -> str | None:
        """What the region of a leaf is called, such as ``R3``, wherever it is shown; else None.

        Leaves are numbered in the order of the nodes.
        """
        number = int(self.tree.region_numbers[self.id])
        return f"R{number}" if number else None

    # -- training ------------------------------------------------------------

    @property
    def n_samples(self) -> float:
        """How many training samples were here."""
        return float(self.tree.n_samples[self.id])

    @property
    def weight(self) -> float:
        return float(self.tree.weight[self.id])

    @property
    def impurity(self) -> float:
        return float(self.tree.impurity[self.id])

    @property
    def rows(self) -> npt.NDArray[np.integer] | None:
        """Which training samples were here, ascending; None if the tree keeps no rows.

        A sample that was sent down several branches is at several nodes: see ``row_weights``.
        """
        kept = self._kept
        return None if kept is None else kept.row

    @property
    def row_weights(self) -> npt.NDArray[np.float64] | None:
        """What the part of each of these samples weighs that was here."""
        kept = self._kept
        return None if kept is None else kept.weight

    @property
    def row_targets(self) -> npt.NDArray[Any] | None:
        """Their classes or numbers, (n,), or (n, n_targets) of several targets."""
        kept = self._kept
        return None if kept is None else kept.named_targets(self.tree.schema)

    @property
    def _kept(self) -> KeptRows | None:
        rows = self.tree.rows
        return None if rows is None else rows.below(self.id, int(self.tree.subtree_end[self.id]))

    # -- prediction ----------------------------------------------------------

    @property
    def value(self) -> npt.NDArray[np.float64]:
        """One weight per class, or one number per target."""
        return self.tree.value[self.id]

    @property
    def probabilities(self) -> dict[Category, float] | list[dict[Category, float]] | None:
        """Share of each class (of each target, if there are several); None for numbers."""
        schema = self.tree.schema
        if not schema.is_classification:
            return None
        by_target = [
            dict(zip(target.classes or (), shares[self.id].tolist(), strict=True))
            for target, shares in zip(schema.targets, self.tree.probabilities, strict=True)
        ]
        return by_target[0] if len(by_target) == 1 else by_target

    @property
    def prediction(self) -> Category | list[Category]:
        """The class or number predicted here (one for each target, if there are several)."""
        targets = self.tree.schema.targets
        predicted: list[Category] = self.value.tolist()
        if self.tree.schema.is_classification:
            codes = self.tree.decisions[self.id]
            predicted = [
                (target.classes or ())[code] for target, code in zip(targets, codes, strict=True)
            ]
        return predicted[0] if len(predicted) == 1 else predicted

    @property
    def model(self) -> str | None:
        """The model of the node in words, such as ``36.1 - 0.0065 * weight``; None if it has none.

        What it predicts changes with the sample; ``prediction`` is what is usual here.
        """
        models = self.tree.models
        return None if models is None else models.text(self.id, self.tree.schema)

    @property
    def expected_loss(self) -> float | None:
        """What deciding for a sample is expected to cost, by the loss matrix; None for numbers.

        Without a loss matrix a mistake costs 1.  The losses of several targets add up.
        """
        tree = self.tree
        if not tree.schema.is_classification:
            return None
        nodes = np.array([self.id])
        return float(expected_loss(tree, nodes, tree.smoothed[nodes], np.ones(1))[0])

    # -- choice --------------------------------------------------------------

    @property
    def is_leaf(self) -> bool:
        return bool(self.tree.is_leaf[self.id])

    @property
    def split(self) -> Split | None:
        return self.tree.splits[self.id]

    @property
    def score(self) -> float | None:
        """What the criterion gave the split."""
        return None if self.is_leaf else float(self.tree.score[self.id])

    @property
    def runner_up(self) -> tuple[Split, float] | None:
        """The best split of the second-best feature, and its score."""
        split = self.tree.runner_ups[self.id]
        return None if split is None else (split, float(self.tree.runner_up_score[self.id]))

    @property
    def competitors(self) -> list[tuple[Split, float]]:
        """The splits that lost and were kept, with their scores, best first."""
        kept = self.tree.competing
        return [] if kept is None else kept.of(self.id)

    @property
    def p_value(self) -> float | None:
        """How probable the best split is by chance; None where no rule tested that."""
        found = self.tree.p_values
        return None if found is None or found.kind[self.id] < 0 else float(found.p[self.id])

    @property
    def p_kind(self) -> str | None:
        """How the p-value was worked out: one of :data:`~arboretum.tree.P_KINDS`."""
        found = self.tree.p_values
        return None if found is None else found.kind_name(self.id)

    @property
    def surrogates(self) -> list[SurrogateSplit]:
        """What samples without a value are asked instead, one after another."""
        found = self.tree.surrogates
        return [] if found is None else found.of(self.id)

    @property
    def is_tie(self) -> bool:
        """Whether another split scored the same as the one chosen."""
        return bool(self.tree.tie[self.id])

    @property
    def on_missing(self) -> str | None:
        """What becomes of a sample that cannot answer, in words; None at a leaf."""
        if self.is_leaf:
            return None
        first = "asks the surrogates, else " if asked_surrogates(self.tree, self.id) else ""
        return first + no_answer(self.tree, self.id).reason

    @property
    def stop_reason(self) -> str | None:
        """Why a leaf was not split; None at an inner node."""
        code = int(self.tree.stop_reason[self.id])
        return self.tree.reasons[code] if code >= 0 else None

    # -- words ---------------------------------------------------------------

    def __repr__(self) -> str:
        kind = "leaf" if self.is_leaf else "inner node"
        return (
            f"<Node {self.id}: {kind} at depth {self.depth}, {number_text(self.n_samples)} samples,"
            f" predicts {self._prediction_text()}, {self._choice_text()}>"
        )

    def __str__(self) -> str:
        place = "root" if self.parent is None else " and ".join(self.conditions)
        is_priced = self.tree.loss is not None and self.expected_loss is not None
        loss = f" (expected loss {number_text(self.expected_loss or 0.0)})" if is_priced else ""
        lines = [
            f"node {self.id}: {place}",
            f"  samples   {number_text(self.n_samples)} (weight {number_text(self.weight)})",
            f"  impurity  {number_text(self.impurity)}",
            f"  predicts  {self._prediction_text()}{loss}",
            f"  {self._choice_text()}",
        ]
        if self.runner_up is not None:
            split, score = self.runner_up
            text = SplitFormat(self.tree.schema).split(split)
            lines.append(f"  runner-up {text} (score {number_text(score)})")
        for surrogate in self.surrogates:
            text = SplitFormat(self.tree.schema).surrogate(surrogate, 0)
            lines.append(f"  surrogate {text} (agrees {number_text(surrogate.agreement, 4)})")
        if self.on_missing is not None:
            lines.append(f"  missing   {self.on_missing}")
        if self.p_value is not None:
            lines.append(f"  p-value   {number_text(self.p_value, 3)} ({self.p_kind})")
        return "\n".join(lines)

    def _prediction_text(self) -> str:
        if self.tree.schema.are_labels:
            return labels_text(self.tree.schema, self.value)
        if self.model is not None:
            return self.model
        found = self.prediction
        each = found if isinstance(found, list) else [found]
        is_class = self.tree.schema.is_classification
        return ", ".join(category_text(x) if is_class else number_text(float(x)) for x in each)

    def _choice_text(self) -> str:
        split = self.split
        if split is None:
            return f"stopped: {self.stop_reason}"
        tie = ", a tie" if self.is_tie else ""
        question = SplitFormat(self.tree.schema).split(split)
        return f"splits on {question} (score {number_text(float(self.score or 0.0))}{tie})"


@dataclass(frozen=True, slots=True)
class Visit:
    """A node on the way through a tree, and what leads to it.

    Attributes
    ----------
    node : Node
    above : what its parent asks; None at the root
    branch : the branch of that question that leads here
    is_last : whether no sibling comes after it
    first : the branch of its own question that is visited first
    n_folded : how many leaves below it are not visited
    """

    node: Node
    above: Split | None
    branch: int
    is_last: bool
    n_folded: int
    first: int = 0

    @property
    def id(self) -> int:
        return self.node.id

    @property
    def depth(self) -> int:
        return self.node.depth

    @property
    def is_end(self) -> bool:
        """Whether nothing below it is visited."""
        return self.n_folded > 0 or self.node.is_leaf


def visit(tree: Tree, max_depth: int | None = None, sides: Sides = "branches") -> Iterator[Visit]:
    """Visit the nodes in depth-first order, a parent before its children.

    What lies deeper than ``max_depth`` is folded: counted, not visited.  ``sides="rpart"`` visits
    the child first that R's rpart has on the left.
    """
    if max_depth is not None and max_depth < 0:
        raise ParameterError(f"max_depth={max_depth} shows nothing. The root is at depth 0.")
    deepest = tree.depth if max_depth is None else max_depth
    return _visits(tree, deepest, sides)


def _visits(tree: Tree, deepest: int, sides: Sides) -> Iterator[Visit]:
    from_left = children_of(tree, sides)
    waiting = [(0, True)]
    while waiting:
        node, is_last = waiting.pop()
        is_folded = bool(tree.depths[node] == deepest and not tree.is_leaf[node])
        above = int(tree.parent[node])
        below = from_left(node)
        yield Visit(
            node=Node(tree, node),
            above=None if above < 0 else tree.splits[above],
            branch=max(int(tree.branch[node]), 0),
            is_last=is_last,
            n_folded=int(tree.is_leaf[node : tree.subtree_end[node]].sum()) if is_folded else 0,
            first=int(tree.branch[below[0]]) if below else 0,
        )
        if not is_folded:
            waiting += [(child, child == below[-1]) for child in reversed(below)]
