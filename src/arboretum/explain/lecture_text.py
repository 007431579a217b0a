"""A lecture as text, in Markdown and as columns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from arboretum.growing.losses import loss_of
from arboretum.tree import category_text, name_text, number_text
from arboretum.tree.words.label_words import MOST
from arboretum.tree.words.tabulate import aligned, in_markdown

if TYPE_CHECKING:
    from arboretum.explain.lecture import Candidate, Lecture

__all__ = ["OTHER_SAMPLES", "to_columns", "to_markdown", "to_text"]

#: Longer tables are clipped where people read them; data frames have all.
MOST_ROWS = 40
OTHER_SAMPLES = (
    "These are not the samples that the tree was grown from: at this node they weigh something "
    "else. Give X, y and sample_weight as in fit."
)

Rows = list[list[str]]


def to_text(lecture: Lecture) -> str:
    """Everything below one another."""
    blocks = [[_title(lecture)]]
    blocks += [_written(*table, aligned) for table in _tables(lecture)]
    return "\n\n".join("\n".join(block) for block in [*blocks, *_notes(lecture)])


def to_markdown(lecture: Lecture) -> str:
    """The same with tables in Markdown."""
    blocks = [[f"**{_title(lecture)}**"]]
    blocks += [_written(*table, in_markdown) for table in _tables(lecture)]
    return "\n\n".join("\n".join(block) for block in [*blocks, *_notes(lecture)])


def to_columns(lecture: Lecture) -> dict[str, list[Any]]:
    """Everything known about each candidate, by name."""
    every = lecture.candidates
    return {
        "question": [one.question for one in every],
        "branches": [_branches(one) for one in every],
        "impurities": [_numbers(one.impurities) for one in every],
        "average impurity": [one.impurity for one in every],
        "score": [one.score if math.isfinite(one.score) else None for one in every],
        "correct": [one.correct for one in every],
        "is_admitted": [one.is_admitted for one in every],
        "is_best": [one.is_best for one in every],
    }


def _written(rows: Rows, left: Sequence[int], hidden: int, write: Callable[..., list[str]]) -> list:
    lines = write(rows, left=left)
    return [*lines, f"…and {hidden} more"] if hidden else lines


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
    tables = [_sorted_column(lecture), _candidates(lecture)]
    if len(lecture.best) > 1:
        rows = [["best of every feature", "score"]]
        rows += [[question, number_text(score, 4)] for question, score in lecture.best]
        tables.append((rows, (0,), 0))
    return [table for table in tables if len(table[0]) > 1]


def _notes(lecture: Lecture) -> list[list[str]]:
    return [] if lecture.is_training else [[OTHER_SAMPLES]]


def _sorted_column(lecture: Lecture) -> tuple[Rows, Sequence[int], int]:
    rows = [[name_text(lecture.feature), *_held_names(lecture)]]
    for one in lecture.bins[:MOST_ROWS]:
        is_number = isinstance(one.value, float)
        value = number_text(float(one.value)) if is_number else _category(one.value)  # type: ignore[arg-type]
        rows.append([value, *(number_text(number) for number in one.held)])
    return rows, (0,), max(0, len(lecture.bins) - MOST_ROWS)


def _category(value: Any) -> str:
    return "missing" if value is None else category_text(value)


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


def _candidates(lecture: Lecture) -> tuple[Rows, Sequence[int], int]:
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
