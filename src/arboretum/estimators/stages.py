"""Growing in stages, for tables: one class against the rest, then the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from arboretum.estimators.base import TreeEstimator
from arboretum.growing.many import require_grower, unfitted
from arboretum.species.stages import grow_staged

__all__ = ["grow_in_stages"]

E = TypeVar("E", bound=TreeEstimator)


def grow_in_stages(
    estimator: E,
    X: Any,
    y: Any,
    order: Sequence[Any] | None = None,
    *,
    sample_weight: Any = None,
) -> E:
    """A fitted estimator whose tree tells one class from the rest first, then the next.

    The first stage knows two classes, the first of ``order`` and the rest, and is grown as the
    estimator grows any tree; at each leaf that decides for the rest the second stage goes on, and
    so on.  Limits and pruning hold in each stage.  The estimator itself is not changed.

    Parameters
    ----------
    estimator : of classes, such as ``TreeClassifier(criterion="entropy")``
    X, y, sample_weight : as for ``fit``, with one target
    order : the classes in the order in which they are told apart, or None
        None takes them in the order of ``classes_``.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> from arboretum.estimators import grow_in_stages
    >>> penguins = datasets.penguins()
    >>> order = ["Gentoo", "Adelie", "Chinstrap"]
    >>> model = TreeClassifier(criterion="entropy", max_depth=1)
    >>> model = grow_in_stages(model, penguins.X, penguins.y, order)
    >>> print(model.tree_)
    n=344
    classes of y: Adelie, Chinstrap, Gentoo
    <BLANKLINE>
    node), split, n, loss, class, (probabilities)
          * denotes a leaf
    <BLANKLINE>
    0) root 344 192 Adelie (0.4419 0.1977 0.3605)
      1) flipper_length_mm <= 206.5 213 64 Adelie (0.6995 0.2958 0.0047)
        2) bill_length_mm <= 43.35 150 5 Adelie (0.9667 0.0333 0) *
        3) bill_length_mm > 43.35 63 5 Chinstrap (0.0635 0.9206 0.0159) *
      4) flipper_length_mm > 206.5 131 8 Gentoo (0.0229 0.0382 0.9389) *
    """
    require_grower(estimator)
    fitted: E = unfitted(estimator)
    dataset = fitted.training_samples(fitted.make_dataset(X, y, sample_weight))
    fitted.take_tree(grow_staged(fitted, dataset, order))
    return fitted
