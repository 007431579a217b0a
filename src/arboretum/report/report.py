"""The report as a value: to save, to show, to read by programs."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any

from arboretum.data.contradictions import Contradictions
from arboretum.data.read.whole_file import whole_file
from arboretum.data.schema import VectorTarget
from arboretum.explain import Distance, Importance, Stability
from arboretum.judging import MissingComparison
from arboretum.report.better import Better
from arboretum.report.choice import Choice
from arboretum.report.column_summary import ColumnSummary
from arboretum.report.distribution import Distribution
from arboretum.report.judgement import Judgement, Measured
from arboretum.report.labels import Labels
from arboretum.report.suspects import Suspect
from arboretum.show.web.framed import framed
from arboretum.species import Species
from arboretum.species.recipe_choice import RecipeChoice
from arboretum.tree import Tree, name_text

__all__ = ["Origin", "Report"]

#: Targets that a title names.
MOST_NAMED = 4


@dataclass(frozen=True)
class Origin:
    """Where a report comes from.

    Attributes
    ----------
    call : the code or the command that makes it again
    file : name of the file that the samples were read from, None if they came from memory
    notes : what the reader should know about how they were read
    """

    call: str
    file: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """All that is known about a tree and the samples it was grown from.

    Attributes
    ----------
    estimator : the fitted estimator
    origin : Origin
    n_rows, n_samples : rows of the table, and the samples that they stand for
    columns, targets : ColumnSummary of each feature and of each target
    suspects : Suspect of columns to look at first
    contradictions : Contradictions
        Samples that no question tells apart, though their targets differ.
    choice : Choice, or None if the size was not chosen by cross-validation
    n_folds, seed : how samples were dealt into folds to measure errors
    judged : Judgement of each target
    notes : what the reader should know about the folds
    importance : Importance
    distributions : Distribution of the features beside one target, those of the tree first
    stability : Stability, or None if it was left out
    better : Better, or None
        Another species that was clearly better on the same folds.
    best : Tree, or None
        The tree of least error in cross-validation, where no question was kept because it was
        not better by more than the rule asks.
    together : Measured of all targets, where there are several
    labels : Labels, where the targets are a set of labels
    vector : where each target stands among the numbers of a vector, if they are one
    charted : the target that features are shown beside
    policies : MissingComparison, or None
        How the tree would do with other missing policies, of tables that are not large.
    distance : Distance, or None
        How far the tree is from the best one of its size, of small trees of small tables.
    title : the heading
    """

    estimator: Species
    origin: Origin
    n_rows: int
    n_samples: float
    columns: tuple[ColumnSummary, ...]
    targets: tuple[ColumnSummary, ...]
    suspects: tuple[Suspect, ...]
    contradictions: Contradictions
    choice: Choice | None
    n_folds: int
    seed: int
    judged: tuple[Judgement, ...]
    notes: tuple[str, ...]
    importance: Importance
    distributions: tuple[Distribution, ...]
    stability: Stability | None
    better: Better | None = None
    best: Tree | None = None
    together: tuple[Measured, ...] = ()
    labels: Labels | None = None
    vector: tuple[VectorTarget, ...] = ()
    charted: int = 0
    policies: MissingComparison | None = None
    distance: Distance | None = None
    title: str = field(default="")

    def __post_init__(self) -> None:
        if not self.title:
            names = [name_text(target.name) for target in self.targets]
            n_more, what = len(names) - MOST_NAMED, "labels" if self.labels else "targets"
            if n_more > 1:
                names = [f"{', '.join(names[:MOST_NAMED])} and {n_more} more {what}"]
            object.__setattr__(self, "title", f"What predicts {', '.join(names)}?")

    @property
    def tree(self) -> Tree:
        """The tree of all samples."""
        found: Tree = self.estimator.tree_
        return found

    @property
    def recipes(self) -> RecipeChoice | None:
        """The recipes that the tree was chosen from; None if there was one."""
        found: RecipeChoice | None = getattr(self.estimator, "choice_", None)
        return found

    @property
    def vector_has_classes(self) -> bool:
        """Whether some numbers of a vector say which class holds."""
        return any(target.classes is not None for target in self.vector)

    @property
    def summary(self) -> list[str]:
        """The report in a few sentences."""
        from arboretum.report.summary import summary

        return summary(self)

    def to_html(self) -> str:
        """The page: one file that needs nothing else."""
        from arboretum.report.page_text import page_text

        return page_text(self)

    def to_dict(self) -> dict[str, Any]:
        """Every number of the report as plain values, ready for JSON."""
        from arboretum.report.to_dict import to_dict

        return to_dict(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page; the same report gives the same file."""
        content = self.to_html().encode("utf-8", errors="backslashreplace")
        with whole_file(path) as file:
            file.write(content)

    def _repr_html_(self) -> str:
        return framed(self.to_html(), self.title, height=640)

    def __str__(self) -> str:
        return "\n".join(self.summary)

    def __repr__(self) -> str:
        return f"<Report {self.title!r}, {self.n_rows} rows, {self.tree.n_leaves} leaves>"
