"""Right and wrong answers to every exercise, and words of what is said about the wrong ones.

Right ones are the worked numbers of the source texts, corrected where they are misprinted; wrong
ones are the misprints and what pupils write.
"""

from __future__ import annotations

from typing import Any, NamedTuple

__all__ = ["ANSWERS", "Answers"]


class Answers(NamedTuple):
    """Some that are right, and some that are wrong."""

    right: list[Any]
    wrong: list[tuple[Any, str]]


WIND = {"wind": {"strong": "no", "weak": "yes"}}
TENNIS = {
    "outlook": {
        "sunny": {"humidity": {"high": "no", "normal": "yes"}},
        "overcast": "yes",
        "rain": WIND,
    }
}
DRUG = {
    "blood_pressure": {
        "high": "A",
        "low": "B",
        "normal": {"age <= 41": {"yes": "A", "no": "B"}},
    }
}
PETALS = ["2/3", 0, "1/2", 0.1680, 0.0425]


def put(numbers: list[Any], place: int, number: Any) -> list[Any]:
    """The same with another number at a place."""
    return [*numbers[:place], number, *numbers[place + 1 :]]


PURITY = {
    "purity_of_a_region": Answers(
        ["6/7", 0.857, "0,857", "85.7 %", 0.8571428],
        [
            ("1/7", "error rate"),
            ("5/6", "You took 1 out of 6. The region has 7"),
            (6, "That is a count. Divide it by the 7"),
            (0.7551, "sum of squares"),
            (85.7142857, "in percent"),
        ],
    ),
    "gini_of_every_node": Answers(
        [PETALS, "2/3; 0; 0.5; 0.168; 0.0425"],
        [
            (put(PETALS, 0, "1/3"), "node 0: That is the homogeneity"),
            (put(PETALS, 3, 0.445), "node 3: That is the entropy"),
            (put(PETALS, 4, 0), "node 4: You forgot the square"),
            (put(PETALS, 2, 0.25), "node 2: That is the term of one class only"),
            (put(PETALS, 1, 1), "4 right."),
            (PETALS[:4], "There are 5 numbers to find, but 4 given"),
        ],
    ),
    "entropy_of_a_node": Answers(
        [0.1511, "0.151 bits"],
        [
            (0.0455, "decimal logarithm"),
            (0.1047, "natural logarithm"),
            (-0.1511, "Right except for the sign"),
            (0.0425, "Gini impurity"),
            (5.555, "Multiply each by its share p"),
            (1.7, "log2 3 = 1.585 bits at most"),
            (0.2, "Right as far as it goes. Give 3 decimals"),
        ],
    ),
    "most_mixed": Answers(
        [["2/3", 1.585], {"gini": 0.667, "entropy": 1.58496}],
        [
            (["2/3", 1], "Entropy lies between 0 and 1 for two classes only"),
            ([0.5, 1.585], "gini: That is so for two classes only"),
            (["1/3", 1.585], "homogeneity"),
            (["2/3", 1.0986], "natural logarithm"),
            (["8/9", 1.585], "squared one share only"),
        ],
    ),
    "entropy_in_stages": Answers(
        [[1, 0.9710, 1.4855]],
        [
            ([1, 0.9710, 1.9710], "Weight the second stage: only 5 of 10"),
            ([1, 0.4855, 1.4855], "weighted already"),
            ([1, 0.48, 1.4855], "rest: That is the Gini impurity"),
            ([0.5, 0.971, 1.4855], "first: "),
            ([1, 0.971, 1.0297], "all: You took the natural logarithm"),
        ],
    ),
    "homogeneity_after_a_question": Answers(
        [0.5898],
        [
            (0.5771, "You took 50 out of 250, but 250 is the other class: the branch has 300"),
            (0.4102, "That is the impurity"),
            (0.6276, "plain mean of the branches"),
            (0.5722, "the node before the split"),
            (1, "You forgot the square"),
            (1.2553, "You added up the branches"),
        ],
    ),
    "cost_of_a_split": Answers(
        [0.1103],
        [
            (0.1053, "plain mean of the branches"),
            (0.3897, "how much the split changes it"),
            (0.8897, "homogeneity"),
            (0.1680, "one branch only"),
            (0.3098, "made of entropies"),
        ],
    ),
}

