"""Messages of the library in the words of the command line."""

from __future__ import annotations

import ast
import re
import shlex
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from inspect import signature
from typing import Any

__all__ = ["KIND_OPTIONS", "in_options"]


def _argument(quoted: str) -> str:
    """A name as Python quotes it, as a command line does."""
    return shlex.quote(ast.literal_eval(quoted))


QUOTED = r"'[^']*'|\"[^\"]*\""
#: Options that name columns of a kind, like the kind itself.
KIND_OPTIONS = ("categorical", "numeric", "date", "day-first", "month-first")
KINDS = "|".join(KIND_OPTIONS)

#: Phrases of the library, and what to say here.  Whole ones: a column may well be called "kinds".
_PHRASES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"\bwhich kinds does not list"), "which --ordered does not list"),
    (re.compile(r"^sample_weight (?=should |')"), "--weights "),
    (re.compile(r"Drop these samples from X and y,"), "Drop these rows from the file,"),
    (re.compile(r"\bnominal=True\b"), "--task classes"),
    (re.compile(r"\bnominal=False\b"), "--task numbers"),
    (
        re.compile(rf"\bCut them into .*?, call them categories with kinds=\{{({QUOTED}): .*$"),
        lambda found: (
            f"Call them categories, as in --categorical {_argument(found[1])}, or use "
            "--species c45."
        ),
    ),
    (
        re.compile(rf"\b(keep|ignore|decimal|thousands|encoding|delimiter|sheet)=({QUOTED})"),
        lambda found: f"--{found[1]} {_argument(found[2])}",
    ),
    (
        re.compile(rf"\bkinds=\{{({QUOTED}): '({KINDS})'\}}"),
        lambda found: f"--{found[2]} {_argument(found[1])}",
    ),
    (
        re.compile(rf"\bkinds\[({QUOTED})\]='({KINDS})'"),
        lambda found: f"--{found[2]} {_argument(found[1])}",
    ),
    (
        re.compile(rf"^Feature ({QUOTED}) (has .*) that Merge\(\) can handle\. .*$"),
        lambda found: (
            f"Column {found[1]} {found[2]} that --species chaid can handle. Leave it out by "
            f"--ignore {_argument(found[1])}, merge rare categories, or use --species cart."
        ),
    ),
    (re.compile(rf"\bna=\(({QUOTED}),\)"), lambda found: f"--na {_argument(found[1])}"),
    (re.compile(r"\bskip=(\d+)"), r"--skip \1"),
    (re.compile(r"\bheader=True\b"), "--header"),
    (
        re.compile(r"\bclass_weight='balanced', a prior or a loss"),
        "--class-weight balanced, --prior or --loss",
    ),
    (
        re.compile(r"but a regressor predicts numbers\. (.*?), or use a classifier\."),
        r"but --task numbers predicts numbers. \1, or pass --task classes.",
    ),
    (re.compile(r"^Unknown label type: continuous\. "), ""),
    (re.compile(r"\bUse a regressor, or convert"), "Pass --task numbers, or convert"),
    (re.compile(r"\bPass some, as in model\.prune\(.*$"), "Pass some: --data FILE."),
    (
        re.compile(r"\bPass X and y, or use ErrorBased\(raising=False\)"),
        "Pass them by --data, or use --set raising=false",
    ),
    (re.compile(r"\bPass X(?:, y)? and (?:y|sample_weight)\b.*$"), "Pass them: --data FILE."),
    (re.compile(r" The certificate_ says more\.$"), ""),
    (re.compile(r"; contradictions_ has all of them\.$"), "."),
    (re.compile(r" Use MinScore or a function of a node instead\.$"), ""),
    (re.compile(r" Say how to hold out samples, as in CostComplexity\(cv=10\)\.$"), ""),
    (
        re.compile(r"^row=(\d+) does not exist: X has (\d+) samples;"),
        r"--row \1: there are \2 rows;",
    ),
    (re.compile(r"^(immutable|cost)s? names\b"), r"--\1 names"),
    (re.compile(r"\b(must be) True or False\b"), r"\1 true or false"),
    (re.compile(r"\b(or) None\.$"), r"\1 null."),
)

