"""Every number that the prose of the pages says as a result is asserted somewhere."""

from __future__ import annotations

import pytest

from tests.docs import evidence
from tests.docs.evidence import REGISTER, complaints, name_of, pages, tables_of
from tests.docs.pages import ROOT, read_steps
from tests.docs.prose import Number, prose_numbers
from tests.examples import full

pytestmark = pytest.mark.skipif(
    not (ROOT / "docs").is_dir(), reason="the source archive has no docs"
)


def pages_with_numbers() -> dict[str, str]:
    """Their texts by name."""
    texts = {name_of(page): page.read_text(encoding="utf-8") for page in pages() if page.exists()}
    return {name: text for name, text in texts.items() if prose_numbers(text)}


PAGES = pages_with_numbers()
SOME = list(PAGES)[::4]


def with_another_last_digit(text: str, number: Number) -> str:
    place = max(i for i, sign in enumerate(number.text) if sign in "0123456789")
    place += number.span.start
    return text[:place] + str((int(text[place]) + 1) % 10) + text[place + 1 :]


def numbers_to_change(page: str, text: str) -> list[Number]:
    """Of a table, whose lines are all compared alike, only the last number: there may be many."""
    numbers, lines = prose_numbers(text), text.splitlines()
    last_of = {}
    for table in tables_of(page):
        known = set(table.splitlines())
        last_of |= dict.fromkeys(known, [it for it in numbers if lines[it.line - 1] in known][-1])
    return [it for it in numbers if last_of.get(lines[it.line - 1], it) == it]


@pytest.mark.parametrize("page", PAGES)
def test_every_number_of_the_prose_is_asserted(page):
    assert complaints(page, PAGES[page]) == []


@pytest.mark.parametrize("page", [*SOME, *full(*(page for page in PAGES if page not in SOME))])
def test_another_last_digit_of_any_number_is_noticed(page):
    text = PAGES[page]

    unnoticed = [
        f"{number.text} in line {number.line}"
        for number in numbers_to_change(page, text)
        if not complaints(page, with_another_last_digit(text, number))
    ]

    assert unnoticed == []


def test_the_register_is_about_pages_that_say_numbers():
    assert set(REGISTER) - set(PAGES) == set()


@pytest.mark.parametrize(
    ("prose", "found"),
    [
        ("0.94 of 1,000 at 95 %, 5/14 and .125", "0.94; 1,000; 95; 5; 14; .125"),
        ("10⁻⁹ or 1.7 · 10⁻⁸⁷ or 3.12·10⁻⁸", "10⁻⁹; 1.7 · 10⁻⁸⁷; 3.12·10⁻⁸"),
        ("| 2 | 0 (625, 0) |\n| one of 2 | a |", "2; 0; 625; 0"),
        ("$X^2 = 30.63$ with $c (c - 1) / 6$ and $x_{10}$", "30.63"),
        ("Quinlan (1993, ch. 2), Breiman et al. 1984, 4.4, the program of 1986", ""),
        (
            "log2 2002 = 10.967, up to 2000, a block (2048; at most 9)",
            "2002; 10.967; 2000; 2048; 9",
        ),
        ("C4.5, M5', kin8nm, float64, AVX-512, C++20, Python 3.11, rpart 4.1.19", ""),
        ("1. `max_depth=3`, [0.5](page-7.md) of 0, 1 and 2", "0.5"),
        ("## References\n\n*Machine Learning* 6, 1991, 81-106.\n\n## Next\n\n42", "42"),
        ("```python\n>>> 42\n42\n```", ""),
    ],
)
def test_what_counts_as_a_number_of_the_prose(prose, found):
    assert "; ".join(number.text for number in prose_numbers(prose)) == found


@pytest.mark.parametrize(
    ("by", "said"),
    [
        ("tests/worked/test_cart.py::test_the_improvement_of_the_outlook", []),
        ("README.md and tests/worked/test_cart.py::test_the_improvement_of_the_outlook", []),
        ("given: an example", []),
        ("tests/worked/test_cart.py::test_of_another_name", ["does not exist"]),
        ("tests/worked/test_cart.py::test_the_first_two_splits_save_three_days", ["is not in"]),
        ("benchmarks/SPECIES.md::no such line", ["has no line"]),
    ],
)
def test_the_register_has_to_name_what_holds_the_number(by, said, monkeypatch):
    monkeypatch.setitem(evidence.REGISTER, "page", {"gives 1.2857": by})

    found = complaints("page", "Humidity gives\n1.2857.")

    assert len(found) == len(said)
    assert all(words in text for words, text in zip(said, found, strict=True))


def test_words_that_a_page_no_longer_says_are_named(monkeypatch):
    monkeypatch.setitem(evidence.REGISTER, "page", {"gives 1.2857": "given: an example"})

    assert complaints("page", "Nothing.") == ["page: the page does not say 'gives 1.2857'"]


def test_a_number_of_its_section_may_be_rounded_and_must_not_be_short():
    text = "# A\n\n{}\n\n```python\n>>> 0.94028, 12, 417\n(0.94028, 12, 417)\n```\n\n# B\n\n{}\n"

    assert complaints("page", text.format("0.940 and 417", "")) == []
    assert len(complaints("page", text.format("0.941, 12 and 418", "0.940"))) == 4


def test_a_criterion_is_added_in_30_lines():
    # Both criteria of the page, with what they import.
    steps = read_steps(ROOT / "docs" / "develop" / "add-a-criterion.md")
    last = next(i for i, step in enumerate(steps) if "class CleanBranch" in step.source)
    written = [it for it in steps[: last + 1] if it.source.startswith(("import", "from", "class"))]

    n_lines = sum(len(step.source.splitlines()) for step in written)

    assert 20 < n_lines <= 30
