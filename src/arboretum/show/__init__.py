"""Trees for the eye."""

from collections.abc import Callable

from arboretum.show.paper.charts import cp, importance, label_tree, residuals
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.plot import plot
from arboretum.show.paper.question_tree import question_tree
from arboretum.show.paper.regions import regions
from arboretum.show.paper.stopping_chart import stopping_path
from arboretum.show.web.framed import Page
from arboretum.show.web.html import html
from arboretum.show.words.rpart_frame import complexity_table, rpart_frame
from arboretum.show.words.table import table
from arboretum.show.words.text import dot, mermaid, text

__all__ = [
    "LANGUAGES",
    "Page",
    "Picture",
    "complexity_table",
    "cp",
    "dot",
    "html",
    "importance",
    "label_tree",
    "mermaid",
    "plot",
    "question_tree",
    "regions",
    "residuals",
    "rpart_frame",
    "stopping_path",
    "table",
    "text",
]

#: Languages that trees are written in, by the ending of a file: ``write(tree, max_depth=None)``.
LANGUAGES: dict[str, Callable[..., str]] = {
    ".dot": dot,
    ".gv": dot,
    ".mmd": mermaid,
}