#: What names parts, and the option that takes those names.
_PARTS = (
    ("arboretum.stopping:KNOWN", "--stopping"),
    ("arboretum.pruning:KNOWN", "--method"),
    ("arboretum.rules.post_pruning:KNOWN", "--method"),
    ("arboretum.missing:KNOWN", "--missing"),
    ("arboretum.species:CLASSIFIERS", "--species"),
    ("arboretum.species:REGRESSORS", "--species"),
)

#: Options by the names of parameters that have others in the library.
_OTHERS = {
    "max_leaves": "--max-leaf-nodes",
    "n_folds": "--folds",
    "n_trees": "--trees",
    "cv": "--folds",
}


def in_options(message: str) -> str:
    """A message that names options where the library names its parameters and parts.

    >>> in_options("column 'size' holds 'XL', which kinds does not list.")
    "column 'size' holds 'XL', which --ordered does not list."
    >>> in_options("To use it all the same: keep='job title'.")
    "To use it all the same: --keep 'job title'."
    >>> in_options("Fill them in or use missing='direction'.")
    'Fill them in or use --missing direction.'
    >>> in_options("alpha=7 of ChiSquare(alpha=7, bonferroni=False) must be a probability.")
    '--set alpha=7 of --stopping chi_square must be a probability.'
    >>> in_options("max_depth=-1 must be a whole number.")
    '--max-depth -1 must be a whole number.'
    """
    for phrase, here in _PHRASES:
        message = phrase.sub(here, message)
    for part, option in _named_parts():
        message = part.sub(option, message)
    return PARAMETER.sub(_option, message)


#: A name and its value; also a quoted text or an option with its setting, which stay as they are.
PARAMETER = re.compile(
    rf"--set \w+=|{QUOTED}|(?<![\w-])(?P<name>[a-z][a-z_0-9]*)=(?P<value>{QUOTED}|-?\w+(?:\.\w+)?)"
)


def _option(found: re.Match[str]) -> str:
    """A parameter as the option that sets it, or as a setting of a part."""
    name, value = found["name"], found["value"]
    if name is None:
        return found[0]
    if value[0] in "'\"":
        value = _argument(value)
    option = _OTHERS.get(name, "--" + name.replace("_", "-"))
    if option in _known_options() and not found.string[found.end() :].startswith(" of --"):
        return f"{option} {value}"
    return f"--set {name}={value}" if name in _known_settings() else found[0]


@cache
def _known_options() -> frozenset[str]:
    """The options of all commands."""
    return frozenset(option for one in _parameters() for option in one)


def _parameters() -> Iterator[list[str]]:
    from arboretum.cli.run import LazyGroup

    waiting = [import_module(f"arboretum.cli.{name}").command for name in LazyGroup.names]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        yield from (one.opts for one in command.params)


def _parts() -> Iterator[tuple[str, str, Any]]:
    """The option that names a part, the name, and the class of the part."""
    for at, option in _PARTS:
        module, mapping = at.split(":")
        for name, part in getattr(import_module(module), mapping).items():
            yield option, name, part


@cache
def _known_settings() -> frozenset[str]:
    """What ``--set`` may name."""
    return frozenset(
        name
        for option, _, part in _parts()
        if option in ("--stopping", "--method")
        for name in signature(part).parameters
    )


@cache
def _named_parts() -> tuple[tuple[re.Pattern[str], str], ...]:
    """How the library writes a part, with parameters or without, and the option that names it."""
    found = {"Grouped": "--splits grouped"}
    for option, name, part in _parts():
        found.setdefault(part.__name__, f"{option} {name}")
    return tuple(
        (re.compile(rf"(?<![\w'\".=-]){part}\b(?:\([^()]*\))?"), option)
        for part, option in found.items()
    )
