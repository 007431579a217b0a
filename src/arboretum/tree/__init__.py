"""The tree: what every learner grows, and what everything else reads."""

from arboretum.tree.builder import TreeBuilder
from arboretum.tree.fitted_models import FittedModels
from arboretum.tree.format import SplitFormat, category_text, format_split, name_text, number_text
from arboretum.tree.linear_models import Equation, LinearModels
from arboretum.tree.node import Node
from arboretum.tree.node_models import NodeModels
from arboretum.tree.p_values import P_KINDS, PValue, PValues
from arboretum.tree.split import SPREADS, STAYS, Split, SplitKind
from arboretum.tree.split_table import CATEGORY, INTERVAL, KINDS, SplitTable
from arboretum.tree.surrogates import Surrogates, SurrogateSplit
from arboretum.tree.terms import Terms
from arboretum.tree.threads import n_threads
from arboretum.tree.tree import Tree
from arboretum.tree.visit import Visit, visit

__all__ = [
    "CATEGORY",
    "INTERVAL",
    "KINDS",
    "P_KINDS",
    "SPREADS",
    "STAYS",
    "Equation",
    "FittedModels",
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
