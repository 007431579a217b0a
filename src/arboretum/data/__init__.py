"""Data in: from the user's table to encoded samples with names."""

from __future__ import annotations

from arboretum.data.dataset import MISSING, UNSEEN, Dataset
from arboretum.data.schema import Category, Feature, Kind, Schema, Target

__all__ = [
    "MISSING",
    "UNSEEN",
    "Category",
    "Dataset",
    "Feature",
    "Kind",
    "Schema",
    "Target",
]
