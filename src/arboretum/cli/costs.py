"""Options for what classes, mistakes and features count or cost, and what becomes of them."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arboretum.cli import arguments

if TYPE_CHECKING:
    from arboretum.data import Category, Dataset
    from arboretum.search.loss import Loss

__all__ = ["class_weights", "options", "priced", "priced_alike", "weighed"]

#: Options that say how much classes count, and where their values are.
WEIGHING = (("--class-weight", "class_weights"), ("--prior", "priors"))


def number_by_name(word: str, example: str) -> Callable[[str], str]:
    """Check a word, or a name and a number of at least 0 as in ill=5; the text stays as it is."""

    def read(text: str) -> str:
        name, _, number = text.rpartition("=")
        if text != word and not (name and _is_number(number)):
            either = f"{word} or " if word else ""
            raise click.BadParameter(f"{text!r} should be {either}{example}.")
        return text

    return read


def _is_number(text: str) -> bool:
    try:
        return 0.0 <= float(text) < float("inf")
    except ValueError:
        return False


def loss(text: str) -> str | Path:
    """Check what a mistake costs, or find the file that says so."""
    mistake, _, number = text.rpartition("=")
    if ":" in mistake and _is_number(number):
        return text
    if not Path(text).suffix:
        raise click.BadParameter(
            f"{text!r} should be TRUE:PREDICTED=COST, as in ill:well=50, or a CSV file with a row "
            "per true class and a column per predicted one."
        )
    return arguments.Input().convert(text, None, None)


def _of_each(option: str, values: str, kind: Any, metavar: str, help: str) -> arguments.Decorator:
    """An option that is given once per class, mistake or column."""
    help = f"{help} May be repeated."
    return click.option(option, values, type=kind, metavar=metavar, multiple=True, help=help)


class_weights = _of_each(
    "--class-weight",
    "class_weights",
    number_by_name("balanced", "CLASS=WEIGHT, as in ill=10"),
    "CLASS=WEIGHT",
    "Multiply the weight of all rows of a class; balanced: give all classes the same weight.",
)

options = arguments.together(
    class_weights,
    _of_each(
        "--prior",
        "priors",
        number_by_name("equal", "CLASS=SHARE, as in ill=0.01"),
        "CLASS=SHARE",
        "Share of a class where the tree will be used, if it differs from that in DATA, one per "
        "class; equal: the same for all.",
    ),
    _of_each(
        "--loss",
        "losses",
        loss,
        "TRUE:PREDICTED=COST",
        "What it costs to take a class for another, as in ill:well=50; a mistake that is not named "
        "costs 1. Or a CSV file: a row per true class, a column per predicted one.",
    ),
    _of_each(
        "--feature-cost",
        "feature_costs",
        arguments.cost,
        "COLUMN=COST",
        "What it costs to observe a column; 1 if not named. Splits are ranked by what they gain "
        "per cost.",
    ),
)


def priced(
    dataset: Dataset, estimator: Any, given: Mapping[str, Any]
) -> tuple[Dataset, tuple[str, ...]]:
    """Tell an estimator what the options say; the rows, weighted by class, and what to note."""
    known = estimator.get_params(deep=False)
    for option, values in (*WEIGHING, ("--loss", "losses")):
        if given[values]:
            _classes(dataset, option)
    if given["losses"]:
        _require(known, given["species"], "loss", "--loss")
        estimator.set_params(loss=_losses(dataset, given["losses"]))
    if given["feature_costs"]:
        _require(known, given["species"], "feature_costs", "--feature-cost")
        estimator.set_params(feature_costs=_feature_costs(dataset, given["feature_costs"]))
    if given["priors"] and not given["class_weights"] and "prior" in known:
        estimator.set_params(prior=_shares(dataset, given["priors"]))
        told = f"The tree was grown for {_words('--prior', given['priors'])}: it predicts as if "
        told += "classes had these shares. Errors are those of the rows as they came."
        return dataset, (told,)
    for option, values in WEIGHING:
        if given[values]:
            _require(known, given["species"], "class_weight", option)
    return weighed(dataset, given)


def priced_alike(
    dataset: Dataset,
    estimators: dict[str, Any],
    excluded: dict[str, str],
    given: Mapping[str, Any],
) -> tuple[Dataset, tuple[str, ...], Loss | None]:
    """Tell several estimators what the options say; the rows, what to note, and what mistakes cost.

    Those that cannot be told are moved to ``excluded``, each with the reason.
    """
    from arboretum.data import loss_matrix
    from arboretum.search.loss import ClassLoss

    losses = _losses(dataset, given["losses"]) if given["losses"] else None
    prices = _feature_costs(dataset, given["feature_costs"]) if given["feature_costs"] else None
    for option, parameter, value in (
        ("--loss", "loss", losses),
        ("--feature-cost", "feature_costs", prices),
    ):
        for name, estimator in list(estimators.items()) if value is not None else ():
            if parameter in estimator.get_params(deep=False):
                estimator.set_params(**{parameter: value})
            else:
                excluded[name] = f"it has no {option}."
                del estimators[name]
    if not estimators:
        reasons = " ".join(f"{name}: {why}" for name, why in excluded.items())
        raise click.UsageError(
            f"No species is left to compare. {reasons} Without --species all that apply take part."
        )
    dataset, told = weighed(dataset, given)
    matrix = loss_matrix(losses, dataset.schema.targets[0].classes or ()) if losses else None
    return dataset, told, None if matrix is None else ClassLoss(matrix)


def _require(known: Mapping[str, Any], species: str, parameter: str, option: str) -> None:
    """Refuse an option that a species does not have, and say which do."""
    if parameter in known:
        return
    from arboretum.species import CLASSIFIERS, REGRESSORS

    enough = {parameter, "prior"} if option == "--prior" else {parameter}
    having = [
        name
        for name, one in {**REGRESSORS, **CLASSIFIERS}.items()
        if enough & one().get_params(deep=False).keys()
    ]
    instead = " It takes --prior." if "prior" in known and option == "--class-weight" else ""
    raise click.UsageError(
        f"--species {species} has no {option}; {', '.join(sorted(having))} have.{instead}"
    )


def weighed(dataset: Dataset, given: Mapping[str, Any]) -> tuple[Dataset, tuple[str, ...]]:
    """The rows with weights by class, whatever is grown from them, and what to note of that."""
    from arboretum.data import Prior
    from arboretum.data import class_weights as weights_by_row

    if given["class_weights"] and given["priors"]:
        raise click.UsageError(
            "--class-weight and --prior both say how much classes count; give one of them."
        )
    if given["class_weights"]:
        option, values = "--class-weight", given["class_weights"]
        weight: Any = _by_class(dataset, option, values, "balanced") or "balanced"
    elif given["priors"]:
        option, values = "--prior", given["priors"]
        weight = Prior(_shares(dataset, values))
    else:
        return dataset, ()
    assert dataset.targets is not None
    by_row = weights_by_row(weight, dataset.schema.targets, dataset.targets, dataset.weights)
    kept = by_row.nonzero()[0]
    if len(kept) == 0:
        raise click.UsageError(f"{option} leaves no row any weight.")
    weighted = replace(dataset, weights=dataset.weights * by_row)
    told = f"Classes are weighed by {_words(option, values)}: errors and shares of classes are "
    told += "those of the weighted rows, not of the rows as they came."
    return weighted if len(kept) == dataset.n_rows else weighted.take(kept), (told,)


def _words(option: str, values: Sequence[object]) -> str:
    return " ".join(f"{option} {value}" for value in values)


def _classes(dataset: Dataset, option: str) -> dict[str, Category]:
    """The classes of the target by what the user calls them."""
    targets = dataset.schema.targets
    if not dataset.schema.is_classification:
        raise click.UsageError(
            f"{option} is for classes, but {targets[0].name!r} holds numbers. If they stand for "
            "classes, pass --task classes."
        )
    if len(targets) > 1:
        raise click.UsageError(f"{option} is for one --target, but there are {len(targets)}.")
    return {str(category): category for category in targets[0].classes or ()}


def _known_class(classes: Mapping[str, Category], option: str, name: str) -> Category:
    if name not in classes:
        raise click.UsageError(
            f"{option}: {name!r} is not a class. The classes are: {', '.join(classes)}."
        )
    return classes[name]


def _by_class(
    dataset: Dataset, option: str, given: Sequence[str], word: str
) -> dict[Category, float]:
    """Numbers by class; empty for the word that gives all classes the same."""
    classes = _classes(dataset, option)
    if word in given:
        if len(given) > 1:
            raise click.UsageError(f"{option} {word} stands alone, or name classes instead.")
        return {}
    found: dict[Category, float] = {}
    for text in given:
        name, _, number = text.rpartition("=")
        category = _known_class(classes, option, name)
        if category in found:
            raise click.UsageError(f"{option} names class {name!r} twice.")
        found[category] = float(number)
    return found


def _shares(dataset: Dataset, given: Sequence[str]) -> dict[Category, float]:
    """A share per class; the library takes any numbers that are in the right proportions."""
    classes = _classes(dataset, "--prior")
    found = _by_class(dataset, "--prior", given, "equal")
    if not found:
        return dict.fromkeys(classes.values(), 1.0 / len(classes))
    left_out = [name for name, category in classes.items() if category not in found]
    if left_out:
        raise click.UsageError(f"--prior: name a share of every class, also {', '.join(left_out)}.")
    for category, share in found.items():
        if share == 0:
            raise click.UsageError(f"--prior {category}=0: a share must be above 0.")
    return found


# Mistakes and features ----------------------------------------------------------


def _losses(dataset: Dataset, given: Sequence[str | Path]) -> dict[tuple[Any, Any], float]:
    classes = _classes(dataset, "--loss")
    found: dict[tuple[Any, Any], float] = {}
    for one in given:
        found |= _read_matrix(one, classes) if isinstance(one, Path) else _mistake(one, classes)
    for (true, predicted), cost in found.items():
        if true == predicted and cost != 0:
            raise click.UsageError(f"--loss: {true}:{true} is right and must cost 0.")
    return found


def _mistake(text: str, classes: Mapping[str, Category]) -> dict[tuple[Any, Any], float]:
    """The two classes may have colons in their names, too."""
    mistake, _, cost = text.rpartition("=")
    pieces = mistake.split(":")
    pairs = [(":".join(pieces[:i]), ":".join(pieces[i:])) for i in range(1, len(pieces))]
    true, predicted = next((pair for pair in pairs if classes.keys() >= set(pair)), pairs[0])
    key = tuple(_known_class(classes, "--loss", name) for name in (true, predicted))
    return {(key[0], key[1]): float(cost)}


def _read_matrix(path: Path, classes: Mapping[str, Category]) -> dict[tuple[Any, Any], float]:
    """Costs by true and predicted class from a file that names both."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)]
    except (csv.Error, UnicodeDecodeError):  # not a table at all
        rows = []
    if len(rows) < 2:
        raise click.UsageError(
            f"--loss {path}: expected a line of predicted classes and a line per true class."
        )
    predicted = [_known_class(classes, f"--loss {path}", name) for name in rows[0][1:]]
    found: dict[tuple[Any, Any], float] = {}
    for name, *cells in rows[1:]:
        true = _known_class(classes, f"--loss {path}", name)
        if len(cells) != len(predicted) or not all(map(_is_number, cells)):
            raise click.UsageError(
                f"--loss {path}: the line of {name!r} should have {len(predicted)} costs, numbers "
                "of at least 0."
            )
        found |= {(true, one): float(cell) for one, cell in zip(predicted, cells, strict=True)}
    return found


def _feature_costs(dataset: Dataset, given: Sequence[tuple[str, float]]) -> dict[str, float]:
    names = dataset.schema.feature_names
    for column, cost in given:
        if column not in names:
            raise click.UsageError(
                f"--feature-cost: {column!r} is not a feature. The features are: "
                f"{', '.join(names)}."
            )
        if not 0 < cost < float("inf"):
            raise click.UsageError(f"--feature-cost {column}={cost:g}: a cost must be above 0.")
    return dict(given)
