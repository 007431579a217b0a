"""Small charts for the page: SVG with letters of the page, drawn from counts, never from rows."""
