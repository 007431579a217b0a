"""MAUVE: trees with linear models, by what fits of one feature leave."""

from __future__ import annotations

from typing import Any, Literal

from arboretum.criteria import SingleResidual
from arboretum.estimators.residual_tree import ResidualTree

__all__ = ["MAUVERegressor"]


class MAUVERegressor(ResidualTree):
    """Vens and Blockeel's MAUVE: a split is as good as the straight lines it leads to.

    Every split is scored by the squared residuals of the best fit by a single feature in each
    branch, which takes O(n) for each feature that is split and each that is fitted.  Where
    splits are found, leaves get linear models of several features, chosen stepwise.

    Parameters
    ----------
    lines : {"targets", "residuals"}
        What is fitted in the branches: the targets, as in the paper; or what one fit of the node
        by all features leaves of them, where features matter together.
    smoothing : float
        The equation of a leaf is averaged with those of the nodes above it; this is the number
        of samples that each of them counts for.  0 does not smooth.
    ridge : float
        Price of squared coefficients, while splitting and in the leaves, with features in units
        of their standard deviation: as large as the weight of so many samples.
    clip : bool
        Hold predictions to the range of the training targets at the leaf; a warning counts how
        many were held back.
    split_features, model_features : list of names, or None
        The features that may be asked about, and those that equations may use; None for all,
        but of categorical ones equations use only those that are named, by indicators.
    min_deviation : float
        A node is not split if its best line leaves a smaller share of the standard deviation of
        all targets.
    min_samples_leaf : int, share of the samples, or None
        None is two for each number of an equation of all terms.
    max_depth : int or None
        0 is one linear model.
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
    >>> from arboretum import MAUVERegressor
    >>> x = np.linspace(-1, 1, 101)
    >>> print(MAUVERegressor().fit({"x": x}, np.abs(x)).tree_.rules())
    1. if x <= -0.01 then y = -1 * x  (n=50)
    2. if x > -0.01 then y = 1 * x  (n=51)
    """

    _drop = "akaike"

    def __init__(
        self,
        *,
        lines: Literal["targets", "residuals"] = "targets",
        smoothing: float = 0.0,
        ridge: float = 0.0,
        clip: bool = True,
        split_features: Any = None,
        model_features: Any = None,
        min_deviation: float = 0.01,
        min_samples_leaf: int | float | None = None,
        max_depth: int | None = None,
        pruning: Any = "m5",
        missing: Any = "direction",
        kinds: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        super().__init__(
            smoothing=smoothing,
            ridge=ridge,
            clip=clip,
            split_features=split_features,
            model_features=model_features,
            min_deviation=min_deviation,
            min_samples_leaf=min_samples_leaf,
            max_depth=max_depth,
            pruning=pruning,
            missing=missing,
            kinds=kinds,
            n_jobs=n_jobs,
        )
        self.lines = lines

    def _compared_by(self, features: tuple[str, ...] | None, ridge: float) -> SingleResidual:
        return SingleResidual(features, ridge, self.lines)
