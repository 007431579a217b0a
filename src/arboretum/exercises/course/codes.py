"""Exercises about information and codes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from arboretum.exercises.answers.lengths import Lengths
from arboretum.exercises.answers.number import Number, Numbers
from arboretum.exercises.answers.verdict import Slip
from arboretum.exercises.catalogue import varied
from arboretum.exercises.course.slips import in_other_units
from arboretum.exercises.exercise import Exercise
from arboretum.information import (
    Code,
    cross_entropy,
    entropy,
    equal_size_code,
    huffman_code,
    information_content,
    kl_divergence,
    linear_code,
    shannon_fano_code,
)
from arboretum.tree import number_text

__all__: list[str] = []

#: Five symbols of a lecture on question and coding schemes.
P = {"x1": 0.10, "x2": 0.15, "x3": 0.16, "x4": 0.19, "x5": 0.40}


def _distribution(draw: Random | None) -> dict[str, float]:
    """Five probabilities that rise, and of which some codes make better use than others."""
    while draw is not None:
        cuts = sorted(draw.sample(range(4, 97), 4))
        parts = sorted(b - a for a, b in zip([0, *cuts], [*cuts, 100], strict=True))
        if parts[0] < 4 or len(set(parts)) < 5:
            continue
        found = {f"x{i + 1}": part / 100 for i, part in enumerate(parts)}
        if huffman_code(found).expected_length < shannon_fano_code(found).expected_length:
            return found
    return P


def _text(probabilities: dict[str, float]) -> str:
    return ", ".join(f"P({symbol}) = {value:g}" for symbol, value in probabilities.items())


@varied("codes")
def surprise(draw: Random | None) -> Exercise:
    """The information content of an event."""
    p = 1 / 8 if draw is None else draw.choice([0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3])
    bits = float(information_content(p))
    return Exercise(
        f"An event has the probability {p:g}. How much information, in bits, is in the message "
        "that it has occurred?",
        Number(
            bits,
            [
                *in_other_units(bits),
                Slip(p * bits, "That is its part in the entropy. By itself it is not weighted."),
                Slip(1 / p, "That is 1/p. Take the logarithm of it."),
                Slip(1 - p, "That is the probability that it does not occur."),
                Slip(float(-np.log2(1 - p)), "That is the message that it has not occurred."),
            ],
            "bits",
        ),
        "How often has 1 to be halved until the probability is reached?",
        f"−log2 {p:g} = {bits:.4f} bits",
        data={"probability": p},
    )


@varied("codes")
def entropy_of_symbols(draw: Random | None) -> Exercise:
    """2.15 bits for the five symbols of the slides."""
    given = _distribution(draw)
    bits, values = entropy(given), np.array(list(given.values()))
    return Exercise(
        f"Five symbols have the probabilities {_text(given)}. What is their entropy, in bits?",
        Number(
            bits,
            [
                *in_other_units(bits),
                Slip(float(np.log2(5)), "That would be so if all were equally probable."),
                Slip(float(-np.log2(values).sum()), "Weight each −log2 p by p."),
                Slip(float(-np.log2(values).mean()), "Weight each −log2 p by p, not by 1/5."),
                Slip(float(1 - np.sum(values**2)), "That is the Gini impurity."),
            ],
            "bits",
            high=float(np.log2(5)),
            above="Five symbols have log2 5 = 2.32 bits at most.",
        ),
        "Each symbol adds p · (−log2 p).",
        " + ".join(f"{p:g} · {-np.log2(p):.3f}" for p in values) + f" = {bits:.4f} bits",
        data={"probabilities": given},
    )


def _questions(code: Code, others: Sequence[Slip]) -> Number:
    lengths = list(code.lengths.values())
    return Number(
        code.expected_length,
        [
            Slip(sum(lengths) / len(lengths), "Weight the lengths by the probabilities."),
            Slip(float(code.longest), "That is the most it takes. Asked is the average."),
            Slip(
                code.entropy, "That is the entropy, which no scheme can beat, nor this one reach."
            ),
            *others,
        ],
        "questions",
        decimals=2,
    )


@varied("codes")
def expected_questions(draw: Random | None) -> Exercise:
    """Three schemes by hand; Huffman's has an exercise of its own."""
    given = _distribution(draw)
    one_by_one, halves = linear_code(given), equal_size_code(given)
    fano = shannon_fano_code(given)
    numbers = {
        "one after another": _questions(
            one_by_one,
            [
                Slip(
                    one_by_one.expected_length + given["x5"],
                    "When one symbol is left, you know it: do not ask for it.",
                ),
                Slip(
                    linear_code(given, "probable_first").expected_length,
                    "Ask in the order x1, x2, ...: that is for the most probable first.",
                ),
            ],
        ),
        "halves of equal size": _questions(
            halves,
            [
                Slip(3.0, "That is the most it takes: the first of the halves takes fewer."),
                Slip(fano.expected_length, "That is by probability. Halve the number of symbols."),
            ],
        ),
        "Shannon-Fano": _questions(
            fano,
            [
                Slip(
                    huffman_code(given).expected_length,
                    "That is Huffman's code, which starts from the other end.",
                ),
                Slip(halves.expected_length, "Halve the probability, not the number of symbols."),
            ],
        ),
    }
    return Exercise(
        f"Five symbols have the probabilities {_text(given)}. How many yes/no questions does it "
        "take "
        "on average to ask for one after another, in this order; by halves of equal size (the "
        "second half has one more if the number is odd); and by Shannon and Fano?",
        Numbers(numbers),
        "The number of questions of each symbol, weighted by its probability.",
        "\n".join(
            f"{code.name}: lengths {', '.join(map(str, code.lengths.values()))}; "
            f"{number_text(code.expected_length, 4)} questions"
            for code in (one_by_one, halves, fano)
        ),
        data={"probabilities": given},
    )


