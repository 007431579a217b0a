"""Pruners that judge by samples the tree was not grown from."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.data.encode.dataset_from_new import dataset_like
from arboretum.exceptions import DataError
from arboretum.growing.held_out import errors_on, hold_out
from arboretum.pruning.base import Pruner
from arboretum.stopping.validation import check_validation
from arboretum.tree import Tree

__all__ = ["JudgesByOthers"]

FloatArray = npt.NDArray[np.float64]


class JudgesByOthers(Pruner):
    """Holds samples out before the tree is grown, or is given some later.

    A subclass has the parameters ``share``, ``random_state`` and ``data``.
    """

    share: float
    random_state: int
    data: Any

    def parted(self, dataset: Dataset) -> tuple[Dataset, Dataset]:
        check_validation(self)
        return hold_out(dataset, self.share, self.random_state, self.data)

    def errors_on(self, tree: Tree, dataset: Dataset | None) -> tuple[FloatArray, FloatArray]:
        """What each node gets wrong of the samples held out: of all there, and of those ending."""
        check_validation(self)
        if dataset is None and self.data is not None:
            dataset = dataset_like(tree.schema, *self.data)
        if dataset is None:
            raise DataError(
                f"{type(self).__name__} judges by samples that the tree was not grown from, but "
                "got none. Give some, as in model.prune(pruner, X, y), or prune while fitting: "
                "then a share is held out."
            )
        return errors_on(tree, dataset)
