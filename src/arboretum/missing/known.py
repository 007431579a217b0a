"""Missing policies by name, and the one of a grown tree."""

from __future__ import annotations

from arboretum.exceptions import UnknownPartError
from arboretum.missing.base import MissingPolicy
from arboretum.missing.error import Error
from arboretum.missing.fractional import Fractional
from arboretum.missing.impute import Impute
from arboretum.missing.one_branch import Branch, Direction, Majority
from arboretum.missing.significant import Significant
from arboretum.missing.surrogate import Surrogate
from arboretum.part import part_from
from arboretum.tree import Tree

__all__ = ["KNOWN", "described_policy", "policy_of"]

#: Policies by short name.
KNOWN: dict[str, type[MissingPolicy]] = {
    policy.name: policy
    for policy in (
        Direction,
        Significant,
        Majority,
        Fractional,
        Impute,
        Branch,
        Surrogate,
        Error,
    )
}


class UnknownPolicy(MissingPolicy):
    """A policy that is not built in: it has the words of any."""


def described_policy(tree: Tree) -> MissingPolicy:
    """The policy that a tree was grown by, made again from its description.

    Parameters that ours does not have, as of a later version, are left out: it refuses as
    ours does.
    """
    try:
        return part_from(tree.parts.get("missing"), KNOWN, exact=False)
    except UnknownPartError:
        return UnknownPolicy()


def policy_of(tree: Tree) -> MissingPolicy | None:
    """The policy that a tree was grown by: its own, or made again from its file.

    None if the file names one that is not built in: then what it refuses is not known.
    """
    own = getattr(tree.recipe, "missing", None)
    if isinstance(own, MissingPolicy):
        return own
    described = described_policy(tree)
    return None if isinstance(described, UnknownPolicy) else described
