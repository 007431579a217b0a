"""What every checker of a report needs to know of its tree and its folds."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from arboretum.data import Dataset
from arboretum.data.folds import deal_folds, some_samples
from arboretum.report import Report

__all__ = ["TreeFacts", "is_a_word_of"]


@dataclass(frozen=True, eq=False)
class TreeFacts:
    """What is true of a report's tree and samples, found by other means than the report's."""

    report: Report
    dataset: Dataset

    @property
    def tree(self) -> Any:
        return self.report.tree

    @property
    def is_class(self) -> bool:
        return self.tree.schema.is_classification

    @cached_property
    def n_leaves(self) -> int:
        return self.tree.n_nodes - len(set(self.tree.parent.tolist()) - {-1})

    @cached_property
    def used(self) -> set[str]:
        """Names of the features in questions, and in the equations of leaves."""
        schema = self.tree.schema
        names = {
            schema.feature_names[i]
            for node in self.tree.nodes()
            if node.split is not None
            for i in schema.features_of(node.split.column)
        }
        if self.tree.models is not None:
            for leaf in self.tree.leaves():
                text = self.tree.models.text(leaf.id, schema, 4)
                names |= {one for one in schema.feature_names if is_a_word_of(one, text)}
        return names

    @cached_property
    def folds(self) -> list[tuple[Dataset, Dataset]]:
        """The samples that each tree is grown from, and those it never saw."""
        dealt = deal_folds(self.dataset, self.report.n_folds, self.report.seed)
        return [
            (some_samples(self.dataset, one.growing), some_samples(self.dataset, one.held_out))
            for one in dealt
        ]


def is_a_word_of(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
