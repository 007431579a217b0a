"""What the two CHAID estimators share: merging, testing, splitting."""

from __future__ import annotations

import warnings
from typing import Any, Self

from sklearn.exceptions import DataConversionWarning

from arboretum.criteria import Criterion
from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.parameters import number_of_samples, size_rules
from arboretum.exceptions import ParameterError
from arboretum.growing import Recipe
from arboretum.leaves import LeafModel
from arboretum.missing import Branch
from arboretum.splits import Merge
from arboretum.splits.merge import BinThresholds, is_level, is_number_of_bins
from arboretum.stopping import Significant

__all__ = ["CHAID"]


class CHAID(TreeEstimator):
    """Merges the categories of every feature, then splits by the most significant one."""

    #: Missing values are a category; where a node had none, later ones follow the heaviest branch.
    missing = Branch()
    pruning = None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples; as in every estimator, but for one target only."""
        if getattr(y, "shape", ())[1:] == (1,):
            warnings.warn(
                # The words that scikit-learn uses, and looks for.
                "A column-vector y was passed when a 1d array was expected. Pass the column.",
                DataConversionWarning,
                stacklevel=2,
            )
        return super().fit(X, y, sample_weight)

    def _chaid_recipe(self, criterion: Criterion, leaf: LeafModel, **merging: Any) -> Recipe:
        self._check_levels()
        rules = size_rules(self)
        merge = Merge(
            alpha=self.alpha_merge,
            alpha_resplit=self.alpha_resplit,
            exhaustive=self.exhaustive,
            bonferroni=self.bonferroni,
            min_samples=number_of_samples(self, "min_samples_leaf", 1),
            n_bins=self.n_bins,
            thresholds=BinThresholds(self.n_bins),
            **merging,
        )
        return Recipe(
            criterion=criterion,
            splitters=(merge,),
            missing=self.missing,
            leaf=leaf,
            stopping=(*rules, Significant(self.alpha_split)),
        )

    def _check_levels(self) -> None:
        """Refuse, by the names of the estimator, what its parts could not use."""
        for name in ("alpha_merge", "alpha_split"):
            if not is_level(getattr(self, name)):
                raise ParameterError(
                    f"{name}={getattr(self, name)!r} must be a level of significance, "
                    "above 0 and at most 1."
                )
        resplit = self.alpha_resplit
        if resplit is not None and not (is_level(resplit) and resplit < self.alpha_merge):
            raise ParameterError(
                f"alpha_resplit={resplit!r} must be above 0 and below "
                f"alpha_merge={self.alpha_merge!r}, or None."
            )
        if not is_number_of_bins(self.n_bins):
            raise ParameterError(f"n_bins={self.n_bins!r} must be a whole number of at least 2.")

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = False
        return tags
