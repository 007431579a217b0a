"""The way of one sample down a tree, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category
from arboretum.exceptions import ParameterError
from arboretum.model import Model, model_of
from arboretum.rules.words import prediction_text
from arboretum.tree import Tree, category_text, name_text, number_text
from arboretum.tree.predict.answer import answer
from arboretum.tree.predict.prediction import class_blocks
from arboretum.tree.predict.routing import average_of_parts
from arboretum.tree.tree import found_tree
from arboretum.tree.words.format import MOST, labels_text
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["Path", "Step", "encoded_row", "path", "row_values", "steps"]

FloatArray = npt.NDArray[np.float64]

#: A change this small beside the prediction is what sums of fractions leave over.
ROUNDING = 1e-12


@dataclass(frozen=True)
class Step:
    """What happens to a sample at one node.

    Attributes
    ----------
    node : int
    share : float
        What share of the sample gets there: 1, unless it was sent down several
        branches above.
    reason : str
        What happens, in words.
    said : str
        How the sample answers the question of the node, such as ``age is 51``.
    value : tuple of float
        What the node predicts: the share of each class, or the number.
    contribution : tuple of float
        By how much the answer changes the prediction; 0 where the way ends.
    """

    node: int
    share: float
    reason: str
    said: str = ""
    value: tuple[float, ...] = ()
    contribution: tuple[float, ...] = ()

    def __str__(self) -> str:
        part = "" if self.share == 1 else f" (share {number_text(round(self.share, 4))})"
        return f"node {self.node}{part}: {self.reason}"


@dataclass(frozen=True, eq=False)
class Path(Sequence[Step]):
    """The steps of one sample, and what each answer changed.

    The contributions of all steps add up to the prediction less what the root
    predicts, even for a sample that is shared out among several branches.
    """

    tree: Tree
    steps: tuple[Step, ...]

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        return self.steps[index]

    def __len__(self) -> int:
        return len(self.steps)

    @property
    def ends(self) -> list[Step]:
        """The steps where the sample, or a part of it, ends."""
        last = {step.node for step in self.steps}
        parent = self.tree.parent
        goes_on = {int(parent[node]) for node in last}
        return [step for step in self.steps if step.node not in goes_on]

    def path_string(self, style: Literal["branches", "left/right"] = "branches") -> str:
        """What was taken from the root, as at a node; the ways of a shared sample by "or"."""
        return " or ".join(self.tree.node(step.node).path_string(style) for step in self.ends)

    @cached_property
    def value(self) -> FloatArray:
        """What is predicted: the share of each class, or the number."""
        ends = self.ends
        return average_of_parts([step.value for step in ends], [step.share for step in ends])

    @property
    def start(self) -> FloatArray:
        """What the root predicts, before anything is asked."""
        return np.array(self.steps[0].value)

    @cached_property
    def decision(self) -> npt.NDArray[np.int32]:
        """The code of the predicted class, one per target; empty for numbers."""
        if not self.tree.schema.is_classification:
            return np.zeros(0, dtype=np.int32)
        ends = self.ends
        if len(ends) == 1 and self.tree.models is None:
            return self.tree.decisions[ends[0].node]
        return self.tree.classes_of(self.value[None])[0]

    @property
    def prediction(self) -> Category | list[Category]:
        """The class or number predicted (one per target, if there are several)."""
        schema = self.tree.schema
        predicted: list[Category] = self.value.tolist()
        if schema.is_classification:
            decided = zip(schema.targets, self.decision, strict=True)
            predicted = [(target.classes or ())[code] for target, code in decided]
        return predicted[0] if len(predicted) == 1 else predicted

    def by_feature(self) -> dict[str, FloatArray]:
        """What the answers about each feature changed in total.

        An answer by a surrogate counts for the feature that the node asks about; the features
        of a combination take equal shares.
        """
        schema = self.tree.schema
        found: dict[str, FloatArray] = {}
        for step in self.steps:
            split = self.tree.splits[step.node]
            features = () if split is None else schema.features_of(split.column)
            for feature in features:
                name = schema.feature_names[feature]
                so_far = found.get(name, np.zeros(len(self.value)))
                found[name] = so_far + np.asarray(step.contribution) / len(features)
        return found

    @property
    def words(self) -> str:
        """The way in one sentence: ``thal is normal, pain is typical, so disease = no``."""
        schema = self.tree.schema
        said = dict.fromkeys(step.said for step in self.steps if step.said)
        follows = prediction_text(schema, self.value.tolist(), self.decision.tolist())
        if schema.is_classification and not schema.are_labels:
            shares = [_number(self, self.value[place]) for place, _ in _shown(self)]
            follows += f" ({', '.join(shares)})"
        return f"{', '.join(said) or 'nothing is asked'}, so {follows}"

    def __str__(self) -> str:
        rows = _rows(self)
        return "\n".join([self.words, "", *aligned(rows, left=(3, len(rows[0]) - 1))])

    def to_markdown(self) -> str:
        """The sentence, and a table of the steps."""
        rows = _rows(self)
        return "\n".join([f"{self.words}.", "", *in_markdown(rows, left=(3, len(rows[0]) - 1))])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per step, as a data frame of pandas, polars or pyarrow."""
        columns: dict[str, list[Any]] = {
            "node": [step.node for step in self.steps],
            "share": [step.share for step in self.steps],
            "n_samples": [float(self.tree.n_samples[step.node]) for step in self.steps],
            "reason": [step.reason for step in self.steps],
        }
        for place, name in enumerate(_value_names(self)):
            columns[f"value of {name}"] = [step.value[place] for step in self.steps]
            columns[f"contribution to {name}"] = [step.contribution[place] for step in self.steps]
        return in_frame(columns, backend)


