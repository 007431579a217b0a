"""Advice of the command line works when it is followed."""

from __future__ import annotations

import shutil
from typing import NamedTuple

import pytest

from arboretum import datasets
from arboretum.cli import main


class Typed(NamedTuple):
    """A command that fails, the words of the remedy, and the command with the remedy followed."""

    fails: str
    remedy: str
    works: str


GROW = "grow p.csv --target species --no-cv"
ALTER = "explain counterfactual"
TYPED = {
    "target": Typed(
        "grow p.csv --target specie --no-cv",
        "It has: 'species'",
        "grow p.csv --target species --no-cv",
    ),
    "samples of a leaf": Typed(
        f"{GROW} --min-samples-leaf 0", "at least 1", f"{GROW} --min-samples-leaf 1"
    ),
    "share of samples": Typed(
        f"{GROW} --min-samples-leaf 0", "such as 0.05", f"{GROW} --min-samples-leaf 0.05"
    ),
    "order": Typed(
        f"{GROW} --ordered sex",
        "as in size=small,medium,large",
        f"{GROW} --ordered sex=female,male",
    ),
    "id3": Typed(f"{GROW} --species id3", "--species c45", f"{GROW} --species c45"),
    "species": Typed(f"{GROW} --species oak", "one of auto, tree", f"{GROW} --species tree"),
    "criterion": Typed(f"{GROW} --criterion ginni", "one of gini", f"{GROW} --criterion gini"),
    "criterion of numbers": Typed(
        f"{GROW} --criterion squared_error", "'entropy'", f"{GROW} --criterion entropy"
    ),
    "weights twice": Typed(
        f"{GROW} --class-weight balanced --prior equal",
        "give one of them",
        f"{GROW} --class-weight balanced",
    ),
    "prior": Typed(
        f"{GROW} --prior Adelie=1",
        "name a share of every class, also Chinstrap, Gentoo",
        f"{GROW} --prior Adelie=1 --prior Chinstrap=1 --prior Gentoo=1",
    ),
    "weights of numbers": Typed(
        "grow p.csv --target year --no-cv --task numbers --class-weight balanced",
        "pass --task classes",
        "grow p.csv --target year --no-cv --task classes --class-weight balanced",
    ),
    "cost of a feature": Typed(
        f"{GROW} --feature-cost mass=2",
        "body_mass_g",
        f"{GROW} --feature-cost body_mass_g=2",
    ),
    "stopping": Typed(
        f"{GROW} --stopping max_depth",
        "--set depth=NUMBER",
        f"{GROW} --stopping max_depth --set depth=3",
    ),
    "loss": Typed(
        f"{GROW} --loss Adelie=3", "TRUE:PREDICTED=COST", f"{GROW} --loss Adelie:Gentoo=3"
    ),
    "encoding": Typed(f"{GROW} --encoding utf8x", "utf-8", f"{GROW} --encoding utf-8"),
    "ending of a picture": Typed("plot t.json -o t.doc", "End it in .svg", "plot t.json -o t.svg"),
    "sheet": Typed("plot t.json -o t.svg --fit A9", "'A4'", "plot t.json -o t.svg --fit A4"),
    "rows of rules": Typed(
        "rules t.json --prune", "--prune needs --data", "rules t.json --prune --data p.csv"
    ),
    "class of rules": Typed(
        "rules t.json --class Emperor", "'Gentoo'", "rules t.json --class Gentoo"
    ),
    "change of numbers": Typed(
        f"{ALTER} n.json num.csv", "pass --from", f"{ALTER} n.json num.csv --from 3"
    ),
    "change of classes": Typed(
        f"{ALTER} t.json p.csv --from 3", "Use --to", f"{ALTER} t.json p.csv --to Gentoo"
    ),
    "row": Typed(
        "explain path t.json p.csv --row 344",
        "there are 344 rows; the first is 0",
        "explain path t.json p.csv --row 0",
    ),
    "ending of predictions": Typed(
        "predict t.json p.csv --out new.xlsx",
        "End it in .csv",
        "predict t.json p.csv --out new.csv",
    ),
    "node": Typed("show t.json --node 99", "0 to 10", "show t.json --node 10"),
    "rows to prune by": Typed(
        "prune t.json --method reduced_error",
        "--data FILE",
        "prune t.json --method reduced_error --data p.csv",
    ),
    "setting of a pruner": Typed(
        "prune t.json --set cpp=0.1", "It has: alpha, cp,", "prune t.json --set cp=0.1"
    ),
    "pruner of classes": Typed(
        "prune n.json --method pessimistic",
        "'cost_complexity'",
        "prune n.json --method cost_complexity",
    ),
    "folds": Typed(
        "compare p.csv --target species --species tree --folds 1",
        "at least 2",
        "compare p.csv --target species --species tree --folds 2",
    ),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two tables and a saved tree of each."""
    folder = tmp_path_factory.mktemp("advice")
    shutil.copy(datasets.path("penguins"), folder / "p.csv")
    rows = "".join(f"{i * i},{'uvw'[i % 3]},{i * 1.5 + i % 4}\n" for i in range(40))
    (folder / "num.csv").write_text("a,b,y\n" + rows, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        numbers = "grow num.csv --target y --no-cv --species tree"
        assert main(f"{GROW} --max-depth 3 --out t.json".split()) == 0
        assert main(f"{numbers} --max-depth 3 --out n.json".split()) == 0
    return folder


@pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)
def test_the_advice_of_a_command_works_when_followed(typed, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)

    assert main(typed.fails.split()) != 0
    assert typed.remedy in capsys.readouterr().err
    assert main(typed.works.split()) == 0, capsys.readouterr().err
