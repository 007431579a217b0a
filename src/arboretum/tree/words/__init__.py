"""A tree, its questions and its numbers in words."""
