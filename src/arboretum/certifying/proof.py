"""Follows a proof that no tree costs less: every step is worked out again from the rows.

What a certificate says of a set of rows is a claim: every tree of such a depth and number of leaves
costs at least so much.  Up to depth two all trees are tried; above, each cut of each question is
either divided, with claims for both sides, or bounded by those that are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np

from arboretum.certifying.problem import Array, Costs

__all__ = ["Claim", "Cut", "Problem", "Proof", "Refuted"]

#: Less than every claim, and so small that sums of it still are.
NOTHING = -(2**61)
#: Cells of a table that are counted at once, and cuts whose sides are solved at once.
CELLS, CUTS = 2**20, 32


class Refuted(Exception):
    """A claim does not hold, or is not shown to hold."""


class Cut(NamedTuple):
    """Rows up to a rank go left; so many leaves are for them.  -1 is no claim."""

    last_left: int
    leaves_left: int
    left: int
    right: int


@dataclass(frozen=True)
class Claim:
    """Trees cost at least ``own``, and ``free`` if leaves may be of any size."""

    depth: int
    leaves: int
    own: Any
    free: Any
    cuts: Mapping[int, Sequence[Cut]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Problem:
    """Rows with their counts and costs, questions as ranks, and the least size of a leaf.

    ``only_missing`` has, for each question, which rows make it say anything new, or None.
    ``in_words`` says what is asked by a question up to a rank.
    """

    counts: Array
    costs: Costs
    in_words: Callable[[int, int], str]
    ranks: Sequence[Array]
    only_missing: Sequence[Array | None]
    least: int

    def asked(self, rows: Array) -> list[int]:
        """The questions that say something of these rows."""
        return [
            q
            for q, (ranks, missing) in enumerate(zip(self.ranks, self.only_missing, strict=True))
            if (missing is None or missing[rows].any()) and np.ptp(ranks[rows]) > 0
        ]

    def leaf(self, rows: Array) -> Any:
        """What the rows cost in one leaf, with its price."""
        sums = self.costs.table[rows].sum(axis=0)[:, None]
        return self.costs.of(sums)[0].item() + self.costs.price

    def normal(self, rows: Array, depth: int, leaves: int) -> tuple[int, int]:
        """The least depth and number of leaves that allow the same trees, but for too dear ones."""
        depth = min(depth, leaves - 1, len(rows) - 1)
        price = self.costs.price
        if price > 0:  # a tree of depth d has d + 1 leaves at least
            depth = min(depth, max(0, int((self.leaf(rows) - price) / price * (1 - 1e-9))))
        return depth, min(leaves, full(depth))


def full(depth: int) -> int:
    """So many leaves are no limit."""
    return 2 ** min(max(depth, 0), 30)


class Question:
    """The cuts of one question at some rows, with what is known of the sides of each."""

    def __init__(self, problem: Problem, rows: Array, q: int) -> None:
        ranks, costs = problem.ranks[q][rows], problem.costs
        order = np.argsort(ranks, kind="stable")
        ends = np.flatnonzero(np.diff(ranks[order]))
        self.rows, self.ranks, self.price = rows, ranks, costs.price
        self.last_left = ranks[order[ends]]
        self.sums = costs.table[rows[order]].cumsum(axis=0)
        self.left, self.right = self.sums[ends].T, (self.sums[-1] - self.sums[ends]).T
        count = problem.counts[rows[order]].cumsum()
        self.is_allowed = np.minimum(count[ends], count[-1] - count[ends]) >= problem.least
        self.most = costs.most(rows)[order].cumsum()[ends]
        nothing = np.full(len(ends), NOTHING, dtype=self.most.dtype)
        self.own, self.free = [nothing, nothing.copy()], [nothing.copy(), nothing.copy()]
        self.is_known = np.zeros(len(ends), dtype=bool)

    def learn(self, cut: Any, own: Sequence[Any], free: Sequence[Any]) -> None:
        """What both sides of a cut, or of some, cost at least."""
        for side in (0, 1):
            self.own[side][cut], self.free[side][cut] = own[side], free[side]
        self.is_known[cut] = True

    def bounds(self) -> tuple[Array, Array]:
        """What every cut costs at least: with leaves that are large enough, and of any size.

        A side that grows cannot become cheaper, if leaves may be of any size; nor dearer by more
        than what comes in costs at worst, even if they may not.
        """
        (own_left, own_right), (free_left, free_right), most = self.own, self.free, self.most
        grows, shrinks = np.maximum.accumulate(free_left), _from_the_right(free_right)
        bounds = []
        for left, right in ((own_left, own_right), (free_left, free_right)):
            left = np.maximum(np.maximum(left, grows), _from_the_right(left - most) + most)
            right = np.maximum(
                np.maximum(right, shrinks), np.maximum.accumulate(right + most) - most
            )
            bounds.append(np.maximum(left, self.price) + np.maximum(right, self.price))
        return bounds[0], bounds[1]


def _from_the_right(values: Array) -> Array:
    return np.maximum.accumulate(values[::-1])[::-1]


class Proof:
    """Checks claims from the last one down; each claim once for each set of rows.

    ``progress`` is called with how many claims were checked and how many there are.
    """

    def __init__(
        self,
        problem: Problem,
        claims: Sequence[Claim],
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.problem, self.claims, self.progress = problem, claims, progress
        self.checked: set[tuple[int, bytes]] = set()
        self.n_scans = 0

    def follow(self, depth: int, leaves: int) -> Any:
        """What every tree of all rows costs at least; :class:`Refuted` if that is not shown."""
        if not self.claims:
            raise Refuted("There are no claims.")
        rows, last = np.arange(len(self.problem.counts)), len(self.claims) - 1
        return self._side(last, last + 1, rows, depth, leaves)[0]

    def _side(self, place: int, above: int, rows: Array, depth: int, leaves: int) -> tuple:
        """The claim of that place, or none, for rows that are one side of a cut."""
        problem = self.problem
        depth, leaves = problem.normal(rows, depth, leaves)
        leaf = problem.leaf(rows)
        least = leaf if depth == 0 else min(leaf, 2 * problem.costs.price)
        own = leaf if problem.counts[rows].sum() < 2 * problem.least else least
        if place == -1:
            return own, least
        if not 0 <= place < above:
            raise Refuted(f"Claim {above} refers to claim {place}: only those before it can help.")
        claim = self.claims[place]
        if claim.depth < depth or claim.leaves < leaves:
            raise Refuted(
                f"Claim {place} is about depth {claim.depth} and {claim.leaves} leaves, but is "
                f"used for depth {depth} and {leaves} leaves."
            )
        self._check(place, rows)
        return max(own, claim.own), max(least, claim.free)

    def _check(self, place: int, rows: Array) -> None:
        name = (place, blake2b(rows.tobytes(), digest_size=16).digest())
        if name in self.checked:
            return
        claim, leaf = self.claims[place], self.problem.leaf(rows)
        self._hold(place, rows, "a single leaf", leaf, leaf)
        asked = self.problem.asked(rows) if claim.depth > 0 else []
        bins = _Bins(self.problem, rows, asked) if claim.depth == 2 and claim.leaves > 2 else None
        for q in asked:
            if claim.depth > 2:
                self._divide(place, claim, rows, q)
            else:
                self._scan(place, claim, Question(self.problem, rows, q), q, bins)
        self.checked.add(name)
        self.n_scans += claim.depth <= 2
        if self.progress is not None:
            self.progress(len(self.checked), max(len(self.claims), len(self.checked)))

    def _divide(self, place: int, claim: Claim, rows: Array, q: int) -> None:
        """Bound the cuts of a question by those whose sides have claims."""
        half = full(claim.depth - 1)
        shares = range(max(1, claim.leaves - half), min(half, claim.leaves - 1) + 1)
        is_free = claim.leaves >= full(claim.depth)
        for on_left in [half] if is_free else shares:
            on_right = half if is_free else claim.leaves - on_left
            question = Question(self.problem, rows, q)
            for cut in claim.cuts.get(q, ()):
                if cut.leaves_left != on_left:
                    continue
                is_left = question.ranks <= cut.last_left
                at = int(np.searchsorted(question.last_left, cut.last_left, side="right")) - 1
                if is_left.all() or at < 0:
                    asked = self.problem.in_words(q, cut.last_left)
                    raise Refuted(f"Claim {place} asks {asked}: all its samples go one way.")
                left = self._side(cut.left, place, rows[is_left], claim.depth - 1, on_left)
                right = self._side(cut.right, place, rows[~is_left], claim.depth - 1, on_right)
                question.learn(at, *zip(left, right, strict=True))
            own, free = question.bounds()
            self._hold_cuts(place, claim, question, q, own, free)

    # Up to depth two: all trees ---------------------------------------------------

    def _scan(
        self, place: int, claim: Claim, question: Question, q: int, bins: _Bins | None
    ) -> None:
        """Solve both sides of cuts until none is left that could cost less."""
        costs = self.problem.costs
        one = [costs.of(side) + costs.price for side in (question.left, question.right)]
        if bins is None:
            return self._hold_cuts(place, claim, question, q, sum(one), sum(one))
        exact = np.zeros(len(question.last_left), dtype=question.most.dtype)
        while True:
            own, free = question.bounds()
            if claim.leaves == 3:
                own = np.where(question.is_known, exact, own)
            lacks = self._lacks(claim, question, own, free)
            is_open = np.flatnonzero(lacks & ~question.is_known)
            if len(is_open) == 0:
                return self._hold_cuts(place, claim, question, q, own, free)
            n = min(len(is_open), bins.n_cuts)
            cuts = is_open[(np.arange(n) * 2 + 1) * len(is_open) // (2 * n)]
            left, right = bins.solve(question, cuts)
            question.learn(cuts, (left[0], right[0]), (left[1], right[1]))
            exact[cuts] = np.minimum(one[0][cuts] + right[0], left[0] + one[1][cuts])

    # What is held against a claim -------------------------------------------------

    def _lacks(self, claim: Claim, question: Question, own: Any, free: Any) -> Array:
        """Which cuts could cost less than is claimed."""
        off = self.problem.costs.tolerance
        lacks = question.is_allowed & ~(own >= claim.own - off)
        return lacks | ~(free >= claim.free - off) if self.problem.least > 1 else lacks

    def _hold_cuts(
        self, place: int, claim: Claim, question: Question, q: int, own: Array, free: Array
    ) -> None:
        lacks = np.flatnonzero(self._lacks(claim, question, own, free))
        if len(lacks):
            at = lacks[0]
            shown = own[at] if question.is_allowed[at] else claim.own
            what = f"trees that ask {self.problem.in_words(q, question.last_left[at])} first"
            self._hold(place, question.rows, what, shown, free[at])

    def _hold(self, place: int, rows: Array, what: str, own: Any, free: Any) -> None:
        """Refuse a claim that is above what is shown."""
        claim, off = self.claims[place], self.problem.costs.tolerance
        n, words = int(self.problem.counts[rows].sum()), self.problem.costs.in_words
        for said, shown, sizes in (
            (claim.own, own, ""),
            (claim.free, free, " if leaves may be of any size"),
        ):
            if not shown >= said - off and (not sizes or self.problem.least > 1):
                raise Refuted(
                    f"Claim {place} (depth {claim.depth}, {n} samples) says that every tree costs "
                    f"at least {words(said)}{sizes}, but for {what} only {words(shown)} is shown."
                )


class _Bins:
    """The best second question on both sides of many cuts, from tables that are added up."""

    def __init__(self, problem: Problem, rows: Array, asked: Sequence[int]) -> None:
        self.problem, places, start = problem, [], 0
        is_last = []
        for q in asked:
            unique, place = np.unique(problem.ranks[q][rows], return_inverse=True)
            places.append(place.reshape(-1) + start)
            start += len(unique)
            is_last.append(np.arange(len(unique)) == len(unique) - 1)
        self.places, self.n = np.array(places), start
        self.is_last = np.concatenate(is_last)
        self.first = np.flatnonzero(np.concatenate(([True], self.is_last[:-1])))
        self.lengths = np.diff(np.append(self.first, start))
        counts = problem.counts[rows].astype(np.float64)
        self.numbers = [*problem.costs.table[rows].T, counts]
        if problem.least <= 1:
            self.numbers.pop()
        self.n_cuts = max(1, min(CUTS, CELLS // (len(self.numbers) * self.n) - 1))

    def solve(self, question: Question, cuts: Array) -> tuple:
        """The least costs with at most one more question, own and free, left and right."""
        group = np.searchsorted(question.last_left[cuts], question.ranks)
        index, n_groups = (group * self.n + self.places).ravel(), len(cuts) + 1
        tables = np.array(
            [
                np.bincount(index, np.tile(one, len(self.places)), n_groups * self.n)
                for one in self.numbers
            ]
        ).reshape(len(self.numbers), n_groups, self.n)
        left = tables.cumsum(axis=1)
        right = left[:, -1:] - left[:, :-1]
        return self._best(left[:, :-1]), self._best(right)

    def _best(self, tables: Array) -> tuple:
        costs, least = self.problem.costs, self.problem.least
        running = tables.cumsum(axis=2)
        before = running[:, :, self.first] - tables[:, :, self.first]
        first = running - np.repeat(before, self.lengths, axis=2)
        every = first[:, :, self.lengths[0] - 1]
        rest = every[:, :, None] - first
        k = len(self.numbers) - (least > 1)
        one = costs.of(every[:k]) + costs.price
        two = costs.of(first[:k]) + costs.of(rest[:k]) + 2 * costs.price
        free = np.minimum(one, two.min(axis=1))
        if least <= 1:
            return free, free
        is_small = np.minimum(first[-1], rest[-1]) < least
        return np.minimum(one, np.where(is_small, one[:, None], two).min(axis=1)), free
