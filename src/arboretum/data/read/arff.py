"""ARFF files, as Weka and CLUS write them: attributes with types, then samples.

Reference: https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from arboretum.data.column import describe_values
from arboretum.data.hierarchy import ROOT, Hierarchy
from arboretum.exceptions import DataError

__all__ = ["Arff", "Attribute", "Cell", "parse_arff"]

Kind = Literal["numeric", "nominal", "string", "date", "hierarchical"]
#: What a sample has for an attribute, as it is written; None is a question mark.
Cell = str | None

KINDS: dict[str, Kind] = {
    "numeric": "numeric",
    "real": "numeric",
    "integer": "numeric",
    "string": "string",
    "date": "date",
    "hierarchical": "hierarchical",
}
MISSING = "?"
_QUOTED = r"'((?:\\.|[^'\\])*)'|\"((?:\\.|[^\"\\])*)\""
_CELL = re.compile(rf"\s*(?:{_QUOTED}|([^,]*?))\s*(,|$)")
_WORD = re.compile(rf"{_QUOTED}|([^\s'\"]\S*)")
_PAIR = re.compile(rf"\s*(\d+)\s+(?:{_QUOTED}|([^,]*?))\s*(,|$)")
_ATTRIBUTE = re.compile(rf"@attribute\s+(?:{_QUOTED}|([^\s{{]+))\s*(.*)", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")
_LETTERS = {"n": "\n", "t": "\t", "r": "\r"}


@dataclass(frozen=True)
class Attribute:
    """A column as an ARFF file declares it.

    Attributes
    ----------
    name, kind : what it is called and what it holds
    line : of the file, where it is declared
    declared : the values of a nominal attribute, in their order
    pattern : how dates are written; empty for the usual way
    hierarchy : which label is below which, for the labels of CLUS
    """

    name: str
    kind: Kind
    line: int
    declared: tuple[str, ...] = ()
    pattern: str = ""
    hierarchy: Hierarchy | None = None

    @property
    def usual(self) -> Cell:
        """What a sparse sample has where it says nothing: 0, or the first value."""
        if self.kind == "numeric":
            return "0"
        return self.declared[0] if self.declared else None


@dataclass(frozen=True, eq=False)
class Arff:
    """What an ARFF file holds.

    Attributes
    ----------
    what : the file, for messages
    attributes : tuple of Attribute
    columns : the cells of each attribute
    lines : on which line of the file each sample stands
    """

    what: str
    attributes: tuple[Attribute, ...]
    columns: tuple[Sequence[Cell], ...]
    lines: tuple[int, ...]

    def wrong(self, row: int, attribute: Attribute, why: str) -> DataError:
        """The error about a cell: where it stands, and what is wrong with it."""
        return DataError(f"{self.what}, line {self.lines[row]}: attribute {attribute.name!r} {why}")


def parse_arff(text: str, what: str) -> Arff:
    """Take the text of an ARFF file apart; what cells mean is left to others.

    Examples
    --------
    >>> found = parse_arff("@attribute x real\\n@data\\n1\\n?\\n", "small.arff")
    >>> found.attributes[0].kind, found.columns, found.lines
    ('numeric', (('1', None),), (3, 4))
    """
    numbered = _lines(text)
    attributes = tuple(_attributes(numbered, what))
    if not attributes:
        raise DataError(f"{what} declares no @ATTRIBUTE, so it has no column.")
    rows = [(number, _row(line, number, attributes, what)) for number, line in numbered]
    columns = tuple(zip(*(row for _, row in rows), strict=True)) or ((),) * len(attributes)
    return Arff(what, attributes, columns, tuple(number for number, _ in rows))


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    for number, line in enumerate(text.split("\n"), start=1):
        bare = line.strip()
        if bare and not bare.startswith("%"):
            yield number, bare


# What is declared ---------------------------------------------------------------


def _attributes(lines: Iterator[tuple[int, str]], what: str) -> Iterator[Attribute]:
    """Each attribute, up to the line before the samples."""
    seen: dict[str, int] = {}
    for number, line in lines:
        word = line.lower()
        if word.startswith("@data"):
            return
        if not word.startswith("@attribute"):
            if word.startswith("@"):  # the relation, and what other programs add
                continue
            raise DataError(
                f"{what}, line {number}: there is no line @DATA above {line[:60]!r}, and it does "
                "not declare an @ATTRIBUTE. Begin a comment with %."
            )
        attribute = _attribute(line, number, what)
        if attribute.name in seen:
            raise DataError(
                f"{what}, line {number}: attribute {attribute.name!r} was declared on line "
                f"{seen[attribute.name]} already. Give it another name."
            )
        seen[attribute.name] = number
        yield attribute
    raise DataError(f"{what} has no line @DATA: it is not an ARFF file, or cut short.")


def _attribute(line: str, number: int, what: str) -> Attribute:
    found = _ATTRIBUTE.match(line)
    if found is None or not found[4]:
        raise DataError(
            f"{what}, line {number}: {line[:60]!r} does not name an attribute and its type."
        )
    name, kind = _text(found[1], found[2], found[3]), found[4].strip()
    if kind.startswith("{"):
        return _nominal(name, kind, number, what)
    word, _, rest = kind.partition(" ")
    if word.lower() not in KINDS:
        raise DataError(
            f"{what}, line {number}: attribute {name!r} has the type {word!r}, which is not read. "
            f"Types are: {', '.join(KINDS)}, or values in braces."
        )
    known = KINDS[word.lower()]
    if known == "date":
        pattern = _cells(rest.strip())[0] if rest.strip() else None
        return Attribute(name, known, number, pattern=pattern or "")
    if known == "hierarchical":
        return Attribute(name, known, number, hierarchy=_hierarchy(name, rest, number, what))
    return Attribute(name, known, number)


def _nominal(name: str, kind: str, number: int, what: str) -> Attribute:
    if not kind.endswith("}"):
        raise DataError(
            f"{what}, line {number}: the values of attribute {name!r} have no closing brace."
        )
    inner = kind[1:-1].strip()
    values = [cell for cell in _cells(inner, keeps_marks=True) if cell]
    return Attribute(name, "nominal", number, declared=tuple(dict.fromkeys(values)))


def _hierarchy(name: str, kind: str, number: int, what: str) -> Hierarchy:
    """A graph if there are edges from the root, else a tree of paths."""
    entries = [part.strip() for part in kind.split(",") if part.strip()]
    if not entries:
        raise DataError(
            f"{what}, line {number}: attribute {name!r} is hierarchical, but lists no labels."
        )
    try:
        if any(entry.startswith(f"{ROOT}/") for entry in entries):
            return Hierarchy.from_edges([_edge(entry) for entry in entries])
        return Hierarchy.from_paths(entries)
    except DataError as error:
        raise DataError(f"{what}, line {number}: attribute {name!r}: {error}") from None


def _edge(entry: str) -> tuple[str, str]:
    parent, _, child = entry.partition("/")
    if not parent or not child:
        raise DataError(f"{entry!r} is not an edge. Write it as parent/child.")
    return parent, child


# The samples --------------------------------------------------------------------


def _row(line: str, number: int, attributes: Sequence[Attribute], what: str) -> Sequence[Cell]:
    """The cells of a sample, dense or sparse."""
    if line.startswith("{"):
        return _sparse(line, number, attributes, what)
    cells = _cells(line)
    if len(cells) == 1 and len(attributes) > 1:  # blanks may stand for commas
        cells = [_cell(*found.groups()) for found in _WORD.finditer(line)]
    broken = next((cell for cell in cells if _is_broken(cell, line)), None)
    if broken is not None:
        raise DataError(
            f"{what}, line {number}: the quotation mark before {broken[1:][:40]!r} is never "
            "closed, or something follows the closing one."
        )
    if len(cells) != len(attributes):
        shown = describe_values([cell or MISSING for cell in cells], 6)
        raise DataError(
            f"{what}, line {number}: the sample has {len(cells)} values, {shown}, but there are "
            f"{len(attributes)} attributes. {_why_not_as_many(cells, attributes)}"
        )
    return cells


def _why_not_as_many(cells: Sequence[Cell], attributes: Sequence[Attribute]) -> str:
    if len(cells) == len(attributes) + 1 and (cells[-1] or "").startswith("{"):
        return "Weights of samples in braces are not read; give them as an attribute."
    return "Put values with a comma into quotation marks, and ? where a value is missing."


def _sparse(line: str, number: int, attributes: Sequence[Attribute], what: str) -> list[Cell]:
    cells, inner = [attribute.usual for attribute in attributes], line.strip("{} \t")
    at = 0
    while at < len(inner):
        found = _PAIR.match(inner, at)
        if found is None or found.end() == at or int(found[1]) >= len(attributes):
            raise DataError(
                f"{what}, line {number}: {inner[at : at + 40].strip()!r} is not the number of an "
                f"attribute, from 0 to {len(attributes) - 1}, and its value."
            )
        cells[int(found[1])] = _cell(found[2], found[3], found[4])
        at = found.end()
    return cells


def _cells(line: str, keeps_marks: bool = False) -> list[Cell]:
    """What commas divide; quoted texts without their quotation marks."""
    if "'" not in line and '"' not in line and "\\" not in line:
        bare = [cell.strip() for cell in line.split(",")]
        return [None if cell == MISSING and not keeps_marks else cell for cell in bare]
    cells: list[Cell] = []
    for found in _CELL.finditer(line):
        cell = _cell(found[1], found[2], found[3])
        cells.append(MISSING if cell is None and keeps_marks else cell)
        if not found[4]:
            break
    return cells


def _cell(single: str | None, double: str | None, bare: str | None) -> Cell:
    return None if bare == MISSING else _text(single, double, bare)


def _text(single: str | None, double: str | None, bare: str | None) -> str:
    quoted = single if single is not None else double
    if quoted is None:
        return bare or ""
    return _ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), quoted)


def _is_broken(cell: Cell, line: str) -> bool:
    """Whether a cell still begins with a quotation mark that was meant to end somewhere."""
    return cell is not None and cell[:1] in ("'", '"') and f"\\{cell[0]}" not in line
