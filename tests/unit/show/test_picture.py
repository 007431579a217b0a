"""Files of pictures: of the kind their name says, the same each time, with words for the blind."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from arboretum import TreeClassifier, datasets, show

SVG = "{http://www.w3.org/2000/svg}"
STARTS = {"svg": b"<?xml", "pdf": b"%PDF-", "png": b"\x89PNG"}


@pytest.fixture(scope="module")
def picture():
    data = datasets.drug()
    model = TreeClassifier().fit({"<age> & more": data.X["age"]}, data.y)
    return show.plot(model, title="Which drug?")


@pytest.mark.parametrize("kind", STARTS)
def test_the_name_of_a_file_says_its_kind(picture, tmp_path, kind):
    file = tmp_path / f"tree.{kind}"

    picture.save(file)

    assert file.read_bytes().startswith(STARTS[kind])
    assert file.read_bytes() == picture.to_bytes(kind)  # the same picture, the same file


def test_an_svg_file_has_a_title_and_the_tree_in_sentences(picture):
    root = ElementTree.fromstring(picture.to_bytes("svg"))

    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Which drug?"
    assert root.findtext(f"{SVG}desc") == picture.alt
    assert "If <age> & more <= " in picture.alt


def test_a_png_file_and_a_pdf_file_carry_the_sentences(picture):
    assert picture.alt.splitlines()[0].encode() in picture.to_bytes("png")
    assert b"Which drug?" in picture.to_bytes("pdf")


def test_the_sentences_name_every_leaf_with_its_samples(picture):
    # One sentence for the whole, one for each of the leaves, of 12 patients together.
    whole, *leaves = picture.alt.splitlines()
    samples = [int(line.split("(")[1].split()[0]) for line in leaves]

    assert f"12 samples, {len(leaves)} leaves" in whole
    assert sum(samples) == 12


def test_the_sentences_of_a_folded_tree_end_where_it_is_folded():
    data = datasets.penguins()
    model = TreeClassifier(max_depth=4).fit(data.X, data.y)

    alt = show.plot(model, max_depth=1).alt

    assert "down to depth 1" in alt
    assert len(alt.splitlines()) == 3
    assert alt.splitlines()[0].count(f"{model.n_leaves_} leaves") == 1


def test_a_notebook_shows_it(picture):
    assert picture._repr_png_().startswith(STARTS["png"])
    assert "inches" in repr(picture)
