"""Which rule comes first, which are not needed, and what is predicted where none holds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from arboretum.rules.post_pruning.expectation import Draft, Samples

__all__ = ["by_false_positives", "deciding", "default_class", "missed", "polished", "reached"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]

#: Errors are sums; this much of them is rounding.
_ROUNDING = 1e-12


def by_false_positives(by_class: dict[int, list[Draft]], samples: Samples) -> list[Draft]:
    """The rules class by class: first the class whose rules are least often wrong.

    Then the others are compared on the samples that are not covered yet.  Of
    equals the class comes first that is more often right.
    """
    waiting = dict(by_class)
    is_open = np.ones(samples.dataset.n_rows, dtype=bool)
    ordered: list[Draft] = []
    while waiting:
        ranks = {}
        for code, drafts in waiting.items():
            met = _met(drafts, len(is_open)) & is_open
            is_right = samples.targets == code
            wrong, right = (float(samples.amount[met & it].sum()) for it in (~is_right, is_right))
            ranks[code] = (wrong, -right, code)
        first = min(ranks, key=lambda code: ranks[code])
        drafts = waiting.pop(first)
        is_open &= ~_met(drafts, len(is_open))
        ordered += drafts
    return ordered


def _met(drafts: Sequence[Draft], n_rows: int) -> npt.NDArray[np.bool_]:
    met = np.zeros(n_rows, dtype=bool)
    for draft in drafts:
        met[draft.rows] = True
    return met


def default_class(drafts: Sequence[Draft], samples: Samples, loss: FloatArray) -> int:
    """The class that is best where no rule holds; of equals the best of all samples."""
    left = ~_met(drafts, samples.dataset.n_rows)
    n_classes = len(loss)
    cost, overall = (
        np.bincount(samples.targets[rows], weights=samples.amount[rows], minlength=n_classes) @ loss
        for rows in (left, slice(None))
    )
    return int(np.lexsort((np.arange(n_classes), overall, cost))[0])


def polished(
    drafts: Sequence[Draft], samples: Samples, default: int, loss: FloatArray
) -> list[Draft]:
    """The rules without those that harm: the first without which fewer training samples are wrong.

    Then the next, until there is none.
    """
    kept = list(drafts)
    while kept:
        says = np.array([*(draft.decision[0] for draft in kept), default])
        first, second = deciding(kept, samples.dataset.n_rows)
        here, then = (loss[samples.targets, says[number]] for number in (first, second))
        harm = np.bincount(first, weights=samples.amount * (here - then), minlength=len(says))
        harmful = np.flatnonzero(harm[:-1] > _ROUNDING * samples.amount.sum())
        if len(harmful) == 0:
            break
        del kept[int(harmful[0])]
    return kept


def missed(
    drafts: Sequence[Draft], samples: Samples, default: int, loss: FloatArray
) -> list[Draft]:
    """The rules without those that nobody misses.

    From the last rule up, each is left out without which no more training samples are wrong:
    the rules after it, or the default, say the same of its samples.
    """
    kept = list(drafts)
    for number in reversed(range(len(kept))):
        says = np.array([*(draft.decision[0] for draft in kept), default])
        first, second = deciding(kept, samples.dataset.n_rows)
        mine = np.flatnonzero(first == number)
        here, then = (loss[samples.targets[mine], says[it[mine]]] for it in (first, second))
        gain = float(samples.amount[mine] @ (then - here))
        if gain <= _ROUNDING * samples.amount.sum():
            del kept[number]
    return kept


def reached(drafts: Sequence[Draft], samples: Samples) -> list[Draft]:
    """The rules without those that never decide, because others come first."""
    first, _ = deciding(drafts, samples.dataset.n_rows)
    decides = np.bincount(first, weights=samples.amount, minlength=len(drafts) + 1) > 0
    return [draft for draft, keep in zip(drafts, decides[:-1], strict=True) if keep]


def deciding(drafts: Sequence[Draft], n_rows: int) -> tuple[IntArray, IntArray]:
    """The first and the second rule that each row meets; the number of rules for none."""
    nobody = len(drafts)
    first, second = np.full(n_rows, nobody), np.full(n_rows, nobody)
    for number in range(nobody - 1, -1, -1):
        rows = drafts[number].rows
        second[rows] = first[rows]
        first[rows] = number
    return first, second
