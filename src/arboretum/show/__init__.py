"""Trees for the eye."""

from arboretum.show.complexity_table import complexity_table
from arboretum.show.rpart_frame import rpart_frame
from arboretum.show.text import text

__all__ = ["complexity_table", "rpart_frame", "text"]
