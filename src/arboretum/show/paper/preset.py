"""What a drawn node says, by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from arboretum.exceptions import ParameterError

__all__ = ["FIELDS", "PRESETS", "Branches", "Field", "Preset", "find_preset"]

Field = Literal[
    "id", "prediction", "counts", "probabilities", "n", "share", "impurity", "p_value", "bar"
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
    """

    fields: tuple[str, ...]
    inner_fields: tuple[str, ...]
    branches: Branches = "uniform"
    has_frames: bool = True


def _everywhere(*fields: Field) -> Preset:
    return Preset(fields, fields)


#: The first is the default; "probabilities" is what R's rpart.plot draws, "rpart" what its plot
#: and text draw.
PRESETS = {
    "counts": _everywhere("prediction", "counts", "bar"),
    "probabilities": _everywhere("prediction", "probabilities", "share"),
    "brief": Preset(("prediction", "n"), ("n",)),
    "shares": Preset(("prediction", "share"), ("share",)),
    "full": _everywhere(
        "id", "prediction", "counts", "probabilities", "n", "share", "impurity", "p_value", "bar"
    ),
    "rpart": Preset(("prediction", "counts"), (), branches="deviance", has_frames=False),
}


def find_preset(name: str, fields: tuple[str, ...] | None, branches: str | None) -> Preset:
    """A preset, with fields and branches of one's own where they are given."""
    if name not in PRESETS:
        raise ParameterError(f"preset={name!r} is not known. Known: {_listed(PRESETS)}.")
    preset = PRESETS[name]
    unknown = [field for field in fields or () if field not in FIELDS]
    if unknown:
        raise ParameterError(
            f"fields has {unknown[0]!r}, which is not known. Known: {_listed(FIELDS)}."
        )
    if branches is not None and branches not in get_args(Branches):
        raise ParameterError(
            f"branches={branches!r} is not known. Known: {_listed(get_args(Branches))}."
        )
    inner = preset.inner_fields
    return Preset(
        preset.fields if fields is None else tuple(fields),
        inner if fields is None else tuple(fields),
        preset.branches if branches is None else branches,  # type: ignore[arg-type]
        preset.has_frames,
    )


def _listed(names: object) -> str:
    return ", ".join(map(repr, names))  # type: ignore[call-overload]
