"""Whether another treatment of missing values would predict better than that of the tree."""

from __future__ import annotations

from arboretum.data import Dataset
from arboretum.exceptions import ArboretumError
from arboretum.judging.missing_comparison import MissingComparison, compare_missing_on
from arboretum.report.choice import Choice, pruned_alike
from arboretum.species import Species

__all__ = ["MOST_CELLS", "can_compare", "policies_of"]

#: Of larger tables, rows times features, the policies are not compared: it takes as long as some
#: eighty trees.
MOST_CELLS = 50_000


def can_compare(estimator: Species) -> bool:
    """Whether the trees of an estimator ask something, and can be grown by another policy."""
    parameters = estimator.settled().get_params(deep=False)
    return "missing" in parameters and not estimator.tree_.is_leaf[0]


def policies_of(
    dataset: Dataset, estimator: Species, choice: Choice | None, *, n_folds: int, seed: int
) -> MissingComparison | None:
    """The missing policies on the folds of a report, at the price of its tree.

    None where there is nothing to compare, no value is missing, or the table is large.
    """
    is_large = dataset.n_rows * dataset.schema.n_features > MOST_CELLS
    if is_large or not any(dataset.n_missing) or not can_compare(estimator):
        return None
    alike = pruned_alike(estimator, choice)
    try:
        return compare_missing_on(dataset, alike, n_folds=n_folds, seed=seed)
    except ArboretumError:  # several targets, or a fold in which no tree can be grown
        return None
