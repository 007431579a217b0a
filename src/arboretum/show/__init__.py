"""Trees for the eye."""

from arboretum.show.paper.cp import cp
from arboretum.show.paper.importance import importance
from arboretum.show.paper.label_tree import label_tree
from arboretum.show.paper.picture import Picture
from arboretum.show.paper.plot import plot
from arboretum.show.paper.question_tree import question_tree
from arboretum.show.paper.regions import regions
from arboretum.show.paper.residuals import residuals
from arboretum.show.web.html import html
from arboretum.show.words.complexity_table import complexity_table
from arboretum.show.words.dot import dot
from arboretum.show.words.mermaid import mermaid
from arboretum.show.words.rpart_frame import rpart_frame
from arboretum.show.words.table import table
from arboretum.show.words.text import text

__all__ = [
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
    "table",
    "text",
]
