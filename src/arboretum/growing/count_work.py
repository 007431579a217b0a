"""How much work it is to grow the tree of an estimator."""

from __future__ import annotations

from copy import copy
from typing import Any, Literal, get_args

from arboretum.data import Dataset
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing.in_memory import grow_in_memory
from arboretum.growing.loop import Growth
from arboretum.growing.native import grow_general, why_not
from arboretum.growing.recipe import Recipe, recipe_of
from arboretum.growing.work import WorkDone
from arboretum.sources import MemorySource

__all__ = ["count_work"]

#: Who may grow the tree whose work is counted, instead of whoever would grow it anyway.
By = Literal["readable", "general"]


def count_work(
    estimator: Any, X: Any, y: Any, sample_weight: Any = None, *, by: By | None = None
) -> WorkDone:
    """How much work it is to grow the tree of an estimator: what is read, scored and sorted.

    Counts do not depend on the machine, so they show how work rises with the samples where times
    would only hint at it.  The tree is grown on one thread, and not pruned.

    Parameters
    ----------
    estimator : an estimator of one tree, fitted or not; it stays as it is
    X, y, sample_weight : as for its ``fit``
    by : {"readable", "general"} or None
        Who grows: the readable loop; the general searcher of the native core; or whoever
        ``fit`` would take.  Those who know what need not be read or scored count less.

    Notes
    -----
    The fast native searcher counts what it leaves out: at large nodes it reads the samples of the
    smaller child alone, and scores cuts inside few bins.  A second look at a feature that won,
    surrogates, and routing are not counted.

    Examples
    --------
    >>> from arboretum import TreeRegressor
    >>> from arboretum.growing import count_work
    >>> print(count_work(TreeRegressor(), {"x": range(8)}, range(8)))
    depth  searched  samples  cuts
        0         1        8     7
        1         2        8     6
        2         4        8     4
      all         7       24    17
    put in order: 8 values
    """
    _check_grows_one_tree(estimator)
    one = copy(estimator)
    dataset: Dataset = one.training_samples(one.make_dataset(X, y, sample_weight))
    recipe = recipe_of(one.grow_dataset(dataset)).fitted(dataset)
    work = WorkDone()
    if by is None:
        _, work.grower = grow_in_memory(dataset, recipe, work=work)
    else:
        work.grower = _grow_by(by, dataset, recipe, work)
    return work


def _check_grows_one_tree(estimator: Any) -> None:
    """Refuse estimators that grow several trees, or from other targets than they are given."""
    is_of_samples = hasattr(estimator, "training_samples")
    strategy = getattr(estimator, "strategy", "vector")
    if is_of_samples and strategy == "vector":
        return
    name = type(estimator).__name__
    how = f"{name}(strategy={strategy!r})" if is_of_samples else name
    raise UnsupportedCombination(
        f"{how} does not grow one tree from the samples as they are. Count the work of an "
        "estimator of one tree, such as TreeClassifier."
    )


def _grow_by(by: By, dataset: Dataset, recipe: Recipe, work: WorkDone) -> str:
    """Grow a tree by a grower that was asked for; returns its name."""
    if by not in get_args(By):
        raise ParameterError(
            f"by={by!r} is not known. Pass 'readable', 'general', or None for whoever fit takes."
        )
    if any(rule.held_out is not None for rule in recipe.stopping):
        raise UnsupportedCombination(
            "A rule that holds samples out grows by two growths in one. Pass by=None, or leave "
            "the rule out."
        )
    statistics = recipe.criterion.count(dataset)
    if by == "readable":
        Growth(MemorySource(dataset, statistics), recipe, None, work).run()
        return by
    if (reason := why_not(recipe)) is not None:
        raise UnsupportedCombination(
            f"The general searcher cannot grow this tree: {reason}. Pass by='readable'."
        )
    grow_general(dataset, statistics, recipe, work=work)
    return f"native, {by}"
