"""What predicts new samples: encode, check, warn, predict, each in one place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import Any, ClassVar, Protocol, Self, runtime_checkable

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.features import count_unseen, encode_like, ready_matrix
from arboretum.data.encode.one_row import RowEncoder
from arboretum.data.schema import Schema
from arboretum.exceptions import CategoryWarning, warn_the_user
from arboretum.missing import MissingPolicy
from arboretum.tree import Tree
from arboretum.tree.predict.routing import Columns

__all__ = ["Encoded", "Model", "TreeGrower"]

FloatArray = npt.NDArray[np.float64]

#: One array per feature.
Encoded = tuple[npt.NDArray[Any], ...]

#: The warning about a feature: its name, how many of how many samples, what happens to them.
UnseenWords = Callable[[str, int, int, str], str]


def unseen_words(name: str, n: int, n_samples: int, on_unseen: str) -> str:
    """The warning that some samples have categories that training never saw."""
    return (
        f"Feature {name!r}: {n} samples have categories that were never seen in training; "
        f"{on_unseen}."
    )


class Model(ABC):
    """A schema, a missing policy, and something that predicts from encoded samples.

    Estimators, the command line, rules, explanations and pictures all ask a model.  A kind of
    model says what it predicts from encoded columns; how samples become columns, what is
    refused and what is warned about is the same for all.
    """

    #: What expects the columns, for messages.
    owner: ClassVar[str] = "the tree"

    #: Whether a matrix of numbers may stay one; otherwise it becomes one array per feature.
    takes_matrix: ClassVar[bool] = False

    @property
    @abstractmethod
    def schema(self) -> Schema:
        """Names, kinds, categories and classes."""

    @property
    @abstractmethod
    def policy(self) -> MissingPolicy | None:
        """What happens to missing values; None if it is a custom one that a file cannot hold."""

    @property
    def on_unseen(self) -> str:
        """What happens to samples with a category never seen in training, in words."""
        return "they are treated as missing" if self.policy is None else self.policy.on_unseen

    # -- samples -----------------------------------------------------------------

    @cached_property
    def row_encoder(self) -> RowEncoder:
        """Encodes single samples; neither saved nor compared."""
        return RowEncoder(self.schema)

    def read(self, X: Any, *, owner: str | None = None) -> Encoded:
        """Encode samples as training did, one array per feature; nothing is checked.

        For those who show samples; to predict them, :meth:`encode` them.
        """
        columns = self.row_encoder.encode(X)
        return columns or encode_like(self.schema, X, owner=owner or self.owner)

    def refuse(self, columns: Columns) -> None:
        """Refuse samples that the missing policy refuses."""
        if self.policy is not None:
            each = tuple(columns.T) if isinstance(columns, np.ndarray) else tuple(columns)
            self.policy.check_prediction(self.schema, each)

    def encode(
        self, X: Any, *, owner: str | None = None, words: UnseenWords = unseen_words
    ) -> Columns:
        """Encode samples to predict: refuse what is refused, warn of categories that are new.

        Parameters
        ----------
        X : anything that :func:`~arboretum.data.encode_features` accepts
        owner : who expects the columns, for messages
        words : what the warning says
        """
        matrix = ready_matrix(self.schema, X) if self.takes_matrix else None
        if matrix is not None:  # routing refuses infinity
            self.refuse(matrix)
            return matrix
        columns = self.read(X, owner=owner)
        self.refuse(columns)
        for name, n in count_unseen(self.schema, columns).items():
            warn_the_user(words(name, n, len(columns[0]), self.on_unseen), CategoryWarning)
        return columns

    # -- predictions -------------------------------------------------------------

    @abstractmethod
    def predict_encoded(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[Any]:
        """Class codes or numbers of encoded samples, (n_samples, n_targets)."""

    @abstractmethod
    def predict_proba_encoded(self, columns: Columns, n_jobs: int | None = 1) -> list[FloatArray]:
        """Probability of each class, one (n_samples, n_classes) array per target."""

    def predict_named(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[Any]:
        """The same by the names of classes, one target as a plain array."""
        return self.named(self.predict_encoded(columns, n_jobs))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class or number of each sample; (n_samples, n_targets) for several targets."""
        return self.predict_named(self.encode(X))

    def predict_proba(self, X: Any) -> FloatArray | list[FloatArray]:
        """Probability of each class; a list of such arrays for several targets."""
        blocks = self.predict_proba_encoded(self.encode(X))
        return blocks[0] if len(blocks) == 1 else blocks

    def named(self, predicted: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Classes by name where there are codes; one target is a plain array."""
        if self._classes is not None:
            if len(self._classes) == 1:
                return self._classes[0].take(predicted[:, 0])
            each = [names[predicted[:, k]] for k, names in enumerate(self._classes)]
            return np.stack(each, axis=1)
        return predicted[:, 0] if predicted.shape[1] == 1 else predicted

    @cached_property
    def _classes(self) -> list[npt.NDArray[Any]] | None:
        if not self.schema.is_classification:
            return None
        return [np.array(target.classes) for target in self.schema.targets]


@runtime_checkable
class TreeGrower(Protocol):
    """What those below the estimators may ask of one: these names and no others.

    A fitted one has a ``model_`` besides, which predicts; see
    :func:`~arboretum.model.model_of`.
    """

    def make_dataset(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode samples to grow from."""

    def training_samples(self, dataset: Dataset) -> Dataset:
        """Those of an encoded dataset that trees are grown from."""

    def dataset_like(self, X: Any, y: Any, sample_weight: Any = None) -> Dataset:
        """Encode more samples as those of training were."""

    def fit_dataset(self, dataset: Dataset, progress: Any = None) -> Self:
        """Grow from an encoded dataset, and prune if that is asked for."""

    def grow_dataset(self, dataset: Dataset, progress: Any = None) -> Tree:
        """The tree that an encoded dataset grows to, before any pruning."""
