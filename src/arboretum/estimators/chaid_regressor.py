"""CHAID for numbers."""

from __future__ import annotations

from typing import Any

from arboretum.criteria import FPValue
from arboretum.data import Schema
from arboretum.estimators.chaid import CHAID
from arboretum.estimators.regressor import Regressor
from arboretum.growing import Recipe
from arboretum.leaves import Mean

__all__ = ["CHAIDRegressor"]


class CHAIDRegressor(CHAID, Regressor):
    """Kass's CHAID for numbers: a branch for every group of categories that differ in the mean.

    As :class:`~arboretum.CHAIDClassifier`, with F-tests of the one-way analysis of variance
    in place of chi-square tests.

    Parameters
    ----------
    alpha_merge : float
        Two groups are merged while the p-value of their difference is above.
    alpha_split : float
        The largest p-value that a split may have.
    alpha_resplit : float or None
        Groups of three categories or more are parted in two again where some two parts
        differ with a p-value below; less than ``alpha_merge``.
    exhaustive : bool
        Merge down to two groups and keep the step with the smallest p-value (Biggs, de
        Ville & Suen 1991); ``alpha_merge`` is then not used.
    bonferroni : bool
        Multiply p-values by the number of ways in which the groups could have been made.
    n_bins : int
        Into how many intervals of about as many samples a number is cut.
    kinds : mapping from feature name to "numeric", "ordered", "categorical" or a list
        Overrides the kind found in the data; a list gives the order of categories.
    max_depth, min_samples_split, n_jobs
        As in scikit-learn.
    min_samples_leaf : int or share of the samples
        A group of fewer samples is merged with the most similar one.

    Examples
    --------
    >>> from arboretum import CHAIDRegressor, datasets
    >>> steps = datasets.steps()
    >>> model = CHAIDRegressor(n_bins=6).fit(steps.X, steps.y)
    >>> model.tree_.root.split.thresholds
    (1000.0, 2000.0, 2500.0)
    """

    def __init__(
        self,
        *,
        alpha_merge: float = 0.05,
        alpha_split: float = 0.05,
        alpha_resplit: float | None = None,
        exhaustive: bool = False,
        bonferroni: bool = True,
        n_bins: int = 10,
        kinds: Any = None,
        max_depth: int | None = None,
        min_samples_split: int | float = 30,
        min_samples_leaf: int | float = 10,
        n_jobs: int | None = None,
    ) -> None:
        self.alpha_merge = alpha_merge
        self.alpha_split = alpha_split
        self.alpha_resplit = alpha_resplit
        self.exhaustive = exhaustive
        self.bonferroni = bonferroni
        self.n_bins = n_bins
        self.kinds = kinds
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.n_jobs = n_jobs

    def _recipe(self, schema: Schema) -> Recipe:
        return self._chaid_recipe(criterion=FPValue(), leaf=Mean())
