"""How to read the report, what not to read into it, and how to make it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arboretum.report.markup import Markup, element, section, table
from arboretum.report.to_dict import versions
from arboretum.tree import number_text

if TYPE_CHECKING:
    from arboretum.report.report import Report

__all__ = ["caution", "reading", "repeat"]

LEAF = "is where questions end. It predicts the same for all samples that reach it."
LEAF_OF_MODELS = (
    "is where questions end. It predicts by one equation, or one number, for all samples that "
    "reach it."
)
VALIDATION = (
    "predicts every sample by a tree that never saw it. Its error is the one to expect; the error "
    "on the samples that a tree was grown from flatters it."
)
INTERVAL = (
    "is the range in which, with 95 % confidence, the error would lie if there were very many "
    "samples like these."
)
RECALL = (
    "Recall is the share of a class that the tree finds; precision the share that is right when "
    "the tree predicts the class."
)
PRICE = (
    "is what a leaf must save, as a share of the error without a tree, to be kept. The higher it "
    "is, the smaller the tree."
)
LIFT = "says how many times as frequent a class is under a rule as among all samples."

SHARES = (
    "The Brier score is the mean square of how far the shares given to the classes are from what "
    "happened, 1 for the class that occurred and 0 for the others, summed over the classes: 0 at "
    "best, 2 at worst. The log loss is the mean of −ln of the share given to the class that "
    "occurred: 0 at best, without a limit."
)

FEW = "That a leaf of few samples is as sure as one of many. See the samples of the rules."
FEW_OF_CLASSES = (
    "That a leaf of few samples is as sure as its share looks. See the intervals of the rules."
)
READ_OF_LABELS = (
    (
        "Labels wrong",
        "is the share of all pairs of a sample and a label in which the label is missing or one "
        "too many (Hamming loss).",
    ),
    (
        "A set that is right",
        "has every label that the sample has, and no other.",
    ),
    (
        "The area under the precision-recall curve",
        "says how well labels are ranked by their probability, whatever threshold is chosen later: "
        "the precision when more and more labels are predicted, on average. Pooled, all samples "
        "and labels share one threshold.",
    ),
)
READ_OF_NUMBERS = (
    (
        "Relative root mean square error",
        "is the error as a share of the standard deviation of the target, so that targets of "
        "different units can be averaged: 1 is no better than always saying the mean.",
    ),
)
DO_NOT = (
    "That a feature causes the target. The tree knows only what goes together in these samples.",
    "That a feature that is not in the tree does not matter. Another that says the same may have "
    "taken its place.",
    "That a threshold is a border in the world. It lies between two values that happened to occur, "
    "and moves when samples change.",
)
NOR = (
    "That the tree holds for other kinds of samples: other years, places, people, or values beyond "
    "those above.",
    "That the error will be this low if rows belong together, such as several of one person, or if "
    "a column was filled in after the target was known. Then cross-validation is too kind.",
)


def reading(report: Report) -> Markup:
    """What the words and numbers of this page mean."""
    has_models, is_sets = report.tree.models is not None, report.labels is not None
    is_class = report.tree.schema.is_classification
    known = [("A leaf", LEAF_OF_MODELS if has_models else LEAF), ("Cross-validation", VALIDATION)]
    known += [("The 95 % interval", INTERVAL)]
    has_classes = any(one.confusion is not None for one in report.judged)
    known += [("Recall and precision", RECALL)] if has_classes else []
    known += [("Brier score and log loss", SHARES)] if is_class and not is_sets else []
    known += [("The price of a leaf (cp)", PRICE)] if report.choice is not None else []
    known += [("Lift", LIFT)] if is_class and not is_sets else []
    if is_sets:
        known += READ_OF_LABELS
    elif any(one.error.measure == "relative RMSE" for one in report.together):
        known += READ_OF_NUMBERS
    pairs = [part for word, text in known for part in (element("dt", word), element("dd", text))]
    return section("reading", "How to read this", element("dl", *pairs))


def caution(report: Report) -> Markup:
    """What does not follow."""
    has_intervals = report.tree.schema.is_classification and report.labels is None
    few = FEW_OF_CLASSES if has_intervals else FEW
    items = [element("li", text) for text in (*DO_NOT, few, *NOR)]
    return section("caution", "What not to conclude", element("ul", *items))


def repeat(report: Report) -> Markup:
    """Everything that is needed to get the same numbers again."""
    source = "samples in memory" if report.origin.file is None else report.origin.file
    rows = [
        ["data", f"{source}, {number_text(report.n_rows)} rows"],
        ["made by", element("code", _one_line(report.origin.call))],
        ["estimator", element("code", _one_line(repr(report.estimator)))],
        ["folds, seed", f"{report.n_folds}, {report.seed}"],
        ["versions", ", ".join(f"{name} {number}" for name, number in versions().items())],
    ]
    if report.origin.file is None:
        del rows[2]  # the call has it
    text = "The same data, parameters and versions give the same report, to the letter."
    made = table("What went in", ["", ""], rows, left=(0, 1), class_="repeat")
    return section("repeat", "How to make it again", text, made)


def _one_line(code: str) -> str:
    return " ".join(code.split())
