"""Why a node stopped, where no stopping rule says so."""

from __future__ import annotations

__all__ = ["FULL", "NOT_ASKED", "NO_QUESTION"]

NO_QUESTION = "no feature tells these samples apart"
FULL = "max_leaf_nodes={} is reached"
NOT_ASKED = "no question was given here"
