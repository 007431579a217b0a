"""Information: how much a message says, and codes that need few questions to find it out."""

from arboretum.information.code import Code, enough_questions
from arboretum.information.content import (
    conditional_entropy,
    cross_entropy,
    entropy,
    gain_by_branch,
    information_content,
    information_gain,
    kl_divergence,
)
from arboretum.information.schemes import (
    block_code,
    equal_size_code,
    huffman_code,
    linear_code,
    shannon_fano_code,
)

__all__ = [
    "Code",
    "block_code",
    "conditional_entropy",
    "cross_entropy",
    "enough_questions",
    "entropy",
    "equal_size_code",
    "gain_by_branch",
    "huffman_code",
    "information_content",
    "information_gain",
    "kl_divergence",
    "linear_code",
    "shannon_fano_code",
]
