"""A picture and its text alternative, to look at, to save, and to put into a page."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import ParameterError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Picture", "figure_of", "new_figure", "require_matplotlib"]

FORMATS = ("svg", "pdf", "png")
DPI = 200.0


@dataclass(frozen=True, eq=False, repr=False)
class Picture:
    """What every function here that draws gives back.

    Attributes
    ----------
    figure : matplotlib's Figure, to change before it is saved
    title : what it shows, in a few words
    alt : the same in sentences, for those who do not see it
    """

    figure: Figure
    title: str
    alt: str

    def save(self, file: str | os.PathLike[str]) -> None:
        """Write an SVG, PDF or PNG file, by the ending of its name.

        The text alternative goes with it: as title and description of an SVG file, as metadata of
        the others.  The same picture gives the same file.
        """
        kind = Path(file).suffix.lower().removeprefix(".")
        if kind not in FORMATS:
            raise ParameterError(
                f"{os.fspath(file)!r} does not say what to write. "
                f"Let the name end in .svg, .pdf or .png."
            )
        content = self.to_bytes(kind)
        with whole_file(file) as target:
            target.write(content)

    def to_bytes(self, kind: str) -> bytes:
        """The content of a file of a kind: "svg", "pdf" or "png"."""
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
        return f"<Picture of {self.title!r}, {width:.1f} by {height:.1f} inches>"


def new_figure(width: float, height: float) -> Figure:
    """An empty figure of a size in points that no window will ever show."""
    require_matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width / 72.0, height / 72.0), dpi=DPI)
    FigureCanvasAgg(figure)
    return figure


def figure_of(axes: Axes) -> Figure:
    """The whole figure that axes are on, be it by way of a part of it."""
    figure: Figure = axes.figure.canvas.figure
    return figure


def require_matplotlib() -> None:
    """Say how to get matplotlib where it is not."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise ImportError(
            'Pictures need matplotlib, which is not installed: pip install "arboretum[plot]".'
        ) from error


def _described(svg: bytes, alt: str) -> bytes:
    """An SVG file with a description that screen readers find."""
    head, rest = svg.split(b"<svg ", 1)
    attributes, rest = rest.split(b">", 1)
    description = f"<desc>{escape(alt)}</desc>".encode()
    return head + b'<svg role="img" ' + attributes + b">\n " + description + rest
