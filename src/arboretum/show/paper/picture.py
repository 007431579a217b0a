"""A picture and its text alternative, to look at, to save, and to put into a page."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import ParameterError
from arboretum.show.paper.labels import Words, predictions
from arboretum.tree import Node, Tree, visit
from arboretum.tree.words.format import SplitFormat, plural, targets_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = [
    "Picture",
    "alt_text",
    "figure_of",
    "new_figure",
    "require_matplotlib",
    "title_text",
]

FORMATS = ("svg", "pdf", "png")
DPI = 200.0
#: More leaves than this are counted, not read out.
MAX_LEAVES = 30


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """What every function that draws returns.

    Attributes
    ----------
    figure : matplotlib's Figure, to change before it is saved
    title : what it shows, in a few words
    alt : the same in sentences, for those who do not see it
    n_folded : how many leaves of a tree are hidden in nodes that are drawn folded
    """

    figure: Figure
    title: str
    alt: str
    n_folded: int = 0

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write an SVG, PDF or PNG file, by the ending of its name.

        The text alternative goes with it: as title and description of an SVG file, as metadata of
        the others.  The same picture gives the same file.
        """
        kind = Path(file).suffix.lower().removeprefix(".")
        if kind not in FORMATS:
            raise ParameterError(
                f"{os.fspath(file)!r} has no known ending. End it in .svg, .pdf or .png."
            )
        content = self.to_bytes(kind)
        with whole_file(file) as target:
            target.write(content)

    def to_bytes(self, kind: str) -> bytes:
        """The content of a file: "svg", "pdf" or "png"."""
        from matplotlib import rc_context

        metadata: dict[str, Any] = {
            "svg": {"Title": self.title, "Date": None},
            "pdf": {"Title": self.title, "Subject": self.alt, "CreationDate": None},
            "png": {"Title": self.title, "Description": self.alt},
        }
        file = io.BytesIO()
        # Letters of an SVG file are outlines: no reader's font can make labels overlap.
        fixed: dict[Any, Any] = {
            "svg.hashsalt": "arboretum",
            "svg.fonttype": "path",
            "pdf.fonttype": 42,
        }
        with rc_context(fixed):
            self.figure.savefig(file, format=kind, metadata=metadata[kind])
        content = file.getvalue()
        return _described(content, self.alt) if kind == "svg" else content

    def _repr_png_(self) -> bytes:
        return self.to_bytes("png")

    def __repr__(self) -> str:
        width, height = self.figure.get_size_inches()
        size = f"{width:.1f} by {height:.1f} inches"
        folded = f", {plural(self.n_folded, 'leaf', 'leaves')} folded" if self.n_folded else ""
        return f"<Picture of {self.title!r}, {size}{folded}>"


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of a size in points that no window will ever show."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / 72.0, height / 72.0), dpi=DPI)
    FigureCanvasAgg(figure)
    return figure


def figure_of(axes: Axes) -> Figure:
    """The whole figure that axes are on, even if they are on a part of it."""
    figure: Figure = axes.figure.canvas.figure
    return figure


def require_matplotlib() -> None:
    """Say how to get matplotlib where it is missing; importing it takes a while."""
    if find_spec("matplotlib") is None:
        raise ImportError(
            'Pictures need matplotlib, which is not installed: pip install "arboretum[plot]".'
        )


def _described(svg: bytes, alt: str) -> bytes:
    """An SVG file with a description that screen readers find."""
    head, rest = svg.split(b"<svg ", 1)
    attributes, rest = rest.split(b">", 1)
    description = f"<desc>{escape(alt)}</desc>".encode()
    return head + b'<svg role="img" ' + attributes + b">\n " + description + rest


def title_text(tree: Tree) -> str:
    """What a picture of a tree is, in a few words."""
    return f"Decision tree for {targets_text(tree.schema)}"


def alt_text(tree: Tree, max_depth: int | None = None) -> str:
    """One sentence for the whole tree and one for each of its leaves, or what is folded there.

    Examples
    --------
    >>> from arboretum import TreeClassifier
    >>> model = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> print(alt_text(model.tree_))
    Decision tree for y: 3 samples, 2 leaves, depth 1.
    If age <= 45: no (2 samples).
    If age > 45: yes (1 sample).
    """
    # What is folded is told as the picture has it: what is predicted there on average.
    shown = [at.node for at in visit(tree, max_depth) if at.is_end]
    n_samples, leaves = (
        plural(tree.root.n_samples, "sample"),
        plural(tree.n_leaves, "leaf", "leaves"),
    )
    head = f"{title_text(tree)}: {n_samples}, {leaves}, depth {tree.depth}."
    if len(shown) < tree.n_leaves:
        head += f" The picture shows it down to depth {max_depth}."
    lines = [_sentence(node) for node in shown]
    hidden = len(lines) - MAX_LEAVES
    more = [f"And {hidden} more {'leaf' if hidden == 1 else 'leaves'}."] if hidden > 0 else []
    return "\n".join([head, *lines[:MAX_LEAVES], *more])


def _sentence(end: Node) -> str:
    form = SplitFormat(end.tree.schema, digits=Words.digits)
    held = " and ".join(form.conditions(end.path))
    predicted = f"{'; '.join(predictions(end, Words.digits))} ({plural(end.n_samples, 'sample')})."
    return f"If {held}: {predicted}" if held else f"Always: {predicted}"
