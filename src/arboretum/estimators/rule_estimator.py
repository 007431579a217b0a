"""What estimators do that predict by rules: grow a tree, shorten its rules, use them."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, clone
from sklearn.exceptions import DataConversionWarning
from sklearn.utils import get_tags
from sklearn.utils.validation import _check_feature_names, check_is_fitted

from arboretum.data import Dataset
from arboretum.estimators.base import TreeEstimator
from arboretum.estimators.names import check_names
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress
from arboretum.part import resolve
from arboretum.rules import RuleSet
from arboretum.rules.matching import Matches
from arboretum.tree.predict.routing import Columns

if TYPE_CHECKING:
    from arboretum.rules import Explanation

__all__ = ["RuleEstimator"]


class RuleEstimator(BaseEstimator, ABC):
    """Predicts by the first rule that a sample meets.

    Attributes
    ----------
    rules_ : RuleSet
        The rules in their order, and a default: print them, save them, check them.
    tree_ : Tree
        The tree that the rules were made from.
    n_rules_ : int
    n_features_in_ : int
    feature_names_in_ : names of the columns, when fitted on a data frame.
    """

    #: What the tree must predict.
    _grower: ClassVar[type[TreeEstimator]]

    @abstractmethod
    def _default_tree(self) -> TreeEstimator:
        """What grows the tree if nothing is said."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples and make rules of it.

        Parameters
        ----------
        X : data frame, array or mapping of columns; strings, booleans, categories and
            missing values as they are.
        y : one target a sample.
        sample_weight : how much each sample counts.  Whole numbers mean repetition.
        """
        _warn_of_a_column(y)
        dataset = self._new_tree().make_dataset(X, y, sample_weight)
        _check_feature_names(self, X, reset=True)
        return self.fit_dataset(dataset)

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        """Make rules from an encoded dataset, reporting progress of the tree."""
        # Post-pruning needs scipy's special functions, which prediction does without.
        from arboretum.rules.post_pruning import KNOWN, PostPruning, post_prune
        from arboretum.rules.post_pruning.post_prune import require_one_target

        require_one_target(dataset.schema)
        method = resolve(self.method, PostPruning, KNOWN, "method")
        growing, samples = method.partition(dataset)
        self.tree_ = self._new_tree().fit_dataset(growing, progress).tree_
        self.rules_: RuleSet = post_prune(self.tree_, samples, method)
        self.n_features_in_ = dataset.schema.n_features
        self._learn_targets()
        return self

    def _new_tree(self) -> TreeEstimator:
        if self.tree is None:
            return self._default_tree()
        if not isinstance(self.tree, self._grower):
            raise ParameterError(
                f"tree={self.tree!r} of {type(self).__name__} must be an estimator that grows a "
                f"tree of {'classes' if self._grower._nominal else 'numbers'}, or None."
            )
        return clone(self.tree)

    def chosen_class_weight(self) -> Any:
        """How classes are weighed by what grows the tree; None if they are not."""
        return self._new_tree().chosen_class_weight()

    @abstractmethod
    def _learn_targets(self) -> None:
        """Set the fitted attributes that describe the targets."""

    # Rules --------------------------------------------------------------------

    @property
    def model_(self) -> RuleSet:
        """What predicts: the rules."""
        return self.rules_

    @property
    def n_rules_(self) -> int:
        check_is_fitted(self, "rules_")
        return len(self.rules_)

    def _columns(self, X: Any) -> Columns:
        """Encode samples as training did; say which categories are new."""
        check_is_fitted(self, "rules_")
        check_names(self, self.rules_.schema, X)
        return self.rules_.encode(X, owner=type(self).__name__)

    def _matches(self, X: Any) -> Matches:
        """The rules that each sample meets."""
        return self.rules_.match_encoded(self._columns(X))

    def apply(self, X: Any) -> npt.NDArray[np.int64]:
        """The rule that decides each sample, from 0; -1 where only the default is left."""
        return self._matches(X).first()

    def explain(self, X: Any) -> list[Explanation]:
        """For each sample: the rule that decided it, and those it shadowed."""
        from arboretum.rules.reviewing import explain

        return explain(self.rules_, self._matches(X))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        grower = self._default_tree() if self.tree is None else self.tree
        tags.input_tags = get_tags(grower).input_tags
        tags.target_tags.required = True
        return tags


def _warn_of_a_column(y: Any) -> None:
    """One target as a column of an array is taken as scikit-learn takes it: with a warning."""
    if isinstance(y, np.ndarray) and y.ndim == 2 and y.shape[1] == 1:
        warnings.warn(
            "A column-vector y was passed when a 1d array was expected. Please change the shape "
            "of y to (n_samples,), for example using ravel().",
            DataConversionWarning,
            stacklevel=3,
        )
