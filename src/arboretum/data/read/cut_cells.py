"""Texts whose cells are cut by what readers of tables do not know: two colons, or places."""

from __future__ import annotations

from collections.abc import Sequence

from arboretum.data.read.records import BLANKS, how_regular, is_rule, sniff_delimiter, split_records
from arboretum.data.read.request import Request

__all__ = ["usual_delimiter"]

_COLONS = "::"
#: So many lines show where the columns stand.
_ENOUGH = 5


def usual_delimiter(data: bytes, first: Sequence[str], request: Request) -> bytes | None:
    """A text in UTF-8 with a tab between its cells; None if it has a delimiter that readers know.

    ``first`` are its first lines.
    """
    filled = [line for line in first if line.strip()]
    if len(filled) < _ENOUGH or request.options.delimiter is not None:
        return None
    n_colons = {line.count(_COLONS) for line in filled}
    if len(n_colons) == 1 and n_colons != {0} and how_regular(filled) < (1.0, 2):
        return data.replace(_COLONS.encode(), b"\t")
    if sniff_delimiter(filled) != BLANKS and how_regular(filled) > (0.5, 0):
        return None
    lines = data.decode("utf-8").split("\n")
    cuts = _places(lines, filled)
    if cuts is None:
        return None
    request.note("its cells stand in columns of letters, and are cut there.")
    pieces = [slice(*ends) for ends in zip(cuts, [*cuts[1:], None], strict=True)]
    return "\n".join(
        "\t".join(line[piece].strip() for piece in pieces) if line.strip() else "" for line in lines
    ).encode()


def _places(lines: Sequence[str], first: Sequence[str]) -> list[int] | None:
    """Where each column begins, if blanks alone would cut cells of several words."""
    widths = {len(record.cells) for record in split_records(first, BLANKS) if not is_rule(record)}
    if len(widths) == 1 or any("\t" in line for line in lines):
        return None
    names, samples = lines[0], [line for line in lines[1:] if line.strip()]
    longest = max(map(len, lines))
    is_blank = [
        all(place >= len(line) or line[place] == " " for line in lines) for place in range(longest)
    ]
    begins = [
        place
        for place in range(longest)
        if not is_blank[place] and (not place or is_blank[place - 1])
    ]
    cuts = [0]
    for begin, end in zip(begins, [*begins[1:], longest], strict=True):
        if begin > begins[0] and names[begin:end].strip():
            cuts.append(begin)
    return cuts if len(cuts) > 1 and names[: begins[1]].strip() and samples else None
