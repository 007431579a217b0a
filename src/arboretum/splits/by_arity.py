"""One branch per value where there are few values, two branches where there are many."""

from __future__ import annotations

from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Feature, Kind
from arboretum.part import Spec, require_whole
from arboretum.splits.base import Column, Proposal, Splitter
from arboretum.splits.buckets import Intervals
from arboretum.splits.multiway import Multiway
from arboretum.splits.subset import Subset
from arboretum.splits.threshold import Threshold, midpoints
from arboretum.statistics import Statistics, Table

__all__ = ["ByArity"]

#: So many rows are looked at before all are.
GLANCE = 1000


class ByArity(Splitter):
    """Gives each value of a feature a branch if there are few, and asks in twos if there are many.

    A question with a handful of answers reads better than a chain of yes and no; one with a
    hundred does not.  Few are at most ``max_values`` different ones among all samples that the
    tree is grown from: categories, ordered ones too, or whole numbers.  Other features are asked
    ``x <= t`` or ``x in {…}``.  A number that was not at the node follows the nearest one.

    Parameters
    ----------
    max_values : int
        A feature with more values is asked in twos.
    has_few : for each feature whether it has few values, or None
        None counts them when a tree is grown.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> tree = TreeClassifier(splits="by_arity", criterion="entropy").fit(drug.X, drug.y).tree_
    >>> [node.split.arity for node in tree.nodes() if not node.is_leaf]
    [3, 2]
    """

    name = "by_arity"
    kinds: ClassVar[tuple[Kind, ...]] = ("numeric", "ordered", "categorical")

    def __init__(self, max_values: int = 5, has_few: Any = None) -> None:
        self.max_values = max_values
        self.has_few = has_few

    @property
    def is_fitted(self) -> bool:
        return self.has_few is not None

    def fitted(self, dataset: Dataset) -> Self:
        """The splitter that knows which features have few values among these samples."""
        asked: Any = self if self.asked is None else self.asked
        if asked.has_few is not None:
            return self
        require_whole(asked, "max_values", at_least=2)
        features = zip(dataset.schema.features, dataset.columns, strict=True)
        has_few = tuple(_has_few(*one, asked.max_values) for one in features)
        found: Self = asked._with({"has_few": has_few})
        found.asked = asked
        return found

    def native(self) -> Spec:
        return self.spec(of_numbers=Threshold().native(), of_categories=Subset().native())

    def propose(self, table: Table, column: Column, statistics: Statistics) -> Proposal | None:
        is_nominal = column.feature.kind == "categorical"
        if not self.has_few[column.index]:
            others: Splitter = Subset() if is_nominal else Threshold()
            return others.propose(table, column, statistics)
        if is_nominal:
            return Multiway().propose(table, column, statistics)
        assert column.values is not None
        thresholds = midpoints(column.values[table.bins], column.feature.closed)
        return Intervals(column.index, thresholds, np.arange(table.n_bins)[None, :])


def _has_few(feature: Feature, column: npt.NDArray[Any], most: int) -> bool:
    """Whether a feature has at most so many values; numbers must be whole, and no dates."""
    if feature.kind != "numeric":
        return len(np.unique(column[column >= 0])) <= most
    if feature.clock is not None:
        return False
    for values in (column[:GLANCE], column):
        known = values[~np.isnan(values)]
        found = np.unique(known)
        if len(found) > most or (found != np.floor(found)).any():
            return False
    return True
