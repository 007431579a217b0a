"""Which features compete at a node, when not all do.

The draw depends on the seed and on where the node is in the tree, never on
the order of growth or the number of threads: each node carries a key made
from its parent's key and its branch (the mixing function is SplitMix64).
"""

from __future__ import annotations

__all__ = ["child_key", "draw_order", "root_key"]

MASK = (1 << 64) - 1


def _mix(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def root_key(seed: int) -> int:
    """The key of the root, from the seed."""
    return _mix(seed & MASK)


def child_key(key: int, branch: int) -> int:
    """The key of a child, from its parent's key and its branch."""
    return _mix(key ^ _mix(branch + 1))


def draw_order(key: int, n_features: int) -> list[int]:
    """The features in the random order of a node."""
    return sorted(
        range(n_features), key=lambda feature: (_mix(key ^ _mix(~feature & MASK)), feature)
    )
