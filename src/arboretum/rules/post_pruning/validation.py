"""Rules that are shortened, and put in order, by samples that the tree has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.growing.held_out import hold_out
from arboretum.rules.post_pruning.base import PostPruning, best_first
from arboretum.rules.post_pruning.draft import Draft, Samples
from arboretum.rules.post_pruning.expectation import Expectation, HeldOutLoss, HeldOutSquares
from arboretum.stopping.validation import check_validation

__all__ = ["ValidatedRules"]

FloatArray = npt.NDArray[np.float64]


class ValidatedRules(PostPruning):
    """Rule post-pruning by validation samples; each rule is judged alone.

    1. A condition is dropped where that does not worsen the rule on the
       validation samples that meet it.
    2. The rules are sorted, the most accurate first.

    Every rule is kept but those that say the same as another, or that have no
    condition left.  For numbers the error is the squared one.

    Parameters
    ----------
    share : float
        The share of the samples to hold out; the tree is grown from the others.
    random_state : int
        Seed of the draw of these samples.
    data : tuple (X, y) or (X, y, sample_weight), optional
        Samples to validate on, instead of a share: then the tree is grown from all others.

    References
    ----------
    T. M. Mitchell (1997), *Machine Learning*, 3.7.1.2.
    """

    name = "validation"

    def __init__(self, share: float = 0.3, random_state: int = 0, data: Any = None) -> None:
        self.share = share
        self.random_state = random_state
        self.data = data

    def partition(self, dataset: Dataset) -> tuple[Dataset, Samples]:
        check_validation(self)
        if dataset.n_rows < 2:
            return dataset, Samples(dataset)
        growing, held_out = hold_out(dataset, self.share, self.random_state, self.data)
        is_held_out = np.repeat([False, True], [growing.n_rows, held_out.n_rows])
        return growing, Samples(growing.join(held_out), is_held_out)

    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        if samples.dataset.schema.is_classification:
            return HeldOutLoss(samples, loss)
        return HeldOutSquares(samples)

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        return best_first(drafts)
