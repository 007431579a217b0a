"""Redraws the pictures of the pages, next to this file.

Run it after a change of what pictures look like, and look at them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from arboretum import (
    CARTClassifier,
    CARTRegressor,
    ID3Classifier,
    ReadableTreeClassifier,
    TreeClassifier,
    datasets,
    explain,
    show,
)

FOLDER = Path(__file__).parent


def main() -> None:
    for name, draw in PICTURES.items():
        draw().save(FOLDER / f"{name}.png")


def readable() -> show.Picture:
    """The tree of the first page, with the path of one penguin."""
    return with_path(ReadableTreeClassifier())


def penguins() -> show.Picture:
    """A smaller one, as wide as a page."""
    return with_path(TreeClassifier(max_depth=2))


def with_path(estimator: Any) -> show.Picture:
    data = datasets.penguins()
    sample = {name: column[300] for name, column in data.X.items()}
    return show.plot(estimator.fit(data.X, data.y), path=sample, title="Palmer penguins")


def stability() -> show.Picture:
    """A tree with how often each of its questions comes back."""
    data = datasets.penguins()
    model = CARTClassifier().fit(data.X, data.y)
    return show.plot(model, stability=explain.stability(model, data.X, data.y, n_trees=50))


def weather() -> show.Picture:
    """A tree with more than two branches a question."""
    data = datasets.weather()
    return show.plot(ID3Classifier().fit(data.X, data.y))


def regions() -> show.Picture:
    """The plane of two features, cut by a tree."""
    data = datasets.penguins()
    two = {name: data.X[name] for name in ("bill_length_mm", "flipper_length_mm")}
    model = TreeClassifier(max_depth=3).fit(two, data.y)
    return show.regions(model, two, data.y, figsize=(5.0, 3.6))


def steps() -> show.Picture:
    """A line of steps."""
    data = datasets.steps()
    return show.regions(CARTRegressor().fit(data.X, data.y), data.X, data.y, figsize=(5.0, 3.0))


PICTURES: dict[str, Callable[[], show.Picture]] = {
    "readable": readable,
    "penguins": penguins,
    "stability": stability,
    "weather": weather,
    "regions": regions,
    "steps": steps,
}

if __name__ == "__main__":
    main()
