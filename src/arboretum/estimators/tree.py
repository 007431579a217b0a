"""Trees with every part open: of classes, and of numbers."""

from __future__ import annotations

from arboretum.estimators.classifier import Classifier
from arboretum.estimators.regressor import Regressor
from arboretum.species import tree

__all__ = ["TreeClassifier", "TreeRegressor"]


class TreeClassifier(Classifier, tree.TreeClassifier):
    """Learns to predict classes by questions people can read.

    Unless it is told to stop or to prune, it grows until nothing is left to ask, as scikit-learn's
    trees do; :class:`~arboretum.ReadableTreeClassifier` chooses its size by itself.

    Parameters
    ----------
    criterion : {"gini", "entropy", "gain_ratio", "error", "chi_square", "twoing"} or object
        How splits are scored; a name or a :class:`~arboretum.criteria.Criterion`.
    splits : "binary", "multiway", "by_arity", or splitters
        What may be asked: ``"binary"`` is ``x <= t`` and ``x in {…}``,
        ``"multiway"`` gives every category a branch, ``"by_arity"`` every value of
        features that have few.
    missing : {"direction", "significant", "majority", "branch", "error"} or a policy
        What happens to samples that cannot answer.
    leaf : {"distribution", "majority"}, a leaf model, or a classifier
        What a node predicts.
    stopping : rules, their names (``"purity"``, ``"min_score=0.1"``), or functions of a node
        Further reasons to stop, from :mod:`arboretum.stopping`; ``"auto"`` chooses a limit by
        cross-validation, see :class:`~arboretum.stopping.Automatic`.
    pruning : Pruner or None
        Makes the grown tree smaller.
    loss : mapping ``{true: {predicted: loss}}`` by class name, matrix, or None
        What a wrong class costs; leaves predict the class of the smallest expected loss.
    feature_costs : mapping from feature name to a positive cost, FeatureCosts, or None
        The score of a split is divided by what its feature costs to observe;
        :class:`~arboretum.FeatureCosts` has other rules.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    lookahead : {1, 2, 3}
        1 asks the question of the best score.  2 and 3 ask the first question of the best tree of
        so many levels, and of questions that are about as good that below which the cheaper tree
        grows: in mistakes, or their losses.  That takes a ``max_depth``, and choices of scores
        are refused.  ``certificate_`` has what the grown tree costs and what every tree costs at
        least: if ``max_depth`` is more than ``lookahead``, only what no tree can save;
        :func:`arboretum.explain.distance_from_optimal` searches for more.
    keep_rows : bool
        Whether every node keeps the training samples that got there, their row numbers, weights
        and targets, for ``node.rows`` and :func:`arboretum.explain.members`.
    class_weight : mapping from class name to weight, "balanced", a Prior, or None
    max_depth, min_samples_split, min_samples_leaf, min_weight_fraction_leaf, \
max_leaf_nodes, min_impurity_decrease, max_features, random_state, n_jobs
        As in scikit-learn.  ``max_leaf_nodes`` grows the best node first;
        ``random_state`` matters only with ``max_features``: without it the same
        data gives the same tree, always.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    >>> print(model.tree_.to_text(style="box"))
    n=12
    classes of y: A, B
    <BLANKLINE>
    node                                n  loss  class  (probabilities)
       0  root                         12     6  A      (0.5 0.5)
       1  ├── blood_pressure = high     3     0  A      (1 0)            *
       2  ├── blood_pressure = low      3     0  B      (0 1)            *
       3  └── blood_pressure = normal   6     3  A      (0.5 0.5)
       4      ├── age <= 41             3     0  A      (1 0)            *
       5      └── age > 41              3     0  B      (0 1)            *
    """


class TreeRegressor(Regressor, tree.TreeRegressor):
    """Learns to predict numbers by questions people can read.

    Unless it is told to stop or to prune, it grows until nothing is left to ask, as scikit-learn's
    trees do; :class:`~arboretum.ReadableTreeRegressor` chooses its size by itself.

    Parameters
    ----------
    criterion : {"squared_error", "absolute_error", "poisson"} or object
        How splits are scored; a name or a :class:`~arboretum.criteria.Criterion`.
    leaf : {"mean", "median", "linear"}, a leaf model, a regressor, or None
        What a node predicts; None is the median for "absolute_error", else the mean.
    splits, missing, stopping, pruning, feature_costs, kinds, max_depth, min_samples_split, \
min_samples_leaf, min_weight_fraction_leaf, max_leaf_nodes, min_impurity_decrease, max_features, \
lookahead, keep_rows, random_state, n_jobs
        As in :class:`~arboretum.TreeClassifier`; what is cheap is a small squared error.

    Examples
    --------
    >>> from arboretum import TreeRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = TreeRegressor(max_leaf_nodes=3).fit(steps.X, steps.y)
    >>> sorted(node.split.thresholds[0] for node in model.tree_.nodes() if not node.is_leaf)
    [1000.0, 2000.0]
    """
