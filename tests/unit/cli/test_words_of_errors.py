"""Complaints name what was typed: options, not parameters, classes or functions of the library."""

from __future__ import annotations

import inspect
import re
import shutil

import click
import pytest

import arboretum
from arboretum import criteria, explain, missing, pruning, rules, show, splits, stopping
from arboretum.cli import main
from arboretum.cli.arguments import Listing, Output
from arboretum.cli.registered_names import registered_names
from arboretum.cli.run import program as whole_program

#: A command that works, to be spoiled one option at a time, by the number of words that name it.
WORKING = {
    "report": "report p.csv --target species --species tree --folds 2 --trees 0 -o r.html",
    "grow": "grow p.csv --target species --no-cv",
    "grow numbers": "grow num.csv --target y --no-cv",
    "compare": "compare p.csv --target species --species tree --folds 2",
    "plot": "plot t.json -o t.svg",
    "plot dot": "plot t.json -o t.dot",
    "predict": "predict t.json p.csv",
    "prune": "prune t.json",
    "prune numbers": "prune m5.json --data num.csv",
    "rules": "rules t.json",
    "rules pruned": "rules t.json --prune --data p.csv",
    "rules numbers": "rules m5.json",
    "explain path": "explain path t.json p.csv",
    "explain counterfactual": "explain counterfactual t.json p.csv",
    "explain numbers": "explain counterfactual n.json num.csv --from 3",
    "explain why-not": "explain why-not t.json p.csv",
    "explain lecture": "explain lecture t.json p.csv",
    "explain distance": "explain distance t.json p.csv --seconds 0.1",
    "show": "show t.json",
    "exercise": "exercise best_threshold --answer 9",
}
VALUES = ["-1", "0.5", "nan", "abc", "", "sex", "sex=1", "cp=-1", "alpha=7", "empty.csv", "no/x"]
FILES = ["no.csv", "empty.csv", "header.csv", "one.csv", "bad.json", "t.json", "num.csv", "p.csv"]
SETTINGS = {
    "grow": ("--stopping", ["alpha=7", "bonferroni=x", "share=3", "threshold=x", "foo=1"]),
    "prune": ("--method", ["alpha=-1", "confidence=2", "cv=1", "links=q", "depth=x", "foo=1"]),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables and trees, sound ones and others."""
    folder = tmp_path_factory.mktemp("words")
    shutil.copy(arboretum.datasets.path("penguins"), folder / "p.csv")
    numbers = "".join(f"{i},{i % 7},{'uvw'[i % 3]},{i * 1.5 + i % 4}\n" for i in range(60))
    towns = "".join(f"town {i},{'uv'[i % 2]}\n" for i in range(1100))
    files = {"num.csv": "a,b,c,y\n" + numbers, "empty.csv": "", "header.csv": "a,b\n"}
    files["towns.csv"] = "town,y\n" + towns
    for name, text in (files | {"one.csv": "a,y\n1,u\n", "bad.json": "{}"}).items():
        (folder / name).write_text(text, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for call in (
            "grow p.csv --target species --no-cv --out t.json",
            "grow num.csv --target y --no-cv --out n.json",
            "grow num.csv --target y --no-cv --species m5 --out m5.json",
        ):
            assert main(call.split()) == 0
    return folder


def words_of_python():
    """Parameters of more than one word, and classes and functions that are not English words."""
    found = {"X", "None", "True", "False", "sample_weight"}
    for module in (arboretum, criteria, explain, missing, pruning, rules, show, splits, stopping):
        for name, one in vars(module).items():
            if name.startswith("_") or not callable(one):
                continue
            found |= {name} if re.search(r"[a-z][A-Z]|_|[a-z]\d", name) else set()
            try:
                parameters = inspect.signature(one).parameters
            except (TypeError, ValueError):
                continue
            found |= {parameter for parameter in parameters if "_" in parameter}
    return found


PYTHON = words_of_python()


def leaks(message, arguments):
    """What a message says that nobody typed and only a programmer would understand."""
    if "has no such parameter. It has:" in message:  # --set names them
        return set()
    typed = set(re.findall(r"\w+", " ".join(arguments)))
    offered = {name for one in LISTED for name in registered_names(one)}
    said = re.sub(r"--set \w+=\S+|as in \S+=\S+", "", message)
    for argument in arguments:
        said = said.replace(argument, "") if "=" in argument else said
    calls = re.findall(r"\b\w+\((?!s\))|(?<![\w'-])[a-z_]+=(?=['\w{-])", said)
    plain = re.findall(r"\w+", re.sub(r"'[^']*'", "", said))
    return set(calls) | ({word for word in plain if word in PYTHON} - typed - offered)


def options_of(call):
    """The command of a call, and its parameters."""
    command = whole_program
    for word in call:
        if not isinstance(command, click.Group):
            break
        command = command.get_command(click.Context(command), word)
    return command.params


LISTED = {
    at
    for call in WORKING.values()
    for one in options_of(call.split())
    if isinstance(one, Listing)
    for at in one.lists.values()
}


def spoiled(case):
    """Calls of a command with one value each that is wrong, or may be."""
    call = WORKING[case].split()
    files = [i for i, word in enumerate(call) if word.endswith((".csv", ".json"))]
    for i in files:
        yield from ([*call[:i], other, *call[i + 1 :]] for other in FILES)
    for one in options_of(call):
        if isinstance(one, click.Argument):
            continue
        option = max(one.opts, key=len)
        if one.is_flag:
            yield [*call, option]
            continue
        values = ["abc", *one.type.choices] if isinstance(one.type, click.Choice) else VALUES
        if isinstance(one.type, Output):  # anything else would be written
            values = [".", "no/x"]
        listed = [
            name for at in getattr(one, "lists", {}).values() for name in registered_names(at)
        ]
        yield from ([*call, option, value] for value in [*values, *listed])
    naming, settings = SETTINGS.get(call[0], (None, []))
    for one in options_of(call):
        if naming in one.opts:
            names = [name for at in one.lists.values() for name in registered_names(at)]
            yield from (
                [*call, naming, name, "--set", given] for name in names for given in settings
            )


@pytest.mark.full
@pytest.mark.parametrize("case", WORKING)
def test_no_complaint_names_what_only_a_programmer_knows(folder, case, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    found = {}

    for call in spoiled(case):
        main(call)
        said = capsys.readouterr().err
        assert "Traceback" not in said
        for line in said.splitlines():
            if line.startswith(("Error", "Warning")) and (words := leaks(line, call)):
                found[" ".join(call)] = (sorted(words), line)

    assert found == {}


def test_the_detector_finds_what_was_wrong_before():
    for message, arguments in {
        "fit='A9' is not a known sheet.": "plot t.json --fit A9",
        "max_depth='fit' needs a sheet.": "plot t.json --fit A4",
        "alpha=7 of ChiSquare(alpha=7) must be a probability.": "grow p.csv",
        "Pass X and y, or prune in fit.": "prune t.json --rule 1se",
        "ErrorBased counts the errors of classes.": "prune t.json --method error_based",
    }.items():
        assert leaks(message, arguments.split())


COMPLAINTS = {
    "plot t.json -o t.svg --fit A9": "--fit A9 is not a known sheet.",
    "grow p.csv --target species --n-jobs 0": "--n-jobs 0 has no meaning.",
    "grow num.csv --target y --stopping chi-square": "--stopping chi_square tests classes",
    "grow p.csv --target species --stopping chi-square --set alpha=7": (
        "--set alpha=7 of --stopping chi_square must be a probability"
    ),
    "prune t.json --method reduced-error": "Pass some: --data FILE.",
    "prune t.json --method error-based": "Pass them by --data, or use --set raising=false.",
    "prune t.json --rule 1se": "Pass them: --data FILE.",
    "explain path t.json p.csv --row 999": "--row 999: there are 344 rows; the first is 0.",
    "explain counterfactual t.json p.csv --to Emperor": "--to Emperor is not a class of the tree.",
    "grow p.csv --target species --species id3": (
        "as in --categorical bill_length_mm, or use --species c45."
    ),
    "grow towns.csv --target y --species chaid --keep town": (
        "1100 categories, more than the 1000 that --species chaid can handle. Leave it out by "
        "--ignore town, merge rare categories, or use --species cart."
    ),
}


@pytest.mark.parametrize("call", COMPLAINTS)
def test_options_are_named_as_they_are_typed(folder, call, monkeypatch, capsys):
    monkeypatch.chdir(folder)

    assert main(call.split()) == 1

    assert COMPLAINTS[call] in capsys.readouterr().err
