"""Follows a proof that no tree costs less: every step is worked out again from the rows.

What a certificate says of a set of rows is a claim: every tree of such a depth and number of leaves
costs at least so much.  Up to depth two all trees are tried; above, each cut of each question is
either divided, with claims for both sides, or bounded by those that are.

Bounds are pairs: of trees whose leaves are large enough, and of trees with leaves of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np

from arboretum.certifying.problem import Array, ClassCosts, NumberCosts, Question

__all__ = ["Claim", "Proof", "Refuted", "full"]

OWN, FREE = 0, 1
#: Less than every claim, and so small that sums of it still are.
NOTHING = -(2**61)
#: Cells of a table that are counted at once, and cuts whose sides are solved at once.
CELLS, CUTS = 2**20, 32


class Refuted(Exception):
    """A claim does not hold, or is not shown to hold."""


class Claim(NamedTuple):
    """Trees cost at least so much.

    Each cut of a question is the last rank on the left, how many leaves are for the left side, and
    the places of the claims for both sides, -1 for none.  ``apart`` are rows of which no two can
    share a leaf.
    """

    depth: int
    leaves: int
    least: Array
    cuts: Mapping[int, Sequence[Sequence[int]]]
    apart: Sequence[int] = ()


def full(depth: int) -> int:
    """So many leaves are no limit."""
    return 2 ** min(max(depth, 0), 30)


def shares(depth: int, leaves: int) -> list[tuple[int, int]]:
    """How many leaves both sides of a question may have."""
    half = full(depth - 1)
    if leaves >= full(depth):
        return [(half, half)]
    return [(n, leaves - n) for n in range(max(1, leaves - half), min(half, leaves - 1) + 1)]


def up_to(values: Array) -> Array:
    """The largest up to each place."""
    return np.maximum.accumulate(values, axis=-1)


def since(values: Array) -> Array:
    """The largest from each place on."""
    return up_to(values[..., ::-1])[..., ::-1]


class Cuts:
    """The cuts of a question at some rows, and what is ``known`` of both sides of each."""

    def __init__(self, proof: Proof, rows: Array, question: Question) -> None:
        costs, self.price, self.words = proof.costs, proof.costs.price, question.words
        self.ranks = question.ranks[rows]
        order = np.argsort(self.ranks, kind="stable")
        ends = np.flatnonzero(np.diff(self.ranks[order]))
        self.last_left = self.ranks[order[ends]]
        sums, count = costs.table[rows[order]].cumsum(0), proof.counts[rows[order]].cumsum()
        self.leaf = [costs.of(own.T) + self.price for own in (sums[ends], sums[-1] - sums[ends])]
        self.is_small = np.minimum(count[ends], count[-1] - count[ends]) < proof.least
        self.most = costs.most(rows)[order].cumsum()[ends]
        self.known = np.full((2, 2, len(ends)), NOTHING, dtype=self.most.dtype)

    def bounds(self) -> Array:
        """What trees cost at least that ask this first, for each cut.

        A side that grows cannot become cheaper, if leaves may be of any size; nor dearer by more
        than what comes in costs at worst, even if they may not.
        """
        (left, right), most = self.known, self.most
        left = np.maximum(np.maximum(left, up_to(left[FREE])), since(left - most) + most)
        right = np.maximum(np.maximum(right, since(right[FREE])), up_to(right + most) - most)
        bounds = np.maximum(left, self.price) + np.maximum(right, self.price)
        bounds[OWN, self.is_small] = -NOTHING  # no tree with large leaves asks this
        return bounds


@dataclass(eq=False)
class Proof:
    """Checks claims from the last one down; each claim once for each set of rows.

    ``counts`` are the samples of each row, of which a leaf has ``least`` at least; ``progress`` is
    called with how many claims were checked and how many there are.
    """

    counts: Array
    least: int
    costs: ClassCosts | NumberCosts
    questions: Sequence[Question]
    claims: Sequence[Claim]
    progress: Callable[[int, int], None] | None = None
    n_scans: int = 0
    n_apart: int = 0
    checked: set[tuple[int, bytes]] = field(default_factory=set)

    def follow(self, depth: int, leaves: int) -> Any:
        """What every tree of all rows costs at least; :class:`Refuted` if that is not shown."""
        if not self.claims:
            raise Refuted("There are no claims.")
        last = len(self.claims) - 1
        return self._side(last, last + 1, np.arange(len(self.counts)), depth, leaves).tolist()[OWN]

    def _leaf(self, rows: Array) -> Any:
        sums = self.costs.table[rows].sum(axis=0)[:, None]
        return self.costs.of(sums)[0].item() + self.costs.price

    def _side(self, place: int, above: int, rows: Array, depth: int, leaves: int) -> Array:
        """What rows cost at least by themselves, and by the claim of that place if there is one."""
        leaf, price = self._leaf(rows), self.costs.price
        depth = min(depth, leaves - 1, len(rows) - 1)
        if price > 0:  # deeper trees have so many leaves that one with all mistakes costs less
            depth = min(depth, max(0, int((leaf - price) / price * (1 - 1e-9))))
        leaves = min(leaves, full(depth))
        free = leaf if depth == 0 else min(leaf, 2 * price)
        own = leaf if self.counts[rows].sum() < 2 * self.least else free
        if place == -1:
            return np.array([own, free])
        if not 0 <= place < above:
            raise Refuted(f"Claim {above} refers to claim {place}: only those before it can help.")
        claim = self.claims[place]
        name = (place, blake2b(rows.tobytes(), digest_size=16).digest())
        if name not in self.checked:
            self._check(place, rows)
            self.checked.add(name)
            if self.progress is not None:
                self.progress(len(self.checked), max(len(self.claims), len(self.checked)))
        least = claim.least  # trees that are deeper, or larger, have more leaves
        if claim.depth < depth:
            least = np.minimum(least, (claim.depth + 2) * price)
        if claim.leaves < leaves:
            least = np.minimum(least, (claim.leaves + 1) * price)
        return np.maximum([own, free], least)

    def _check(self, place: int, rows: Array) -> None:
        """Look at a single leaf, and at all that may be asked first."""
        claim, leaf = self.claims[place], self._leaf(rows)
        self._hold(place, rows, "a single leaf", np.array([[leaf], [leaf]]))
        if claim.apart:
            self.n_apart += 1
            return self._keep_apart(place, rows)
        asked = [
            q
            for q, (_, ranks, needs) in enumerate(self.questions)
            if claim.depth > 0 and np.ptp(ranks[rows]) > 0 and (needs is None or needs[rows].any())
        ]
        tables = Tables(self, rows, asked) if claim.depth == 2 and asked else None
        self.n_scans += claim.depth <= 2
        for q, share in product(asked, shares(claim.depth, claim.leaves)):
            cuts = Cuts(self, rows, self.questions[q])
            if tables is not None:
                self._try_all(claim, cuts, tables, share)
            elif claim.depth == 1:
                cuts.known[:] = np.array(cuts.leaf)[:, None]
            else:
                self._divide(place, rows, cuts, share, claim.cuts.get(q, ()))
            self._hold(place, rows, cuts, cuts.bounds())

    def _keep_apart(self, place: int, rows: Array) -> None:
        """Look whether no two of some rows can share a leaf: a tree has a leaf for each then.

        A row between two others, in every question, goes wherever both go.
        """
        apart, costs = self.claims[place].apart, self.costs
        at, ranks = (
            np.searchsorted(rows, apart),
            np.array([one.ranks[rows] for one in self.questions]),
        )
        if (rows[at] != apart).any():
            raise Refuted(f"Claim {place} names rows that it is not about.")
        for a, b in combinations(at, 2):
            low, high = np.sort(ranks[:, [a, b]]).T[:, :, None]
            if costs.can_share(rows[((ranks >= low) & (ranks <= high)).all(axis=0)]):
                raise Refuted(
                    f"Claim {place} names rows {rows[a]} and {rows[b]}, which can share a leaf."
                )
        bound = min(len(apart) * costs.price, costs.mistake + costs.price)
        self._hold(place, rows, "rows that cannot share a leaf", np.array([[bound], [bound]]))

    def _divide(
        self, place: int, rows: Array, cuts: Cuts, share: tuple[int, int], listed: Any
    ) -> None:
        """Take what claims say of both sides of the cuts that are listed."""
        for last_left, on_left, *claims in listed:
            if on_left != share[0]:
                continue
            is_left, depth = cuts.ranks <= last_left, self.claims[place].depth - 1
            if is_left.all() or not is_left.any():
                words = cuts.words(last_left)
                raise Refuted(f"Claim {place} asks {words}: all its samples go one way.")
            at = int(np.searchsorted(cuts.last_left, last_left, side="right")) - 1
            sides = zip(cuts.known, (is_left, ~is_left), claims, share, strict=True)
            for known, side, claim, leaves in sides:
                known[:, at] = self._side(claim, place, rows[side], depth, leaves)

    def _try_all(self, claim: Claim, cuts: Cuts, tables: Tables, share: tuple[int, int]) -> None:
        """Solve both sides of cuts until none is left that could cost less."""
        while True:
            lacks = self._lacks(claim, cuts.bounds()).any(axis=0)
            is_open = np.flatnonzero(lacks & (cuts.known[0, OWN] == NOTHING))
            if len(is_open) == 0:
                return
            n = min(len(is_open), tables.n_cuts)
            some = is_open[(np.arange(n) * 2 + 1) * len(is_open) // (2 * n)]  # here and there
            solved = tables.solve(cuts, some)
            for known, leaf, few, leaves in zip(cuts.known, cuts.leaf, solved, share, strict=True):
                known[:, some] = leaf[some] if leaves == 1 else few

    def _lacks(self, claim: Claim, bounds: Array) -> Array:
        """Which cuts could cost less than is claimed, in both respects."""
        return ~(bounds >= claim.least[:, None] - self.costs.tolerance)

    def _hold(self, place: int, rows: Array, cuts: Cuts | str, bounds: Array) -> None:
        """Refuse a claim that is above what is shown for some trees."""
        claim, words = self.claims[place], self.costs.in_words
        for at, kind in np.argwhere(self._lacks(claim, bounds).T)[:1]:
            what = cuts
            if isinstance(cuts, Cuts):
                what = f"trees that ask {cuts.words(cuts.last_left[at])} first"
            raise Refuted(
                f"Claim {place} (depth {claim.depth}, {self.counts[rows].sum()} samples) says that "
                f"every tree costs at least {words(claim.least[kind])}"
                f"{' if leaves may be of any size' if kind == FREE else ''}, but for {what} only "
                f"{words(bounds[kind, at])} is shown."
            )


class Tables:
    """What the rows before and behind every cut of every second question add up to."""

    def __init__(self, proof: Proof, rows: Array, asked: Sequence[int]) -> None:
        ranks = [np.unique(proof.questions[q].ranks[rows], return_inverse=True)[1] for q in asked]
        self.sizes = np.array([one.max() + 1 for one in ranks])
        self.first, self.n = self.sizes.cumsum() - self.sizes, int(self.sizes.sum())
        self.places = np.array([one.reshape(-1) for one in ranks]) + self.first[:, None]
        self.costs, self.least = proof.costs, proof.least
        self.numbers = [*proof.costs.table[rows].T]
        if self.least > 1:
            self.numbers.insert(0, proof.counts[rows].astype(np.float64))
        self.n_cuts = max(1, min(CUTS, CELLS // (len(self.numbers) * self.n) - 1))

    def solve(self, cuts: Cuts, some: Array) -> tuple[Array, Array]:
        """What the left and the right sides of some cuts cost with at most one more question."""
        group, n_groups = np.searchsorted(cuts.last_left[some], cuts.ranks), len(some) + 1
        index, each = (group * self.n + self.places).ravel(), len(self.places)
        sums = [np.bincount(index, np.tile(one, each), n_groups * self.n) for one in self.numbers]
        left = np.array(sums).reshape(-1, n_groups, self.n).cumsum(axis=1)
        return self._best(left[:, :-1]), self._best(left[:, -1:] - left[:, :-1])

    def _best(self, sums: Array) -> Array:
        running, price = sums.cumsum(axis=2), self.costs.price
        before = running[:, :, self.first] - sums[:, :, self.first]
        yes = running - np.repeat(before, self.sizes, axis=2)
        every = yes[:, :, self.sizes[0] - 1]
        no, is_count = every[:, :, None] - yes, int(self.least > 1)
        one = self.costs.of(every[is_count:]) + price
        two = self.costs.of(yes[is_count:]) + self.costs.of(no[is_count:]) + 2 * price
        own = two
        if is_count:
            own = np.where(np.minimum(yes[0], no[0]) < self.least, one[:, None], two)
        return np.minimum(one, np.array([own.min(axis=1), two.min(axis=1)]))
