"""What was proved of a tree."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import CertificateError

if TYPE_CHECKING:
    from arboretum.optimal.written import Solved
    from arboretum.tree import Tree

__all__ = ["Certificate", "Stopped", "gap_in_words"]

#: Why the search ended.
Stopped = Literal["proved", "time", "work", "interrupted", "ahead"]

REASONS: dict[str, str] = {
    "time": "the time was up",
    "work": "the work was done",
    "interrupted": "it was interrupted",
    "ahead": "growing only looks ahead, and searched no further",
}


@dataclass(frozen=True)
class Certificate:
    """How good a tree is, and how good any tree could be.

    >>> from arboretum import OptimalClassifier, datasets
    >>> drug = datasets.drug()
    >>> OptimalClassifier(max_depth=1).fit(drug.X, drug.y).certificate_.bound
    3.0

    Costs are sums over the training samples: of classes the weights of those decided wrongly, or
    their losses; of numbers the squared errors.  Each leaf adds its price.

    Attributes
    ----------
    objective : float
        What the tree costs.
    bound : float
        What every tree costs at least that asks questions of ``language`` within the limits.
    unavoidable : float
        What samples cost in any tree because others have the same features and another target.
    stopped : {"proved", "time", "work", "interrupted", "ahead"}
        Why the search ended; ``"ahead"`` where a tree was grown with ``lookahead=``.
    language : str
        What may be asked.
    is_exact : bool
        Whether the costs are those given; otherwise they had to be rounded, to nine digits.
    work : int
        How many subproblems were looked at.
    forgot : bool
        Whether some had to be forgotten for want of memory; they were solved again when needed.
    """

    objective: float
    bound: float
    unavoidable: float
    stopped: Stopped
    language: str
    is_exact: bool
    work: int
    forgot: bool

    #: The samples, what was found and the tree, to write the proof of; pickles do not keep them.
    _solved: ClassVar[tuple[Solved, Tree] | None] = None

    def prove_by(self, solved: Solved, tree: Tree) -> None:
        """Keep what the proof can be written of."""
        object.__setattr__(self, "_solved", (solved, tree))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_solved"}

    def save(
        self,
        path: str | os.PathLike[str],
        progress: Callable[[float, float], None] | None = None,
        *,
        weights: str | None = None,
    ) -> None:
        """Write the proof that every tree costs at least ``bound``, for anyone to check.

        :func:`arboretum.certifying.certify` does, or ``arboretum certify`` on the command line.
        It takes about as long as the search did; ``progress`` is called with how many columns are
        done, and how many there are.  ``weights`` is the column of the weights in the file that the
        samples are from: ``arboretum certify`` then finds it.
        """
        from arboretum.optimal.written import as_bytes

        if self._solved is None:
            raise CertificateError(
                "The certificate has lost the samples, which pickles and copies do not keep. Fit "
                "the model again and save its certificate_ then."
                if self.stopped != "ahead"
                else "No proof was made while the tree grew. Fit an OptimalClassifier or an "
                "OptimalRegressor, and save its certificate_."
            )
        solved, tree = self._solved
        document = solved.document(tree, self.objective, self.bound, weights, progress)
        with whole_file(path) as file:
            file.write(as_bytes(document))

    @property
    def is_proved(self) -> bool:
        """Whether no tree costs less."""
        return self.objective <= self.bound

    @property
    def has_fewest_leaves(self) -> bool:
        """Whether it was proved, too, that no tree that costs the same has fewer leaves."""
        return self.stopped == "proved"

    @property
    def reason(self) -> str:
        """Why the search ended, in words; empty where all was proved."""
        return REASONS.get(self.stopped, "")

    @property
    def gap(self) -> float:
        """The share of the objective that a better tree might save."""
        if self.is_proved or self.objective <= 0:
            return 0.0
        return max(0.0, (self.objective - self.bound) / self.objective)

    def __str__(self) -> str:
        if self.has_fewest_leaves:
            return f"No tree costs less than {self.objective:.6g}: proved."
        if self.is_proved:
            return (
                f"No tree costs less than {self.objective:.6g}: proved. One with fewer leaves may "
                f"cost the same: {self.reason}."
            )
        return (
            f"The tree costs {self.objective:.6g}, every tree at least {self.bound:.6g} "
            f"(a gap of {100 * self.gap:.1f} %); then {self.reason}."
        )


def gap_in_words(objective: float, bound: float, counts_errors: bool = False) -> str:
    """How far a search is, as a line beside its progress.

    >>> gap_in_words(41.0, 38.0, counts_errors=True)
    '41 errors, at least 38, 7.3 % gap'
    """
    gap = 0.0 if objective <= 0 else max(0.0, 1 - bound / objective)
    named = f"{objective:.6g} errors" if counts_errors else f"cost {objective:.6g}"
    return f"{named}, at least {max(bound, 0.0):.6g}, {100 * gap:.1f} % gap"
