"""Classes and numbers by rules: those of a tree, shortened and put in order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin, clone
from sklearn.utils import get_tags
from sklearn.utils.validation import _check_feature_names, check_is_fitted

from arboretum.data import Dataset
from arboretum.estimators.base import TreeEstimator, check_names, warn_of_column
from arboretum.estimators.classifier import Classifier
from arboretum.estimators.readable import ReadableTreeClassifier, ReadableTreeRegressor
from arboretum.estimators.regressor import Regressor
from arboretum.exceptions import ParameterError
from arboretum.growing import Progress
from arboretum.part import resolve
from arboretum.rules import RuleSet
from arboretum.rules.matching import Matches
from arboretum.tree.predict.routing import Columns

if TYPE_CHECKING:
    from arboretum.rules import Explanation

__all__ = ["RuleClassifier", "RuleEstimator", "RuleRegressor"]


class RuleEstimator(BaseEstimator, ABC):
    """Predicts by the first rule that a sample meets, or by the votes of all that it meets.

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
        """What grows the tree where ``tree`` is None."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples and make rules of it.

        Parameters
        ----------
        X : data frame, array or mapping of columns; strings, booleans, categories and
            missing values as they are.
        y : one target per sample.
        sample_weight : how much each sample counts.  Whole numbers mean repetition.
        """
        if isinstance(y, np.ndarray):
            warn_of_column(y)
        dataset = self.make_dataset(X, y, sample_weight)
        _check_feature_names(self, X, reset=True)
        return self.fit_dataset(dataset)

    def make_dataset(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode samples as the estimator that grows the tree does."""
        return self._new_tree().make_dataset(X, y, sample_weight)

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
        """How classes are weighted by what grows the tree; None if they are not."""
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
        """Encode samples as training did; warn of new categories."""
        check_is_fitted(self, "rules_")
        check_names(self, self.rules_.schema, X)
        return self.rules_.encode(X, owner=type(self).__name__)

    def _matches(self, X: Any) -> Matches:
        """The rules that each sample meets."""
        return self.rules_.match_encoded(self._columns(X))

    def apply(self, X: Any) -> npt.NDArray[np.int64]:
        """The rule that decides each sample, from 0; -1 where only the default is left.

        Where rules vote, the one with the largest vote for the class that wins.
        """
        return self.rules_.deciding(self._matches(X))

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


class RuleClassifier(ClassifierMixin, RuleEstimator):
    """A few short rules instead of a tree: those of C4.5 or C5.0, or judged by validation samples.

    A tree is grown and read as rules.  Each rule loses the conditions it does
    not need, on its own, so that rules may overlap; rules that are not needed
    are left out, and the others are sorted.  The first rule that a sample
    meets decides, or the default class; with ``method="c5rules"`` all that it meets vote.

    Parameters
    ----------
    tree : an estimator of this library that grows a tree of classes, or None
        None is a readable tree: ``ReadableTreeClassifier(size="best")``.  C4.5 itself makes its
        rules of ``C45Classifier(pruning="needless")``.
    method : {"c45rules", "c5rules", "validation"}, C45Rules, C5Rules or ValidatedRules
        How rules are shortened, chosen and sorted; see
        ``arboretum.rules.post_pruning``.

    Attributes
    ----------
    classes_ : the classes, in the order of ``predict_proba``'s columns.
    n_classes_ : int

    References
    ----------
    J. R. Quinlan (1993), *C4.5: Programs for Machine Learning*, chapter 5.

    Examples
    --------
    >>> from arboretum import RuleClassifier, datasets
    >>> heart = datasets.heart()
    >>> model = RuleClassifier().fit(heart.X, heart.y)
    >>> for rule in model.rules_:
    ...     print(rule)
    if pain.type = 4 and coloured.vessels > 0.5 then y = 2
    if thal in {6, 7} and coloured.vessels > 0.5 then y = 2
    if thal in {6, 7} and exercise.angina = 1 then y = 2
    >>> model.rules_.default.prediction
    1
    """

    _grower = Classifier

    def __init__(self, *, tree: Any = None, method: Any = "c45rules") -> None:
        self.tree = tree
        self.method = method

    def _default_tree(self) -> TreeEstimator:
        return ReadableTreeClassifier(size="best")

    def _learn_targets(self) -> None:
        self.classes_ = np.array(self.rules_.schema.classes)
        self.n_classes_ = len(self.classes_)

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each sample: that of the first rule it meets, or of most votes."""
        columns = self._columns(X)
        return self.rules_.named(self.rules_.predict_encoded(columns))

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Share of each class among the training samples of the rule, or by the votes."""
        columns = self._columns(X)
        return self.rules_.predict_proba_encoded(columns)[0]

    def predict_log_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """Logarithm of the probabilities; minus infinity for a class a rule never saw."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))


class RuleRegressor(RegressorMixin, RuleEstimator):
    """A few short rules instead of a regression tree; each predicts a mean, or by an equation.

    Rules are made as by :class:`RuleClassifier`: each loses the conditions it
    does not need, and the first that a sample meets decides.  Rules of a tree with equations,
    such as :class:`~arboretum.M5Regressor`, keep the equation of their leaf.

    Parameters
    ----------
    tree : an estimator of this library that grows a tree of numbers, or None
        None is a readable tree: ``ReadableTreeRegressor()``, of means or of equations,
        whichever does better on samples held out.
    method : {"adjusted", "averaged", "validation"}, AdjustedRules, AveragedRules or ValidatedRules
        How rules are shortened, chosen and sorted; see
        ``arboretum.rules.post_pruning``.

    Examples
    --------
    >>> from arboretum import RuleRegressor, datasets
    >>> steps = datasets.steps()
    >>> print(RuleRegressor().fit(steps.X, steps.y).rules_)
    1. if 1000 < x <= 2000 then y = 10.06229  (n=20, sd 0.6964, expected error 0.77)
    2. if x <= 1000 then y = 19.81682  (n=20, sd 0.8509, expected error 0.94)
    3. if x > 2000 then y = 20.35278  (n=20, sd 1.031, expected error 1.14)
    otherwise y = 16.74396  (n=0)
    """

    _grower = Regressor

    def __init__(self, *, tree: Any = None, method: Any = "adjusted") -> None:
        self.tree = tree
        self.method = method

    def _default_tree(self) -> TreeEstimator:
        return ReadableTreeRegressor()

    def _learn_targets(self) -> None:
        """Numbers need no further description."""

    def predict(self, X: Any) -> npt.NDArray[np.float64]:
        """The number of the first rule that each sample meets, or the mean of all that it meets."""
        columns = self._columns(X)
        return self.rules_.predict_encoded(columns)[:, 0]
