"""Limits that nobody has to guess: which, and how they are to be chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arboretum.exceptions import ParameterError
from arboretum.part import Part, require_whole

__all__ = ["AUTOMATIC", "LIMITS", "Automatic", "without_automatic"]

#: Limits that can be chosen, and what is chosen from if nothing is said.
LIMITS = (
    "max_depth",
    "max_leaf_nodes",
    "min_samples_leaf",
    "min_impurity_decrease",
    "min_samples_split",
    "min_score",
)
USUAL = LIMITS[:4]


class Automatic(Part):
    """Chooses a limit on the size of a tree by cross-validation: ``stopping="auto"``.

    Trees are grown without each fold in turn, as the estimator grows them, and cut back to
    what they would have been at each value of each limit; the fold says how wrong they are.
    Then the tree of all samples is grown with the limit that was chosen.  Limits of the
    estimator itself hold throughout.

    Parameters
    ----------
    over : name of a limit, several of them, or None
        What to choose from: ``"max_depth"``, ``"max_leaf_nodes"``, ``"min_samples_leaf"``,
        ``"min_impurity_decrease"``, ``"min_samples_split"`` and ``"min_score"``; None for the
        first four.
    cv : int, array or splitter
        How to hold out samples: a number of folds, dealt class by class; the fold
        of each sample; or a splitter of scikit-learn.
    rule : str
        ``"min"`` for the limit of least error, ``"1se"`` for the smallest tree within
        one standard error of it, ``"0.5se"``, ``"2se"`` and so on.
    repeats : int
        How often a number of folds is dealt; the errors are those of all dealings together, which
        depend less on chance, and the work is as many times more.
    values : list of numbers, or None
        The values to try of the one limit in ``over``; None takes what the tree suggests.
    groups : one label per sample, or None
        Samples of one group are held out together.
    random_state : int
        Decides how samples are dealt.

    Examples
    --------
    >>> from arboretum import TreeClassifier, datasets
    >>> penguins = datasets.penguins()
    >>> model = TreeClassifier(stopping="auto").fit(penguins.X, penguins.y)
    >>> path = model.stopping_path_
    >>> path.words(path.choose("min")), path.words(path.choose("1se"))
    ('min_samples_leaf=2', 'max_leaf_nodes=5')
    >>> model.n_leaves_
    5
    """

    name = "auto"

    def __init__(
        self,
        over: str | Sequence[str] | None = None,
        *,
        cv: Any = 10,
        rule: str = "1se",
        repeats: int = 1,
        values: Sequence[float] | None = None,
        groups: Any = None,
        random_state: int = 0,
    ) -> None:
        self.over = over
        self.cv = cv
        self.rule = rule
        self.repeats = repeats
        self.values = values
        self.groups = groups
        self.random_state = random_state

    @property
    def limits(self) -> tuple[str, ...]:
        """The names of the limits to choose from."""
        require_whole(self, "random_state", at_least=0)
        require_whole(self, "repeats", at_least=1)
        over: Any = USUAL if self.over is None else self.over
        several = over if isinstance(over, tuple | list) else (over,)
        is_mapping = isinstance(over, Mapping)
        if not several or any(name not in LIMITS for name in several):
            more = " The values to try of one limit go into values=." if is_mapping else ""
            raise ParameterError(
                f"over={self.over!r} must name limits. Known: {', '.join(map(repr, LIMITS))}.{more}"
            )
        names = tuple(dict.fromkeys(several))
        if self.values is not None and len(names) > 1:
            raise ParameterError(
                f"values are those of one limit, but over names {len(names)}: {', '.join(names)}. "
                "Pass one, as in over='max_depth', or leave out values."
            )
        return names


#: The choice by its short name.
AUTOMATIC: dict[str, type[Automatic]] = {Automatic.name: Automatic}


def without_automatic(stopping: Any) -> tuple[Any, Automatic | None]:
    """``stopping=`` without the choice of a limit, and that choice if there is one."""
    several = list(stopping) if isinstance(stopping, tuple | list) else [stopping]
    chosen = [one for one in several if _is_automatic(one)]
    if not chosen:
        return stopping, None
    if len(chosen) > 1:
        raise ParameterError(
            f"stopping={stopping!r} chooses a limit {len(chosen)} times. Pass one choice; its "
            "over= may name several limits."
        )
    one = chosen[0]
    rest = tuple(other for other in several if not _is_automatic(other))
    return rest, one if isinstance(one, Automatic) else Automatic()


def _is_automatic(one: Any) -> bool:
    return isinstance(one, Automatic) or (isinstance(one, str) and one == Automatic.name)
