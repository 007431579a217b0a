"""What would have to differ for a tree to predict otherwise."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category, Feature
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.explain.cheapest_change import Goal, Prices, Way, cheapest_way, nearest
from arboretum.explain.path import Path, encoded_row, row_values, steps
from arboretum.model import model_of
from arboretum.rules.words import ConditionFormat, prediction_text
from arboretum.tree import Tree, name_text, number_text
from arboretum.tree.tree import found_tree
from arboretum.tree.words.tabulate import Backend, in_frame

__all__ = ["Change", "Counterfactual", "counterfactual"]


@dataclass(frozen=True)
class Change:
    """One feature that would have to be different.

    Attributes
    ----------
    feature : str
    before : number, category or None for a missing value
    after : number or category
        The nearest value that suffices: above a threshold, the next larger
        floating-point number; the text of a date or time.
    condition : str
        All values that suffice, such as ``income > 45``.
    cost : float
    """

    feature: str
    before: Category | None
    after: Category
    condition: str
    cost: float

    def __str__(self) -> str:
        if isinstance(self.before, float):
            now = f"is {number_text(self.before)}"
        else:
            now = "is missing" if self.before is None else f"is {self.before}"
        return f"{self.condition} ({name_text(self.feature)} {now})"


@dataclass(frozen=True, eq=False)
class Counterfactual:
    """The cheapest changes of a sample after which a tree predicts otherwise.

    Attributes
    ----------
    changes : tuple of Change
        By feature, in the order of the columns.
    cost : float
        What they cost in total.
    before, after : str
        What is predicted now, and after the changes.
    nodes : tuple of int
        Where the changed sample ends.
    sample : dict
        The changed sample by name; None is missing.
    """

    changes: tuple[Change, ...]
    cost: float
    before: str
    after: str
    nodes: tuple[int, ...]
    sample: dict[str, Category | None]

    def __str__(self) -> str:
        if not self.changes:
            return f"{self.before}, without any change"
        lines = [f"{self.before}; it would be {self.after} with"]
        lines += [f"  {change}" for change in self.changes]
        return "\n".join([*lines, f"cost {number_text(self.cost)}"])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per change, as a data frame of pandas, polars or pyarrow."""
        names = ("feature", "before", "after", "condition", "cost")
        columns: dict[str, list[Any]] = {
            name: [getattr(change, name) for change in self.changes] for name in names
        }
        for name in ("before", "after"):  # numbers and text do not share a column
            if any(isinstance(value, str) for value in columns[name]):
                columns[name] = [None if v is None else str(v) for v in columns[name]]
        return in_frame(columns, backend)


def counterfactual(
    tree: Any,
    X: Any,
    row: int = 0,
    *,
    to: Any = None,
    immutable: Iterable[str] = (),
    costs: Mapping[str, float] | None = None,
    unit_costs: Mapping[str, float] | None = None,
) -> Counterfactual | None:
    """The cheapest changes of a sample after which a tree predicts otherwise.

    Exact: no other change of the values costs less.  A value is changed to
    another known one, never to a missing one; a missing value may stay, or be
    replaced by a known one.  Of equal costs the fewest changes win, then the
    leaf that comes first in the tree.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    X : samples as for ``predict``.
    row : which of them.
    to : what is wanted instead.  A class, or None for any other one.  For numbers
        ``(low, high)``, the range for the prediction, both ends included; None leaves an
        end open.
    immutable : names of features that cannot be changed.
    costs : what a change of a feature costs, however large, by name; 1 if not named.
    unit_costs : what is added per unit that a number moves, or per step along
        ordered categories, by name; 0 if not named.  A number that must exceed a
        threshold moves to the threshold.

    Returns
    -------
    Counterfactual, or None if no change of the features that may change suffices.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> X = {"income": [20, 25, 60, 70, 80], "debt": [1, 9, 1, 9, 1]}
    >>> model = TreeClassifier().fit(X, ["no", "no", "yes", "no", "yes"])
    >>> print(counterfactual(model, X, row=0))
    y = no; it would be y = yes with
      income > 42.5 (income is 20)
    cost 1
    >>> counterfactual(model, X, row=1, immutable=["income"]) is None
    True
    """
    found = found_tree(tree)
    if found.models is not None:
        raise UnsupportedCombination(
            "The nodes of this tree hold models, whose predictions change with every value, so "
            "that no leaf determines a prediction. Use a tree without models."
        )
    found.schema.refuse_combinations("the cheapest change")
    columns = encoded_row(model_of(tree), X, row)
    values = row_values(found, columns, 0)
    prices = _prices(found, immutable, costs, unit_costs)
    now = Path(found, tuple(steps(found, columns, 0)))
    way = cheapest_way(found, values, prices, found.shares, _goal(found, to, now.decision))
    if way is None:
        return None
    return _described(found, values, way, prices, now.value, now.decision)


