"""Missing policies side by side: one species, the same folds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from arboretum.data import Dataset
from arboretum.exceptions import (
    ArboretumError,
    DataError,
    ParameterError,
    UnknownPartError,
    UnsupportedCombination,
)
from arboretum.growing.many import Begin, silently, unfitted
from arboretum.judging.comparison import (
    Comparison,
    require_folds,
    total_error,
    without_tree,
)
from arboretum.judging.cross_validate import CrossValidation
from arboretum.judging.judge import Judged, judge_estimator
from arboretum.judging.paired import Saved, sample_costs, saved_by
from arboretum.missing import KNOWN, MissingPolicy
from arboretum.species import Species
from arboretum.tree import Tree

if TYPE_CHECKING:
    from arboretum.estimators.base import TreeEstimator

__all__ = ["JudgedPolicy", "MissingComparison", "compare_missing", "compare_missing_on"]


@dataclass(frozen=True)
class JudgedPolicy(Judged):
    """How the trees of one missing policy did.

    Attributes
    ----------
    saved : Saved
        How much less its predictions cost per sample than those of the estimator's own policy:
        in mistakes, losses or squares.
    is_own : bool
        Whether it is the policy of the estimator.
    """

    saved: Saved = field(default_factory=lambda: Saved(0.0, 0.0))
    is_own: bool = False


@dataclass(frozen=True)
class MissingComparison(Comparison[JudgedPolicy]):
    """Missing policies judged on the same folds, with the attributes of :class:`Comparison`.

    Attributes
    ----------
    own : name of the estimator's own policy
    n_missing, n_cells : how many values of the features are missing, and how many there are
    """

    own: str = ""
    n_missing: int = 0
    n_cells: int = 0

    _further_heads = ("saved", "± SE")

    @property
    def _shows_shares(self) -> bool:
        return False  # what is saved is more to the point, and there is room for one of them

    def _further_cells(self, one: JudgedPolicy, k: int) -> list[str]:
        if one.is_own:
            return ["", ""]
        return [f"{one.saved.mean:.4f}", f"{one.saved.standard_error:.2g}"]

    @property
    def verdict(self) -> str:
        """Whether the policy matters beyond chance, in a sentence."""
        others = [one for one in self.judged if not one.is_own]
        if not others or len(others) == len(self.judged):
            return f"There is nothing to compare {self.own} with."
        better = [one.name for one in others if one.saved.is_clear]
        worse = [one.name for one in others if one.saved.is_clearly_lost]
        if not better and not worse:
            return (
                f"No policy is better or worse than {self.own} by more than chance explains: on "
                "this table the choice does not matter."
            )
        told = [
            f"{_listed(names)} {'is' if len(names) == 1 else 'are'} clearly {how}"
            for names, how in ((better, "better"), (worse, "worse"))
            if names
        ]
        none = "" if better else f"; none is clearly better than {self.own}"
        return f"Beside {self.own}, {'; '.join(told)}{none}: the choice matters."

    def __str__(self) -> str:
        share = f"{100 * self.n_missing / max(self.n_cells, 1):.1f} %"
        head = f"{self.n_missing} of {self.n_cells} values of the features are missing ({share})."
        return "\n".join([head, super().__str__(), self.verdict])


def compare_missing(
    X: Any,
    y: Any,
    estimator: TreeEstimator,
    policies: Mapping[str, MissingPolicy | str] | Iterable[str] | None = None,
    *,
    sample_weight: Any = None,
    n_folds: int = 10,
    seed: int = 0,
) -> MissingComparison:
    """Judge what may happen to missing values by cross-validation on the same folds.

    Parameters
    ----------
    X, y, sample_weight : as for the estimator
    estimator : how trees are grown; its own ``missing`` is what the others are compared with
    policies : names of policies, a mapping from a name to a policy, or None for all
        What the estimator does not take is listed with the reason.
    n_folds, seed : int
        How many folds the samples are dealt into, class by class, and the seed of that.

    Examples
    --------
    >>> from arboretum import CARTClassifier, compare_missing, datasets
    >>> penguins = datasets.penguins()
    >>> found = compare_missing(penguins.X, penguins.y, CARTClassifier(), ["direction", "majority"])
    >>> [(one.name, one.n_leaves) for one in found.judged]
    [('surrogate', 4), ('majority', 4), ('direction', 4)]
    """
    if not hasattr(estimator, "make_dataset"):
        raise ParameterError(
            f"estimator={type(estimator).__name__} does not grow trees. Pass the samples first, "
            "as to compare: compare_missing(X, y, estimator)."
        )
    dataset = unfitted(estimator).make_dataset(X, y, sample_weight)
    return compare_missing_on(dataset, estimator, policies, n_folds=n_folds, seed=seed)


def compare_missing_on(
    dataset: Dataset,
    estimator: Species,
    policies: Mapping[str, MissingPolicy | str] | Iterable[str] | None = None,
    *,
    n_folds: int,
    seed: int,
    begin: Begin = silently,
) -> MissingComparison:
    """The same on an encoded dataset."""
    _require_comparable(dataset, estimator)
    require_folds(dataset, n_folds)
    own = _name_of(estimator.get_params()["missing"])
    asked, excluded = _asked(estimator, policies), dict[str, str]()
    judged: list[Judged] = []
    validated: dict[str, CrossValidation] = {}
    for name, policy in asked.items():
        one = unfitted(estimator).set_params(missing=policy)
        try:
            found, validated[name] = judge_estimator(name, one, dataset, n_folds, seed, begin)
        except ArboretumError as error:
            excluded[name] = str(error)
        else:
            judged.append(found)
    first = next(iter(validated.values()), None)
    if first is None or own not in validated:
        raise UnsupportedCombination(
            f"missing={own!r} of {type(estimator).__name__} cannot be judged on these samples: "
            f"{excluded.get(own, 'it was not asked for')}"
        )
    tree: Tree = unfitted(estimator).fit_dataset(dataset).tree_
    costs = {name: sample_costs(one, tree) for name, one in validated.items()}
    paired = [
        JudgedPolicy(
            **vars(one),
            saved=saved_by(costs[one.name], costs[own], first.held_out),
            is_own=one.name == own,
        )
        for one in judged
    ]
    paired.sort(key=lambda one: (total_error(one), not one.is_own))
    usual = without_tree(dataset, n_folds, seed)
    without = usual.errors, usual.together, usual.of_shares
    cells = sum(dataset.n_missing), dataset.n_rows * dataset.schema.n_features
    return MissingComparison(
        first.n_folds, seed, paired, excluded, first.notes, *without, own, *cells
    )


def _require_comparable(dataset: Dataset, estimator: Species) -> None:
    if "missing" not in estimator.get_params():
        raise UnsupportedCombination(
            f"{type(estimator).__name__} has one way to treat missing values, and no parameter "
            "missing. Pass an estimator that has it, such as CARTClassifier or TreeRegressor."
        )
    if len(dataset.schema.targets) > 1 or dataset.label_sets is not None:
        raise UnsupportedCombination(
            "Missing policies are compared by the predictions of one target, but there are "
            f"{len(dataset.schema.targets)}. Pass one of them."
        )
    if not any(dataset.n_missing):
        raise DataError(
            "No value of a feature is missing, so that every missing policy grows the same trees. "
            "Use compare to compare species."
        )


def _asked(
    estimator: Species, policies: Mapping[str, MissingPolicy | str] | Iterable[str] | None
) -> dict[str, Any]:
    """The estimator's own policy and those that are asked for, by name."""
    own = estimator.get_params()["missing"]
    if isinstance(policies, Mapping):
        return {_name_of(own): own} | dict(policies)
    # To refuse missing values is no way to grow from them.
    names = [name for name in KNOWN if name != "error"] if policies is None else list(policies)
    for name in names:
        if name not in KNOWN:
            raise UnknownPartError(
                f"{name!r} is not a missing policy. The policies are: {', '.join(KNOWN)}."
            )
    return {_name_of(own): own} | {name: name for name in names if name != _name_of(own)}


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _name_of(policy: MissingPolicy | str) -> str:
    return policy if isinstance(policy, str) else policy.name
