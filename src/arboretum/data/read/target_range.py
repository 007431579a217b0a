"""Targets that are named by the first and the last of several neighbouring columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arboretum.data.read.request import require_columns

__all__ = ["name_targets"]

#: What stands between the first and the last column.
TO = ".."


def name_targets(
    targets: Sequence[str], columns: Sequence[str], others: Collection[str], what: str
) -> list[str]:
    """The columns to predict, ranges of them written out.

    Parameters
    ----------
    targets : names of columns or ranges such as ``"red..orange"``
    columns : all that the table has, in their order
    others : those that are weights or are left out, also of a range
    what : the table, for messages

    Examples
    --------
    >>> name_targets(["a", "c..e"], ["a", "b", "c", "d", "e"], ["d"], "the table")
    ['a', 'c', 'e']
    """
    found: dict[str, None] = {}
    for target in targets:
        if target in columns or TO not in target:
            require_columns(what, [target], columns)
            found[target] = None
            continue
        first, last = sorted(columns.index(end) for end in _ends(target, columns, what))
        found |= dict.fromkeys(one for one in columns[first : last + 1] if one not in others)
    return list(found)


def _ends(target: str, columns: Sequence[str], what: str) -> tuple[str, str]:
    """The two columns of a range, whose names may have dots as well."""
    pieces = target.split(TO)
    pairs = [(TO.join(pieces[:i]), TO.join(pieces[i:])) for i in range(1, len(pieces))]
    known = [pair for pair in pairs if set(pair) <= set(columns)]
    if not known:
        require_columns(f"{what}, in the range {target!r},", pairs[0], columns)
    return known[0]
