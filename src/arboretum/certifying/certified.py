"""What was checked of a certificate, in numbers and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arboretum.tree.words.format import plural

__all__ = ["Certified", "limits_in_words"]


@dataclass(frozen=True)
class Certified:
    """What a certificate says, all of which holds.

    Attributes
    ----------
    objective, bound : float
        What the tree costs, and what every tree costs at least within the limits.
    has_fewest_leaves : bool
        Whether no tree that costs the same has fewer leaves.
    n_leaves, n_samples : int
        Of the tree, and how many samples it was asked about.
    n_columns, n_claims, n_scans, n_apart : int
        How much was checked: orders of the samples that questions cut; claims; how many of these
        by trying all trees of up to two questions, and because samples need leaves of their own.
    limits : str
        What trees may look like.
    rounding : float
        How far costs that had to be rounded may be off in all.
    """

    objective: float
    bound: float
    has_fewest_leaves: bool
    n_leaves: int
    n_samples: int
    n_columns: int
    n_claims: int
    n_scans: int
    n_apart: int
    limits: str
    rounding: float = 0.0

    @property
    def is_best(self) -> bool:
        """Whether no tree costs less, except for rounding."""
        return self.objective <= self.bound

    def __str__(self) -> str:
        found = f"No tree costs less than {self.objective:.6g}."
        if not self.is_best:
            found = f"The tree costs {self.objective:.6g}, every tree at least {self.bound:.6g}."
        elif self.has_fewest_leaves:
            found = f"{found[:-1]}, and none with fewer leaves costs that."
        if self.rounding:
            found += f" Costs were rounded, by at most {self.rounding:.3g} in all."
        sets = plural(self.n_claims, "set")
        apart = f", {self.n_apart} since samples need leaves of their own" if self.n_apart else ""
        return (
            f"{found}\n"
            f"That is of all trees of {self.limits}.\n"
            f"Checked: {plural(self.n_samples, 'sample')} went down the tree of "
            f"{plural(self.n_leaves, 'leaf', 'leaves')}; {sets} of samples cost at least what is "
            f"claimed, {self.n_scans} by trying all trees of up to two questions{apart}; every cut "
            f"of {plural(self.n_columns, 'column')} was looked at, or is bounded by its neighbours."
        )


def limits_in_words(limits: Mapping[str, Any]) -> str:
    """What trees may look like."""
    said = []
    if limits["max_depth"] is not None:
        said.append(f"depth {limits['max_depth']} or less")
    if limits["max_leaves"] is not None:
        said.append(f"{limits['max_leaves']} leaves or fewer")
    if limits["min_samples_leaf"] > 1:
        said.append(f"{limits['min_samples_leaf']} samples or more in a leaf")
    price = f"; a leaf costs {limits['alpha']:g} per sample" if limits["alpha"] else ""
    return (", ".join(said) or "any size") + price
