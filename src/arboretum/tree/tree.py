"""The tree: an immutable value that everything else reads."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, partial
from numbers import Integral
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema
from arboretum.exceptions import ParameterError
from arboretum.tree import doors, structure
from arboretum.tree.collapse import collapse, node_mask
from arboretum.tree.columns import (
    COLUMNS,
    HoldsColumns,
    are_equal,
    by_first_appearance,
    check_shapes,
)
from arboretum.tree.cost_report import cost_report
from arboretum.tree.file.to_dict import plain_parts, to_dict
from arboretum.tree.frozen import frozen
from arboretum.tree.kept_rows import KeptRows
from arboretum.tree.models.node_models import Columns, NodeModels
from arboretum.tree.node import Node
from arboretum.tree.node_splits import PValues, RankedSplits, Surrogates
from arboretum.tree.predict import prediction, routing
from arboretum.tree.split import SplitTable
from arboretum.tree.words.format import targets_text
from arboretum.tree.words.frame import to_frame
from arboretum.tree.words.text import to_text

__all__ = ["Tree", "found_tree"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Tree(HoldsColumns):
    """A grown tree: what was asked, what was seen, what is predicted, and why it stopped.

    Nodes are numbered in depth-first pre-order: root 0, a parent before its
    children, first branch first.  The children of a node are as many as the
    arity of its split, in the order of its branches.  Every column below has
    one entry per node.  A column may be given as ``arboretum.tree.columns.later``.

    Attributes
    ----------
    schema : Schema
        Names, kinds, categories and classes.
    parent : int32
        -1 for the root.
    n_samples, weight, impurity : float64
        How many training samples were there, what they weigh, how mixed they are.
    value : (n_nodes, width) float64
        One weight per class (targets one after another), or one number per target.
    splits : SplitTable
        What each inner node asks; none at a leaf.
    score : float64
        Of the split, by the criterion; NaN at a leaf.
    tie : bool
        Whether another split scored the same as the one chosen.
    runner_ups, runner_up_score : SplitTable, float64
        The best split of the second-best feature, where there was one.
    stop_reason : int16
        Position in ``reasons``; -1 at an inner node.
    reasons : tuple of str
    competing : RankedSplits or None
        The best splits of the best features that lost, where the recipe keeps some.
    p_values : PValues or None
        How probable each split is by chance, where a stopping rule tested that.
    surrogates : Surrogates or None
        What samples without a value are asked instead, where the policy finds some.
    models : NodeModels or None
        What nodes predict, where that depends on the sample; ``value`` is then what is usual there.
    rows : KeptRows or None
        The training samples at each node, where the tree keeps them.
    parts : dict
        What the tree was grown by: ``{"criterion": {"name": "gini", "params": {}}}``.
    loss : (n_classes, n_classes) float64 or None
        ``loss[true, predicted]``; decides the class of a node.
    recipe : object
        The parts themselves, for growing on; neither saved nor compared.
    """

    schema: Schema
    parent: IntArray
    n_samples: FloatArray
    weight: FloatArray
    impurity: FloatArray
    value: FloatArray
    splits: SplitTable
    score: FloatArray
    tie: npt.NDArray[np.bool_]
    runner_ups: SplitTable
    runner_up_score: FloatArray
    stop_reason: npt.NDArray[np.int16]
    reasons: tuple[str, ...]
    parts: Mapping[str, Any] = field(default_factory=dict)
    loss: FloatArray | None = None
    competing: RankedSplits | None = None
    p_values: PValues | None = None
    surrogates: Surrogates | None = None
    models: NodeModels | None = None
    rows: KeptRows | None = None
    recipe: Any = None

    def __post_init__(self) -> None:
        self._set("_promised", {})
        for name in COLUMNS:
            self._take(name, getattr(self, name))
        self._set("splits", self.splits.packed_copy())
        self._set("runner_ups", self.runner_ups.packed_copy())
        self._set("parts", plain_parts(self.parts))
        if self.loss is not None:
            self._set("loss", frozen(self.loss, np.float64))
        codes, reasons = by_first_appearance(self.stop_reason, self.reasons)
        self._set("stop_reason", frozen(codes, np.int16))
        self._set("reasons", reasons)
        check_shapes(self, prediction.value_width(self.schema))

    # -- shape ---------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        return len(self.parent)

    @property
    def n_leaves(self) -> int:
        return int(self.is_leaf.sum())

    @property
    def depth(self) -> int:
        """Edges from the root to the deepest leaf."""
        return int(self.depths.max())

    @cached_property
    def depths(self) -> IntArray:
        """Edges from the root to each node."""
        return frozen(structure.depths_of(self.parent), np.int32)

    @cached_property
    def is_leaf(self) -> npt.NDArray[np.bool_]:
        return frozen(~self.splits.asks, np.bool_)

    @cached_property
    def region_numbers(self) -> IntArray:
        """Of each leaf its number among the leaves, from 1; 0 at an inner node."""
        return frozen(np.cumsum(self.is_leaf) * self.is_leaf, np.int32)

    @cached_property
    def _children(self) -> tuple[npt.NDArray[np.int64], IntArray]:
        start, children = structure.children_of(self.parent)
        return frozen(start, np.int64), frozen(children, np.int32)

    @property
    def child_start(self) -> npt.NDArray[np.int64]:
        """Where the children of each node start in ``children_flat``, and where the last end."""
        return self._children[0]

    @property
    def children_flat(self) -> IntArray:
        return self._children[1]

    @cached_property
    def branch(self) -> IntArray:
        """The branch of its parent that leads to each node; -1 for the root."""
        return frozen(structure.branches_of(self.parent, *self._children), np.int32)

    @cached_property
    def subtree_end(self) -> IntArray:
        """One past the last node below each node."""
        return frozen(structure.subtree_ends(self.parent), np.int32)

    def children(self, node: int) -> IntArray:
        """Numbers of the children, in the order of the branches."""
        return self.children_flat[self.child_start[node] : self.child_start[node + 1]]

    def bottom_up(self) -> Iterator[int]:
        """Node numbers, children before their parents."""
        return iter(range(self.n_nodes - 1, -1, -1))

    features_asked = cached_property(routing.features_asked)

    @property
    def p_value(self) -> FloatArray | None:
        """The p-value of each node, NaN where nothing was tested; None if nowhere."""
        return None if self.p_values is None else self.p_values.p

    # -- what it was grown by ------------------------------------------------

    criterion = cached_property(doors.criterion)
    leaf_model = cached_property(doors.leaf_model)
    missing_policy = cached_property(doors.missing_policy)

    # -- views for people ----------------------------------------------------

    @property
    def root(self) -> Node:
        return Node(self, 0)

    def node(self, i: int) -> Node:
        """Everything known about one node."""
        if not isinstance(i, Integral) or isinstance(i, bool) or not 0 <= i < self.n_nodes:
            raise ParameterError(
                f"The tree has no node {i!r}; its nodes are 0 to {self.n_nodes - 1}."
            )
        return Node(self, int(i))

    def nodes(self) -> list[Node]:
        return [Node(self, i) for i in range(self.n_nodes)]

    def leaves(self) -> list[Node]:
        return [Node(self, int(i)) for i in np.flatnonzero(self.is_leaf)]

    competitors = doors.competitors
    rules = doors.rules
    cost_report = cost_report
    to_binary = doors.to_binary
    with_rows = doors.with_rows

    # -- use -----------------------------------------------------------------

    predictor = cached_property(routing.make_predictor)
    ends = routing.find_ends
    decision_path = routing.visited_nodes
    passes = routing.passes

    def apply(self, columns: Columns, n_jobs: int | None = 1) -> IntArray:
        """The node where each row ends; of several that with the largest share of it."""
        return self.ends(columns, n_jobs).node

    @cached_property
    def smoothed(self) -> FloatArray:
        """The class weights by which each node predicts; those of its samples, or smoothed ones."""
        return frozen(self.leaf_model.smoothed(self), np.float64)

    @cached_property
    def probabilities(self) -> tuple[FloatArray, ...]:
        """Share of each class at each node: one (n_nodes, n_classes) array per target."""
        shares = prediction.probabilities(self.schema, self.smoothed)
        return tuple(frozen(block, np.float64) for block in shares)

    @cached_property
    def shares(self) -> FloatArray:
        """What each node predicts, (n_nodes, width): shares of all classes, or the numbers."""
        if not self.schema.is_classification:
            return self.value
        return frozen(np.hstack(self.probabilities), np.float64)

    @cached_property
    def decisions(self) -> IntArray:
        """Class code each node decides for, (n_nodes, n_targets)."""
        return frozen(self.classes_of(self.smoothed), np.int32)

    values_at = prediction.values_at
    shares_at = prediction.shares_at
    predict_at = prediction.predict_at
    predict_values = prediction.predict_values
    predict_classes = prediction.predict_classes
    predict = prediction.predict

    def classes_of(self, values: FloatArray) -> IntArray:
        """Class code for each value and target, (n, width) -> (n, n_targets)."""
        return prediction.decide(self.schema, values, self.loss)

    # -- change --------------------------------------------------------------

    def collapse(self, nodes: npt.ArrayLike) -> Tree:
        """The tree without what is below these nodes (numbers, or one boolean per node)."""
        return collapse(self, node_mask(self, nodes))

    def prune(self, *, nodes: npt.ArrayLike) -> Tree:
        """Snip by hand: the tree in which these nodes are leaves."""
        return self.collapse(nodes)

    # -- show and save -------------------------------------------------------

    to_text = to_text
    to_frame = to_frame
    to_dict = to_dict

    @classmethod
    def from_dict(cls, document: Any) -> Tree:
        """The tree of a dict made by :meth:`to_dict`; every field is checked."""
        from arboretum.tree.file.from_dict import from_dict

        return from_dict(document)

    def save(self, path: str | os.PathLike[str], *, rows: bool = False) -> None:
        """Write the tree as JSON; a file that was there stays until the new one is whole.

        The rows that the tree keeps are training data, and written only if asked for.
        """
        from arboretum.tree.file.json_file import save

        save(self, path, rows)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Tree:
        """Read a saved tree; nothing in the file is ever executed."""
        from arboretum.tree.file.json_file import load

        return load(path)

    # -- as a value ----------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return are_equal(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple:
        # Unpickled arrays are writeable; going through __init__ freezes them again.
        return partial(Tree, **{item.name: getattr(self, item.name) for item in fields(self)}), ()

    def __repr__(self) -> str:
        size = f"{self.n_nodes} nodes, {self.n_leaves} leaves, depth {self.depth}"
        return f"<Tree of {targets_text(self.schema)}: {size}>"

    def __str__(self) -> str:
        return self.to_text()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self) if cycle else self.to_text(max_depth=5))

    _repr_html_ = doors.page_frame


def found_tree(tree: Any) -> Tree:
    """A tree itself, or that of a fitted estimator."""
    found = tree if isinstance(tree, Tree) else getattr(tree, "tree_", None)
    if not isinstance(found, Tree):
        raise ParameterError(
            f"{type(tree).__name__} is neither a tree nor a fitted estimator. "
            f"Call fit first, or pass its tree_."
        )
    return found
