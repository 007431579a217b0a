"""Trees for the eye."""

from arboretum.show.complexity_table import complexity_table
from arboretum.show.cp import cp
from arboretum.show.dot import dot
from arboretum.show.html import html
from arboretum.show.importance import importance
from arboretum.show.label_tree import label_tree
from arboretum.show.mermaid import mermaid
from arboretum.show.picture import Picture
from arboretum.show.plot import plot
from arboretum.show.question_tree import question_tree
from arboretum.show.regions import regions
from arboretum.show.residuals import residuals
from arboretum.show.rpart_frame import rpart_frame
from arboretum.show.table import table
from arboretum.show.text import text

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
