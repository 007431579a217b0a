"""Models: what stands between a grown tree and whoever asks it for predictions."""

from arboretum.model.label_model import LabelModel
from arboretum.model.model import Model
from arboretum.model.model_of import model_of
from arboretum.model.protocol import TreeGrower
from arboretum.model.tree_model import TreeModel

__all__ = ["LabelModel", "Model", "TreeGrower", "TreeModel", "model_of"]
