"""Small tables of many targets, and the trees that CLUS grows of them.

``python -m tests.parity.clus.record`` writes the tables, ``NAME.arff``; with the path of
``clus.jar`` (CLUS 2.12.8 is in the package ``pyclus`` 1.0.2 of PyPI; it needs Java) it also
has CLUS grow their trees, ``java -jar clus.jar run.s``, and writes ``trees.json``.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).parent
#: Rows to grow from, and rows after them to predict.
N_GROWN, N_NEW = 200, 40
COLOURS, SOILS = ("blue", "green", "red"), ("chalk", "clay", "loam", "peat", "sand")
ATTRIBUTES = [
    *(f"@attribute {name} numeric" for name in ("height", "width", "depth", "age")),
    f"@attribute colour {{{','.join(COLOURS)}}}",
    f"@attribute soil {{{','.join(SOILS)}}}",
]
#: Labels of a tree, and the edges of a graph in which two labels stand below two others.
PATHS = "1 1/1 1/1/1 1/1/2 1/2 1/2/1 1/2/2 1/3 2 2/1 2/1/1 2/1/2 2/2 3 3/1 3/1/1 3/2 3/2/1"
EDGES = "root/a root/b root/c a/d a/e b/e b/f c/f c/g d/h d/i e/j f/k g/l"
#: What a sample may be given: labels that are not at the top.
BELOW = {"tree": [path for path in PATHS.split() if "/" in path], "graph": list("dhiejfklg")}
HIERARCHICAL = """[Hierarchical]
Type = {kind}
WType = ExpAvgParentWeight
WParam = 0.75
HSeparator = /
"""
NUMBERS, LABELS = "[Attributes]\nTarget = 7-9\n", "[Attributes]\nTarget = 7-11\n"
F_TESTS = {f"FTest={level}": f"FTest = {level}\n" for level in (0.001, 0.01, 0.1)}
#: By table: what the settings say of its targets, the smallest leaf, and of growing, by run.
RUNS = {
    "tree": (HIERARCHICAL.format(kind="Tree"), 5, F_TESTS),
    "graph": (HIERARCHICAL.format(kind="DAG"), 5, F_TESTS),
    "numbers": (NUMBERS, 10, {"no test": "", **F_TESTS}),
    "labels": (LABELS, 12, {"no test": "Heuristic = VarianceReduction\n"}),
}


# The tables ----------------------------------------------------------------------


def write_tables():
    for seed, name in enumerate(RUNS):
        rng = np.random.default_rng(seed)
        numbers, colours, soils = draw_features(rng)
        draw = draw_labels if name in BELOW else draw_columns
        declared, targets = draw(rng, name, numbers, colours == "red", np.isin(soils, SOILS[1::2]))
        columns = [*numbers.T.astype(str), colours, soils]
        shown = np.where(rng.random((len(numbers), 6)) < 0.03, "?", np.column_stack(columns))
        rows = [",".join([*row, *target]) for row, target in zip(shown, targets, strict=True)]
        lines = [f"@relation {name}", *ATTRIBUTES, *declared, "@data", *rows]
        (FOLDER / f"{name}.arff").write_text("\n".join(lines) + "\n", encoding="utf-8")


def draw_features(rng):
    """Even numbers, so that CLUS, which rounds what it prints, prints every middle exactly."""
    n = N_GROWN + N_NEW
    numbers = 2 * np.round(rng.gamma(4, 10, size=(n, 4))).astype(int)
    return numbers, rng.choice(COLOURS, n), rng.choice(SOILS, n, p=[0.1, 0.3, 0.25, 0.15, 0.2])


def draw_labels(rng, name, numbers, is_red, is_wet):
    """One or two labels per sample, of which the first mostly follows from the features."""
    kind = 2 * (numbers[:, 0] > 80) + is_red + 4 * is_wet + (numbers[:, 1] > numbers[:, 0])
    kind = np.where(rng.random(len(kind)) < 0.1, rng.integers(0, 9, len(kind)), kind)
    first = (kind + rng.integers(0, 3, len(kind))) % len(BELOW[name])
    second = rng.integers(0, len(BELOW[name]), len(kind))
    second = np.where(rng.random(len(kind)) < 0.2, second, first)
    given = [sorted({BELOW[name][i] for i in pair}) for pair in zip(first, second, strict=True)]
    labels = PATHS if name == "tree" else EDGES
    declared = f"@attribute class hierarchical {','.join(labels.split())}"
    return [declared], [["@".join(one)] for one in given]


def draw_columns(rng, name, numbers, is_red, is_wet):
    """Three numbers, or five labels of 0 and 1."""
    height, width, depth, age = numbers.T
    centre = np.column_stack([height + 30 * is_red, width * is_wet, 50 * is_red - 40 * is_wet])
    if name == "numbers":
        drawn = np.round(centre + rng.normal(0, 30, centre.shape)).astype(int)
        return [f"@attribute y{i} numeric" for i in (1, 2, 3)], drawn.astype(str)
    centre = np.column_stack([centre, depth - 10 * is_red, age])
    drawn = centre + rng.normal(0, 20, centre.shape) > np.median(centre, axis=0)
    declared = [f"@attribute l{i} {{0,1}}" for i in (1, 2, 3, 4, 5)]
    return declared, drawn.astype(int).astype(str)


# The trees -----------------------------------------------------------------------


def grow(jar, name, run):
    """What CLUS says of a table: its tree, and what that predicts for the new rows."""
    targets, least, runs = RUNS[name]
    head, _, body = (FOLDER / f"{name}.arff").read_text("utf-8").partition("@data\n")
    rows = body.splitlines(keepends=True)
    settings = (
        f"[Data]\nFile = train.arff\nTestSet = test.arff\n{targets}"
        f"[Tree]\nSplitPosition = Middle\n{runs[run]}"
        f"[Model]\nMinimalWeight = {least}\n[Output]\nWritePredictions = [Test]\n"
    )
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for part, some in (("train", rows[:N_GROWN]), ("test", rows[N_GROWN:])):
            (folder / f"{part}.arff").write_text("".join([head, "@data\n", *some]), "utf-8")
        (folder / "run.s").write_text(settings, "utf-8")
        command = ["java", "-jar", str(Path(jar).resolve()), "run.s"]
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        out = (folder / "run.out").read_text("utf-8")
        columns, predicted = read_predictions(folder / "run.test.pred.arff")
    text = out.split("\nOriginal Model\n")[1].split("\n\n", 2)[1]
    return {
        "settings": settings,
        "targets": columns,
        "nodes": [read_node(line) for line in text.splitlines()],
        "predicted": predicted,
        "measures": read_measures(out),
    }


def read_node(line):
    """The question of a node, whose branch "yes" comes next; of a leaf weight and means."""
    leaf = re.fullmatch(r"[|+\- ]*(?:yes: |no: +)?\[([^]]*)\](?: \[([^]]*)\])?: (\S+)", line)
    if leaf is None:
        return re.sub(r"^[|+\- ]*(yes: |no: +)?", "", line)
    value, counts, weight = leaf.groups()
    weight, values = float(weight), [float(one) for one in value.split(",")]
    if counts:  # of the majority, label by label
        known = [float(one) / weight for one in counts.split(",")]
        values = [one if said else 1 - one for said, one in zip(values, known, strict=True)]
    return {"weight": weight, "mean": [round(one, 8) for one in values]}


def read_predictions(path):
    """Targets, and what is predicted of each for each new row."""
    head, _, body = path.read_text("utf-8").partition("@DATA\n")
    names = [line.split()[1] for line in head.splitlines() if line.startswith("@ATTRIBUTE")]
    # Of the labels l1, … CLUS also says what either value weighs, as l1-0 and l1-1.
    wanted = [i for i, name in enumerate(names) if re.fullmatch(r"Original-p-[^-]+", name)]
    rows = [row for row in csv.reader(body.splitlines()) if row]
    targets = [names[i].removeprefix("Original-p-") for i in wanted]
    return targets, [[round(float(row[i]), 6) for i in wanted] for row in rows]


def read_measures(out):
    """Areas below precision-recall curves of the new rows, for labels of a hierarchy."""
    of_tree = out.split("\nTesting error\n")[1].partition("Original:")[2]
    found = re.findall(r"^ +(\w+ AUPRC(?: \(weighted\))?): +(\S+)$", of_tree, re.M)
    return {name: float(value) for name, value in found}


def written(grown):
    """JSON with one line per node and per row."""
    text = json.dumps(grown, indent=1)
    inner = re.compile(r"\[[^][{}]*\]|\{\s+\"weight[^}]*\}")
    return inner.sub(lambda found: re.sub(r"\s+", " ", found[0]), text)


if __name__ == "__main__":
    write_tables()
    if len(sys.argv) > 1:
        grown = {n: {run: grow(sys.argv[1], n, run) for run in RUNS[n][2]} for n in RUNS}
        (FOLDER / "trees.json").write_text(written(grown) + "\n", encoding="utf-8")
