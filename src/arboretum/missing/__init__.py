"""Missing policies: what happens to samples that cannot answer a question."""

from arboretum.missing.base import Candidates, Fill, MissingPolicy
from arboretum.missing.error import Error
from arboretum.missing.fractional import Fractional
from arboretum.missing.impute import Impute
from arboretum.missing.known import KNOWN, policy_of
from arboretum.missing.one_branch import Branch, Direction, Majority
from arboretum.missing.significant import Significant
from arboretum.missing.surrogate import Surrogate

__all__ = [
    "KNOWN",
    "Branch",
    "Candidates",
    "Direction",
    "Error",
    "Fill",
    "Fractional",
    "Impute",
    "Majority",
    "MissingPolicy",
    "Significant",
    "Surrogate",
    "policy_of",
]
