"""From the values of nodes to what they predict.

The value of a node that predicts classes holds one weight a class; the classes
of several targets follow one another in blocks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arboretum.data.schema import Schema

__all__ = [
    "class_blocks",
    "decide",
    "expected_loss",
    "label_shares",
    "probabilities",
    "value_width",
]

FloatArray = npt.NDArray[np.float64]


def class_blocks(schema: Schema) -> list[slice]:
    """Where the classes of each nominal target stand in a value."""
    ends = np.cumsum([len(target.classes or ()) for target in schema.targets]).tolist()
    return [slice(start, end) for start, end in zip([0, *ends], ends, strict=False)]


def value_width(schema: Schema) -> int:
    """Length of the value of a node: one number a class, or one a numeric target."""
    if schema.is_classification:
        return sum(len(target.classes or ()) for target in schema.targets)
    return len(schema.targets)


def probabilities(schema: Schema, values: FloatArray) -> list[FloatArray]:
    """Class weights (n, width) as shares, one array a target; no weight at all is an even share."""
    shares = []
    for block in class_blocks(schema):
        weights = values[:, block]
        total = weights.sum(axis=1, keepdims=True)
        even = np.full_like(weights, 1.0 / max(1, weights.shape[1]))
        shares.append(np.divide(weights, total, out=even, where=total > 0))
    return shares


def label_shares(values: FloatArray) -> FloatArray:
    """The share that has each label, (n, 2 n_labels) -> (n, n_labels); none of no weight at all."""
    without, there = values[:, ::2], values[:, 1::2]
    total = without + there
    return np.divide(there, total, out=np.zeros_like(there), where=total > 0)


def decide(schema: Schema, values: FloatArray, loss: FloatArray | None) -> npt.NDArray[np.int32]:
    """The class code of each value and target, (n, width) -> (n, n_targets).

    The heaviest class or, with a loss matrix, the one of least expected loss;
    of equal ones the first.
    """
    codes = np.zeros((len(values), len(schema.targets)), dtype=np.int32)
    for k, block in enumerate(class_blocks(schema)):
        weights = values[:, block]
        if block.stop > block.start:
            best = weights.argmax(axis=1) if loss is None else (weights @ loss).argmin(axis=1)
            codes[:, k] = best
    return codes


def expected_loss(
    schema: Schema, values: FloatArray, weight: FloatArray, loss: FloatArray | None
) -> FloatArray:
    """Weight each node gets wrong, or its loss by the loss matrix, summed over targets."""
    codes = decide(schema, values, loss)
    total = np.zeros(len(values))
    nodes = np.arange(len(values))
    for k, block in enumerate(class_blocks(schema)):
        classes = values[:, block]
        whole = classes.sum(axis=1)
        # Subtracting before scaling keeps whole numbers whole if a value adds up to the weight.
        wrong = (
            whole - classes[nodes, codes[:, k]] if loss is None else (classes @ loss).min(axis=1)
        )
        total += wrong * np.divide(weight, whole, out=np.zeros_like(whole), where=whole > 0)
    return total