def path(tree: Any, X: Any, row: int = 0) -> Path:
    """What happens to a sample at each node that it reaches, and what each answer changes.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    X : samples as for ``predict``.
    row : which of them.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier(missing="fractional")
    >>> model = model.fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> print(path(model, {"age": [50]}))
    age is 50, so y = yes (1)
    <BLANKLINE>
    node  share  samples  (no yes)         change of yes  what happens
       0      1        3  (0.6667 0.3333)        +0.6667  age is 50: age > 45
       2      1        1  (0 1)                           ends here
    >>> for step in path(model, {"age": [None]}):
    ...     print(step)
    node 0: age is missing: goes down all branches with shares 0.6667, 0.3333
    node 1 (share 0.6667): ends here
    node 2 (share 0.3333): ends here
    """
    found = found_tree(tree)
    columns = encoded_row(model_of(tree), X, row)
    return Path(found, tuple(steps(found, columns, 0)))


def encoded_row(model: Model, X: Any, row: int) -> tuple[npt.NDArray[Any], ...]:
    """One sample as a model reads it: an array of length 1 per feature.

    What the model would not predict is refused; a new category needs no warning,
    since the explanation says what becomes of it.
    """
    columns = model.read(X)
    n_rows = len(columns[0]) if columns else 0
    if not 0 <= row < n_rows:
        raise ParameterError(f"row={row} does not exist: X has {n_rows} samples; the first is 0.")
    asked = tuple(column[row : row + 1] for column in columns)
    model.refuse(asked)
    return asked


def steps(tree: Tree, columns: Sequence[npt.NDArray[Any]], row: int) -> list[Step]:
    """The steps of a row of encoded columns; nodes in the order of the tree."""
    values = row_values(tree, columns, row)
    predicted = _predicted_for(tree, columns, row)
    found: list[Step] = []
    waiting = [(0, 1.0)]
    while waiting:
        node, share = waiting.pop()
        given = answer(tree, node, values)
        children = tree.children(node)[: len(given.shares)]
        parts = share * np.array(given.shares)
        change = parts @ (predicted[children] - predicted[node])
        here, reason = tuple(predicted[node].tolist()), given.reason
        if tree.models is not None and len(children) == 0:
            target = name_text(tree.schema.targets[0].name)
            reason += f": {target} = {tree.models.text(node, tree.schema)}"
        found.append(Step(node, share, reason, given.said, here, tuple(change.tolist())))
        below = zip(children.tolist(), parts.tolist(), strict=True)
        waiting += [(child, part) for child, part in below if part > 0][::-1]
    return found