TENNIS_GAINS = [0.2467, 0.1518, 0.0481]
GAIN = {
    "gain_of_a_question": Answers(
        [0.0319, "0.032"],
        [
            (0.0104, "You took 50 out of 250"),
            (0.8612, "entropy left after the answer"),
            (0.0923, "plain mean"),
            (0.0221, "natural logarithm"),
            (0.0362, "That is the gain ratio"),
            (0.0176, "decrease of the Gini impurity"),
            (-0.7086, "You added up the branches"),
            (0.95, "cannot exceed the entropy of the node"),
        ],
    ),
    "entropy_left": Answers(
        [0.8612],
        [
            (0.8828, "You took 50 out of 250"),
            (0.8009, "plain mean"),
            (0.0319, "how much the split changes it"),
            (0.5970, "natural logarithm"),
            (0.4102, "made of Gini"),
        ],
    ),
    "gain_ratio_of_a_question": Answers(
        [0.0362],
        [
            (0.0118, "You took 50 out of 250"),
            (0.0319, "That is the gain. Divide it by the entropy of the branch sizes"),
            (0.03575, "You divided by the entropy of the classes"),
            (0.0281, "You multiplied"),
            (0.0523, "use one base"),
        ],
    ),
    "gains_at_the_root": Answers(
        [TENNIS_GAINS, {"wind": 0.048, "humidity": 0.152, "outlook": 0.247}],
        [
            (put(TENNIS_GAINS, 0, 0.6935), "outlook: That is the entropy left"),
            (put(TENNIS_GAINS, 0, 0.1564), "outlook: That is the gain ratio"),
            (put(TENNIS_GAINS, 2, 0.0346), "wind: You took the plain mean"),
            (put(TENNIS_GAINS, 1, 0.1052), "humidity: You took the natural logarithm"),
            ({"outlook": 0.2467, "wind": 0.0481}, "'humidity' is missing"),
        ],
    ),
    "gains_below_normal_pressure": Answers(
        [[0.0817, 1]],
        [
            ([0, 1], "sex: You took all twelve patients"),
            ([0.0817, 0.0817], "age: You took all twelve patients"),
            ([0.9183, 1], "sex: That is the entropy left"),
            ([0.0556, 1], "sex: That is the decrease of the Gini"),
        ],
    ),
    "gain_of_an_identifier": Answers(
        [[0.9403, 0.2470]],
        [
            ([0, 0.247], "Every branch is pure"),
            ([0.9403, 0.9403], "ratio: That is the gain"),
            ([0.9403, 1], "ratio: You divided by the entropy of the classes"),
            ([0.9403, 0.0672], "The divisor is log2 14, not 14"),
        ],
    ),
    "accuracy_and_gain": Answers(
        [[0, 0.2365]],
        [
            ([0.2, 0.2365], "error: That is the error rate, before and after"),
            ([0.4, 0.2365], "error rate of one branch"),
            ([0, 0.08], "gain: That is the decrease of the Gini"),
            ([0, 0.1639], "natural logarithm"),
        ],
    ),
    "correct_by_each_feature": Answers(
        [["6/12", "8/12", "9/12"], [0.5, 0.667, 0.75]],
        [
            ([6, "8/12", "9/12"], "sex: That is a count"),
            (["6/12", "4/12", "9/12"], "age: That is the rate of wrong ones"),
            (["6/12", "8/12", "5/6"], "Weight each branch by its patients"),
            (["6/12", 0.0817, 0.75], "That is the information gain"),
        ],
    ),
    "price_of_a_feature": Answers(
        [111.6],
        [
            (10.56, "Square the gains"),
            (0.00896, "the other way round"),
            (3.56, "Square both gains"),
            (112, "Right as far as it goes. Give 1 decimal."),
        ],
    ),
}

