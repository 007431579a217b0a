"""Trees that were saved in the first format: splits named features where they now name columns."""

from __future__ import annotations

from typing import Any

__all__ = ["FORMAT_1", "upgraded"]

FORMAT_1 = "arboretum-tree/1"

#: Fields of a document that hold splits.
_TABLES = ("splits", "runner_ups", "competing", "surrogates")


def upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """A document of the first format as one of the second; what is wrong in it stays wrong."""
    tables = {name: _with_columns(document[name]) for name in _TABLES if name in document}
    return {**document, **tables}


def _with_columns(table: Any) -> Any:
    if not isinstance(table, dict):
        return table
    return {"column" if name == "feature" else name: values for name, values in table.items()}