@varied("codes")
def lengths_by_huffman(draw: Random | None) -> Exercise:
    """The best code, from the bottom up."""
    given = _distribution(draw)
    best = huffman_code(given)
    return Exercise(
        f"Five symbols have the probabilities {_text(given)}. How many yes/no questions does each "
        "take in Huffman's code?",
        Lengths(best),
        "Join the two least probable sets, and again, until one set is left.",
        str(best),
        data={"probabilities": given},
    )


@varied("codes")
def efficiency_of_a_code(draw: Random | None) -> Exercise:
    """Entropy by expected number of questions."""
    given = _distribution(draw)
    code = huffman_code(given)
    bits, needed = code.entropy, code.expected_length
    return Exercise(
        f"Five symbols have the probabilities {_text(given)}. Huffman's code takes "
        f"{needed:.2f} questions on average. What is its efficiency?",
        Number(
            bits / needed,
            [
                Slip(
                    needed / bits, "Divide the entropy by the questions, not the other way round."
                ),
                Slip(needed - bits, "That is the difference. The efficiency is a quotient."),
                Slip(bits, "That is the entropy. Divide it by the questions."),
                Slip(bits / np.log2(5), "You divided by log2 5, the entropy of even odds."),
                Slip(bits * np.log(2) / needed, "Take the entropy in bits: base 2."),
            ],
            high=1.0,
            above="No code takes fewer questions than the entropy: the efficiency is 1 at most.",
        ),
        "Work out the entropy first.",
        f"{bits:.4f} / {needed:.2f} = {bits / needed:.4f}",
        data={"probabilities": given},
    )


@varied("codes")
def divergence_from_even_odds(draw: Random | None) -> Exercise:
    """Kullback and Leibler: what it costs to believe in even odds."""
    given = _distribution(draw)
    even = dict.fromkeys(given, 1 / 5)
    bits = kl_divergence(given, even)
    return Exercise(
        f"Symbols come with the probabilities {_text(given)}. By how many bits per symbol is "
        "someone "
        "more surprised who believes that all five are equally probable (the Kullback-Leibler "
        "divergence)?",
        Number(
            bits,
            [
                Slip(kl_divergence(even, given), "That is the other way round: symbols come by P."),
                *in_other_units(bits),
                Slip(cross_entropy(given, even), "Subtract the entropy: asked is the excess."),
                Slip(entropy(given), "That is the entropy of P. Subtract it from log2 5."),
            ],
            "bits",
        ),
        "Whoever believes in even odds expects log2 5 bits of every symbol.",
        f"log2 5 − {entropy(given):.4f} = {cross_entropy(given, even):.4f} − {entropy(given):.4f} "
        f"= {bits:.4f} bits",
        data={"probabilities": given},
    )
