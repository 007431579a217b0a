"""Whether trees of another species would predict clearly better."""

from __future__ import annotations

from dataclasses import dataclass

from arboretum.data import Dataset
from arboretum.exceptions import ArboretumError
from arboretum.growing import Progress
from arboretum.growing.many import sharing_threads, unfitted
from arboretum.judging import CrossValidation, TargetError
from arboretum.judging.comparison import species_for
from arboretum.judging.cross_validate import cross_validate
from arboretum.judging.paired import sample_costs, saved_by
from arboretum.species import CLASSIFIERS, REGRESSORS, Species
from arboretum.tree import Tree

__all__ = ["Better", "find_better"]

#: The species that are tried: each finds something that the others do not, and is quick.
TRIED = ("auto", "tree", "c45", "chaid", "m5", "cart")
#: Those of numbers: auto tries m5 and others on folds of its own, which takes long.
TRIED_OF_NUMBERS = ("tree", "chaid", "m5", "cart")
#: Of larger tables, rows times features, only the species that was asked for is judged.
MOST_CELLS = 100_000


@dataclass(frozen=True)
class Better:
    """A species that was clearly better on the same folds.

    Attributes
    ----------
    name : of the species
    error : TargetError
    n_leaves : of its tree of all samples
    """

    name: str
    error: TargetError
    n_leaves: int


def find_better(dataset: Dataset, estimator: Species, found: CrossValidation) -> Better | None:
    """The best of the species that are clearly better, judged on the folds of a report.

    Clearly: the mean difference of what predictions of the same samples cost lies farther from
    0 than 99 % of chance would put it.  None for large tables, where it would take too long.
    """
    is_large = dataset.n_rows * dataset.schema.n_features > MOST_CELLS
    if is_large or len(dataset.schema.targets) > 1 or dataset.label_sets is not None:
        return None
    if estimator.chosen_class_weight() is not None or getattr(estimator, "prior", None) is not None:
        return None  # it was grown for other samples than those that count
    is_class = dataset.schema.is_classification
    known, tried = (CLASSIFIERS, TRIED) if is_class else (REGRESSORS, TRIED_OF_NUMBERS)
    names = [name for name in tried if name in known and not isinstance(estimator, known[name])]
    others, _ = species_for(dataset, names, n_folds=found.n_folds, seed=found.seed)
    costs = sample_costs(found, estimator.tree_)
    better = []
    for name, other in others.items():
        judged = _judged(other.set_params(n_jobs=estimator.n_jobs), dataset, found)
        if judged is None:
            continue
        theirs = sample_costs(judged, estimator.tree_)
        if saved_by(theirs, costs, found.held_out).is_clear:
            better.append((name, judged.errors[0], other))
    if not better:
        return None
    name, error, other = min(better, key=lambda one: one[1].value)
    tree: Tree = unfitted(other).fit_dataset(dataset).tree_
    return Better(name, error, tree.n_leaves)


def _judged(other: Species, dataset: Dataset, found: CrossValidation) -> CrossValidation | None:
    one, n_threads = sharing_threads(other, dataset.n_rows, found.n_folds)

    def grow(training: Dataset, progress: Progress | None) -> Tree:
        tree: Tree = unfitted(one).fit_dataset(training, progress).tree_
        return tree

    try:
        return cross_validate(
            dataset, grow, n_folds=found.n_folds, seed=found.seed, n_threads=n_threads
        )
    except ArboretumError:  # it does not apply to such features
        return None
