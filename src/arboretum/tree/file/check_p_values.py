"""P-values of a saved tree, with nothing taken on trust."""

from __future__ import annotations

from typing import Any

import numpy as np

from arboretum.tree.file import checks
from arboretum.tree.file.checks import fail
from arboretum.tree.p_values import P_KINDS, PValues

__all__ = ["check_p_values"]


def check_p_values(value: Any, n_nodes: int) -> PValues:
    """The tests at the nodes, or :class:`TreeFileError` saying where they are wrong."""
    checks.record("p_values", value, ("p", "kind"))
    p = checks.scores("p_values.p", value["p"], n_nodes)
    names = checks.items("p_values.kind", value["kind"], n_nodes)
    checks.only("p_values.kind", names, str, type(None))
    for node, name in enumerate(names):
        if name is not None and name not in P_KINDS:
            fail(f"p_values.kind[{node}]", f"expected one of {', '.join(P_KINDS)}, or null")
    kind = np.array([-1 if name is None else P_KINDS.index(name) for name in names], dtype=np.int8)
    for node in np.flatnonzero(np.isnan(p) != (kind < 0))[:1]:
        fail(f"p_values.kind[{node}]", "a kind goes with a probability, null with null")
    for node in np.flatnonzero((p < 0) | (p > 1))[:1]:
        fail(f"p_values.p[{node}]", "expected a probability, from 0 to 1")
    return PValues(p, kind)
