"""Missing policies by name, and the one of a grown tree."""

from __future__ import annotations

from arboretum.missing.base import MissingPolicy
from arboretum.missing.branch import Branch
from arboretum.missing.direction import Direction
from arboretum.missing.error import Error
from arboretum.missing.fractional import Fractional
from arboretum.missing.impute import Impute
from arboretum.missing.majority import Majority
from arboretum.missing.surrogate import Surrogate
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
    described = tree.parts.get("missing")
    if not isinstance(described, dict):
        return None
    name = described.get("name")
    if not isinstance(name, str) or name not in KNOWN:
        return None
    policy = KNOWN[name]()
    given = described.get("params")
    if not isinstance(given, dict):
        return policy
    known = policy.get_params(deep=False)
    return KNOWN[name](**{key: value for key, value in given.items() if key in known})
