"""Samples to report on."""

from __future__ import annotations

import pytest

from arboretum import datasets


@pytest.fixture(scope="module")
def penguins():
    example = datasets.penguins()
    return example.X, example.y
