"""How wrong trees are by where they stop: one limit, or several, at each of its values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arboretum.growing import Progress
from arboretum.growing.many import require_grower, unfitted
from arboretum.pruning import StoppingPath
from arboretum.species.choose_limit import path_on
from arboretum.stopping import Automatic

__all__ = ["stopping_path"]


def stopping_path(
    estimator: Any,
    X: Any,
    y: Any,
    over: str | Sequence[str] | None = "max_depth",
    *,
    sample_weight: Any = None,
    cv: Any = 10,
    rule: str = "1se",
    repeats: int = 1,
    values: Sequence[float] | None = None,
    groups: Any = None,
    random_state: int = 0,
    progress: Progress | None = None,
) -> StoppingPath:
    """Show the error in cross-validation at each value of a stopping limit.

    For each fold one tree is grown and cut back to what it would have been with each
    ``max_depth``, ``max_leaf_nodes``, ``min_impurity_decrease``, ``min_score`` or
    ``min_samples_split``.  Trees are only grown again for ``min_samples_leaf``, which
    makes way for other splits, and for estimators that do more than grow, such as prune.

    Parameters
    ----------
    estimator : with that limit among its parameters; it is not changed
    X, y, sample_weight : as for ``fit``
    over, cv, rule, repeats, values, groups, random_state
        As in :class:`arboretum.stopping.Automatic`, which makes the choice in ``fit``.
    progress : called with what is done and what there is to do

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets, stopping_path
    >>> penguins = datasets.penguins()
    >>> path = stopping_path(TreeClassifier(), penguins.X, penguins.y, "max_depth", cv=5)
    >>> path
    limit      value  leaves    error     std
    max_depth      0       1   0.5581   0.027
    max_depth      1       2   0.2122   0.022
    max_depth      2       4  0.04942   0.012
    max_depth      3       7  0.03779    0.01  chosen
    max_depth      4      11  0.03488  0.0099  least error
    max_depth      5      14  0.03488  0.0099
    max_depth      6      15  0.03488  0.0099
    """
    automatic = Automatic(
        over,
        cv=cv,
        rule=rule,
        repeats=repeats,
        values=values,
        groups=groups,
        random_state=random_state,
    )
    require_grower(estimator)
    species = unfitted(estimator)
    dataset = species.training_samples(species.make_dataset(X, y, sample_weight))
    return path_on(species, dataset, automatic, progress)