MIDPOINTS = {2.5, 3.5, 4.5, 5.5, 6.5, 7.5}
THRESHOLDS = {
    "candidate_thresholds": Answers(
        [MIDPOINTS, "2.5, 3.5, 4.5, 5.5, 6.5, 7.5", [7.5, 6.5, 5.5, 4.5, 3.5, 2.5, 2.5]],
        [
            ({2, 3, 4, 5, 6, 7, 8}, "Thresholds lie half-way"),
            (MIDPOINTS | {3}, "You took midpoints of equal values"),
            (MIDPOINTS | {8.5}, "8.5 does not belong to them. Nothing lies above"),
            (MIDPOINTS | {8}, "That is a value of a sample"),
            (MIDPOINTS - {7.5}, "1 missing. There is one between any two"),
            ({5}, "That is the middle of the range"),
        ],
    ),
    "counts_at_a_threshold": Answers(
        [[3, 1, 2, 3]],
        [
            ([0, 1, 5, 3], "pos in yes: That is the count at 2.5"),
            ([2, 3, 3, 1], "sides swapped"),
            ([1, 3, 3, 2], "pos in yes: You swapped the classes"),
            ([4, 4, 5, 5], "That counts both classes"),
        ],
    ),
    "best_threshold": Answers(
        [6.5, "13/2"],
        [
            (6, "The threshold lies between 6 and 7"),
            (2.5, "It gains 0.1427 bits. Another gains more"),
            (0.3198, "That is its gain. Asked is the threshold"),
            (4, "not a midpoint of two"),
        ],
    ),
    "tied_thresholds": Answers(
        [{31.5, 39.5, 50, 57.5}, "31.5, 39.5, 50, 57.5"],
        [
            ({39.5}, "31.5 is missing. It is right for 8 of 12 patients as well: a tie"),
            ({40}, "Near one of them: 39.5"),
            ({57.5}, "best by information gain"),
            ({41}, "among patients with normal pressure only"),
            ({31.5, 39.5, 45, 50, 57.5}, "45 does not belong to them. It is right for 7 of 12"),
        ],
    ),
    "subsets_of_categories": Answers(
        [7],
        [
            (16, "counts all subsets"),
            (14, "You count each split twice"),
            (8, "leaves a branch empty"),
            (3, "ordered values"),
        ],
    ),
    "questions_for_all": Answers(
        [3],
        [
            (2, "4 answers cannot tell 5 apart"),
            (2.32, "round up"),
            (4, "one after another"),
            (1.609, "natural logarithm"),
        ],
    ),
}

THRESHOLDS["questions_for_a_multiway_node"] = Answers(
    [2],
    [
        (3, "When only one group is left"),
        (1, "One question makes two groups"),
        (5, "That counts the leaves as well"),
    ],
)

