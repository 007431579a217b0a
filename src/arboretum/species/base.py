"""What every species does: make a recipe of its parameters, grow a tree by it, prune that."""

from __future__ import annotations

from abc import ABC, abstractmethod
from numbers import Integral, Real
from textwrap import fill
from typing import TYPE_CHECKING, Any, ClassVar, Self

from arboretum import pruning
from arboretum.criteria import CLASS_CRITERIA, NUMBER_CRITERIA, Criterion, PerTarget
from arboretum.data import Dataset, Schema
from arboretum.growing import Progress, Recipe, grow_in_memory
from arboretum.growing.many import step_of, unfitted
from arboretum.model import Model, TreeModel
from arboretum.part import Parameters, is_whole, resolve
from arboretum.pruning import ComplexityTable, CostComplexity, Predicate, Pruner
from arboretum.species.parameters import resolve_criterion
from arboretum.tree import Tree, n_threads
from arboretum.tree.words.threshold import learn_digits

__all__ = ["ClassSpecies", "NumberSpecies", "Species"]

#: How the parameters of a species are broken into lines: between them alone.
WIDTH, STUCK = 80, "\N{NO-BREAK SPACE}"
WHOLE_WORDS: Any = {"break_long_words": False, "break_on_hyphens": False}


class Species(Parameters, ABC):
    """Grows a tree by a recipe; :class:`~arboretum.estimators.base.TreeEstimator` says the rest.

    It needs no scikit-learn: importing that takes longer than growing most trees.
    """

    #: Whether limits cut the grown tree off and change nothing else.
    limits_are_nested: ClassVar[bool] = False
    _nominal: ClassVar[bool]
    model_: Model
    _cp_table: ComplexityTable | None

    if TYPE_CHECKING:  # the parameters that the constructors of species assign

        def __getattr__(self, name: str) -> Any: ...

    @abstractmethod
    def _recipe(self, schema: Schema) -> Recipe:
        """The parts of this species; what depends on samples is measured when a tree is grown."""

    def as_named(self, n_folds: int, seed: int) -> Self:
        """What the name of the species stands for in a report or a comparison of that many folds.

        A species that stops by itself is what its parameters say.
        """
        return self

    def chosen_class_weight(self) -> Any:
        """How classes are weighted, as in ``class_weight=``; None if they are not."""
        return None

    @property
    def was_interrupted(self) -> bool:
        """Whether Ctrl-C ended a search, which kept the best tree that it had; others raise."""
        return False

    def training_samples(self, dataset: Dataset) -> Dataset:
        """The samples of an encoded dataset that trees are grown from."""
        return dataset

    def fit_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Self:
        """Grow a tree from an encoded dataset, reporting progress."""
        dataset = self.training_samples(dataset)
        pruner = self.chosen_pruner()
        growing, judging = (dataset, dataset) if pruner is None else pruner.partition(dataset)
        n_others = self.n_folds_to_prune()
        tree = self.grow_dataset(growing, step_of(progress, 0, n_others + 1))
        rest = step_of(progress, 1, n_others + 1, n_others)
        tree = self._pruned(pruner, tree, judging, rest)
        self.tree_ = learn_digits(tree, dataset.columns)
        return self

    def grow_dataset(self, dataset: Dataset, progress: Progress | None = None) -> Tree:
        """The tree of the species that grows from these samples, before any pruning."""
        recipe = self._recipe(dataset.schema)
        recipe.missing.check_training(dataset)
        threads = n_threads(self.n_jobs, dataset.n_rows)
        tree, self.grower_ = grow_in_memory(dataset, recipe, threads, progress)
        return self._worth_growing(tree)

    def _worth_growing(self, tree: Tree) -> Tree:
        """The grown tree as the species keeps it, before any pruning."""
        return tree

    def _pruned(
        self, pruner: Pruner | None, tree: Tree, dataset: Dataset | None, progress: Progress | None
    ) -> Tree:
        """The pruned tree; the table of a cross-validation is kept."""
        self._cp_table = None
        if pruner is None:
            return tree
        if isinstance(pruner, CostComplexity) and pruner.cv is not None:
            n_rows = 0 if dataset is None else dataset.n_rows
            threads = n_threads(self.n_jobs, n_rows * _n_folds(pruner))
            self._cp_table = pruner.table(tree, dataset, threads, progress)
            return pruner.prune_by(self._cp_table, tree)
        return pruner.prune(tree, dataset)

    def chosen_pruner(self) -> Pruner | None:
        """What makes the grown tree smaller, if anything."""
        return None if self.pruning is None else self.pruner_of(self.pruning)

    def n_folds_to_prune(self) -> int:
        """How many trees the pruner grows by itself, two if that is not known before."""
        return _n_folds(self.chosen_pruner())

    def pruned_by(self, pruner: Pruner) -> Species:
        """A new species that grows trees as this one did, and prunes them by another pruner."""
        other: Species = unfitted(self)
        return other.set_params(pruning=pruner)

    def settled(self) -> Species:
        """A species that grows trees as this one did, with what it chose held.

        Where choosing takes many times the work of growing, and many trees are to be grown.
        """
        return self

    def pruner_of(self, value: Any) -> Pruner:
        """A pruner, its short name, or a function of a node, as a pruner of this species."""
        if callable(value) and not isinstance(value, type):
            return Predicate(value)
        return resolve(value, Pruner, pruning.KNOWN, "pruning")

    @property
    def tree_(self) -> Tree:
        """The tree: print it, save it, ask its nodes."""
        model = self.model_
        assert isinstance(model, TreeModel)
        return model.tree

    @tree_.setter
    def tree_(self, tree: Tree) -> None:
        self.model_ = TreeModel(tree)

    @property
    def cp_table_(self) -> ComplexityTable:
        """The nested trees of cost-complexity pruning with their prices, as rpart's ``cptable``.

        With the errors in cross-validation if ``pruning=CostComplexity(cv=...)``
        made it; then all trees it chose from are there.
        """
        if self._cp_table is not None:
            return self._cp_table
        pruner = self.pruner_of(CostComplexity())
        assert isinstance(pruner, CostComplexity)
        return pruner.table(self.tree_)

    def __repr__(self) -> str:
        """What was asked for beyond the defaults, as scikit-learn shows it."""
        usual = type(self)().get_params(deep=False)
        given = sorted(self.get_params(deep=False).items())
        shown = [f"{name}={value!r}" for name, value in given if repr(value) != repr(usual[name])]
        name, stuck = type(self).__name__, ", ".join(one.replace(" ", STUCK) for one in shown)
        indent = " " * (len(name) + 1)
        lines = fill(f"{name}({stuck})", WIDTH, subsequent_indent=indent, **WHOLE_WORDS)
        return lines.replace(STUCK, " ")


