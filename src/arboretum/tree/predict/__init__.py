"""Where samples go in a tree, and what they get there."""