NUMBERS = {
    "prediction_of_a_leaf": Answers(
        [[8, 4.5]],
        [
            ([4.5, 8], "You swapped mean and median"),
            ([32, 4.5], "That is the sum"),
            ([8, 5], "one of the two in the middle"),
            ([11.5, 4.5], "middle of the range"),
        ],
    ),
    "variance_of_a_node": Answers(
        [3.5],
        [
            (4.6667, "You divided by n − 1"),
            (14, "That is a sum"),
            (1.871, "standard deviation"),
            (0, "You forgot the square"),
            (12.5, "Subtract the mean before you square"),
        ],
    ),
    "cost_of_a_regression_split": Answers(
        [4],
        [
            (8.4, "divided by the samples of its node"),
            (4.8333, "plain mean of the branches"),
            (7.8, "You divided by n − 1"),
            (6, "how much the split saves"),
            (20, "forgot to divide by m"),
        ],
    ),
    "variance_reduction": Answers(
        [4.7],
        [
            (6, "You divided by n. Here"),
            (3, "plain mean"),
            (7.8, "That is what is left"),
            (-6.5, "You added up the branches"),
        ],
    ),
    "split_for_lines": Answers(
        ["b", "B)"],
        [
            ("a", "the variance stays as it is"),
            ("c", "would still hold a bend"),
            ("d", "is flat"),
            ("e", "'e' is none of them. Answer with one of a, b, c, d."),
        ],
    ),
    "day_without_an_outlook": Answers(
        [["10/14", "4/14"], [0.714, 0.286], "5/7; 2/7"],
        [
            (["4/14", "10/14"], "You swapped yes and no"),
            (["2/3", "1/3"], "5, 4 and 5"),
            (["5/14", "4/14"], "Sunny and rain both lead to no"),
            (["10/14", "9/14"], "That is the share at the root"),
        ],
    ),
    "value_to_impute": Answers(
        [42],
        [
            (51.2, "You took the mean of both classes"),
            (65, "mean of the other class"),
            (31.5, "divide by the 3 that have one"),
            (41, "That is the median"),
        ],
    ),
}

STOPPING = {
    "chi_square_of_a_question": Answers(
        [41.1630, 41.2, "41.16"],
        [
            (55.69, "Divide by what is expected"),
            (0.957, "You forgot the square"),
            (28.4, "one class only"),
            (803.1, "You swapped what is expected"),
            (40.2, "Yates"),
            (304.8, "row sum times column sum"),
        ],
    ),
    "degrees_of_freedom": Answers(
        [6],
        [
            (12, "the number of cells"),
            (11, "Not only the total"),
            (5, "Multiply k − 1 by c − 1"),
            (8, "The rows have fixed sums"),
        ],
    ),
    "is_it_significant": Answers(
        ["d", ("no", "d")],
        [
            ("a", "fewer than 5"),
            (("yes", "b"), "3.84 is for one degree of freedom"),
            ("c", "speaks against independence"),
            ("no", "Say why as well"),
            (("yes", "d"), "You say 'yes', but d) is a reason for 'no'"),
        ],
    ),
    "size_and_purity": Answers(
        ["A, F", {"F", "A"}],
        [
            ("A, D, F", "five points are not more than five"),
            ("A, E, F", "0.95 is not less than 0.95"),
            ("B, C, D, E", "Those become leaves"),
            ("F", "A is missing. Seven points are more than five"),
            ("A, B, F", "44/45 = 0.978"),
        ],
    ),
    "two_minimum_sizes": Answers(
        ["A, C"],
        [
            ("A, B, C, D, E", "no branch may have fewer than 5"),
            ("C", "A branch needs 5 samples, not 10"),
            ("", "15 samples, more than the 10"),
            ("A, B, C", "One sample in a branch is fewer than 5"),
        ],
    ),
    "pruned_first": Answers(
        ["b"],
        [
            ("c", "79 are right instead of 80"),
            ("e", "83 without those of b"),
            ("none", "Pruning b does no harm"),
            ("d", "the best comes first"),
        ],
    ),
    "prune_or_stop": Answers(
        ["c"],
        [
            ("a", "needs validation samples"),
            ("b", "It fits its own samples better"),
            ("d", "it is slower"),
        ],
    ),
}

