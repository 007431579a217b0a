"""The table a teacher writes on the board: a sorted column, every candidate, and the winner."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Category
from arboretum.exceptions import ParameterError
from arboretum.explain.why_not import OTHER_SAMPLES, reopen_node
from arboretum.growing.choose import admitted_scores
from arboretum.growing.losses import loss_of
from arboretum.growing.reopen import Reopened
from arboretum.growing.search import candidates_of, table_of
from arboretum.missing import Candidates
from arboretum.search import Choice
from arboretum.statistics import ClassCounts, LabelCounts
from arboretum.tree import Split, SplitFormat, Tree, category_text, name_text, number_text
from arboretum.tree.words.format import MOST, value_text
from arboretum.tree.words.tabulate import Backend, aligned, in_frame, in_markdown

__all__ = ["Bin", "Candidate", "Lecture", "lecture"]

FloatArray = npt.NDArray[np.float64]
Rows = list[list[str]]

#: Longer tables are clipped where people read them; data frames have all.
MOST_ROWS = 40


@dataclass(frozen=True)
class Bin:
    """One value of the column, and what its samples hold; the value None is missing.

    ``held`` has the weight of each class, or the weight and the mean of the target.
    """

    value: Category | None
    n_samples: float
    held: tuple[float, ...]


@dataclass(frozen=True)
class Candidate:
    """One question that the node might ask.

    Attributes
    ----------
    split : Split
    question : str
    branches : tuple of tuple of float
        What each branch holds, as in a :class:`Bin`.
    impurities : tuple of float
        Of each branch.
    impurity : float
        The average of these by weight: what is left once the question is answered.
    score : float
        Of the criterion; minus infinity for a split with an empty branch.
    correct : float or None
        Share of the weight that the majority of its branch gets right; only for a single
        target with classes.
    is_admitted : bool
        Whether the stopping rules let it compete.
    is_best : bool
        Whether it is the best of this feature.
    """

    split: Split
    question: str
    branches: tuple[tuple[float, ...], ...]
    impurities: tuple[float, ...]
    impurity: float
    score: float
    correct: float | None
    is_admitted: bool
    is_best: bool


@dataclass(frozen=True, eq=False)
class Lecture:
    """How the best split of a feature at a node is found, step by step.

    Attributes
    ----------
    tree, node : the place
    feature : str
    impurity : float
        Of the node, by its samples.
    bins : tuple of Bin
        The sorted column.
    candidates : tuple of Candidate
    best : list of (str, float)
        The best question of every feature with its score, in the order of their choice.
    is_training : bool
        Whether the samples weigh at the node what those that the tree was grown from did.
    """

    tree: Tree
    node: int
    feature: str
    impurity: float
    bins: tuple[Bin, ...]
    candidates: tuple[Candidate, ...]
    best: tuple[tuple[str, float], ...]
    is_training: bool

    def __str__(self) -> str:
        return _blocks(self, _title(self), aligned)

    def to_markdown(self) -> str:
        """The sorted column, the candidates and the best of every feature as tables."""
        return _blocks(self, f"**{_title(self)}**", in_markdown)

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per candidate, as a data frame of pandas, polars or pyarrow."""
        every = self.candidates
        columns: dict[str, list[Any]] = {
            "question": [one.question for one in every],
            "branches": [_branches(one) for one in every],
            "impurities": [_numbers(one.impurities) for one in every],
            "average impurity": [one.impurity for one in every],
            "score": [one.score if math.isfinite(one.score) else None for one in every],
            "correct": [one.correct for one in every],
            "is_admitted": [one.is_admitted for one in every],
            "is_best": [one.is_best for one in every],
        }
        return in_frame(columns, backend)


def lecture(
    tree: Any, node: int, X: Any, y: Any, feature: str | None = None, sample_weight: Any = None
) -> Lecture:
    """Work out the best split of a feature at a node, as on a blackboard.

    Parameters
    ----------
    tree : the tree, or a fitted estimator.
    node : int
    X, y, sample_weight : the samples that the tree was grown from.
    feature : which column; None for the one that the node asks about, or that
        a leaf would have asked about.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier(criterion="entropy").fit({"A": [1, 2, 3]}, ["+", "-", "-"])
    >>> print(lecture(model, 0, {"A": [1, 2, 3]}, ["+", "-", "-"]))
    node 0: A, 3 samples (1 2), impurity 0.9182958
    <BLANKLINE>
    A  +  -
    1  1  0
    2  0  1
    3  0  1
    <BLANKLINE>
    question  branches (+ -)  impurities  average   score  correct
    A <= 1.5  (1 0) (0 2)     0 0               0  0.9183        1  *
    A <= 2.5  (1 1) (0 1)     1 0          0.6667  0.2516   0.6667
    """
    found, opened = reopen_node(tree, node, X, y, sample_weight)
    ranked = opened.ranked()
    index = _index(found, node, feature, ranked)
    form = SplitFormat(found.schema)
    return Lecture(
        found,
        node,
        found.schema.feature_names[index],
        opened.node.impurity,
        tuple(_bins(found, index, opened)),
        tuple(_candidates(found, index, opened, ranked)),
        tuple((form.split(choice.split), choice.score) for choice in ranked),
        opened.is_training,
    )


