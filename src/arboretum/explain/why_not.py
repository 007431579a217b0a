"""Why a node asks what it asks, and not something else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arboretum.explain.flips import Flips, count_flips
from arboretum.explain.training import training_dataset
from arboretum.growing.many import Begin, silently
from arboretum.growing.reopen import Reopened, reopen
from arboretum.search import Choice, tie_tolerance
from arboretum.tree import SplitFormat, Tree, number_text
from arboretum.tree.tree import found_tree
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["N_FLIPS", "OTHER_SAMPLES", "RunnerUp", "WhyNot", "reopen_node", "why_not"]

#: For how many runner-ups the samples that stand between are counted.
N_FLIPS = 3
MEANING = (
    "to go: the fewest samples without which the question would be ranked above the chosen one, "
    "both as they stand."
)
OTHER_SAMPLES = (
    "These are not the samples that the tree was grown from: their weight at this node differs. "
    "Pass X, y and sample_weight as in fit."
)


@dataclass(frozen=True)
class RunnerUp:
    """The best question of a feature that was not chosen.

    Attributes
    ----------
    rank : int
        Among the best questions of all features, from 1.
    feature, question : str
    score : float
        Of the criterion.
    margin : float or None
        By how much the chosen question is ahead, in what features are ranked by: the
        score, or what a selector or feature costs make of it.  None at a leaf.
    is_tie : bool
        Whether that is nothing, so that only the order of the features decided.
    flips : Flips or None
        The smallest number of samples without which the question would be ranked above
        the chosen one.  None at a leaf, for questions beyond ``n_flips``, and where more
        than the two questions decides.
    """

    rank: int
    feature: str
    question: str
    score: float
    margin: float | None
    is_tie: bool
    flips: Flips | None


@dataclass(frozen=True, eq=False)
class WhyNot:
    """The question of a node and those that lost to it.

    Attributes
    ----------
    tree, node : the place
    chosen : RunnerUp or None
        The question of the node itself; None at a leaf.
    runner_ups : tuple of RunnerUp
        The best questions of the other features, best first.
    is_training : bool
        Whether the samples weigh at the node what those that the tree was grown from did.
    """

    tree: Tree
    node: int
    chosen: RunnerUp | None
    runner_ups: tuple[RunnerUp, ...]
    is_training: bool

    def __str__(self) -> str:
        return "\n".join([self._title(), "", *aligned(self._rows(), left=(1,)), *self._notes()])

    def to_markdown(self) -> str:
        """The runner-ups as a table in Markdown."""
        return "\n".join([self._title(), "", *in_markdown(self._rows(), (1,)), *self._notes()])

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per question, the chosen one first, as a data frame."""
        every = [*([] if self.chosen is None else [self.chosen]), *self.runner_ups]
        names = ("rank", "feature", "question", "score", "margin", "is_tie")
        columns: dict[str, list[Any]] = {n: [getattr(one, n) for one in every] for n in names}
        for bound in ("at_least", "at_most"):
            columns[f"flips {bound}"] = [getattr(one.flips, bound, None) for one in every]
        return in_frame(columns, backend)

    def _title(self) -> str:
        if self.chosen is None:
            return f"node {self.node} is a leaf: {self.tree.node(self.node).stop_reason}"
        return (
            f"node {self.node} asks {self.chosen.question} "
            f"(score {number_text(self.chosen.score, 4)})"
        )

    def _rows(self) -> list[list[str]]:
        rows = [["rank", "question", "score", "margin", "to go"]]
        rows += [
            [
                str(one.rank),
                one.question,
                number_text(one.score, 4),
                "" if one.margin is None else "tie" if one.is_tie else number_text(one.margin, 4),
                "" if one.flips is None else str(one.flips),
            ]
            for one in self.runner_ups
        ]
        return rows if self.chosen is not None else [row[:3] for row in rows]

    def _notes(self) -> list[str]:
        notes = [MEANING] if any(one.flips is not None for one in self.runner_ups) else []
        notes += [] if self.is_training else [OTHER_SAMPLES]
        return ["", *notes] if notes else []


def why_not(
    tree: Any,
    node: int,
    X: Any,
    y: Any,
    sample_weight: Any = None,
    *,
    n_flips: int = N_FLIPS,
    max_tries: int = 200_000,
    begin: Begin = silently,
) -> WhyNot:
    """What else a node could have asked, and how near it came to that.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    node : int
    X, y, sample_weight : the samples that the tree was grown from.
    n_flips : for how many runner-ups to count the samples that stand between.
    max_tries : how many ways to take samples away are tried for each; where they do
        not suffice, bounds are given.
    begin : called before the samples of each such runner-up are counted, with a line
        that says so.

    Notes
    -----
    The *flips* of a runner-up are the smallest number of rows of X at the node
    such that without them the runner-up may compete and is ranked above the
    chosen question, which then scores less or may not compete: a branch has become too
    small, or only one is left.  Both questions are held as they are, thresholds, sets and
    the place of missing values included, and whether the node would be split at all is
    not asked.  Ties are broken as in growth, by the order of features.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> drug = datasets.drug()
    >>> model = TreeClassifier(criterion="entropy", splits="multiway").fit(drug.X, drug.y)
    >>> for one in why_not(model, 0, drug.X, drug.y).runner_ups:
    ...     print(f"{one.question}: {one.margin:.4f} behind, {one.flips} samples to go")
    age <= 57.5: 0.3091 behind, 3 samples to go
    sex = female: 0.5000 behind, 4 samples to go
    """
    found, opened = reopen_node(tree, node, X, y, sample_weight)
    ranked = list(enumerate(opened.ranked(), start=1))
    asked = int(found.splits.column[node])
    chosen = next((choice for _, choice in ranked if choice.column == asked), None)
    others = [(rank, choice) for rank, choice in ranked if choice is not chosen]
    winner = [_ranked(opened, one, None, rank, 0) for rank, one in ranked if one is chosen]
    n_counted = 0 if chosen is None else min(n_flips, len(others))
    runner_ups = []
    for place, (rank, choice) in enumerate(others, start=1):
        if place <= n_counted:
            begin(f"counting samples of runner-up {place} of {n_counted}")
        tries = max_tries if place <= n_counted else 0
        runner_ups.append(_ranked(opened, choice, chosen, rank, tries))
    return WhyNot(found, node, winner[0] if winner else None, tuple(runner_ups), opened.is_training)


def reopen_node(tree: Any, node: int, X: Any, y: Any, sample_weight: Any) -> tuple[Tree, Reopened]:
    """The tree, and one of its nodes as growth saw it, from the samples of ``fit``."""
    found = found_tree(tree)
    dataset = training_dataset(tree, found, X, y, sample_weight)
    return found, reopen(found, found.node(node).id, dataset)


def _ranked(
    opened: Reopened, choice: Choice, chosen: Choice | None, rank: int, max_tries: int
) -> RunnerUp:
    schema = opened.source.schema
    margin = None if chosen is None else chosen.merit - choice.merit
    flips = None
    if chosen is not None and max_tries > 0:
        flips = count_flips(opened, chosen, choice, max_tries)
    return RunnerUp(
        rank,
        schema.columns[choice.column].name,
        SplitFormat(schema).split(choice.split),
        choice.score,
        margin,
        chosen is not None and _are_tied(opened, chosen, choice),
        flips,
    )


def _are_tied(opened: Reopened, chosen: Choice, choice: Choice) -> bool:
    """Whether growth treats two choices as equal."""
    tolerance = tie_tolerance(max(chosen.merit, choice.merit), opened.node.impurity)
    return abs(chosen.merit - choice.merit) <= tolerance
