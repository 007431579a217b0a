"""What predictions of the same samples cost, side by side: whether one is better beyond chance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.growing.losses import loss_of
from arboretum.judging.cross_validate import CrossValidation
from arboretum.judging.measure_error import mean_loss
from arboretum.tree import Tree

__all__ = ["DEVIATE", "Saved", "sample_costs", "saved_by"]

#: Standard errors that a mean difference must exceed where several are tried: 99 % of chance.
DEVIATE = 2.58


def sample_costs(found: CrossValidation, tree: Tree) -> npt.NDArray[np.float64]:
    """What each prediction costs: a mistake, its loss, or a squared distance."""
    assert found.held_out.targets is not None  # they were compared with what was predicted
    if tree.loss is not None:
        return np.asarray(loss_of(tree).of(found.held_out.targets, found.predicted))
    off = found.held_out.targets[:, 0] - found.predicted[:, 0]
    return np.asarray(off != 0 if tree.schema.is_classification else off**2, dtype=np.float64)


@dataclass(frozen=True)
class Saved:
    """How much less predictions cost per sample than others of the same samples.

    Attributes
    ----------
    mean : what is saved; below 0 they cost more
    standard_error : of that mean over samples
    """

    mean: float
    standard_error: float

    @property
    def is_clear(self) -> bool:
        """Whether they are better by more than chance explains."""
        return self.mean > DEVIATE * self.standard_error

    @property
    def is_clearly_lost(self) -> bool:
        """Whether they are worse by more than chance explains."""
        return -self.mean > DEVIATE * self.standard_error


def saved_by(
    costs: npt.NDArray[np.float64], others: npt.NDArray[np.float64], rows: Dataset
) -> Saved:
    """What predictions of these costs save beside those of others."""
    return Saved(*mean_loss(rows, others - costs))
