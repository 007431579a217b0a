"""One class against the rest, then the next against what is left: classification in stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from arboretum.data import Dataset, Target
from arboretum.exceptions import ParameterError, UnsupportedCombination
from arboretum.growing import Progress, questions_of, replay
from arboretum.growing.keep_rows import keep_rows
from arboretum.growing.many import unfitted
from arboretum.sources import open_source
from arboretum.species.base import Species
from arboretum.tree import Split, Tree
from arboretum.tree.words.threshold import learn_digits

__all__ = ["grow_staged"]

#: What all classes are called that are not to be told apart yet.
REST = "the rest"

Questions = dict[tuple[int, ...], Split | str]


def grow_staged(
    species: Species,
    dataset: Dataset,
    order: Sequence[object] | None = None,
    progress: Progress | None = None,
) -> Tree:
    """The tree that tells the first class of an order from the rest, then the second, and so on.

    Each stage is a tree of two classes, grown as the species grows one, at every leaf of the
    stages before that decides for what is left.  All of them together are one tree of all classes.
    """
    classes = _require_classes(species, dataset)
    codes = _codes(classes, order)
    recipe = species._recipe(dataset.schema).fitted(dataset)
    if recipe.missing.makes_fractions:
        raise UnsupportedCombination(
            "A sample that goes down several branches is at no one leaf from where the next stage "
            "could start. Use a missing policy that sends it to one, such as 'direction'."
        )
    stages = _Stages(species, dataset, codes, progress)
    stages.grow((), np.arange(dataset.n_rows), 0)
    source = open_source(dataset, recipe.criterion.count(dataset))
    tree = replay(stages.questions, source, replace(recipe, keep_rows=False))
    tree = keep_rows(tree, dataset) if recipe.keep_rows else tree
    return learn_digits(tree, dataset.columns)


def _require_classes(species: Species, dataset: Dataset) -> Sequence[object]:
    classes = dataset.schema.classes
    if classes is None:
        raise UnsupportedCombination(
            "Stages part the classes of one target, and there are several targets, or numbers. "
            "Pass one target of classes."
        )
    for name in ("loss", "prior"):
        if getattr(species, name, None) is not None:
            raise UnsupportedCombination(
                f"{name}= speaks of all classes, but a stage knows two of them. Leave it out."
            )
    return classes


def _codes(classes: Sequence[object], order: Sequence[object] | None) -> list[int]:
    """The classes in the order in which they are told apart."""
    if order is None:
        return list(range(len(classes)))
    known = {name: code for code, name in enumerate(classes)}
    if sorted(map(str, order)) != sorted(map(str, classes)) or not set(order) <= set(known):
        raise ParameterError(
            f"order={order!r} must name each class once: {', '.join(map(repr, classes))}."
        )
    return [known[name] for name in order]


class _Stages:
    """The questions of all stages, by the branches that lead to them from the root."""

    def __init__(
        self, species: Species, dataset: Dataset, codes: list[int], progress: Progress | None
    ) -> None:
        assert dataset.targets is not None
        self.species = species
        self.dataset = dataset
        self.codes = codes
        self.progress = progress
        self.target = np.asarray(dataset.targets[:, 0])
        self.questions: Questions = {}
        self.done = 0.0

    def grow(self, path: tuple[int, ...], rows: npt.NDArray[np.intp], first: int) -> None:
        """Grow the stages from ``first`` on, from the samples that one place holds."""
        here = set(self.target[rows].tolist())
        stage = next((k for k in range(first, len(self.codes)) if self.codes[k] in here), None)
        if stage is None or len(here) == 1:
            self._end(rows)
            return
        tree = unfitted(self.species).fit_dataset(self._two_classes(rows, stage)).tree_
        self._keep(path, tree)
        node_of_row = tree.apply(self.dataset.sharing(rows).columns)
        is_last = stage + 2 >= len(self.codes)
        for node, place in _leaves_with_places(tree):
            at_leaf = rows[node_of_row == node]
            decides_for_rest = tree.decisions[node, 0] == 1
            if is_last or not decides_for_rest:
                self._end(at_leaf)
            else:
                self.grow((*path, *place), at_leaf, stage + 1)

    def _keep(self, path: tuple[int, ...], tree: Tree) -> None:
        for place, asked in questions_of(tree).items():
            self.questions[(*path, *place)] = asked

    def _end(self, rows: npt.NDArray[np.intp]) -> None:
        """Report that samples are at a leaf."""
        self.done += float(self.dataset.weights[rows].sum())
        if self.progress is not None:
            self.progress(self.done, float(self.dataset.weights.sum()))

    def _two_classes(self, rows: npt.NDArray[np.intp], stage: int) -> Dataset:
        """The samples as those of one class and those of the rest."""
        some, (target,) = self.dataset.sharing(rows), self.dataset.schema.targets
        assert target.classes is not None
        code = self.codes[stage]
        names = (str(target.classes[code]), REST)
        is_rest = (self.target[rows] != code).astype(np.int32)[:, None]
        schema = replace(some.schema, targets=(Target(target.name, names),))
        return replace(some, schema=schema, targets=is_rest)


def _leaves_with_places(tree: Tree) -> list[tuple[int, tuple[int, ...]]]:
    """Each leaf and the branches that lead to it from the root."""
    return [
        (node, place) for node, place in enumerate(questions_of(tree)) if bool(tree.is_leaf[node])
    ]
