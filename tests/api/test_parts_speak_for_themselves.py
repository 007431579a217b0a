"""No code outside of a package asks which of its parts it has been given.

What is to be known of a part is a member of the part (see decision 16); a question such as
``isinstance(policy, Surrogate)`` elsewhere is a place that a new part would have to be entered in.
"""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import arboretum
from arboretum.part import Part

SRC = Path(arboretum.__file__).parent

#: Where a concrete part is asked for by its class, and why it may be.
ASKED = {
    "species/base.py": "a cross-validated CostComplexity leaves its table in the estimator",
    "species/parameters.py": "a prior may be given as such or as numbers",
    "report/choice.py": "the report shows how CostComplexity chose",
}

#: Where the descriptions of a tree's parts are read, and why.
READ = {
    "criteria/known.py": "makes the criterion again",
    "growing/recipe.py": "makes the recipe again",
    "leaves/known.py": "makes the leaf model again",
    "missing/known.py": "makes the policy again",
    "pruning/cost_complexity.py": "the complexity is a number, not a part",
    "tree/cost_report.py": "costs are numbers, not a part",
    "tree/file/to_dict.py": "writes them to the file",
}


def files() -> list[Path]:
    return sorted(path for path in SRC.rglob("*.py") if path.name != "__main__.py")


def name_of(path: Path) -> str:
    return path.relative_to(SRC).as_posix()


def module_of(path: Path) -> ModuleType:
    dotted = name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return importlib.import_module("arboretum" if dotted == "__init__" else f"arboretum.{dotted}")


def is_concrete(cls: object) -> bool:
    """Whether it is a part with a name of its own, not a kind of part such as StoppingRule."""
    return inspect.isclass(cls) and issubclass(cls, Part) and cls.name != ""


def is_of(cls: type, path: Path) -> bool:
    """Whether a class is defined in the package that a file belongs to."""
    package = name_of(path).split("/")[0].removesuffix(".py")
    return cls.__module__.split(".")[1] == package


def names_in(tree: ast.AST, module: ModuleType) -> dict[str, object]:
    """What names mean in a file, those imported inside functions included."""
    meaning = dict(vars(module))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("arboretum"):
            source = importlib.import_module(str(node.module))
            for alias in node.names:
                if hasattr(source, alias.name):
                    meaning.setdefault(alias.asname or alias.name, getattr(source, alias.name))
    return meaning


def asked_about(tree: ast.AST) -> Iterator[ast.expr]:
    """The classes that a file compares the class of something with."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in ("isinstance", "issubclass"):
                yield node.args[1]
        elif isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            if any(
                isinstance(side, ast.Call)
                and isinstance(side.func, ast.Name)
                and side.func.id == "type"
                for side in sides
            ):
                yield from sides
        elif isinstance(node, ast.MatchClass):
            yield node.cls


def classes_in(asked: ast.expr, meaning: dict[str, object]) -> Iterator[type]:
    """The classes that an expression names, also by way of a constant that lists some."""
    for node in ast.walk(asked):
        found: object = None
        if isinstance(node, ast.Name):
            found = meaning.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found = getattr(meaning.get(node.value.id), node.attr, None)
        listed = [*found.values()] if isinstance(found, dict) else found
        several = listed if isinstance(listed, tuple | list | set | frozenset) else [found]
        yield from (cls for cls in several if inspect.isclass(cls))


def parts_asked_for(text: str, path: Path, module: ModuleType) -> list[str]:
    tree = ast.parse(text)
    meaning = names_in(tree, module)
    return [
        f"{name_of(path)}, line {asked.lineno}: {cls.__name__}"
        for asked in asked_about(tree)
        for cls in classes_in(asked, meaning)
        if is_concrete(cls) and not is_of(cls, path)
    ]


def descriptions_read(text: str) -> list[int]:
    """The lines that read ``tree.parts``."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and node.attr == "parts"
        and ast.unparse(node.value).rstrip("_").endswith("tree")
    ]


def test_nobody_asks_which_part_it_is():
    found = [
        line
        for path in files()
        if name_of(path) not in ASKED
        for line in parts_asked_for(path.read_text(encoding="utf-8"), path, module_of(path))
    ]

    assert found == []


def test_nobody_reads_the_descriptions_of_parts():
    found = [
        f"{name_of(path)}, line {line}"
        for path in files()
        if name_of(path) not in READ
        for line in descriptions_read(path.read_text(encoding="utf-8"))
    ]

    assert found == []


@pytest.mark.parametrize("name", [*ASKED, *READ])
def test_every_exception_is_one(name):
    path = SRC / name
    text = path.read_text(encoding="utf-8")
    is_needed = (
        parts_asked_for(text, path, module_of(path)) if name in ASKED else descriptions_read(text)
    )

    assert is_needed, f"{name} needs no exception any more"


@pytest.mark.parametrize(
    "text",
    [
        "from arboretum.missing import Surrogate\nisinstance(policy, Surrogate)",
        "from arboretum.missing import Error, Surrogate\nisinstance(policy, Error | Surrogate)",
        "from arboretum import missing\ntype(policy) in missing.KNOWN.values()",
        "from arboretum.criteria import Gini\ntype(criterion) is not Gini",
        "def f():\n    from arboretum.criteria import Gini\n    return isinstance(c, (int, Gini))",
        "from arboretum.stopping import MaxDepth\nmatch rule:\n    case MaxDepth():\n        pass",
    ],
)
def test_a_question_for_a_part_is_found(text):
    module = ModuleType("arboretum.show.example")
    exec(text.split("\n")[0] if "import" in text.split("\n")[0] else "", vars(module))

    assert parts_asked_for(text, SRC / "show" / "example.py", module)


@pytest.mark.parametrize(
    "text",
    [
        "from arboretum.stopping import SplitTest\nisinstance(rule, SplitTest)",
        "from arboretum.criteria import Criterion\nisinstance(rule, Criterion | str)",
        "type(self) is type(other)",
    ],
)
def test_a_question_for_a_kind_of_part_is_none(text):
    module = ModuleType("arboretum.show.example")
    exec(text.split("\n")[0] if "import" in text.split("\n")[0] else "", vars(module))

    assert parts_asked_for(text, SRC / "show" / "example.py", module) == []


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ('tree.parts["criterion"]["name"] == "gini"', 1),
        ('parts = tree.parts\nparts["criterion"]', 1),
        ('tree.parts.get("leaf", {}).get("name")', 1),
        ("statistics.parts(branches)", 0),
    ],
)
def test_a_description_that_is_read_is_found(text, n):
    assert len(descriptions_read(text)) == n