def _prices(
    tree: Tree,
    immutable: Iterable[str],
    costs: Mapping[str, float] | None,
    unit_costs: Mapping[str, float] | None,
) -> Prices:
    """What changes cost, by position; infinity for what cannot be changed."""
    index = tree.schema.feature_index
    at_all, each_unit = np.ones(len(index)), np.zeros(len(index))
    given: tuple[tuple[str, Mapping[str, float], npt.NDArray[np.float64]], ...] = (
        ("costs", costs or {}, at_all),
        ("unit_costs", unit_costs or {}, each_unit),
        ("immutable", dict.fromkeys(immutable, np.inf), at_all),
    )
    for word, by_name, numbers in given:
        for name, cost in by_name.items():
            if name not in index:
                raise ParameterError(
                    f"{word} names {name!r}, but the tree has no such feature. "
                    f"It has: {', '.join(index)}."
                )
            if numbers is each_unit and tree.schema.features[index[name]].kind == "categorical":
                raise ParameterError(
                    f"unit_costs names {name!r}, but its categories have no order, hence no "
                    "steps between them. Use costs instead."
                )
            if not cost >= 0:
                raise ParameterError(f"{word}: {name!r} costs {cost!r}, but must cost at least 0.")
            numbers[index[name]] = cost
    return Prices(at_all.tolist(), each_unit.tolist())


def _goal(tree: Tree, to: Any, now: npt.NDArray[np.int32]) -> Goal:
    """Whether a prediction, with its classes, is what is wanted."""
    schema = tree.schema
    if schema.is_classification:
        if to is None:
            return lambda value, decision: bool((decision != now).any())
        if len(schema.targets) > 1:
            raise ParameterError(
                f"to={to!r} names one class, but the tree has {len(schema.targets)} targets. "
                "Leave it out to accept any other prediction."
            )
        classes = schema.targets[0].classes or ()
        if to not in classes:
            known = ", ".join(map(repr, classes))
            raise ParameterError(f"to={to!r} is not a class of the tree. Its classes: {known}.")
        wanted = classes.index(to)
        return lambda value, decision: int(decision[0]) == wanted
    low, high = _bounds(to)
    return lambda value, decision: bool(((value >= low) & (value <= high)).all())


def _bounds(to: Any) -> tuple[float, float]:
    try:
        low, high = to
    except TypeError:
        raise ParameterError(
            f"to={to!r} is not a range of numbers. Pass to=(low, high); None leaves an end open."
        ) from None
    return -np.inf if low is None else float(low), np.inf if high is None else float(high)


def _described(
    tree: Tree,
    values: list[float | int],
    way: Way,
    prices: Prices,
    value_now: npt.NDArray[np.float64],
    now: npt.NDArray[np.int32],
) -> Counterfactual:
    schema, form = tree.schema, ConditionFormat(tree.schema)
    changes = []
    sample = {f.name: _shown(f, v) for f, v in zip(schema.features, values, strict=True)}
    for index, condition in sorted(way.changed(values).items()):
        feature = schema.features[index]
        after = _shown(
            feature, nearest(condition, values[index], is_whole=feature.clock is not None)
        )
        assert after is not None  # a change is to a known value
        cost = prices.of(condition, values[index])
        text = form.condition(condition)
        changes.append(Change(feature.name, sample[feature.name], after, text, cost))
        sample[feature.name] = after
    value = way.value(tree.shares)
    decision = way.decision(tree)
    return Counterfactual(
        tuple(changes),
        way.cost,
        prediction_text(schema, value_now.tolist(), now.tolist()),
        prediction_text(schema, value.tolist(), decision.tolist()),
        tuple(node for node, _ in way.ends),
        sample,
    )


def _shown(feature: Feature, value: float | int) -> Category | None:
    """A value as people know it; None for a missing one."""
    if feature.categories is None:
        if math.isnan(value):
            return None
        return float(value) if feature.clock is None else feature.clock.text(value)
    return feature.categories[int(value)] if value >= 0 else None
