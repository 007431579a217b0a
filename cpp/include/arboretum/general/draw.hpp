#pragma once

#include <cstdint>
#include <vector>

namespace arboretum::general {

/// Keys that decide which features compete at a node: the twin of `growing/draw.py`.
///
/// The draw depends on the seed and on where the node is in the tree, never on the order of
/// growth or the number of threads.
std::uint64_t root_key(std::uint64_t seed);
std::uint64_t child_key(std::uint64_t key, std::int32_t branch);

/// The features in the random order of a node.
std::vector<std::int32_t> draw_order(std::uint64_t key, std::int32_t n_features);

}  // namespace arboretum::general