def _index(tree: Tree, node: int, feature: str | None, ranked: list[Choice]) -> int:
    """The position of the feature that is worked out."""
    if feature is None:
        asked = int(tree.splits.column[node])
        if asked < 0 and not ranked:
            raise ParameterError(
                f"Node {node} has no question to ask. Name a feature to see why not."
            )
        return asked if asked >= 0 else ranked[0].column
    if feature not in tree.schema.feature_index:
        known = ", ".join(tree.schema.feature_names)
        raise ParameterError(f"feature={feature!r} is not a feature of the tree. It has: {known}.")
    return tree.schema.feature_index[feature]


def _bins(tree: Tree, index: int, opened: Reopened) -> Iterator[Bin]:
    """The column in its order: numbers ascending, categories as the schema has them."""
    table = opened.source.table(opened.node.id, index)
    column = opened.source.columns[index]
    held = _held(opened, table.statistics)
    for i, code in enumerate(table.bins.tolist()):
        categories = column.feature.categories
        assert column.values is not None or categories is not None
        value = float(column.values[code]) if categories is None else categories[code]  # type: ignore[index]
        yield Bin(value, float(table.counts[i]), held[i])
    if table.missing_count > 0:
        yield Bin(None, table.missing_count, _held(opened, table.missing[None])[0])


def _candidates(tree: Tree, index: int, opened: Reopened, ranked: list[Choice]) -> list[Candidate]:
    has_missing = opened.source.table(opened.node.id, index).missing_count > 0
    form = SplitFormat(tree.schema, show_missing=has_missing)
    table, _ = table_of(index, opened.node, opened.source, opened.recipe)
    found: list[Candidate] = []
    for group in candidates_of(index, table, opened.node, opened.source, opened.recipe):
        scores, admitted = (_scores(opened, group, rules) for rules in (False, True))
        found += [
            _candidate(form, opened, group, i, float(scores[i]), bool(np.isfinite(admitted[i])))
            for i in range(len(group.proposal))
        ]
    for choice in ranked:
        if choice.column == index:
            _mark(found, choice)
    return found


def _mark(candidates: list[Candidate], choice: Choice) -> None:
    """Say which candidate was chosen; one question may be there with missing values elsewhere."""
    asking = [i for i, one in enumerate(candidates) if _asks_the_same(one.split, choice.split)]
    best = max(asking, key=lambda i: (candidates[i].is_admitted, candidates[i].score, -i))
    candidates[best] = replace(candidates[best], is_best=True)


def _scores(opened: Reopened, group: Candidates, has_rules: bool) -> FloatArray:
    recipe = opened.recipe
    rules = recipe.stopping if has_rules else ()
    return admitted_scores(group, recipe.criterion, rules, opened.node, opened.source.statistics)


def _candidate(
    form: SplitFormat,
    opened: Reopened,
    group: Candidates,
    i: int,
    score: float,
    is_admitted: bool,
) -> Candidate:
    statistics, criterion = opened.source.statistics, opened.recipe.criterion
    branches = group.branches.statistics[i]
    weights = statistics.weight(branches)
    impurities = criterion.impurity(branches)
    asked = group.proposal.split(i, len(branches), int(group.missing_branch[i]))
    split = opened.in_digits(asked)
    is_plain = isinstance(statistics, ClassCounts) and len(statistics.blocks) == 1
    return Candidate(
        split,
        form.split(split),
        tuple(_held(opened, branches)),
        tuple(impurities.tolist()),
        float((impurities * weights).sum() / weights.sum()),
        score,
        float(branches.max(axis=1).sum() / weights.sum()) if is_plain else None,
        is_admitted,
        is_best=False,
    )


def _asks_the_same(one: Split, other: Split) -> bool:
    """Whether two splits divide known samples alike; missing ones may be settled later."""
    return (one.kind, one.thresholds, one.branches) == (
        other.kind,
        other.thresholds,
        other.branches,
    )


