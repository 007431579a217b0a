"""Data in: from the user's table to encoded samples with names."""

from __future__ import annotations

from arboretum.data.contradictions import Contradiction, Contradictions, contradictions
from arboretum.data.dataset import MISSING, UNSEEN, Dataset
from arboretum.data.encode.dataset_from import make_dataset
from arboretum.data.encode.features import count_unseen, encode_features, encode_like
from arboretum.data.encode.targets import encode_targets
from arboretum.data.encode.weights import Prior, class_weights, encode_weights
from arboretum.data.hierarchy import Hierarchy
from arboretum.data.label_sets import LabelSets
from arboretum.data.loss import loss_matrix
from arboretum.data.read.clus_arff import HierarchicalTable, read_clus_arff
from arboretum.data.read.notes import Notes
from arboretum.data.read.options import MISSING_WORDS, ReadOptions
from arboretum.data.read.read_file import read_frame
from arboretum.data.read.table_file import (
    read_dataset,
    read_like,
    text_columns,
)
from arboretum.data.schema import Category, Closed, Feature, Kind, Schema, Target

__all__ = [
    "MISSING",
    "MISSING_WORDS",
    "UNSEEN",
    "Category",
    "Closed",
    "Contradiction",
    "Contradictions",
    "Dataset",
    "Feature",
    "HierarchicalTable",
    "Hierarchy",
    "Kind",
    "LabelSets",
    "Notes",
    "Prior",
    "ReadOptions",
    "Schema",
    "Target",
    "class_weights",
    "contradictions",
    "count_unseen",
    "encode_features",
    "encode_like",
    "encode_targets",
    "encode_weights",
    "loss_matrix",
    "make_dataset",
    "read_clus_arff",
    "read_dataset",
    "read_frame",
    "read_like",
    "text_columns",
]
