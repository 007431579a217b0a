"""What stands below a picture: what colours mean, and what had to be cut short."""

from __future__ import annotations

from dataclasses import dataclass, field

from arboretum.show.paper.labels import LISTED_CLASSES
from arboretum.show.paper.palette import OTHER, class_colours
from arboretum.show.paper.wrap import LINE_HEIGHT, clip, text_width, wrap_to_width
from arboretum.tree import Tree
from arboretum.tree.words.format import category_text, name_text

__all__ = ["Entry", "Legend", "class_entries"]

SIZE = 7.5
SWATCH, BETWEEN = 10.0, 8.0
MAX_NOTE_LINES, MAX_LINES = 3, 14
#: Lines that one equation, and all of them, may take.
MAX_EQUATION_LINES, MAX_TABLE_LINES = 4, 60
#: The longest name of a class, in characters.
LONGEST = 30


@dataclass(frozen=True)
class Entry:
    """A short text of a legend, with a coloured square before it if it has a colour."""

    text: str
    colour: str | None = None

    @property
    def width(self) -> float:
        return text_width(self.text, SIZE) + (SWATCH if self.colour else 0.0)


@dataclass(frozen=True)
class Legend:
    """Entries that flow from line to line, a table of equations, explanations, then notes.

    ``equations`` has the name of each and what it says.
    """

    entries: list[Entry]
    notes: list[str]
    explanations: list[str] = field(default_factory=list)
    equations: list[tuple[str, str]] = field(default_factory=list)

    @property
    def narrowest(self) -> float:
        """The width it needs at least."""
        return max((entry.width for entry in self.entries), default=0.0)

    def rows(self, width: float) -> list[list[tuple[float, Entry]]]:
        """Lines of entries, each with where it starts, for a sheet of some width."""
        rows: list[list[tuple[float, Entry]]] = []
        end = width
        for entry in self.entries:
            x = end + BETWEEN
            if x + entry.width > width:
                rows.append([])
                x = 0.0
            rows[-1].append((x, entry))
            end = x + entry.width
        noted = self._note_lines(width)
        return [*rows, *self._table(width), *([(0.0, Entry(line))] for line in noted)]

    def _table(self, width: float) -> list[list[tuple[float, Entry]]]:
        """The equations in two columns: the name of each, and what it says."""
        indent = max((text_width(name, SIZE) for name, _ in self.equations), default=0.0) + BETWEEN
        rows: list[list[tuple[float, Entry]]] = []
        for i, (name, equation) in enumerate(self.equations):
            found = wrap_to_width(equation, SIZE, width - indent, MAX_EQUATION_LINES)
            if len(rows) + len(found) > MAX_TABLE_LINES:
                more = f"… and {len(self.equations) - i} more equations: to_text() has all of them."
                return [*rows, [(0.0, Entry(more))]]
            rows.append([(0.0, Entry(name)), (indent, Entry(found[0]))])
            rows += [[(indent, Entry(line))] for line in found[1:]]
        return rows

    def height(self, width: float) -> float:
        """The room its lines take on a sheet of some width."""
        n_rows = len(self.rows(width))
        return n_rows * SIZE * LINE_HEIGHT + BETWEEN if n_rows else 0.0

    def _note_lines(self, width: float) -> list[str]:
        lines: list[str] = []
        for explanation in self.explanations:
            lines += wrap_to_width(explanation, SIZE, width, MAX_LINES)
        for i, note in enumerate(self.notes):
            found = wrap_to_width(f"[{i + 1}] {note}", SIZE, width, MAX_NOTE_LINES)
            if len(lines) + len(found) > MAX_LINES:
                more = f"… and {len(self.notes) - i} more: to_text() has all names."
                return [*lines, *wrap_to_width(more, SIZE, width, MAX_NOTE_LINES)]
            lines += found
        return lines


def class_entries(tree: Tree, is_coloured: bool) -> list[Entry]:
    """The classes of the only target and their colours, or the order they are counted in."""
    target = tree.schema.targets[0]
    name = clip(name_text(target.name), LONGEST) + ":"
    if not is_coloured:
        names = [clip(category_text(category), LONGEST) for category in target.classes or ()]
        slashes = [*(f"{category} /" for category in names[:-1]), *names[-1:]]
        return [Entry(name), *map(Entry, slashes)] if len(names) <= LISTED_CLASSES else []
    colours = class_colours(tree)
    named = [
        Entry(clip(category_text(name), LONGEST), colour)
        for name, colour in zip(target.classes or (), colours, strict=True)
        if colour != OTHER
    ]
    n_others = colours.count(OTHER)
    others = [Entry(f"{n_others} other classes", OTHER)] if n_others else []
    return [Entry(name), *named, *others]
