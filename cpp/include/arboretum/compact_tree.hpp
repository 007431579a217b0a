#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "arboretum/tree_view.hpp"

namespace arboretum {

/// A node in 16 bytes, so that four fit in a cache line.
///
/// Its children stand side by side: `x <= threshold` leads to the first, a larger
/// value to the next, a missing one to the child `missing_step` places on.
/// A leaf leads to itself, whatever the value is: no number is above NaN.
struct CompactNode {
  double threshold;
  std::uint32_t child;
  std::uint32_t feature : 30;
  std::uint32_t missing_step : 2;

  /// The threshold of a leaf is a NaN that carries the number of the node in the tree.
  static double label(std::uint32_t node) {
    const auto nan = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
    return std::bit_cast<double>(nan | node);
  }
  std::int32_t label() const {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(threshold));
  }
};
static_assert(sizeof(CompactNode) == 16);

/// A tree that only asks "above the threshold?" or "known?", laid out for walking many rows.
///
/// Pairs of siblings in depth-first order: a row soon stays within one stretch
/// of memory.
class CompactTree {
 public:
  /// Rows that are walked side by side, because each waits for memory at every step.
  static constexpr std::size_t kLanes = 8;

  /// Nothing if a node asks something else.  The tree must have been checked.
  static std::optional<CompactTree> of(const TreeView& tree);

  /// Nodes where `n` rows end; `row(i)` reads row `i`: `row(i)[feature]`.
  template <bool kMayMiss, class Row>
  void walk(std::size_t n, const Row& row, std::int32_t* leaves) const {
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) walk_lanes<kMayMiss, kLanes>(i, row, leaves);
    for (; i < n; ++i) walk_lanes<kMayMiss, 1>(i, row, leaves);
  }

 private:
  template <bool kMayMiss, std::size_t kRows, class Row>
  void walk_lanes(std::size_t first, const Row& row, std::int32_t* leaves) const {
    const CompactNode* const nodes = nodes_.data();
    std::array<std::uint32_t, kRows> at{};
    std::uint32_t moved;
    do {
      moved = 0;
      for (std::size_t k = 0; k < kRows; ++k) {
        const CompactNode node = nodes[at[k]];
        const double value = row(first + k)[node.feature];
        std::uint32_t next = node.child + (value > node.threshold);
        if constexpr (kMayMiss) next += std::isnan(value) ? node.missing_step : 0;
        moved |= next ^ at[k];
        at[k] = next;
      }
    } while (moved != 0);
    for (std::size_t k = 0; k < kRows; ++k) leaves[first + k] = nodes[at[k]].label();
  }

  std::vector<CompactNode> nodes_;
};

}  // namespace arboretum
