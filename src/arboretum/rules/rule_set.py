"""Many rules as one model: predict, explain, check, show and save."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from arboretum.data.column import describe_values
from arboretum.data.schema import Category, Schema
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.missing import Error, MissingPolicy
from arboretum.model import Model
from arboretum.rules.checking import Check, check
from arboretum.rules.matching import Matches, RuleIndex
from arboretum.rules.reviewing import Explanation, Review, explain, review
from arboretum.rules.rule import Origin, Rule
from arboretum.rules.text import to_columns, to_markdown, to_text
from arboretum.rules.voting import deciding_vote, predict_classes, predict_numbers, probabilities
from arboretum.rules.words import ConditionFormat
from arboretum.tree import LinearModels
from arboretum.tree.predict.routing import Columns
from arboretum.tree.words.tabulate import Backend, in_frame

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

__all__ = ["RuleSet"]

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False, repr=False)
class RuleSet(Model):
    """The rules of a tree, or any others, as an immutable value.

    Attributes
    ----------
    rules : tuple of Rule
    origin : Origin
        Names, and the samples that the rules were made from.
    is_ordered : bool
        Whether the first rule that a sample meets decides alone.  If not, all
        rules that it meets do, by the share that each gets of it, or by their
        votes if they have any.
    default : Rule or None
        What is predicted for samples that meet no rule; without one they are refused.
    loss : (n_classes, n_classes) float64 or None
        ``loss[true, predicted]``; decides where several rules share a sample.
    refuses : tuple of str
        Which values are refused, as the tree refuses them: "missing", "unseen" categories.
    models : LinearModels or None
        The equations that numbers are computed by, where rules have some: ``rule.node`` says
        which.
    """

    rules: tuple[Rule, ...]
    origin: Origin
    is_ordered: bool = False
    default: Rule | None = None
    loss: FloatArray | None = None
    refuses: tuple[str, ...] = ()
    models: LinearModels | None = None

    owner = "the rule set"

    # -- as a sequence ---------------------------------------------------------

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __getitem__(self, number: int) -> Rule:
        return self.rules[number]

    @property
    def with_default(self) -> tuple[Rule, ...]:
        """The rules, and last the default, so that -1 finds it."""
        return self.rules if self.default is None else (*self.rules, self.default)

    @property
    def schema(self) -> Schema:
        return self.origin.schema

    @cached_property
    def votes(self) -> bool:
        """Whether the rules that a sample meets vote: the class with most votes is predicted."""
        have_votes = len(self) > 0 and all(rule.vote is not None for rule in self)
        return have_votes and not self.is_ordered

    @cached_property
    def policy(self) -> MissingPolicy | None:
        """What refuses values, if some are refused."""
        if "missing" not in self.refuses:
            return None
        return Error("error" if "unseen" in self.refuses else "stays")

    @property
    def on_unseen(self) -> str:
        return "they are treated as missing"

    def of_class(self, label: Category) -> RuleSet:
        """The rules that predict a class; they no longer cover every sample."""
        classes = self.schema.classes
        if classes is None:
            raise UnsupportedCombination(
                "Only rules for one target with classes have rules of a class; these predict "
                + ("several targets." if len(self.schema.targets) > 1 else "numbers.")
            )
        if label not in classes:
            raise ParameterError(
                f"{label!r} is not a class of {self.schema.targets[0].name!r}; "
                f"the classes are {describe_values(classes, 20)}."
            )
        code = classes.index(label)
        return replace(self, rules=tuple(rule for rule in self if rule.decision == (code,)))

    def simplified(self) -> RuleSet:
        """The same with the conditions of each rule merged; it predicts the same."""
        return replace(self, rules=tuple(rule.simplified() for rule in self.rules))

    # -- use -------------------------------------------------------------------

    def match(self, X: Any) -> Matches:
        """The rules that each sample meets."""
        return self.match_encoded(self.encode(X))

    def match_encoded(self, columns: Columns) -> Matches:
        """The same for columns that are encoded already."""
        asked = list(self.schema.all_columns(list(columns)))
        return self._index.match(asked, len(asked[0]))

    @cached_property
    def _index(self) -> RuleIndex:
        return RuleIndex(self.schema, [rule.conditions for rule in self.rules])

    def covers(self, X: Any) -> csr_matrix:
        """How much of each sample each rule covers, as a sparse (n_samples, n_rules) matrix."""
        from scipy.sparse import csr_matrix

        found = self.match(X)
        shape = (found.n_rows, len(self.rules))
        return csr_matrix((found.shares, found.rules, found.start), shape=shape)

    def apply(self, X: Any) -> npt.NDArray[np.int64]:
        """The rule that decides each sample: the first it meets, or the one with the largest share.

        Where rules vote, the one with the largest vote for the class that wins.  -1 where only
        the default is left.
        """
        return self.deciding(self.match(X))

    def deciding(self, found: Matches) -> npt.NDArray[np.int64]:
        """As :meth:`apply`, for samples that are compared with the rules already."""
        if self.votes:
            return deciding_vote(self, found)
        return found.first() if self.is_ordered else found.largest()

    def predict_encoded(self, columns: Columns, n_jobs: int | None = 1) -> npt.NDArray[Any]:
        found = self.match_encoded(columns)
        if self.schema.is_classification:
            return predict_classes(self, found)
        return predict_numbers(self, found, list(columns))

    def predict_proba_encoded(self, columns: Columns, n_jobs: int | None = 1) -> list[FloatArray]:
        return probabilities(self, self.match_encoded(columns))

    def explain(self, X: Any) -> list[Explanation]:
        """For each sample: the rule that decided it, and those it shadowed."""
        return explain(self, self.match(X))

    def check(self, max_steps: int = 5_000_000, max_examples: int = 10) -> Check:
        """Prove that every sample meets exactly one rule, or show samples that do not.

        Intervals and sets of categories are compared, not samples.  What
        ``max_steps`` comparisons, about half a minute, do not settle is reported
        as open.
        """
        return check(self, max_steps, max_examples)

    def review(self, X: Any, max_examples: int = 10) -> Review:
        """Count the samples that meet no rule, or several, with rows that do.

        Pairs of rules that predict differently come first: there their order decides.
        """
        return review(self, self.match(X), max_examples)

    # -- show and save ---------------------------------------------------------

    def to_text(
        self,
        *,
        max_rules: int | None = 100,
        digits: int | None = 7,
        show_missing: bool = False,
        show_regions: bool = False,
    ) -> str:
        """One rule per line, with how many samples it decides and how surely.

        Parameters
        ----------
        max_rules : leave out the rules after this many, and say how many; None for all.
        digits : significant digits of numbers; None for all there are.
        show_missing : say which conditions samples without a value meet.
        show_regions : in place of its number, give each rule the name that its leaf has in
            pictures and texts of the tree: R1, R2, …
        """
        return to_text(self, max_rules, digits, show_missing, show_regions)

    def to_markdown(
        self,
        *,
        max_rules: int | None = 100,
        digits: int | None = 7,
        show_missing: bool = False,
        show_regions: bool = False,
    ) -> str:
        """The rules as a table in Markdown; parameters as in :meth:`to_text`."""
        return to_markdown(self, max_rules, digits, show_missing, show_regions)

    def disjunction(self, label: Category, *, show_missing: bool = False) -> str:
        """When a class is predicted, in one sentence: ``(a and b) or (c)``."""
        form = ConditionFormat(self.schema, show_missing=show_missing)
        sentences = [f"({form.all_of(rule.conditions)})" for rule in self.of_class(label)]
        return " or ".join(sentences) or "never"

    def to_frame(self, backend: Backend = "pandas") -> Any:
        """One row per rule, as a data frame of pandas, polars or pyarrow."""
        return in_frame(to_columns(self), backend)

    def to_dict(self) -> dict[str, Any]:
        """Everything, as plain lists and dicts."""
        from arboretum.rules.file import to_dict

        return to_dict(self)

    @classmethod
    def from_dict(cls, document: Any) -> RuleSet:
        """The rules of a dict made by :meth:`to_dict`; every field is checked."""
        from arboretum.rules.from_dict import from_dict

        return from_dict(document)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rules as JSON; a file that was there stays until the new one is whole."""
        from arboretum.rules.file import save

        save(self, path)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> RuleSet:
        """Read saved rules; nothing in the file is ever executed."""
        from arboretum.rules.file import load

        return load(path)

    # -- as a value ------------------------------------------------------------

    @cached_property
    def _compared(self) -> tuple[Any, ...]:
        loss = None if self.loss is None else self.loss.tolist()
        # By repr, because 1 == 1.0 == True in Python, yet they are different categories.
        return (
            repr(self.schema),
            self.rules,
            self.origin,
            self.is_ordered,
            self.default,
            loss,
            self.refuses,
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RuleSet):
            return NotImplemented
        return self._compared == other._compared and self.models == other.models

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        targets = ", ".join(target.name for target in self.schema.targets)
        kind = "ordered rules" if self.is_ordered else "rules"
        return f"<RuleSet for {targets}: {len(self.rules)} {kind}>"

    def __str__(self) -> str:
        return self.to_text()
