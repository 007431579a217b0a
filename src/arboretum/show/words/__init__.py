"""A tree, and what it is grown from, as text and tables."""
