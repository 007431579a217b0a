"""Models: what stands between a grown tree and all that asks it for predictions."""

from arboretum.model.label_model import LabelModel
from arboretum.model.model import Model, TreeGrower
from arboretum.model.tree_model import TreeModel, model_of, samples_like

__all__ = ["LabelModel", "Model", "TreeGrower", "TreeModel", "model_of", "samples_like"]
