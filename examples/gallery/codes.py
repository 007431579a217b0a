"""
Entropy: how many questions?
============================

Someone has drawn one of five symbols and answers only yes or no.  How many questions does it take
to find out which?  A scheme of questions is a tree, and the yes and no along a path are a code.
"""

# %%
# The symbols are not equally probable.  Their entropy will turn out to be a bound that no scheme
# can beat.

from arboretum import TreeClassifier
from arboretum.information import (
    block_code,
    enough_questions,
    entropy,
    equal_size_code,
    huffman_code,
    linear_code,
    shannon_fano_code,
)

P = {"x1": 0.10, "x2": 0.15, "x3": 0.16, "x4": 0.19, "x5": 0.40}
print(f"entropy {entropy(P):.2f} bits")


def judge(code):
    """Print how many questions a scheme needs."""
    shown = ", ".join(map(str, code.lengths.values()))
    needed = f"{code.expected_length:.4g} questions, efficiency {code.efficiency:.3f}"
    print(f"{code.name}: lengths {shown}; {needed}")


# %%
# **One after another.**  Is it x1?  Is it x2?  Much depends on the order: the most probable first
# would have been better.

linear = linear_code(P)
judge(linear)
judge(linear_code(P, order="probable_first"))
linear_picture = linear.plot()

# %%
# **Halves of equal size.** With n symbols this never takes more than ⌈log2 n⌉ questions, but it
# ignores what is probable.

halves = equal_size_code(P)
judge(halves)
print(f"never more than {enough_questions(len(P))}")
halves_picture = halves.plot()

# %%
# **Shannon and Fano** sort the symbols and divide them so that both sides are about equally
# probable.

fano = shannon_fano_code(P)
judge(fano)
fano_picture = fano.plot()

# %%
# **Huffman** starts from the other end: it always joins the two least probable sets.  No scheme
# that finds one symbol at a time needs fewer questions.

best = huffman_code(P)
print(best)
judge(best)
best_picture = best.plot()

# %%
# Entropy is lower still.  Asking for two symbols at once, or three, or four, comes closer.

for n in (2, 3, 4):
    print(f"blocks of {n}: {block_code(P, n).expected_length:.4f} questions per symbol")
print(f"entropy:     {entropy(P):.4f}")

# %%
# Where every probability is a power of one half, nothing is lost: the question is always between
# two halves, and a symbol of probability p takes log2 1/p of them.

perfect = huffman_code({"x1": 1 / 2, "x2": 1 / 4, "x3": 1 / 8, "x4": 1 / 16, "x5": 1 / 16})
judge(perfect)
perfect_picture = perfect.plot()

# %%
# What has this to do with decision trees?  Let a tree learn the symbols from their rank, each
# weighted by its probability.  The question with the largest information gain is the one whose
# answers are most evenly probable: growing a tree from the top down *is* the scheme of Shannon and
# Fano.

rank = {"rank": [1, 2, 3, 4, 5]}
grown = TreeClassifier(criterion="entropy").fit(rank, list(P), sample_weight=list(P.values()))
lengths = {leaf.prediction: leaf.depth for leaf in grown.tree_.leaves()}
print(lengths)
print(lengths == fano.lengths)
