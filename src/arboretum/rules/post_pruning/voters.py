"""Which rules may vote: those whose votes are worth the bits it takes to write the rules down."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from arboretum.rules.post_pruning.subset import log2_choices, log2_factorial
from arboretum.rules.voting import head_start

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["Voters", "choose_voters"]

FloatArray = npt.NDArray[np.float64]
IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

#: Bits less than this are rounding.
_ROUNDING = 1e-9
#: What a rule costs besides its bits.
_EQUAL = 1e-6
#: Pairs of rules that meet the same row, over all rows: with more, the search only starts from
#: no rules, because taking out most of thousands one by one would take hours.
_MOST_PAIRS = 3e8
#: This many pairs of rules and rows are looked at together, for memory.
_AT_ONCE = 2_000_000
#: The default speaks where no rule does: louder than a tie is broken, softer than any vote.
_DEFAULT = 1e-5
#: This many classes are tried as the default.
_MOST_DEFAULTS = 8


@dataclass(frozen=True, eq=False)
class Voters:
    """Rules of all classes that vote together.

    Attributes
    ----------
    rows : the samples that meet each rule.
    says : (n_rules,) the class of each rule.
    votes : (n_rules,) what each adds to its class.
    bits : (n_rules,) what each costs to write.
    targets, amount : (n_rows,)
        The class of each row, and how many samples it counts for.
    n_classes : int
    weight : float
        How much a bit of the rules counts, in bits of exceptions.
    default : int
        The class where no rule votes; :func:`choose_voters` tries others.
    """

    rows: Sequence[IntArray]
    says: IntArray
    votes: FloatArray
    bits: FloatArray
    targets: IntArray
    amount: FloatArray
    n_classes: int
    weight: float
    default: int = 0

    @cached_property
    def of_classes(self) -> FloatArray:
        """How many samples there are of each class."""
        counted = np.bincount(self.targets, weights=self.amount, minlength=self.n_classes)
        return np.asarray(counted, dtype=np.float64)

    @cached_property
    def covers(self) -> csr_matrix:
        """Which rule covers which row, (n_rules, n_rows)."""
        from scipy.sparse import csr_matrix

        start = np.concatenate([[0], np.cumsum([len(rows) for rows in self.rows])])
        column = np.concatenate([*self.rows, np.zeros(0, dtype=np.int64)])
        shape = (len(self.rows), len(self.targets))
        return csr_matrix((np.ones(len(column)), column, start), shape=shape)

    def cost(self, wrong: npt.ArrayLike, n_rules: npt.ArrayLike, bits: npt.ArrayLike) -> FloatArray:
        r"""Total bits of rules of which the vote is wrong on so many samples.

        .. math:: \log_2 \binom{n}{e} + e \log_2 (k - 1) + w \, (bits - \log_2 rules!)

        names the ``e`` of ``n`` samples that are exceptions, and for each which other one of
        ``k`` classes it has.
        """
        everything = self.amount.sum()
        wrong = np.clip(np.asarray(wrong, dtype=np.float64), 0.0, everything)
        exceptions = log2_choices(everything, wrong) + wrong * math.log2(max(1, self.n_classes - 1))
        theory = np.maximum(np.asarray(bits) - log2_factorial(n_rules), 0.0)
        # Of equals the smaller subset.
        return np.asarray(exceptions + self.weight * theory + _EQUAL * np.asarray(n_rules))

    def cost_of(self, is_in: BoolArray) -> float:
        """Bits of one subset."""
        wrong = _State(self, is_in).wrong
        return float(self.cost(wrong, is_in.sum(), self.bits[is_in].sum()))


def choose_voters(voters: Voters) -> BoolArray:
    """The subset whose vote takes the fewest bits, with the samples that it gets wrong.

    The rule that saves most is put in or taken out, as long as that saves something: from all
    down, and from none up.  Which rules are needed depends on what is said where none votes, so
    each of the most frequent classes is tried as the default.
    """
    n_rules, n_met = len(voters.rows), np.asarray(voters.covers.sum(axis=0))
    starts = [np.zeros(n_rules, dtype=bool)]
    if float((n_met**2).sum()) <= _MOST_PAIRS:
        starts.insert(0, np.ones(n_rules, dtype=bool))
    frequent = np.argsort(-voters.of_classes, kind="stable")[:_MOST_DEFAULTS].tolist()
    tried = [
        (settled.cost_of(found), found)
        for settled in (replace(voters, default=code) for code in frequent)
        for found in (_climb(settled, start) for start in starts)
    ]
    return min(tried, key=lambda it: it[0])[1]


def _climb(voters: Voters, start: BoolArray) -> BoolArray:
    state = _State(voters, start)
    while len(start):
        is_in, step = state.is_in, np.where(state.is_in, -1, 1)
        n_rules, bits = is_in.sum(), voters.bits[is_in].sum()
        cost = voters.cost(state.wrong + state.change, n_rules + step, bits + step * voters.bits)
        best = int(cost.argmin())
        if not cost[best] < voters.cost(state.wrong, n_rules, bits) - _ROUNDING:
            break
        state.switch(best)
    return state.is_in


class _State:
    """A subset: the votes on each row, and how many more rows would be wrong after each change.

    Of a row only the two classes with most votes matter, since a change moves one vote.
    ``change`` is kept up to date by the rows whose votes change, which are few.
    """

    def __init__(self, voters: Voters, is_in: BoolArray) -> None:
        self._voters = voters
        self._by_row = voters.covers.T.tocsr()
        self.is_in = is_in.copy()
        n_rows, n_classes = len(voters.targets), voters.n_classes
        # The last column is nobody's: it wins where no rule votes, and says the default.
        self._votes = np.empty((n_rows, n_classes + 1))
        self._votes[:, :-1] = head_start(voters.of_classes)
        self._votes[:, -1] = _DEFAULT
        self._says = np.append(np.arange(n_classes), voters.default)
        for number in np.flatnonzero(is_in).tolist():
            self._votes[voters.rows[number], voters.says[number]] += voters.votes[number]
        every = np.arange(n_rows)
        is_wrong = self._says[self._votes.argmax(axis=1)] != voters.targets
        self.wrong = float(voters.amount[is_wrong].sum())
        self.change = self._change_by(every)

    def switch(self, number: int) -> None:
        """Put a rule in, or take it out."""
        voters = self._voters
        rows = voters.rows[number]
        self.wrong += float(self.change[number])
        self.change -= self._change_by(rows)
        step = -1 if self.is_in[number] else 1
        self._votes[rows, voters.says[number]] += step * voters.votes[number]
        self.is_in[number] = not self.is_in[number]
        self.change += self._change_by(rows)

    def _change_by(self, rows: IntArray) -> FloatArray:
        """How many more of these rows would be wrong after each change, (n_rules,)."""
        met = self._by_row[rows]
        change = np.zeros(len(self.is_in))
        n_parts = 1 + met.nnz // _AT_ONCE
        for part in np.array_split(np.arange(len(rows)), n_parts):
            first, last = (part[0], part[-1] + 1) if len(part) else (0, 0)
            rule = met.indices[met.indptr[first] : met.indptr[last]]
            position = np.repeat(np.arange(len(part)), np.diff(met.indptr[first : last + 1]))
            change += self._change_of_pairs(rows[part], rule, position)
        return change

    def _change_of_pairs(self, rows: IntArray, rule: IntArray, position: IntArray) -> FloatArray:
        """The same for the pairs of a rule and the position of a row that meets it."""
        voters, here = self._voters, self._votes[rows]
        place = np.arange(len(rows))
        first = here.argmax(axis=1)
        most = here[place, first]
        here[place, first] = -np.inf
        second = here.argmax(axis=1)
        runner_up = here[place, second]

        says, votes, leader = voters.says[rule], voters.votes[rule], first[position]
        is_ousted = (leader == says) & (most[position] - votes < runner_up[position])
        is_beaten = self._votes[rows[position], says] + votes > most[position]
        without = np.where(is_ousted, second[position], leader)
        after = np.where(self.is_in[rule], without, np.where(is_beaten, says, leader))
        target, amount = voters.targets[rows][position], voters.amount[rows][position]
        worse = (self._says[after] != target) * 1.0 - (self._says[leader] != target)
        return np.bincount(rule, weights=amount * worse, minlength=len(self.is_in)).astype(float)
