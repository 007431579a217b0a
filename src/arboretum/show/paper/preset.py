"""What a drawn node says, by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, get_args

from arboretum.exceptions import ParameterError
from arboretum.tree.sides import Sides

__all__ = ["DEFAULT", "FIELDS", "PRESETS", "Branches", "Field", "Preset", "find_preset"]

Field = Literal[
    "id",
    "region",
    "prediction",
    "purity",
    "counts",
    "probabilities",
    "n",
    "share",
    "impurity",
    "p_value",
    "bar",
]
FIELDS: tuple[str, ...] = get_args(Field)
Branches = Literal["uniform", "deviance", "impurity"]


@dataclass(frozen=True)
class Preset:
    """A way of drawing trees.

    Attributes
    ----------
    fields : what a leaf says, from top to bottom
    inner_fields : what an inner node says
    branches : what makes a branch long
    has_frames : whether nodes stand in coloured boxes
    sides : which child is on the left: that of the first branch, or rpart's left one
    shares_on_branches : whether answers have the share of all samples that gave them
    """

    fields: tuple[str, ...]
    inner_fields: tuple[str, ...]
    branches: Branches = "uniform"
    has_frames: bool = True
    sides: Sides = "branches"
    shares_on_branches: bool = False


def _everywhere(*fields: Field) -> Preset:
    return Preset(fields, fields)


#: "probabilities" is what R's rpart.plot draws, "rpart" what its plot and text draw.
PRESETS = {
    "summary": _everywhere("prediction", "purity", "share", "bar"),
    "counts": _everywhere("prediction", "counts", "bar"),
    "probabilities": _everywhere("prediction", "probabilities", "share"),
    "brief": Preset(("prediction", "n"), ("n",)),
    "shares": Preset(("prediction", "share"), ("share",)),
    "full": _everywhere(
        "id", "prediction", "counts", "probabilities", "n", "share", "impurity", "p_value", "bar"
    ),
    "rpart": Preset(
        ("prediction", "counts"), (), branches="deviance", has_frames=False, sides="rpart"
    ),
    "code": Preset(("prediction",), (), shares_on_branches=True),
}
DEFAULT = "summary"


def find_preset(name: str, fields: tuple[str, ...] | None, branches: Branches | None) -> Preset:
    """A preset, with custom fields and branches where they are given."""
    _require_known(f"preset={name!r} is", name, PRESETS)
    preset = PRESETS[name]
    for field in fields or ():
        _require_known(f"fields has {field!r}, which is", field, FIELDS)
    if fields is not None:
        preset = replace(preset, fields=fields, inner_fields=fields)
    if branches is not None:
        _require_known(f"branches={branches!r} is", branches, get_args(Branches))
        preset = replace(preset, branches=branches)
    return preset


def _require_known(given: str, name: str, known: Iterable[str]) -> None:
    if name not in known:
        raise ParameterError(f"{given} not known. Known: {', '.join(map(repr, known))}.")
