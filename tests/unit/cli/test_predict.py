"""``arboretum predict`` against the estimator's own predictions."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

from arboretum import ReadableTreeClassifier, Tree, datasets
from arboretum.explain import path


def read_rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def column(rows, name):
    return [row[name] for row in rows]


@pytest.fixture(scope="module")
def model():
    example = datasets.penguins()
    return ReadableTreeClassifier(max_depth=3).fit(example.X, example.y)


def test_predictions_are_those_of_the_estimator_in_the_order_of_the_rows(
    program, penguins, penguin_tree, model, tmp_path
):
    out = tmp_path / "predictions.csv"

    done = program("predict", penguin_tree, penguins, "--out", out)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    rows = read_rows(out.read_text(encoding="utf-8"))
    assert list(rows[0]) == ["species"]
    assert column(rows, "species") == model.predict(datasets.penguins().X).tolist()
    assert [file.name for file in tmp_path.iterdir()] == ["predictions.csv"]


def test_probabilities_read_back_bit_for_bit(program, penguins, penguin_tree, model):
    done = program("predict", penguin_tree, penguins, "--proba")

    rows = read_rows(done.stdout)
    names = [f"species={name}" for name in model.classes_]
    assert list(rows[0]) == ["species", *names]
    shares = np.array([[float(row[name]) for name in names] for row in rows])
    assert np.array_equal(shares, model.predict_proba(datasets.penguins().X))


def test_parquet_predicts_like_csv_whatever_the_order_of_the_columns(
    program, penguins, penguin_tree, tmp_path
):
    frame = datasets.penguins().frame()
    frame[frame.columns[::-1]].assign(extra=1).to_parquet(tmp_path / "new.parquet", index=False)

    from_parquet = program("predict", penguin_tree, tmp_path / "new.parquet")

    assert from_parquet.stdout == program("predict", penguin_tree, penguins).stdout


def test_names_with_commas_quotes_and_line_breaks_survive(program, tmp_path):
    names = ['says "no", often', "two\nlines"]
    data = tmp_path / "odd.csv"
    with data.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["code", "x", "an, odd\ntarget"])
        writer.writerows([[f"0{i}", i, names[i > 4]] for i in range(10)])
    tree = tmp_path / "tree.json"
    grown = program("grow", data, "--target", "an, odd\ntarget", "--ignore", "code", "--out", tree)
    assert grown.returncode == 0, grown.stderr

    done = program("predict", tree, data, "--proba", "--id", "code")

    rows = read_rows(done.stdout)
    assert list(rows[0]) == [
        "code", "an, odd\ntarget", f"an, odd\ntarget={names[0]}", f"an, odd\ntarget={names[1]}",
    ]  # fmt: skip
    assert column(rows, "an, odd\ntarget") == [names[i > 4] for i in range(10)]
    # Copied columns are not read as numbers: leading zeros stay.
    assert column(rows, "code") == [f"0{i}" for i in range(10)]


def test_text_that_looks_like_numbers_is_still_text(program, tmp_path):
    data, new, tree = tmp_path / "data.csv", tmp_path / "new.csv", tmp_path / "tree.json"
    data.write_text("ticket,y\n" + "A7,1.5\n0012,2.5\n" * 4, encoding="utf-8")
    new.write_text("ticket\n0012\n", encoding="utf-8")
    program("grow", data, "--target", "y", "--no-cv", "--out", tree)

    done = program("predict", tree, new)

    assert (done.stdout, done.stderr) == ("y\n2.5\n", "")


def test_several_numeric_targets_have_a_column_each(program, tmp_path):
    data, tree = tmp_path / "data.csv", tmp_path / "tree.json"
    data.write_text("x,a,b\n1,1.5,-3\n2,1.5,-3\n3,4.25,7\n4,4.25,7\n", encoding="utf-8")
    program("grow", data, "--target", "a", "--target", "b", "--no-cv", "--out", tree)

    done = program("predict", tree, data)

    assert done.stdout == "a,b\n1.5,-3.0\n1.5,-3.0\n4.25,7.0\n4.25,7.0\n"


def test_categories_never_seen_are_counted_on_stderr(program, penguins, penguin_tree, tmp_path):
    lines = penguins.read_text(encoding="utf-8").splitlines()[:6]
    new = tmp_path / "new.csv"
    new.write_text("\n".join(lines).replace("Torgersen", "Atlantis") + "\n", encoding="utf-8")

    done = program("predict", penguin_tree, new)

    assert done.returncode == 0
    assert done.stderr == (
        f"Warning: column 'island' of {new} has a category that training never saw in 5 of 5 "
        f"rows; it counts as missing there.\n"
    )
    assert len(read_rows(done.stdout)) == 5


def test_a_tree_that_refuses_missing_values_refuses_them_at_prediction(program, tmp_path):
    data, new, tree = tmp_path / "data.csv", tmp_path / "new.csv", tmp_path / "tree.json"
    data.write_text("x,y\n1,a\n2,b\n", encoding="utf-8")
    new.write_text("x,z\n1,0\n,0\n", encoding="utf-8")
    options = ["--species", "tree", "--missing", "error", "--no-cv"]
    program("grow", data, "--target", "y", *options, "--out", tree)
    assert Tree.load(tree).n_leaves == 2

    done = program("predict", tree, new)

    assert (done.returncode, done.stdout) == (1, "")
    assert "--missing error, but" in done.stderr
    assert "'x' (1)" in done.stderr


def test_a_category_that_id3_never_saw_stays_at_the_node_that_asks_for_it(program, tmp_path):
    data, new, tree = tmp_path / "data.csv", tmp_path / "new.csv", tmp_path / "tree.json"
    data.write_text("x,y\nred,a\nred,a\ngreen,b\n", encoding="utf-8")
    new.write_text("x\nviolet\ngreen\n", encoding="utf-8")
    program("grow", data, "--target", "y", "--species", "id3", "--no-cv", "--out", tree)

    done = program("predict", tree, new)

    assert done.stdout == "y\na\nb\n"  # the majority of the root, and its own leaf
    assert "in 1 of 2 rows; each stays at the node that asks for it" in done.stderr


def test_explained_rows_say_what_happened_at_each_node(program, penguins, penguin_tree, model):
    done = program("predict", penguin_tree, penguins, "--explain")

    rows = read_rows(done.stdout)
    example = datasets.penguins()
    assert list(rows[0]) == ["species", "why"]
    for i in range(0, len(rows), 50):
        *inner, leaf = path(model.tree_, example.X, row=i)
        assert rows[i]["why"] == "; ".join(map(str, inner))
        assert leaf.node == model.apply(example.X)[i]
