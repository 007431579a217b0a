"""Trees for the eye."""

from arboretum.show.rpart_frame import complexity_table, rpart_frame
from arboretum.show.text import text

__all__ = ["complexity_table", "rpart_frame", "text"]
