"""A tree as a page to explore in a browser: one file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import os
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Literal, get_args

from arboretum.data.read.whole_file import whole_file
from arboretum.exceptions import ParameterError
from arboretum.explain import Stability
from arboretum.show.paper.recurrence import recurrence_of
from arboretum.show.web.framed import framed
from arboretum.show.web.page_document import page_document
from arboretum.show.web.page_samples import Samples
from arboretum.tree import Tree
from arboretum.tree.tree import found_tree
from arboretum.tree.words.format import targets_text

__all__ = ["content_hash", "frame", "html", "page_hashes"]

#: What a page may open with.
View = Literal["tree", "icicle", "questions"]
#: In this order they are one script.
SCRIPTS = (
    "numbers",
    "clock",
    "tree",
    "route",
    "what_if",
    "colours",
    "elements",
    "bars",
    "shape",
    "explorer",
    "measure",
    "labels",
    "arrange",
    "ribbons",
    "fold_to_window",
    "card",
    "details",
    "camera",
    "stage",
    "hover",
    "gestures",
    "keys",
    "tabs",
    "icicle_plan",
    "icicle",
    "fields",
    "sample",
    "interview",
    "questions",
    "questions_end",
    "size",
    "lists",
    "search",
    "print",
    "views",
    "main",
)
#: In this order they are one style.
STYLES = ("page", "stage", "icicle", "questions", "print")
#: A notebook keeps each page it shows; larger trees are printed instead.
MAX_NODES_IN_NOTEBOOK = 1000


def html(
    tree: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    X: Any = None,
    y: Any = None,
    max_rows: int = 1000,
    stability: Stability | None = None,
    title: str | None = None,
    view: View = "tree",
) -> str | None:
    """A page to explore a tree in a browser: fold, search, prune, follow a sample down.

    The page is one file.  It loads nothing, so it can be mailed or archived, and
    names are text on it, whatever they contain.

    Parameters
    ----------
    tree : a tree, or a fitted estimator
        An estimator that was cross-validated shows the errors beside the sizes.
    path : where to write it; by default the page is returned as text
    X : samples as for ``predict``, to pick from on the page
        They become part of the file.
    y : what is true of them
        The page shows it beside the prediction of a sample, and of numbers the distribution at
        each node, which is of all samples.
    max_rows : how many of them to take, the first ones; with ``y`` also 0, for the distributions
        alone
    stability : what ``explain.stability`` found; the details of each node say how often its
        question recurs
    title : the heading; the names of the targets by default
    view : {"tree", "icicle", "questions"}
        What the page opens with: the tree, the tree as cells as high as their samples, or a
        questionnaire that anyone can answer.  The reader can change it.

    Examples
    --------
    >>> from arboretum import TreeClassifier, show
    >>> model = TreeClassifier().fit({"age": [20, 30, 60]}, ["no", "no", "yes"])
    >>> page = show.html(model)
    >>> page.splitlines()[0]
    '<!doctype html>'
    """
    found = found_tree(tree)
    if view not in get_args(View):
        raise ParameterError(f"view={view!r} is not known. Use one of {', '.join(get_args(View))}.")
    given = Samples(X, y, max_rows)
    document = page_document(tree, found, given, recurrence_of(stability, found))
    heading = f"Tree of {targets_text(found.schema)}" if title is None else title
    page = _page(document | {"title": heading, "view": view}, heading, found.to_text(max_depth=5))
    if path is None:
        return page
    with whole_file(path) as file:
        file.write(page.encode("utf-8"))
    return None


def frame(tree: Tree, height: int = 560) -> str | None:
    """The page inside a frame, for notebooks; None for a tree too large to be kept there."""
    if tree.n_nodes > MAX_NODES_IN_NOTEBOOK:
        return None
    page = html(tree)
    assert page is not None  # without a path it is returned
    return framed(page, repr(tree), height)


def page_hashes() -> tuple[str, str]:
    """By what a content security policy knows the script and the style of the page."""
    style, script = _style_and_script()
    return content_hash(script), content_hash(style)


def _style_and_script() -> tuple[str, str]:
    folder = files("arboretum.show.web") / "page"
    style = "".join((folder / f"{name}.css").read_text(encoding="utf-8") for name in STYLES)
    parts = [(folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS]
    return style, '(() => {\n"use strict";\n' + "\n".join(parts) + "})();\n"


def _page(document: dict[str, Any], title: str, text: str) -> str:
    style, script = _style_and_script()
    template = Template((files("arboretum.show.web") / "page" / "page.html").read_text("utf-8"))
    return template.substitute(
        title=_text(title),
        text=_text(text),
        style=style,
        style_hash=content_hash(style),
        script=script,
        script_hash=content_hash(script),
        document=_json(document),
    )


def _text(text: str) -> str:
    # Half of a surrogate pair cannot be UTF-8.
    return escape(text.encode("utf-8", errors="backslashreplace").decode("utf-8"))


def _json(document: dict[str, Any]) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(document, allow_nan=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def content_hash(text: str) -> str:
    """By what a content security policy knows a script or a style."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return "sha256-" + base64.b64encode(digest).decode("ascii")
