"""Missing policies: what happens to samples that cannot answer a question."""

from arboretum.missing.base import Candidates, MissingPolicy
from arboretum.missing.branch import Branch
from arboretum.missing.direction import Direction
from arboretum.missing.error import Error
from arboretum.missing.majority import Majority

__all__ = ["KNOWN", "Branch", "Candidates", "Direction", "Error", "Majority", "MissingPolicy"]

#: Policies by short name.
KNOWN: dict[str, type[MissingPolicy]] = {
    policy.name: policy for policy in (Direction, Majority, Branch, Error)
}
