"""How far trees that are judged or reported are from the best ones, within a stated budget."""

from __future__ import annotations

from typing import Any

from arboretum.data import Dataset
from arboretum.exceptions import ArboretumError
from arboretum.explain import Distance
from arboretum.explain.distance import distance_on
from arboretum.species import Species

__all__ = ["MOST_CELLS", "MOST_LEAVES", "distance_of", "numbers_of"]

#: Of larger tables, rows times features times classes but one, and of larger trees little would
#: be found out in time.
MOST_CELLS, MOST_LEAVES = 10_000, 16
#: So many subproblems of one cell each take some tenths of a second.
WORK = 1_000_000


def cells_of(dataset: Dataset) -> int:
    """How large a table is for the search."""
    further = max(1, len(dataset.schema.classes or ()) - 1)
    return dataset.n_rows * dataset.schema.n_features * further


def distance_of(dataset: Dataset, estimator: Species) -> Distance | None:
    """The distance of a small tree of a small table from the best one.

    None where the tree cannot be compared, or nothing was found out.
    """
    tree = estimator.tree_
    if cells_of(dataset) > MOST_CELLS or tree.is_leaf[0] or tree.n_leaves > MOST_LEAVES:
        return None
    samples = estimator.training_samples(dataset)
    try:
        # Not seconds, so that every machine says the same.
        work_limit = WORK // max(1, cells_of(dataset))
        found = distance_on(tree, samples, seconds=None, work_limit=work_limit)
    except ArboretumError:  # equations, several targets, samples that go down several branches
        return None
    says_something = found.is_compared and (found.bound > 0 or found.best < found.cost)
    return found if says_something else None


def numbers_of(distance: Distance) -> dict[str, Any]:
    """What a document says of a distance."""
    names = ("cost", "bound", "best", "counts", "is_best", "is_proved")
    return {name: getattr(distance, name) for name in names}
