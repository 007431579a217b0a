"""A page for the browser as an object, and inside a frame."""

from __future__ import annotations

import os
import tempfile
import webbrowser
from dataclasses import dataclass
from html import escape
from pathlib import Path

from arboretum.data.read.whole_file import whole_file

__all__ = ["Page", "framed"]


@dataclass(frozen=True)
class Page:
    """A page for the browser: a notebook shows it; ``save`` writes it, ``open`` opens it.

    Attributes
    ----------
    content : the page as text
    title : what it shows, in a few words
    """

    content: str
    title: str

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the page to a file that ends in .html."""
        with whole_file(path) as file:
            file.write(self.content.encode("utf-8"))

    def open(self) -> Path:
        """Write the page to a temporary file and open it in the browser; where it is."""
        with tempfile.NamedTemporaryFile(prefix="arboretum-", suffix=".html", delete=False) as file:
            path = Path(file.name)
        self.save(path)
        webbrowser.open(path.as_uri())
        return path

    def _repr_html_(self) -> str:
        return framed(self.content, self.title)

    def __repr__(self) -> str:
        return f"<Page {self.title!r}, {len(self.content) / 1000:.0f} kB: save(path) or open() it>"


def framed(page: str, title: str, height: int = 560) -> str:
    """A page inside a frame.

    The frame keeps the styles of page and notebook apart, and the page from
    the notebook: it may run its own script and be printed, nothing else.
    """
    title = escape(title.encode("utf-8", errors="backslashreplace").decode("utf-8"))
    style = f"width: 100%; height: {height}px; border: 1px solid #ccc"
    return (
        f'<iframe srcdoc="{escape(page)}" sandbox="allow-scripts allow-modals" '
        f'title="{title}" style="{style}"></iframe>'
    )