def _held(opened: Reopened, statistics: FloatArray) -> list[tuple[float, ...]]:
    """The weight of each class; the weight and that of the first labels, or the target's mean."""
    counted = opened.source.statistics
    if isinstance(counted, LabelCounts):
        return [tuple(row) for row in statistics[:, : 1 + min(counted.n_targets, MOST)].tolist()]
    if isinstance(counted, ClassCounts):
        return [tuple(row) for row in statistics.tolist()]
    weight, leaf = counted.weight(statistics), opened.recipe.leaf
    if leaf.needs_targets:  # such statistics hold the middle of the first target
        middle = counted.mean_target(np.array([counted.natural(row) for row in statistics]))
        return list(zip(weight.tolist(), middle.tolist(), strict=True))
    values = [leaf.value(counted.natural(row), None, None).tolist() for row in statistics]
    return [(float(w), *value) for w, value in zip(weight, values, strict=True)]


# As tables ----------------------------------------------------------------------


def _blocks(lecture: Lecture, title: str, write: Callable[..., list[str]]) -> str:
    """The title, the tables and a note, one below the other."""
    blocks = [title]
    for rows, left, hidden in _tables(lecture):
        lines = write(rows, left=left)
        blocks.append("\n".join([*lines, f"…and {hidden} more"] if hidden else lines))
    return "\n\n".join([*blocks, *([] if lecture.is_training else [OTHER_SAMPLES])])


def _title(lecture: Lecture) -> str:
    n_samples = sum(one.n_samples for one in lecture.bins)
    held = ""
    if lecture.tree.schema.is_classification:
        totals = [sum(column) for column in zip(*(one.held for one in lecture.bins), strict=True)]
        held = f" ({_numbers(totals)})"
    return (
        f"node {lecture.node}: {name_text(lecture.feature)}, {number_text(n_samples)} samples"
        f"{held}, impurity {number_text(lecture.impurity)}"
    )


def _tables(lecture: Lecture) -> list[tuple[Rows, Sequence[int], int]]:
    tables = [_sorted_column(lecture), _candidate_table(lecture)]
    if len(lecture.best) > 1:
        rows = [["best of every feature", "score"]]
        rows += [[question, number_text(score, 4)] for question, score in lecture.best]
        tables.append((rows, (0,), 0))
    return [table for table in tables if len(table[0]) > 1]


def _sorted_column(lecture: Lecture) -> tuple[Rows, Sequence[int], int]:
    rows = [[name_text(lecture.feature), *_held_names(lecture)]]
    for one in lecture.bins[:MOST_ROWS]:
        rows.append([_value(lecture, one.value), *(number_text(number) for number in one.held)])
    return rows, (0,), max(0, len(lecture.bins) - MOST_ROWS)


def _value(lecture: Lecture, value: Category | None) -> str:
    schema = lecture.tree.schema
    if value is None:
        return "missing"
    if isinstance(value, float):  # of numbers
        return value_text(schema.features[schema.feature_index[lecture.feature]], value)
    return category_text(value)


def _held_names(lecture: Lecture) -> list[str]:
    targets = lecture.tree.schema.targets
    if lecture.tree.schema.are_labels and loss_of(lecture.tree).takes_shares:
        return ["weight", *(name_text(target.name) for target in targets[:MOST])]
    if not lecture.tree.schema.is_classification:
        leaf = lecture.tree.leaf_model.value_word.replace("_", " ")
        numbers = len(lecture.bins[0].held) - 1  # medians are known of the first target alone
        return ["weight", *(f"{leaf} of {name_text(target.name)}" for target in targets[:numbers])]
    several = len(targets) > 1
    return [
        f"{name_text(target.name)}={category_text(name)}" if several else category_text(name)
        for target in targets
        for name in target.classes or ()
    ]


def _candidate_table(lecture: Lecture) -> tuple[Rows, Sequence[int], int]:
    has_correct = any(one.correct is not None for one in lecture.candidates)
    heading = ["question", f"branches ({' '.join(_held_names(lecture))})", "impurities", "average"]
    heading += ["score", *(["correct"] if has_correct else []), ""]
    shown = _worth_showing(lecture.candidates)
    rows = [
        [
            one.question,
            _branches(one),
            _numbers(one.impurities),
            number_text(one.impurity, 4),
            number_text(one.score, 4) if math.isfinite(one.score) else "-",
            *([number_text(one.correct or 0.0, 4)] if has_correct else []),
            "*" if one.is_best else "" if one.is_admitted else "not admitted",
        ]
        for one in shown
    ]
    left = (0, 1, 2, len(heading) - 1)
    return [heading, *rows], left, len(lecture.candidates) - len(shown)


def _worth_showing(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The best candidates, in the order they were found."""
    best_first = sorted(candidates, key=lambda one: (not one.is_best, -one.score))
    kept = {id(one) for one in best_first[:MOST_ROWS]}
    return [one for one in candidates if id(one) in kept]


def _branches(candidate: Candidate) -> str:
    return " ".join(f"({_numbers(held)})" for held in candidate.branches)


def _numbers(numbers: Sequence[float]) -> str:
    return " ".join(number_text(number, 4) for number in numbers)
