"""Ways to make shorter rules of those of a tree."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset
from arboretum.part import Part
from arboretum.rules.from_tree import rules_of
from arboretum.rules.post_pruning.expectation import Draft, Expectation, Samples
from arboretum.rules.rule import Rule
from arboretum.tree import Tree

__all__ = ["PostPruning", "best_first"]

FloatArray = npt.NDArray[np.float64]


class PostPruning(Part):
    """Drops conditions, then rules, and puts the others in order."""

    #: Whether the first rule that a sample meets decides; if not, all that it meets vote.
    is_ordered: ClassVar[bool] = True

    def partition(self, dataset: Dataset) -> tuple[Dataset, Samples]:
        """The samples to grow a tree from, and those to judge its rules by: all for both.

        Called before a tree is grown whose rules are to be shortened.
        """
        return dataset, Samples(dataset)

    def long_rules(self, tree: Tree) -> Sequence[Rule]:
        """The rules of a tree that are to be shortened: those of its leaves."""
        return rules_of(tree, simplify=False).rules

    @abstractmethod
    def expectation(self, samples: Samples, loss: FloatArray | None) -> Expectation:
        """How wrong a rule is expected to be; conditions are dropped by this."""

    def arrange(self, drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> list[Draft]:
        """The rules that are kept, in the order in which they are asked: all, the best first."""
        return best_first(drafts)

    def vote(self, draft: Draft, samples: Samples) -> float | None:
        """What a rule that is kept adds to its class; None where the first rule decides."""
        return None


def best_first(drafts: Sequence[Draft]) -> list[Draft]:
    """Rules by their expected error; of equal ones the one that more samples meet."""
    return sorted(drafts, key=lambda draft: (draft.error, -draft.amount))
