"""A tree as a page for the browser."""