def row_values(tree: Tree, columns: Sequence[npt.NDArray[Any]], row: int) -> list[float | int]:
    """One sample as splits read it: a float for a number, an int for the code of a category."""
    return [
        float(column[row]) if feature.kind == "numeric" else int(column[row])
        for feature, column in zip(tree.schema.features, columns, strict=True)
    ]


def _predicted_for(tree: Tree, columns: Sequence[npt.NDArray[Any]], row: int) -> FloatArray:
    """What each node would predict for one row."""
    if tree.models is None:
        return tree.shares
    alone = tuple(column[row : row + 1] for column in columns)
    nodes = np.arange(tree.n_nodes, dtype=np.int32)
    return tree.shares_at(alone, np.zeros_like(nodes), nodes)


# As a table ---------------------------------------------------------------------


def _rows(path: Path) -> list[list[str]]:
    schema, shown = path.tree.schema, _shown(path)
    held = f"({' '.join(_short_names(path))})" if schema.is_classification else "predicts"
    distribution = "{labels}" if schema.are_labels else held
    changes = [f"change of {name}" for _, name in shown]
    heading = ["node", "share", "samples", distribution, *changes, "what happens"]
    ends = {step.node for step in path.ends}
    rows = [
        [
            str(step.node),
            number_text(round(step.share, 4)),
            number_text(float(path.tree.n_samples[step.node])),
            _held(path, step),
            *("" if step.node in ends else _signed(path, step.contribution[k]) for k, _ in shown),
            step.reason,
        ]
        for step in path.steps
    ]
    return [heading, *rows]


def _held(path: Path, step: Step) -> str:
    if path.tree.schema.are_labels:
        return labels_text(path.tree.schema, step.value)
    values = " ".join(_number(path, number) for number in step.value)
    return f"({values})" if path.tree.schema.is_classification else values


def _number(path: Path, number: float) -> str:
    """Of shares fewer digits are read than of numbers."""
    return number_text(round(number, 4) if path.tree.schema.is_classification else number)


def _signed(path: Path, change: float) -> str:
    largest = max(1.0, float(abs(path.start).max()))
    size = abs(change) if abs(change) > ROUNDING * largest else 0.0
    return ("-" if change < 0 < size else "+") + _number(path, size)


def _shown(path: Path) -> list[tuple[int, str]]:
    """The places of values whose change is shown: the predicted class, or the number."""
    schema = path.tree.schema
    if schema.are_labels:
        there = [k for k, code in enumerate(path.decision.tolist()) if code == 1]
        largest = sorted(there, key=lambda k: -path.value[2 * k + 1])[:MOST]
        return [(2 * k + 1, name_text(schema.targets[k].name)) for k in sorted(largest)]
    names = _value_names(path) if len(schema.targets) > 1 else _short_names(path)
    if not schema.is_classification:
        return list(enumerate(names))
    decided = zip(class_blocks(schema), path.decision.tolist(), strict=True)
    places = [block.start + code for block, code in decided]
    return [(place, names[place]) for place in places]


def _short_names(path: Path) -> list[str]:
    """The classes of all targets, or the names of the targets that are numbers."""
    schema = path.tree.schema
    if not schema.is_classification:
        return [name_text(target.name) for target in schema.targets]
    return [category_text(name) for target in schema.targets for name in target.classes or ()]


def _value_names(path: Path) -> list[str]:
    """The same, unmistakable where there are several targets."""
    schema = path.tree.schema
    if not schema.is_classification:
        return _short_names(path)
    return [
        f"{name_text(target.name)}={category_text(name)}"
        for target in schema.targets
        for name in target.classes or ()
    ]
