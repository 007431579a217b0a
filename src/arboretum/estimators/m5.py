"""M5': trees with linear models, by standard deviations."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import StandardDeviation
from arboretum.data import Schema
from arboretum.data.measured import ShareOfDeviation
from arboretum.estimators.model_tree import ModelTree
from arboretum.estimators.parameters import max_depth_rule, number_of_samples
from arboretum.growing import Recipe
from arboretum.stopping import (
    Constant,
    MinImpurity,
    MinSamplesLeaf,
    MinSamplesSplit,
    MinShareBranch,
)

__all__ = ["M5Regressor"]

#: Of the variance, to compare splits by: the deviation of a few far samples counts for less.
ROOT = 5.0
#: What each side of a split must hold more than, so that the ends of a range are not cut off.
SHARE = 0.2


class M5Regressor(ModelTree):
    """Quinlan's M5 as Wang and Witten rebuilt it: splits by deviation, equations in the leaves.

    Grown, pruned and smoothed as Weka's M5P does.  Every node has a linear model of the features
    that are asked below it, less the terms that explain too little; subtrees that do not beat
    the model of their node are cut; and the equation of a leaf is averaged with those above.

    Parameters
    ----------
    smoothing : float
        The equation of a leaf is averaged with those of the nodes above it; this is the number
        of samples that each of them counts for.  0 does not smooth.
    ridge : float
        Price of squared coefficients, with features in units of their standard deviation; its
        unit is the weight of one sample.
    clip : bool
        Hold predictions to the range of the training targets at the leaf; a warning counts how
        many were held back.
    split_features, model_features : list of names, or None
        The features that may be asked about, and those that equations may use; None for all.
    min_deviation : float
        A node is not split if the standard deviation of its targets is a smaller share of that
        of all.
    min_samples_split : int or share of the samples
        A node of fewer samples is not split.
    max_depth : int or None
        As in scikit-learn.
    pruning : Pruner, its short name, or None
    missing : {"direction", "majority", "branch", "error"} or a policy
        What happens to samples that cannot answer a question; in equations a missing value
        counts as the mean.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    n_jobs : int or None
        As in scikit-learn.

    Examples
    --------
    >>> import numpy as np
    >>> from arboretum import M5Regressor
    >>> x = np.arange(60.0)
    >>> y = np.where(x < 30, x, 100 - x)
    >>> print(M5Regressor(smoothing=0).fit({"x": x}, y).tree_.rules())
    1. if x <= 29.5 then y = 1 * x  (n=30)
    2. if x > 29.5 then y = 100 - 1 * x  (n=30)
    """

    def __init__(
        self,
        *,
        smoothing: float = 15.0,
        ridge: float = 0.0,
        clip: bool = True,
        split_features: Any = None,
        model_features: Any = None,
        min_deviation: float = 0.05,
        min_samples_split: int | float = 4,
        max_depth: int | None = None,
        pruning: Any = "m5",
        missing: Any = "direction",
        kinds: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.smoothing = smoothing
        self.ridge = ridge
        self.clip = clip
        self.split_features = split_features
        self.model_features = model_features
        self.min_deviation = min_deviation
        self.min_samples_split = min_samples_split
        self.max_depth = max_depth
        self.pruning = pruning
        self.missing = missing
        self.kinds = kinds
        self.n_jobs = n_jobs

    def _recipe(self, schema: Schema) -> Recipe:
        rules = (
            Constant(),
            *max_depth_rule(self),
            MinSamplesSplit(number_of_samples(self, "min_samples_split", 2)),
            MinSamplesLeaf(2),
            MinShareBranch(SHARE),
            MinImpurity(ShareOfDeviation(self._amount("min_deviation"), 2 / ROOT)),
        )
        return self._model_recipe(
            schema, StandardDeviation(ROOT), rules, drop="akaike", tested_below=True
        )
