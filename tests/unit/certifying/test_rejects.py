"""Certificates that were tampered with are rejected, each for what is wrong with it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from arboretum import OptimalClassifier, datasets
from arboretum.certifying import certify, load
from arboretum.exceptions import CertificateError
from tests.unit.certifying.runs import Run, drug, rate, signed

Document = dict[str, Any]


@pytest.fixture(scope="module")
def run() -> Run:
    """Few samples of the heart data: claims at three depths, with leaves of a least size."""
    table = datasets.heart()
    columns = {name: np.asarray(table.X[name])[:30] for name in ("age", "oldpeak", "thal")}
    model = OptimalClassifier(
        max_depth=4, min_samples_leaf=3, alpha=0.001, kinds={"thal": "categorical"}
    )
    return Run(model, columns, np.asarray(table.y)[:30])


@pytest.fixture(scope="module")
def document(run, tmp_path_factory) -> Document:
    return run.document(tmp_path_factory.mktemp("certificate"))


@pytest.fixture
def tampered(document) -> Document:
    return copy.deepcopy(document)


def test_what_is_tampered_with_was_sound(run, document):
    assert run.certified(document).is_best
    # All that follows is there to be tampered with.
    assert {claim["depth"] for claim in document["claims"]} == {2, 3, 4}
    assert any(claim["any_size"] < claim["at_least"] for claim in document["claims"])


# The tree ------------------------------------------------------------------------


def nodes(tree: Document) -> Iterator[Document]:
    yield tree
    for answer in ("yes", "no"):
        if answer in tree:
            yield from nodes(tree[answer])


def a_node(document: Document, name: str) -> Document:
    return next(node for node in nodes(document["tree"]) if name in node)


def move_the_threshold(document: Document) -> None:
    a_node(document, "at_most")["at_most"] += 3


def ask_another_feature(document: Document) -> None:
    a_node(document, "at_most").update(feature="age", at_most=50.5)


def exchange_the_answers(document: Document) -> None:
    tree = document["tree"]
    tree["yes"], tree["no"] = tree["no"], tree["yes"]


def leave_out_a_category(document: Document) -> None:
    a_node(document, "in")["in"].pop()


def say_another_class(document: Document) -> None:
    leaf = a_node(document, "class")
    leaf["class"] = 3 - leaf["class"]


def say_an_unknown_class(document: Document) -> None:
    a_node(document, "class")["class"] = 7


def cut_the_tree_back(document: Document) -> None:
    document["tree"] = {"class": 1}


def grow_a_leaf_of_few(document: Document) -> None:
    leaf = a_node(document, "class")
    said = leaf.pop("class")
    leaf |= {"feature": "age", "at_most": 34.5, "missing": "no"}
    leaf |= {"yes": {"class": said}, "no": {"class": said}}


def say_that_it_costs_less(document: Document) -> None:
    document["objective"] -= 1


TREES: list[tuple[Callable[[Document], None], str]] = [
    (move_the_threshold, "The tree is said to cost .*, but .* is found|a leaf of"),
    (ask_another_feature, "The tree is said to cost .*, but .* is found|a leaf of"),
    (exchange_the_answers, "The tree is said to cost .*, but .* is found|a leaf of"),
    (leave_out_a_category, "The tree is said to cost .*, but .* is found|a leaf of"),
    (say_another_class, "The tree is said to cost .*, but .* is found"),
    (say_an_unknown_class, "damaged"),
    (cut_the_tree_back, "The tree is said to cost .*, but .* is found"),
    (grow_a_leaf_of_few, r"The tree has (a leaf of \d samples, but each needs 3|5 levels)"),
    (say_that_it_costs_less, "The tree is said to cost .*, but .* is found"),
]


# The cuts that were looked at -----------------------------------------------------


def root(document: Document) -> Document:
    return document["claims"][-1]


def most_cut(document: Document) -> list[list[int]]:
    """The cuts of the column that has most of them."""
    return max(root(document)["cuts"].values(), key=len)


def move_a_cut(document: Document) -> None:
    most_cut(document)[0][0] += 2


def move_a_cut_beyond_all(document: Document) -> None:
    most_cut(document)[0][0] = 10_000


def leave_out_a_cut(document: Document) -> None:
    del most_cut(document)[0]


def leave_out_a_column(document: Document) -> None:
    root(document)["cuts"].popitem()


def leave_out_all_cuts_of_a_side(document: Document) -> None:
    next(claim for claim in document["claims"] if claim["depth"] == 3)["cuts"].clear()


def exchange_the_sides(document: Document) -> None:
    for cuts in root(document)["cuts"].values():
        for cut in cuts:
            cut[2], cut[3] = cut[3], cut[2]


def take_the_claim_of_another_side(document: Document) -> None:
    cuts = [cut for cuts in root(document)["cuts"].values() for cut in cuts if cut[2] >= 0]
    cuts[0][2] = cuts[-1][2]


def argue_in_a_circle(document: Document) -> None:
    most_cut(document)[0][2] = len(document["claims"]) - 1


def do_without_a_claim(document: Document) -> None:
    cut = most_cut(document)[0]
    cut[2] = cut[3] = -1


def argue_from_what_is_less_deep(document: Document) -> None:
    """Deeper trees are worth no more than their leaves then."""
    shallow = {place for place, one in enumerate(document["claims"]) if one["depth"] == 2}
    for cuts in root(document)["cuts"].values():
        for cut in cuts:
            cut[2] = cut[2] if cut[2] in shallow else min(shallow)
            cut[3] = cut[3] if cut[3] in shallow else min(shallow)


def call_a_column_otherwise(document: Document) -> None:
    document["columns"][0] = ["shoe size"]


def exchange_two_columns(document: Document) -> None:
    numbers = [i for i, name in enumerate(document["columns"]) if len(name) == 1]
    first, second = numbers[:2]
    columns = document["columns"]
    columns[first], columns[second] = columns[second], columns[first]


LACKS = r"Claim \d+ \(depth \d, \d+ samples\) says that every tree costs at least .* is shown"
LEAST = "Every tree is said to cost at least .*, but .* is found"
CUTS: list[tuple[Callable[[Document], None], str]] = [
    (move_a_cut, LACKS),
    (move_a_cut_beyond_all, r"asks .*: all its samples go one way"),
    (leave_out_a_cut, LACKS),
    (leave_out_a_column, LACKS),
    (leave_out_all_cuts_of_a_side, LACKS),
    (exchange_the_sides, f"{LACKS}|go one way"),
    (take_the_claim_of_another_side, f"{LACKS}|go one way"),
    (argue_in_a_circle, r"refers to claim \d+: only those before it can help"),
    (do_without_a_claim, LACKS),
    (argue_from_what_is_less_deep, LACKS),
    (call_a_column_otherwise, "damaged.*shoe size"),
    (exchange_two_columns, f"{LACKS}|go one way"),
]


# The claims ----------------------------------------------------------------------


def raise_the_last_claim(document: Document) -> None:
    root(document)["at_least"] += 1


def raise_a_claim_of_one_side(document: Document) -> None:
    next(claim for claim in document["claims"] if claim["depth"] == 3)["at_least"] += 10**9


def raise_a_claim_of_two_questions(document: Document) -> None:
    next(claim for claim in document["claims"] if claim["depth"] == 2)["at_least"] += 10**9


def raise_a_claim_of_leaves_of_any_size(document: Document) -> None:
    next(claim for claim in document["claims"] if claim["depth"] == 2)["any_size"] += 10**9


def lower_what_others_need(document: Document) -> None:
    for claim in document["claims"][:-1]:
        claim["at_least"] = claim["any_size"] = 0


def raise_the_bound(document: Document) -> None:
    document["bound"] += 0.5


def claim_less_depth(document: Document) -> None:
    root(document)["depth"] = 2


def claim_fewer_leaves(document: Document) -> None:
    root(document)["leaves"] = 5


def leave_out_the_last_claim(document: Document) -> None:
    document["claims"].pop()


def leave_out_all_claims(document: Document) -> None:
    document["claims"].clear()


def claim_no_number(document: Document) -> None:
    root(document)["at_least"] = float("nan")


def claim_a_word(document: Document) -> None:
    root(document)["at_least"] = "a lot"


CLAIMS: list[tuple[Callable[[Document], None], str]] = [
    (raise_the_last_claim, LACKS),
    (raise_a_claim_of_one_side, LACKS),
    (raise_a_claim_of_two_questions, LACKS),
    (raise_a_claim_of_leaves_of_any_size, "if leaves may be of any size, but for .* is shown"),
    (lower_what_others_need, LACKS),
    (raise_the_bound, "Every tree is said to cost at least .*, but .* is found"),
    (claim_less_depth, f"{LACKS}|{LEAST}"),
    (claim_fewer_leaves, f"{LACKS}|{LEAST}"),
    (leave_out_the_last_claim, f"{LEAST}|says that every tree"),
    (leave_out_all_claims, "There are no claims"),
    (claim_no_number, "nan is not a cost"),
    (claim_a_word, "damaged"),
]


@pytest.mark.parametrize(("tamper", "reason"), [*TREES, *CUTS, *CLAIMS])
def test_a_certificate_that_was_tampered_with_does_not_hold(run, tampered, tamper, reason):
    tamper(tampered)

    with pytest.raises(CertificateError, match=reason):
        run.certified(tampered)


# Samples, weights and limits: noticed by the digest, or by the proof if that was forged ---------


def change_a_value(run: Run, document: Document) -> None:
    run.X["oldpeak"][np.argmax(run.X["oldpeak"])] = 0.05


def change_a_target(run: Run, document: Document) -> None:
    run.y[0] = 3 - run.y[0]


def leave_out_a_sample(run: Run, document: Document) -> None:
    run.X = {name: column[1:] for name, column in run.X.items()}
    run.y = run.y[1:]


def weigh_a_sample_twice(run: Run, document: Document) -> None:
    run.weights = np.ones(len(run.y))
    run.weights[3] = 2


def change_the_loss(run: Run, document: Document) -> None:
    document["loss"] = [[0.0, 3.0], [1.0, 0.0]]


def change_the_price_of_a_leaf(run: Run, document: Document) -> None:
    document["limits"]["alpha"] = 0.0


def allow_smaller_leaves(run: Run, document: Document) -> None:
    document["limits"]["min_samples_leaf"] = 1


def allow_deeper_trees(run: Run, document: Document) -> None:
    document["limits"]["max_depth"] = 6


def allow_fewer_leaves(run: Run, document: Document) -> None:
    document["limits"]["max_leaves"] = 2


def count_in_another_unit(run: Run, document: Document) -> None:
    document["scale"] /= 10


COST = "The tree is said to cost"
DATA: list[tuple[Callable[[Run, Document], None], str]] = [
    (change_a_value, f"{COST}|{LACKS}|go one way|a leaf of"),
    (change_a_target, COST),
    (leave_out_a_sample, f"{COST}|{LACKS}|go one way"),
    (weigh_a_sample_twice, f"{COST}|{LACKS}"),
    (change_the_loss, f"{COST}|{LACKS}"),
    (change_the_price_of_a_leaf, COST),
    (allow_smaller_leaves, LACKS),
    (allow_deeper_trees, LEAST),
    (allow_fewer_leaves, r"The tree has \d+ leaves, but 2 are allowed"),
    (count_in_another_unit, f"{LACKS}|is said to cost"),
]


@pytest.mark.parametrize(("tamper", "reason"), DATA)
def test_a_certificate_is_of_its_samples_and_limits(run, tampered, tamper, reason):
    other = copy.copy(run)
    other.X, other.y = {name: run.X[name].copy() for name in run.X}, run.y.copy()
    tamper(other, tampered)

    with pytest.raises(CertificateError, match="their digest is another"):
        other.certified(tampered)

    forged = signed(tampered, other.X, other.y, other.weights)
    with pytest.raises(CertificateError, match=reason):
        other.certified(forged)


def test_weights_of_classes_belong_to_the_samples(tmp_path):
    run = drug(max_depth=2, class_weight={"A": 3.0, "B": 1.0})
    document = run.document(tmp_path)

    assert run.certified(document).is_best
    with pytest.raises(CertificateError, match="also of classes"):
        certify(document, run.X, run.y)


def test_missing_values_go_where_the_tree_says(tmp_path):
    x, y = [np.nan, np.nan, 1.0, 1.0, 2.0, 2.0], list("bbaabb")
    run = Run(OptimalClassifier(max_depth=1), {"x": x}, y)
    document = run.document(tmp_path)
    assert (document["tree"]["missing"], run.certified(document).objective) == ("no", 0.0)

    document["tree"]["missing"] = "yes"

    with pytest.raises(CertificateError, match="The tree is said to cost 0, but 2 is found"):
        run.certified(document)


# Rows that cannot share a leaf ---------------------------------------------------


def name_a_row_twice(document: Document) -> None:
    kept_apart(document)["apart"][0] = kept_apart(document)["apart"][1]


def name_a_row_more(document: Document) -> None:
    claim = kept_apart(document)
    claim["apart"].append(next(row for row in range(50) if row not in claim["apart"]))


def name_a_row_that_is_not_there(document: Document) -> None:
    kept_apart(document)["apart"][0] = 10_000


def name_a_row_less(document: Document) -> None:
    kept_apart(document)["apart"].pop()


def claim_a_leaf_more(document: Document) -> None:
    kept_apart(document)["at_least"] += 1


def kept_apart(document: Document) -> Document:
    return next(claim for claim in document["claims"] if claim.get("apart"))


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (name_a_row_twice, r"names rows \d+ and \d+, which can share a leaf"),
        (name_a_row_more, r"names rows \d+ and \d+, which can share a leaf"),
        (name_a_row_that_is_not_there, "damaged|that it is not about"),
        (name_a_row_less, LACKS),
        (claim_a_leaf_more, LACKS),
    ],
)
def test_rows_that_are_said_to_need_leaves_of_their_own_do(tmp_path, tamper, reason):
    x, y = np.arange(9.0), list("ababbabab")
    run = Run(OptimalClassifier(objective="smallest"), {"x": x}, y)
    document = run.document(tmp_path)
    assert run.certified(document).has_fewest_leaves

    tamper(document)

    with pytest.raises(CertificateError, match=reason):
        run.certified(document)


@pytest.mark.parametrize(
    ("name", "by", "reason"),
    [
        ("at_least", 1e-6, LACKS),
        ("at_least", -1e-6, "Every tree is said to cost at least"),
    ],
)
def test_numbers_are_proved_to_nine_digits(tmp_path, name, by, reason):
    run = rate(40, max_depth=3)
    document = run.document(tmp_path)
    assert run.certified(document).is_best

    document["claims"][-1][name] *= 1 + by

    with pytest.raises(CertificateError, match=reason):
        run.certified(document)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"{", "is not a certificate"),
        (b"[1, 2]", "is not a certificate of the format 'arboretum-certificate/2'"),
        (b'{"format": "arboretum-tree/2"}', "certificate_.save has written"),
        (b'{"format": "arboretum-certificate/2", "bound": NaN}', "NaN is not a number"),
        (b"\xff\xfe", "is not a certificate"),
    ],
)
def test_a_file_that_is_no_certificate_is_refused(tmp_path, content, reason):
    path = tmp_path / "certificate.json"
    path.write_bytes(content)

    with pytest.raises(CertificateError, match=reason):
        load(path)


def test_a_certificate_of_other_columns_is_refused(tmp_path, document):
    with pytest.raises(CertificateError, match="damaged"):
        certify({"format": "arboretum-certificate/2"}, {"x": [1.0]}, ["a"])
