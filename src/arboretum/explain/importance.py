"""How much each feature contributed to a tree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.exceptions import ParameterError
from arboretum.explain.improvement import improvements
from arboretum.explain.permutation import permutation_importance
from arboretum.tree import Tree, name_text, number_text
from arboretum.tree.found_tree import found_tree
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["Importance", "importance", "impurity_importance", "surrogate_importance"]

FloatArray = npt.NDArray[np.float64]

#: What is measured, by name, and where it misleads.
MEANING = {
    "impurity": "share in the decrease of impurity",
    "permutation": "growth of the risk when the feature is shuffled",
    "surrogate": "improvement by its splits and by those it is a surrogate for",
}
BIAS = {
    "impurity": (
        "Measured on the training samples: features with many distinct values are favoured, also "
        "where they only fit noise, and of features that resemble each other one takes all."
    ),
    "permutation": (
        "Features that resemble each other share or hide their importance, since shuffling one "
        "makes samples that never occur. On training samples overfitting looks important."
    ),
    "surrogate": (
        "Measured on the training samples: features with many distinct values are favoured. "
        "Features that resemble a chosen one are credited, too, so the sum counts splits twice."
    ),
}


@dataclass(frozen=True, eq=False)
class Importance:
    """How much each feature matters to a tree, by one measure.

    Attributes
    ----------
    kind : {"impurity", "permutation", "surrogate"}
    features : names, in the order of the columns
    values : one number a feature
    deviations : their standard deviations over the repeats, or None
    bias : where the measure misleads
    """

    kind: str
    features: tuple[str, ...]
    values: FloatArray
    deviations: FloatArray | None = None

    @property
    def bias(self) -> str:
        """Where the measure misleads."""
        return BIAS[self.kind]

    @property
    def order(self) -> list[int]:
        """Positions of the features, the most important first; equals as the columns are."""
        return np.argsort(-self.values, kind="stable").tolist()

    def by_feature(self) -> dict[str, float]:
        """The numbers by name, in the order of the columns."""
        return dict(zip(self.features, self.values.tolist(), strict=True))

    def __str__(self) -> str:
        title = f"importance: {MEANING[self.kind]}"
        return "\n".join([title, "", *aligned(self._rows()), "", self.bias])

    def to_markdown(self) -> str:
        """A table in Markdown, with the bias below it."""
        title = f"Importance: {MEANING[self.kind]}."
        return "\n".join([title, "", *in_markdown(self._rows()), "", self.bias])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row a feature, the most important first, as a data frame."""
        columns: dict[str, list[Any]] = {
            "feature": [self.features[i] for i in self.order],
            "importance": [float(self.values[i]) for i in self.order],
        }
        if self.deviations is not None:
            columns["deviation"] = [float(self.deviations[i]) for i in self.order]
        return in_frame(columns, backend)

    def _rows(self) -> list[list[str]]:
        heading = ["feature", "importance"]
        rows = [[name_text(self.features[i]), number_text(self.values[i], 4)] for i in self.order]
        if self.deviations is not None:
            heading.append("± sd")
            for row, i in zip(rows, self.order, strict=True):
                row.append(number_text(self.deviations[i], 2))
        return [heading, *rows]


def importance(
    tree: Any, kind: str = "impurity", X: Any = None, y: Any = None, **options: Any
) -> Importance:
    """How much each feature matters to a tree, with where the measure misleads.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    kind : {"impurity", "permutation", "surrogate"}
        Which measure: :func:`impurity_importance`, :func:`permutation_importance`, or
        rpart's, :func:`surrogate_importance`.
    X, y, options : samples, ``sample_weight``, ``n_repeats`` and ``random_state`` for
        the permutation.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    >>> importance(model).to_frame()["importance"].tolist()
    [0.5, 0.5, 0.0]
    """
    found = found_tree(tree)
    names = found.schema.feature_names
    if kind == "permutation":
        if X is None or y is None:
            raise ParameterError(
                "kind='permutation' shuffles samples. Give X and y, best such that the tree was "
                "not grown from."
            )
        growth = permutation_importance(found, X, y, **options)
        return Importance(kind, names, growth.mean(axis=1), growth.std(axis=1))
    if kind not in MEANING:
        raise ParameterError(f"kind={kind!r} is not known. Known: {', '.join(map(repr, MEANING))}.")
    measure = impurity_importance if kind == "impurity" else surrogate_importance
    return Importance(kind, names, measure(found))


def impurity_importance(tree: Tree) -> FloatArray:
    """Share of each feature in the decrease of impurity over the whole tree.

    The decrease at a node is its weight times its impurity less the same for
    its children; it is credited to the feature the node asks about.  The
    shares add up to 1, or are all 0 for a tree without splits.  Features with
    many distinct values are favoured, as in scikit-learn.
    """
    inner = np.flatnonzero(~tree.is_leaf)
    mass = tree.weight * tree.impurity
    below = np.zeros(tree.n_nodes)
    np.add.at(below, tree.parent[1:], mass[1:])
    decrease = (mass - below)[inner]
    total = np.zeros(len(tree.schema.columns))
    np.add.at(total, tree.splits.column[inner], decrease)
    # A criterion without impurity may lose a little.
    total = np.maximum(_of_features(tree, total), 0.0)
    return np.asarray(total / total.sum()) if total.sum() > 0 else total


def surrogate_importance(tree: Tree) -> FloatArray:
    """Improvement by each feature's own splits and by those it is a surrogate for.

    A surrogate is credited with the improvement of the split it stands for, as
    far as its adjusted agreement reaches: features that another one hides are
    seen.  These are the numbers of rpart's ``variable.importance``, not
    normalised; 0 for a feature that plays no part.
    """
    improve = improvements(tree)
    if tree.criterion.is_variance:
        improve = improve * tree.weight * tree.impurity  # a share of the deviance before
    inner = np.flatnonzero(~tree.is_leaf)
    total = np.zeros(len(tree.schema.columns))
    np.add.at(total, tree.splits.column[inner], improve[inner])
    kept = tree.surrogates
    if kept is not None:
        np.add.at(total, kept.splits.column, improve[kept.node] * kept.adjusted)
    return _of_features(tree, total)


def _of_features(tree: Tree, of_columns: FloatArray) -> FloatArray:
    """What columns are credited with, by feature; those of a combination share alike."""
    schema = tree.schema
    total = of_columns[: schema.n_features].copy()
    for column in range(schema.n_features, len(of_columns)):
        features = schema.features_of(column)
        total[list(features)] += of_columns[column] / len(features)
    return total
