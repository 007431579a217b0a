"""Missing policies by name, and the one of a grown tree."""

from __future__ import annotations

from arboretum.exceptions import UnknownPartError
from arboretum.missing.base import MissingPolicy
from arboretum.missing.branch import Branch
from arboretum.missing.direction import Direction
from arboretum.missing.error import Error
from arboretum.missing.fractional import Fractional
from arboretum.missing.impute import Impute
from arboretum.missing.majority import Majority
from arboretum.missing.surrogate import Surrogate
from arboretum.part import part_from
from arboretum.tree import Tree

__all__ = ["KNOWN", "policy_of"]

#: Policies by short name.
KNOWN: dict[str, type[MissingPolicy]] = {
    policy.name: policy
    for policy in (Direction, Majority, Fractional, Impute, Branch, Surrogate, Error)
}


def policy_of(tree: Tree) -> MissingPolicy | None:
    """The policy that a tree was grown by: its own, or made again from what its file says.

    None if the file names one that is not ours: then nobody can be asked what it refuses.
    Parameters that ours does not have, as of a later version, are left out: it refuses as
    ours does.
    """
    own = getattr(tree.recipe, "missing", None)
    if isinstance(own, MissingPolicy):
        return own
    try:
        return part_from(tree.parts.get("missing"), KNOWN, exact=False)
    except UnknownPartError:
        return None
