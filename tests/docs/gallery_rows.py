"""Where the gallery shows each figure, table and claim of the source texts.

By the row of ``tests/worked/claims.toml``: the scripts, and what their
outputs have to say, from the source or, where that is misprinted, corrected.
"""

from __future__ import annotations

__all__ = ["ROWS"]

ROWS: dict[str, dict[str, tuple[str, ...]]] = {
    # Data and demonstrations.
    "D01": {
        "football": ("no 390 yes 10", "no 100 yes 0", "no 50 yes 250", "no 150 yes 50", "1000")
    },
    "D02": {"iris_regions": ("X1 from 4.3 to 7.9, X2 from 2.0 to 4.4",)},
    "D03": {"iris_regions": ("X1 <= 5.45  gain 0.5308", "0.3573", "0.2128", "n=90", "n=45")},
    "D04": {"iris_regions": ("the point is of class c2", "6. if X1 > 6.5 and X2 > 3.45", "n=3")},
    "D05": {"iris_regions": ("h0  X1 <= 5.45",)},
    "D06": {"iris_petals": ("petal length <= 2.45 (score 0.3333333, a tie)", "petal width <= 0.8")},
    "D07": {"play_tennis": ("0.2467", "0.1518", "0.0481")},
    "D08": {"drug": ("age <= 41    (3 0) (0 3)", "100% correct", "0.6667", "0.75")},
    "D09": {"drug": ("0.9183", "0.0817", "0.1909", "sex = female           0.0817")},
    "D10": {
        "heart": ("thal = 3 and pain.type in {1, 2, 3}", "n=101  errors=10", "n=270  errors=120")
    },
    "D11": {"heart_overgrown": ("46 leaves, depth 9, 0 errors",)},
    "D12": {"heart_instability": ("runner-up: pain.type = 4", "11 like the tree", "74 different")},
    "D13": {"heart_overgrown": ("6 leaves, 39 errors; the same from both: True",)},
    "D14": {
        "bank": ("10 leaves", "without a question 521 errors", "job is unemployed, so y = yes")
    },
    "D15": {"steps": ("x <= 1000  20", "x <= 2000", "19.81682", "10.06229", "20.35278")},
    "D16": {"steps": ("blood pressure <= 150",)},
    "D17": {"steps": ("X1 <= 8", "X2 <= 7")},
    "D18": {"sweep": ("A <= 2.5  (1 0) (3 5)", "0.1427", "best 6.5: 0.3198 bits")},
    "D19": {
        "noise": ("shaken         same first question 20 of 20",),
        "overfitting": ("3        10.0%        10.6%", "200         0.0%        18.8%"),
        "heart_instability": (
            "2 like the tree",
            "5  0.008     0.062  0.070",
            "100  0.003     0.244",
        ),
    },
    # Seeing and explaining.
    "E01": {"heart": ("thal in {6, 7}           saves 56 errors",)},
    "E02": {
        "bank": (
            "poutcome is failure, month is mar, balance is 900, job is retired, so y = no",
            "left→right→right→left",
        )
    },
    "E03": {"iris_regions": ("h4  X1 <= 6.5", "6. if X1 > 6.5", "covering: yes")},
    "E04": {"iris_regions": ("n=6",)},
    "E05": {"iris_petals": ("digraph tree {",)},
    "E06": {"football": ("gender \\ age",)},
    "E07": {"football": ("490 (345.0)", "chi-square 393.174, 1 degree of freedom")},
    "E08": {"steps": ("x > 2000",)},
    "E09": {"codes": ("lengths 3, 3, 3, 3, 1",)},
    "E10": {"heart": ("thal is 3, pain.type is 4, coloured.vessels is 1, so heart.disease = 2",)},
    "E11": {"heart": ("35.95", "21.67", "19.21")},
    "E12": {"drug": ("age <= 39.5  (4 2) (2 4)", "correct")},
    # Excursus.
    "T01": {
        "smallest_tree": ("at most 3 leaves: 1 errors", "the grown tree: 4 leaves, 0 errors"),
        "greedy_or_best": ("smallest 4; with 3: No tree costs less than 1: proved.",),
    },
    "T02": {"heart_overgrown": ("coins: 72 leaves, 0 errors", "contradictions: 7, errors: 7")},
    "T03": {
        "overfitting": ("own samples  new samples", "3 leaves, 10.6% on new samples"),
        "greedy_or_best": ("leaves  greedy  best",),
        "near_optimal": ("5 leaves, 42 errors: 4 trees", "7 leaves, 35 errors: 6 trees"),
    },
    "T04": {"codes": ("never more than 3",)},
    "T05": {"codes": ("entropy 2.15 bits", "2.1498")},
    "T06": {"codes": ("3.24 questions, efficiency 0.664", "2.26 questions")},
    "T07": {"codes": ("2.59 questions, efficiency 0.830",)},
    "T08": {"codes": ("lengths 3, 3, 2, 2, 2; 2.25 questions, efficiency 0.955",)},
    "T09": {"codes": ("lengths 3, 3, 3, 3, 1; 2.2 questions, efficiency 0.977",)},
    "T10": {"codes": ("2.1655", "2.1608", "2.1571")},
    "T11": {"codes": ("1.875 questions, efficiency 1.000",)},
    "T12": {"information": ("p = 0.5    1 bits",)},
    "T13": {
        "information": ("divergence 0.1722", "gain 0.5000, mean divergence of its branches 0.5000")
    },
    "T14": {"play_tennis": ("saved per day 0.2467",)},
    "T15": {"any_function": ("16 functions, 0 errors", "256 functions, 0 errors")},
    "T16": {"accuracy": ("error    0.0000", "gini     0.0800", "entropy  0.2365")},
    # How work rises.
    "A08": {
        "work": ("all         7       24    17", "halving           64", "cutting_off      135")
    },
    # Measures and splits that ask for a demonstration.
    "M14": {"identifier": ("'day': 0.9403", "'day': 0.247,")},
    "M15": {"stages": ("1.4855, in stages 1.0000 + 0.5 * 0.9710 = 1.4855", "0.6200", "0.7400")},
    "S03": {"work": ("0         1        8     7", "put in order: 8 values")},
    "S12": {"rotation": ("straight                   2", "turned                    10")},
    "R03": {"pruning": ("best first  1 leaves, 11 errors", "bottom up   2 leaves, 10 errors")},
    "R07": {
        "pruning": ("grown and pruned      17.7   14.4%", "stopped by a test      7.9   30.1%")
    },
    "P09": {
        "pruning": ("cautious splitting     1.8   47.1%", "'cautious splitting' in 10 of 10"),
        "overfitting": ("held out  leaves  new samples",),
    },
}