CODES = {
    "surprise": Answers(
        [3],
        [
            (2.079, "natural logarithm"),
            (0.375, "part in the entropy"),
            (8, "Take the logarithm"),
            (0.1926, "has not occurred"),
        ],
    ),
    "entropy_of_symbols": Answers(
        [2.1498, 2.15],
        [
            (1.490, "natural logarithm"),
            (2.322, "if all were equally probable"),
            (12.421, "Weight each"),
            (0.7458, "Gini impurity"),
            (3.0, "2.32 bits at most"),
        ],
    ),
    "expected_questions": Answers(
        [[3.24, 2.59, 2.25]],
        [
            ([3.64, 2.59, 2.25], "When one symbol is left, you know it"),
            ([2.26, 2.59, 2.25], "for the most probable first"),
            ([3.24, 2.4, 2.25], "Weight the lengths by the probabilities"),
            ([3.24, 2.59, 2.20], "That is Huffman's code"),
            ([3.24, 2.25, 2.25], "That is by probability. Halve the number of symbols"),
            ([3.24, 2.59, 2.59], "Halve the probability"),
        ],
    ),
    "lengths_by_huffman": Answers(
        [[3, 3, 3, 3, 1], "3, 3, 3, 3, 1", {"x5": 1, "x1": 3, "x2": 3, "x3": 3, "x4": 3}],
        [
            ([3, 3, 2, 2, 2], "lengths of Shannon and Fano"),
            ([1, 2, 2, 2, 2], "No code has words so short"),
            ([1, 3, 3, 3, 3], "A less probable symbol has a shorter word"),
            ([4, 4, 3, 2, 1], "it takes 2.26 questions on average; 2.2 are enough"),
            ([4, 3, 3, 3, 1], "Some answer leads nowhere"),
            ([3, 3], "does not fit"),
        ],
    ),
    "efficiency_of_a_code": Answers(
        [0.977, "97.7 %"],
        [
            (1.0234, "not the other way round"),
            (0.0502, "difference"),
            (2.1498, "That is the entropy"),
            (0.9259, "log2 5"),
            (1.5, "the efficiency is 1 at most"),
        ],
    ),
    "divergence_from_even_odds": Answers(
        [0.1722],
        [
            (0.1622, "the other way round"),
            (0.1193, "natural logarithm"),
            (2.3219, "Subtract the entropy"),
            (2.1498, "Subtract it from log2 5"),
        ],
    ),
}

