"""Tables to propose splits from, without a source."""

from __future__ import annotations

import numpy as np

from arboretum.data import Dataset, Feature, Schema, Target
from arboretum.splits import Column
from arboretum.statistics import Statistics


def table_of(statistics_type, codes, targets, n_classes=None, weights=None):
    """(table, column, statistics) of one categorical feature given by codes."""
    codes = np.asarray(codes, dtype=np.int32)
    n_codes = int(codes.max()) + 1
    feature = Feature("colour", "categorical", tuple(f"c{i:02d}" for i in range(n_codes)))
    names = None if n_classes is None else tuple("abcdef"[:n_classes])
    dtype = np.float64 if n_classes is None else np.int32
    weights = np.ones(len(codes)) if weights is None else np.asarray(weights, dtype=np.float64)
    dataset = Dataset(
        Schema((feature,), (Target("y", names),)),
        (codes,),
        np.asarray(targets, dtype=dtype)[:, None],
        weights,
        np.ones(len(codes)),
    )
    statistics: Statistics = statistics_type(dataset)
    rows = np.arange(len(codes), dtype=np.int32)
    return statistics.table(codes, n_codes, rows), Column(0, feature, None), statistics


def numbers_of(statistics_type, values, targets, n_classes=None):
    """(table, column, statistics) of one numeric feature."""
    distinct, codes = np.unique(values, return_inverse=True)
    table, _, statistics = table_of(statistics_type, codes, targets, n_classes)
    return table, Column(0, Feature("size", "numeric"), distinct.astype(np.float64)), statistics
