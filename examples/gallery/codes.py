"""
Entropy: how many questions?
============================

Someone has drawn one of five symbols and answers only yes or no.  How many questions does it take
to find out which?  A scheme of questions is a tree, and the yes and no along a path are a code.
"""

# %%
# The symbols are not equally probable.  Their entropy will turn out to be a bound that no scheme
# can beat.

import heapq
from itertools import count, product
from math import ceil, log2, prod

from arboretum import TreeClassifier, show
from arboretum.criteria import entropy

P = {"x1": 0.10, "x2": 0.15, "x3": 0.16, "x4": 0.19, "x5": 0.40}
H = float(entropy(list(P.values())))
print(f"entropy {H:.2f} bits")


def judge(name, questions, weights=P):
    """Print how many questions a scheme needs, and return the tree to draw."""
    tree = show.question_tree(questions, weights)
    lengths = {leaf.prediction: leaf.depth for leaf in tree.leaves()}
    expected = sum(weights[symbol] * length for symbol, length in lengths.items())
    efficiency = float(tree.impurity[0]) / expected
    shown = ", ".join(str(lengths[symbol]) for symbol in weights)
    print(f"{name}: lengths {shown}; {expected:.4g} questions, efficiency {efficiency:.3f}")
    return tree


# %%
# **One after another.**  Is it x1?  Is it x2?  Much depends on the order: the most probable first
# would have been better.

linear = judge("one after another", ("x1", ("x2", ("x3", ("x4", "x5")))))
judge("most probable first", ("x5", ("x4", ("x3", ("x2", "x1")))))
linear_picture = show.plot(linear, preset="shares")

# %%
# **Halves of equal size.** With n symbols this never takes more than ⌈log2 n⌉ questions, but it
# ignores what is probable.

halves = judge("halves", (("x1", "x2"), ("x3", ("x4", "x5"))))
print(f"never more than {ceil(log2(len(P)))}")
halves_picture = show.plot(halves, preset="shares")

# %%
# **Shannon and Fano** sort the symbols and divide them so that both sides are about equally
# probable.


def shannon_fano(symbols):
    """Brackets from the top down, for symbols in the order of their probability."""
    if len(symbols) == 1:
        return symbols[0]
    total = sum(P[symbol] for symbol in symbols)
    imbalance = {
        cut: abs(total - 2 * sum(P[symbol] for symbol in symbols[:cut]))
        for cut in range(1, len(symbols))
    }
    cut = min(imbalance, key=imbalance.get)
    return shannon_fano(symbols[:cut]), shannon_fano(symbols[cut:])


fano = judge("Shannon-Fano", shannon_fano(sorted(P, key=P.get)))
fano_picture = show.plot(fano, preset="shares")

# %%
# **Huffman** starts from the other end: it always joins the two least probable sets.  No scheme
# that finds one symbol at a time needs fewer questions.


def huffman(weights):
    """Brackets from the bottom up."""
    tiebreak = count()
    heap = [(weight, next(tiebreak), symbol) for symbol, weight in weights.items()]
    heapq.heapify(heap)
    while len(heap) > 1:
        first, second = heapq.heappop(heap), heapq.heappop(heap)
        heapq.heappush(heap, (first[0] + second[0], next(tiebreak), (first[2], second[2])))
    return heap[0][2]


best = judge("Huffman", huffman(P))
best_picture = show.plot(best, preset="shares")

# %%
# Entropy is lower still.  Asking for two symbols at once, or three, or four, comes closer.

for n in (2, 3, 4):
    blocks = {"".join(block): prod(map(P.get, block)) for block in product(P, repeat=n)}
    tree = show.question_tree(huffman(blocks), blocks)
    bits = sum(blocks[leaf.prediction] * leaf.depth for leaf in tree.leaves()) / n
    print(f"blocks of {n}: {bits:.4f} questions per symbol")
print(f"entropy:     {H:.4f}")

# %%
# Where every probability is a power of one half, nothing is lost: the question is always between
# two halves, and a symbol of probability p takes log2 1/p of them.

halving = {"x1": 1 / 2, "x2": 1 / 4, "x3": 1 / 8, "x4": 1 / 16, "x5": 1 / 16}
perfect = judge("perfect", huffman(halving), halving)
perfect_picture = show.plot(perfect, preset="shares")

# %%
# What has this to do with decision trees?  Let a tree learn the symbols from their rank, each
# weighted by its probability.  The question with the largest information gain is the one whose
# answers are most evenly probable: growing a tree from the top down *is* the scheme of Shannon and
# Fano.

rank = {"rank": [1, 2, 3, 4, 5]}
grown = TreeClassifier(criterion="entropy").fit(rank, list(P), sample_weight=list(P.values()))
lengths = {leaf.prediction: leaf.depth for leaf in grown.tree_.leaves()}
print(lengths)
print(lengths == {leaf.prediction: leaf.depth for leaf in fano.leaves()})
