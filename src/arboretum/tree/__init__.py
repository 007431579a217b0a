"""The tree: what every learner grows, and what everything else reads."""

from arboretum.tree.builder import TreeBuilder
from arboretum.tree.hyperplane import Hyperplane
from arboretum.tree.kept_rows import KeptRows
from arboretum.tree.models.fitted_models import FittedModels
from arboretum.tree.models.linear_models import Equation, LinearModels, Terms
from arboretum.tree.models.node_models import NodeModels
from arboretum.tree.node import Node, Visit, visit
from arboretum.tree.node_splits import P_KINDS, PValue, PValues, Surrogates, SurrogateSplit
from arboretum.tree.predict.threads import n_threads
from arboretum.tree.split import (
    CATEGORY,
    INTERVAL,
    KINDS,
    SPREADS,
    STAYS,
    Split,
    SplitKind,
    SplitTable,
)
from arboretum.tree.tree import Tree
from arboretum.tree.words.format import (
    SplitFormat,
    category_text,
    format_split,
    name_text,
    number_text,
)

__all__ = [
    "CATEGORY",
    "INTERVAL",
    "KINDS",
    "P_KINDS",
    "SPREADS",
    "STAYS",
    "Equation",
    "FittedModels",
    "Hyperplane",
    "KeptRows",
    "LinearModels",
    "Node",
    "NodeModels",
    "PValue",
    "PValues",
    "Split",
    "SplitFormat",
    "SplitKind",
    "SplitTable",
    "SurrogateSplit",
    "Surrogates",
    "Terms",
    "Tree",
    "TreeBuilder",
    "Visit",
    "category_text",
    "format_split",
    "n_threads",
    "name_text",
    "number_text",
    "visit",
]
