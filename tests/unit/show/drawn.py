"""What is on a drawn page, as the renderer sees it, and random trees to draw."""

from __future__ import annotations

import numpy as np

from arboretum import TreeClassifier, TreeRegressor

__all__ = ["boxes_of", "outside", "overlaps", "random_tree"]

WORDS = (
    "systolic",
    "pressure",
    "of",
    "the",
    "previous",
    "visit",
    "mean",
    "über",
    "Größe",
    "%",
    "$",
)


def boxes_of(picture):
    """The text of each label with its box in pixels."""
    picture.figure.set_dpi(100)
    renderer = picture.figure.canvas.get_renderer()
    drawn = [text for axes in picture.figure.axes for text in axes.texts]
    return [(text.get_text(), text.get_window_extent(renderer)) for text in drawn]


def overlaps(boxes):
    """Pairs of labels that share more than the rounding to a pixel."""
    x0, y0, x1, y1 = np.array([box.extents for _, box in boxes]).T
    wide = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
    high = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
    pairs = np.argwhere(np.triu((wide > 1.0) & (high > 1.0), k=1))
    return [(boxes[i][0], boxes[j][0]) for i, j in pairs]


def outside(picture, boxes):
    """Labels that leave the figure."""
    page = picture.figure.bbox
    return [
        text
        for text, box in boxes
        if box.x0 < -0.5 or box.y0 < -0.5 or box.x1 > page.x1 + 0.5 or box.y1 > page.y1 + 0.5
    ]


def random_tree(seed, n_leaves):
    """A tree of long names: classes or numbers, two branches a split or one for each category."""
    rng = np.random.default_rng(seed)
    n_samples = 400
    names = ["_".join(rng.choice(WORDS, rng.integers(1, 8))) + str(i) for i in range(6)]
    X = {}
    for i, name in enumerate(names):
        if i % 2:
            X[name] = rng.normal(size=n_samples) * 10.0 ** rng.integers(-3, 6)
        else:
            sets = [" ".join(rng.choice(WORDS, 4)) + str(k) for k in range(rng.integers(2, 9))]
            X[name] = rng.choice(sets, n_samples)
    limits = {"max_leaf_nodes": n_leaves, "random_state": 0}
    if seed % 3 == 0:
        return TreeRegressor(**limits).fit(X, rng.normal(size=n_samples) * 1e4).tree_
    classes = ["-".join(rng.choice(WORDS, 3)) + str(k) for k in range(rng.integers(2, 10))]
    splits = "multiway" if seed % 3 == 1 else "binary"
    return TreeClassifier(**limits, splits=splits).fit(X, rng.choice(classes, n_samples)).tree_