def _n_folds(pruner: Pruner | None) -> int:
    if not isinstance(pruner, CostComplexity) or pruner.cv is None:
        return 0
    repeats = pruner.repeats if is_whole(pruner.repeats) else 1  # else refused where it is used
    if isinstance(pruner.cv, Real):
        return repeats * (int(pruner.cv) if isinstance(pruner.cv, Integral) else 1)
    return 2


class ClassSpecies(Species):
    """A species of trees that predict classes."""

    _nominal = True

    def chosen_class_weight(self) -> Any:
        return self.class_weight

    def _criterion(self, schema: Schema) -> Criterion:
        criterion = resolve_criterion(
            self.criterion, CLASS_CRITERIA, NUMBER_CRITERIA, "class", "number"
        )
        return self._for_targets(criterion, schema)

    @staticmethod
    def _for_targets(criterion: Criterion, schema: Schema) -> Criterion:
        """The criterion of one target as the mean over all there are."""
        targets = schema.targets
        if len(targets) == 1:
            return criterion
        return PerTarget(criterion, tuple(len(target.classes or ()) for target in targets))


class NumberSpecies(Species):
    """A species of trees that predict one number, or several at once."""

    _nominal = False

    def _criterion(self) -> Criterion:
        return resolve_criterion(self.criterion, NUMBER_CRITERIA, CLASS_CRITERIA, "number", "class")