TREES = {
    "tree_of_play_tennis": Answers(
        [TENNIS],
        [
            (WIND, "At the root: 'wind' gains 0.04813 bits here, but 'outlook' gains 0.2467"),
            (
                {"outlook": {**TENNIS["outlook"], "sunny": WIND}},
                "Where outlook is sunny: 'wind' gains",
            ),
            (
                {"outlook": {**TENNIS["outlook"], "overcast": WIND}},
                "Where outlook is overcast: all samples are yes, so nothing need be asked",
            ),
            (
                {"outlook": {**TENNIS["outlook"], "rain": "yes"}},
                "Where outlook is rain: you stop, but 2 no and 3 yes are left",
            ),
            (
                {
                    "outlook": {
                        **TENNIS["outlook"],
                        "rain": {"wind": {"strong": "yes", "weak": "no"}},
                    }
                },
                "Where outlook is rain, wind is strong: you say yes, but all samples are no",
            ),
            ({"outlook": {"sunny": "no"}}, "'outlook' has no branch for 'overcast'"),
            ({"temperature": {}}, "asks about no feature"),
        ],
    ),
    "tree_of_the_drugs": Answers(
        [
            DRUG,
            {
                "blood_pressure": {
                    **DRUG["blood_pressure"],
                    "normal": {"age > 40": {"yes": "B", "no": "A"}},
                }
            },
        ],
        [
            (
                {"sex": {"male": "A", "female": "B"}},
                "'sex' gains 0 bits here, but 'blood_pressure' gains 0.5",
            ),
            (
                {"age <= 57.5": {"yes": DRUG, "no": "B"}},
                "'age <= 57.5' gains 0.1909 bits here",
            ),
            (
                {
                    "blood_pressure": {
                        **DRUG["blood_pressure"],
                        "normal": {"sex": {"male": "A", "female": "B"}},
                    }
                },
                "Where blood_pressure is normal: 'sex' gains 0.0817 bits here, but 'age <= 41'",
            ),
            (
                {"blood_pressure": {**DRUG["blood_pressure"], "normal": "A"}},
                "you stop, but 3 A and 3 B are left",
            ),
        ],
    ),
    "boolean_function": Answers(
        [
            {"a": {"0": {"b": {"0": "no", "1": "yes"}}, "1": {"b": {"0": "yes", "1": "no"}}}},
            {
                "b <= 0.5": {
                    "yes": {"a = 1": {"yes": "yes", "no": "no"}},
                    "no": {"a": {"0": "yes", "1": "no"}},
                }
            },
        ],
        [
            ({"a": {"0": "no", "1": "yes"}}, "a = 0, b = 1: your tree says no, but it is yes"),
            ("no", "a = 0, b = 1: your tree says no"),
            ({"a": {"0": {"b": {"0": "no", "1": "yes"}}}}, "'a' has no branch for '1'"),
            (
                {
                    "a": {
                        "0": {"b": {"0": "no", "1": {"a": {"0": "yes", "1": "no"}}}},
                        "1": {"b": {"0": "yes", "1": "no"}},
                    }
                },
                "No mistakes, but 5 leaves. 4 are enough",
            ),
        ],
    ),
    "region_of_a_point": Answers(
        ["R6", "r6"],
        [
            ("R2", "R2 has X2 <= 3.45, but X2 is 4.25"),
            ("R5", "R5 has X1 <= 6.5, but X1 is 6.75"),
            ("R1", "R1 has X1 <= 5.45, but X1 is 6.75"),
        ],
    ),
    "shorter_rule": Answers(
        [{"X1 <= 4.7", "X2 <= 2.8"}, "X2 <= 2.8, X1 <= 4.7"],
        [
            ({"X1 <= 5.45", "X2 <= 2.8", "X1 <= 4.7"}, "says more than X1 <= 5.45"),
            ({"X1 <= 5.45", "X2 <= 2.8"}, "You dropped the stricter one"),
            ({"X1 <= 4.7"}, "X2 <= 2.8 is about another feature"),
        ],
    ),
    "labels_that_may_occur": Answers(
        ["A, C, E, F"],
        [
            ("A, B, C, E, F", "A bird is an animal"),
            ("A, C, D, E, F", "An owl is a bird"),
            ("A, E, F", "labels of several branches"),
            ("A, C, F", "E is allowed"),
        ],
    ),
    "data_without_a_tree": Answers(
        [
            [((1, "red"), "yes"), ((1, "red"), "no")],
            [((0,), "a"), ((1,), "b"), ((0,), "b")],
        ],
        [
            ([((0, 0), 0), ((0, 1), 1), ((1, 0), 1), ((1, 1), 0)], "a tree with 4 leaves"),
            ([((0,), "a"), ((1,), "a")], "All rows are of one class"),
            ([((0,), "a"), ((0,), "a"), ((1,), "b")], "have the same class here"),
            ([((0,), "a")], "Give two rows or more"),
            (7, "does not fit"),
        ],
    ),
    "zero_error_for_any_data": Answers(
        ["b", ("yes", "b")],
        [
            ("a", "What if their classes differ"),
            (("no", "c"), "Overfitting is about new samples"),
            ("d", "it can go on until it is pure"),
            ("yes", "Say why as well"),
        ],
    ),
    "every_boolean_function": Answers(
        ["a", "yes; a"],
        [
            ("b", "needs 2^n leaves"),
            ("c", "the tree exists"),
            ("d", "corner of a cube"),
        ],
    ),
    "greedy": Answers(
        ["a"],
        [("b", "when to stop"), ("c", "NP-hard"), ("d", "looking ahead")],
    ),
    "asked_again": Answers(
        ["B, C"],
        [
            ("C", "B may still be x or y"),
            ("B, C, D", "D is 0: nothing is left to ask"),
            ("", "Only features whose value is settled"),
            ("A, B, C", "the same category of A"),
        ],
    ),
}

ANSWERS = {**PURITY, **GAIN, **THRESHOLDS, **NUMBERS, **STOPPING, **CODES, **TREES}
