"""What every estimator of the library does: fit, route, show, prune."""

from __future__ import annotations

import copy
import os
import warnings
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.validation import _check_feature_names, check_is_fitted

from arboretum.data import Dataset, Schema, make_dataset
from arboretum.data.column import describe_values
from arboretum.data.encode.dataset_from import dataset_like, targets_like
from arboretum.data.encode.one_row import has_names
from arboretum.data.encode.weights import encode_weights
from arboretum.estimators import doors
from arboretum.exceptions import DataError, ParameterError
from arboretum.explain import Importance, importance, impurity_importance, residuals
from arboretum.growing import Progress
from arboretum.growing.keep_rows import keep_rows
from arboretum.growing.losses import loss_of
from arboretum.growing.to_binary import binary_of
from arboretum.pruning import ComplexityTable, CostComplexity, Pruner
from arboretum.search.loss import ResidualKind
from arboretum.species import Species
from arboretum.tree import Tree
from arboretum.tree.predict.routing import Columns

if TYPE_CHECKING:
    from arboretum.report import Report
    from arboretum.rules import RuleSet
    from arboretum.show import Page

__all__ = ["OneTarget", "TreeEstimator", "check_names", "warn_of_column"]


class TreeEstimator(BaseEstimator, Species):
    """A species with scikit-learn's manners: fits tables, predicts, tells what it learnt.

    Attributes
    ----------
    model_ : Model
        What predicts: the tree with the missing policy and the losses that it was fitted with.
    n_features_in_ : int
    feature_names_in_ : names of the columns, when fitted on a data frame.
    grower_ : str
        Which grower made the tree: ``"native"`` for the fast native one; ``"native, general: "``
        and what the fast one does not know; or ``"readable: "`` and what neither knows.
    """

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples.

        Parameters
        ----------
        X : data frame, array or mapping of columns; strings, booleans, categories and
            missing values as they are.
        y : one target per sample, or several as columns.
        sample_weight : how much each sample counts.  Whole numbers mean repetition.
        """
        return self.fit_dataset(self.make_dataset(X, y, sample_weight))

    def make_dataset(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode samples to grow from, and remember the names of their columns."""
        dataset = self._encode(X, y, sample_weight)
        if type(X) is not np.ndarray or hasattr(self, "feature_names_in_"):
            _check_feature_names(self, X, reset=True)
        return dataset

    def _encode(self, X: Any, y: Any, sample_weight: Any) -> Dataset:
        """Encode samples to grow from."""
        return make_dataset(
            X,
            y,
            nominal=self._nominal,
            kinds=self.kinds,
            sample_weight=sample_weight,
            class_weight=self.chosen_class_weight(),
        )

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        """Grow a tree from an encoded dataset, reporting progress."""
        self.require_flags()
        super().fit_dataset(dataset, progress)
        self._learn_schema(dataset.schema)
        return self

    def take_tree(self, tree: Tree) -> Self:
        """Predict by a tree that was grown elsewhere, as if it had been grown here."""
        self.tree_, self._cp_table = tree, None
        self._learn_schema(tree.schema)
        return self

    def _learn_schema(self, schema: Schema) -> None:
        """Set the fitted attributes that describe the columns."""
        self.n_features_in_ = schema.n_features
        self.n_outputs_ = len(schema.targets)
        self._learn_targets()

    @abstractmethod
    def _learn_targets(self) -> None:
        """Set the fitted attributes that describe the targets."""

    # Routing ------------------------------------------------------------------

    def _columns(self, X: Any) -> Columns:
        """Encode samples as training did; warn of new categories."""
        if not hasattr(self, "model_"):
            check_is_fitted(self, "model_")
        check_names(self, self.model_.schema, X)
        return self.model_.encode(X, owner=type(self).__name__)

    def apply(self, X: Any) -> npt.NDArray[np.int32]:
        """The node where each sample ends; of several, the one with the largest share of it."""
        columns = self._columns(X)  # which refuses an estimator that is not fitted
        return self.tree_.apply(columns, n_jobs=self.n_jobs)

    def decision_path(self, X: Any) -> csr_matrix:
        """Which nodes each sample visits, as a sparse (n_samples, n_nodes) indicator matrix."""
        columns = self._columns(X)
        indptr, indices = self.tree_.decision_path(columns, n_jobs=self.n_jobs)
        shape = (len(indptr) - 1, self.tree_.n_nodes)
        return csr_matrix((np.ones(len(indices), dtype=np.int8), indices, indptr), shape=shape)

    def risk(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """What the predictions of samples cost on average; lower is better.

        For classes the mean loss by the loss matrix, or without one the share
        that is wrong.  For numbers the mean of the loss that the tree was grown to
        make small: the squared error, the absolute one of medians, or half the
        deviance of counts.  Several targets count alike: the risk is the mean of theirs.
        """
        predicted = self.predict(X)
        schema, n_samples, owner = self.tree_.schema, len(predicted), type(self).__name__
        targets = targets_like(schema, y, n_samples, owner=owner)
        encoded = targets_like(schema, predicted, n_samples, owner=owner)
        losses = loss_of(self.tree_).unweighed.of(targets, encoded)
        weights, _ = encode_weights(sample_weight, n_samples)
        n_added_up = len(schema.targets) if schema.is_classification else 1
        return float(np.average(losses, weights=weights)) / n_added_up

    def residuals(
        self, X: Any, y: Any, kind: ResidualKind = "usual", sample_weight: Any = None
    ) -> npt.NDArray[np.float64]:
        """How far each prediction is from what is true: :func:`arboretum.explain.residuals`."""
        check_is_fitted(self, "model_")
        return residuals(self, X, y, kind, sample_weight=sample_weight)

    # The tree -----------------------------------------------------------------

    def prune(
        self,
        pruner: Any = None,
        X: Any = None,
        y: Any = None,
        sample_weight: Any = None,
        *,
        cp: float | None = None,
    ) -> Self:
        """A fitted copy of this estimator with a smaller tree.

        Parameters
        ----------
        pruner : Pruner, its short name, or a function of a node that decides whether to cut
        X, y, sample_weight : the samples to judge by, for pruners that need some
            Those of ``fit``, for a pruner that cross-validates or raises branches.
        cp : float
            Instead of a pruner: ``CostComplexity(cp=cp)``, rpart's ``prune``.
        """
        check_is_fitted(self, "model_")
        if (pruner is None) == (cp is None):
            raise ParameterError("prune takes either a pruner or cp. Pass one of the two.")
        chosen = self.pruner_of(CostComplexity(cp=cp) if pruner is None else pruner)
        pruned = copy.copy(self)
        pruned._prune_by(chosen, self._samples_for(chosen, X, y, sample_weight))
        return pruned

    def _prune_by(self, pruner: Pruner, samples: Dataset | None) -> None:
        """Make the tree smaller."""
        self.tree_ = self._pruned(pruner, self.tree_, samples, None)

    def to_binary(
        self, X: Any = None, y: Any = None, sample_weight: Any = None, *, balanced: bool = False
    ) -> Self:
        """A fitted copy of this estimator with two branches at every node, which predicts the same.

        Parameters
        ----------
        X, y, sample_weight : the samples of ``fit``
            Needed for leaves whose value does not follow from those of their parts, such as
            medians and models.
        balanced : bool
            Cut the branches of a question at half their weight; by default the heavier end is
            taken off first.
        """
        check_is_fitted(self, "model_")
        binary, samples = copy.copy(self), None
        if X is not None:
            samples = binary.training_samples(binary.make_dataset(X, y, sample_weight))
        binary._make_binary(samples, balanced)
        return binary

    def _make_binary(self, samples: Dataset | None, balanced: bool) -> None:
        """Ask every question in twos."""
        self.tree_ = binary_of(self.tree_, samples, balanced).tree

    def with_rows(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """A fitted copy of this estimator whose nodes keep the rows of the samples of ``fit``.

        For species without ``keep_rows=``.  The samples are sent down the tree; others than those
        it was grown from are refused.
        """
        check_is_fitted(self, "model_")
        keeping = copy.copy(self)
        keeping._keep_rows(keeping.training_samples(keeping.make_dataset(X, y, sample_weight)))
        return keeping

    def _keep_rows(self, samples: Dataset) -> None:
        """Keep the samples that the tree was grown from."""
        self.tree_ = keep_rows(self.tree_, samples)

    def _samples_for(self, pruner: Pruner, X: Any, y: Any, sample_weight: Any) -> Dataset | None:
        """Samples encoded as in ``fit`` if the pruner needs those of training, else as new ones."""
        if X is None:
            return None
        if pruner.wants_training:
            return self.training_samples(self.make_dataset(X, y, sample_weight))
        return self.dataset_like(X, y, sample_weight)

    def dataset_like(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode samples and their targets as in training."""
        return dataset_like(self.tree_.schema, X, y, sample_weight, owner=type(self).__name__)

    def report(
        self, X: Any, y: Any, path: str | os.PathLike[str] | None = None, **options: Any
    ) -> Report:
        """All that is known about this tree and its samples, as one page for the browser.

        Parameters
        ----------
        X, y : the samples of ``fit``
        path : where to write it, a file that ends in .html; None writes nothing
        options : ``sample_weight``, ``exposure``, ``n_folds``, ``n_trees``, ``seed`` and
            ``title`` of :func:`arboretum.report.report_of`

        Returns
        -------
        Report
            With ``save(path)``, ``summary`` and ``to_dict()``; a notebook shows it.
        """
        return doors.report(self, X, y, path, **options)

    def rules(self, simplify: bool = True) -> RuleSet:
        """The tree as rules, one per leaf; simplified, those that can be joined are one.

        Parameters
        ----------
        simplify : whether to merge rules and to leave out conditions that others imply
        """
        check_is_fitted(self, "model_")
        return self.tree_.rules(simplify=simplify)

    def show(self, X: Any = None, **options: Any) -> Page:
        """The tree as a page to explore; a notebook shows it, ``open()`` opens the browser.

        Parameters
        ----------
        X : samples to pick from on the page, as for ``predict``
        options : what :func:`arboretum.show.html` takes besides
        """
        from arboretum.show import Page, html
        from arboretum.show.paper.picture import title_text

        check_is_fitted(self, "model_")
        content = html(self, X=X, **options)
        assert content is not None  # without a path it is returned
        return Page(content, title_text(self.tree_))

    def importance(
        self, kind: str = "impurity", X: Any = None, y: Any = None, **options: Any
    ) -> Importance:
        """How much each feature matters, by name: :func:`arboretum.explain.importance`."""
        check_is_fitted(self, "model_")
        return importance(self, kind, X, y, **options)

    def _html_repr(self) -> str:
        """What a notebook shows: the tree of a fitted estimator, not only its parameters."""
        diagram: str = super()._html_repr()
        tree = getattr(self, "tree_", None)
        if tree is None:  # not fitted, or many trees
            return diagram
        from arboretum.show.web.notebook import model_card

        return model_card(type(self).__name__, tree, self._cp_table, diagram)

    @property
    def cp_table_(self) -> ComplexityTable:
        """The nested trees of cost-complexity pruning with their prices, as rpart's ``cptable``.

        With the errors in cross-validation if ``pruning=CostComplexity(cv=...)``
        made it; then all trees it chose from are there.
        """
        check_is_fitted(self, "tree_")
        return super().cp_table_

    @property
    def feature_importances_(self) -> npt.NDArray[np.float64]:
        """Share of each feature in the decrease of impurity."""
        check_is_fitted(self, "tree_")
        return impurity_importance(self.tree_)

    @property
    def n_leaves_(self) -> int:
        check_is_fitted(self, "tree_")
        return self.tree_.n_leaves

    @property
    def depth_(self) -> int:
        check_is_fitted(self, "tree_")
        return self.tree_.depth

    def get_depth(self) -> int:
        """Depth of the tree, by scikit-learn's name."""
        return self.depth_

    def get_n_leaves(self) -> int:
        """Number of leaves, by scikit-learn's name."""
        return self.n_leaves_

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = getattr(self.missing, "name", self.missing) != "error"
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        tags.target_tags.required = True
        tags.target_tags.multi_output = True
        tags.target_tags.single_output = True
        return tags


class OneTarget(TreeEstimator):
    """An estimator of one target only."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow a tree from samples, as every estimator does, but with one target."""
        warn_of_column(y)
        return super().fit(X, y, sample_weight)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.target_tags.multi_output = False
        return tags


def warn_of_column(y: Any) -> None:
    """Warn that one target came as a table of one column, as scikit-learn does."""
    if getattr(y, "shape", ())[1:] == (1,):
        warnings.warn(
            # The words that scikit-learn uses, and looks for.
            "A column-vector y was passed when a 1d array was expected. Pass y with shape "
            "(n_samples,), for example y.ravel().",
            DataConversionWarning,
            stacklevel=3,
        )


def check_names(model: BaseEstimator, schema: Schema, X: Any) -> None:
    """Compare the names of a frame with those of training, as scikit-learn does."""
    is_named = hasattr(model, "feature_names_in_")
    # scikit-learn asks X for names in many ways; a plain array has none, nor had training.
    if (type(X) is np.ndarray) if not is_named else has_names(X, schema.feature_names):
        return
    try:
        _check_feature_names(model, X, reset=False)
    except ValueError as error:
        names = describe_values(schema.feature_names, 20)
        raise DataError(
            f"{str(error).strip()}\nPass the columns of training in their order: {names}."
        ) from None
