"""Models at the nodes of a tree: what a node predicts where that depends on the sample."""
