#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// A NaN that carries a number.
inline double labelled_nan(std::uint64_t label) {
  const auto nan = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  return std::bit_cast<double>(nan | label);
}

/// A node in 16 bytes, so that four fit in a cache line.
///
/// Its children stand side by side: `x <= threshold` leads to the first, a larger value to the
/// next.  A leaf leads to itself, whatever the value is: no number is above NaN.  Where categories
/// are asked for, the threshold is a NaN, too: it says where the steps of this node are kept.
struct CompactNode {
  double threshold;
  std::uint32_t child;  ///< in bytes from the first node: no multiplication at every step
  std::uint32_t slot;   ///< of the value in a row

  /// The number of a leaf in the tree.
  std::int32_t label() const {
    return static_cast<std::int32_t>(std::bit_cast<std::uint64_t>(threshold));
  }
};
static_assert(sizeof(CompactNode) == 16);

/// How many places on the child of each category stands, for all nodes that ask for one.
///
/// The steps of a node are packed into whole words, 1, 2, 4, ... or 32 bits each: two sets
/// of 200 categories take 28 bytes.  The first step is that of missing values, so a row
/// holds its code plus 1, in the lowest bits of a number that is neither tiny nor NaN.
class CategorySteps {
 public:
  /// Instead of the step of a missing value, where a node asks for a category.
  static constexpr std::uint8_t kAsked = 3;

  static double row_value(std::int32_t code) {
    constexpr std::uint64_t kTwoTo52 = std::uint64_t{0x433} << 52;
    return std::bit_cast<double>(kTwoTo52 | static_cast<std::uint32_t>(code < 0 ? 0 : code + 1));
  }

  bool empty() const { return words_.empty(); }

  /// Keeps the steps of a node; returns its threshold.
  double add(const std::vector<std::uint32_t>& steps);

  /// 0 if the node does not ask for a category.  No jump: which nodes do is hard to foresee.
  std::uint32_t step(const CompactNode& node, std::uint8_t missing_step, double value) const {
    const auto label = std::bit_cast<std::uint64_t>(node.threshold);
    const auto entry = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value));
    const std::uint32_t log_width = (label >> 32) & 7;
    const std::uint64_t bit = std::uint64_t{entry} << log_width;
    const std::uint64_t asks = -std::uint64_t{missing_step == kAsked};
    const std::uint64_t word = (static_cast<std::uint32_t>(label) + (bit >> 5)) & asks;
    const std::uint32_t mask = ~std::uint32_t{0} >> (32 - (1u << (log_width & asks & 7)));
    return words_[word] >> (bit & 31) & mask & static_cast<std::uint32_t>(asks);
  }

 private:
  std::vector<std::uint32_t> words_;
};

/// A tree laid out for walking many rows.
///
/// Siblings stand side by side, families in depth-first order: a row soon stays within
/// one stretch of memory.  A question of several thresholds becomes several of one.
class CompactTree {
 public:
  /// Rows that are walked side by side, because each waits for memory at every step.
  static constexpr std::size_t kLanes = 16;
  /// Steps between two looks at which rows have ended.
  static constexpr std::size_t kSteps = 8;
  /// Rows that one call takes.
  static constexpr std::size_t kMaxRows = 128;

  /// `code_slot` says where a row holds the code of a feature; a number stands at the
  /// position of its feature.  The tree must have been checked.
  CompactTree(const TreeView& tree, const std::vector<std::uint32_t>& code_slot);

  /// Nodes where `n` rows end, at most `kMaxRows`; `row(i)` reads row `i`: `row(i)[slot]`.
  template <bool kMayMiss, class Row>
  void walk(std::size_t n, const Row& row, std::int32_t* leaves) const {
    if (steps_.empty())
      walk_all<kMayMiss, false>(n, row, leaves);
    else
      walk_all<kMayMiss, true>(n, row, leaves);
  }

 private:
  /// Walks rows a few steps at a time, then on those that are not at a leaf yet: rows side by side
  /// wait for the deepest of them only that long.
  template <bool kMayMiss, bool kCategories, class Row>
  void walk_all(std::size_t n, const Row& row, std::int32_t* leaves) const {
    std::array<std::uint32_t, kMaxRows> under_way;
    std::iota(under_way.begin(), under_way.begin() + n, 0u);
    std::fill_n(leaves, n, 0);
    for (std::size_t n_under_way = n; n_under_way > 0;) {
      std::size_t kept = 0;
      for (std::size_t first = 0; first < n_under_way; first += kLanes) {
        const std::size_t n_lanes = std::min(kLanes, n_under_way - first);
        std::array<std::uint32_t, kLanes> rows;
        for (std::size_t k = 0; k < kLanes; ++k)  // the last ones stand in for lanes without a row
          rows[k] = under_way[first + std::min(k, n_lanes - 1)];
        const auto at = take_steps<kMayMiss, kCategories>(rows, row, leaves);
        for (std::size_t k = 0; k < kLanes; ++k) {
          leaves[rows[k]] = static_cast<std::int32_t>(at[k]);
          under_way[kept] = rows[k];
          kept += (node_at(at[k]).child != at[k]) & (k < n_lanes);
        }
      }
      n_under_way = kept;
    }
    for (std::size_t i = 0; i < n; ++i)
      leaves[i] = node_at(static_cast<std::uint32_t>(leaves[i])).label();
  }

  template <bool kMayMiss, bool kCategories, class Row>
  std::array<std::uint32_t, kLanes> take_steps(const std::array<std::uint32_t, kLanes>& rows,
                                               const Row& row, const std::int32_t* start) const {
    std::array<std::uint32_t, kLanes> at;
    std::array<decltype(row(0)), kLanes> values;
    for (std::size_t k = 0; k < kLanes; ++k) {
      at[k] = static_cast<std::uint32_t>(start[rows[k]]);
      values[k] = row(rows[k]);
    }
    for (std::size_t step = 0; step < kSteps; ++step) {
      for (std::size_t k = 0; k < kLanes; ++k) {
        const CompactNode& node = node_at(at[k]);
        const double value = values[k][node.slot];
        std::uint32_t next = node.child + (value > node.threshold) * kBytes;
        if constexpr (kMayMiss || kCategories) {
          const std::uint8_t missing_step = missing_steps_[at[k] / kBytes];
          if constexpr (kMayMiss) next += std::isnan(value) ? missing_step * kBytes : 0;
          if constexpr (kCategories) next += steps_.step(node, missing_step, value) * kBytes;
        }
        at[k] = next;
      }
    }
    return at;
  }

  const CompactNode& node_at(std::uint32_t offset) const {
    return *reinterpret_cast<const CompactNode*>(reinterpret_cast<const char*>(nodes_.data()) +
                                                 offset);
  }

  static constexpr std::uint32_t kBytes = sizeof(CompactNode);

  std::vector<CompactNode> nodes_;
  /// How many places on the child of a missing value stands; of each node.
  std::vector<std::uint8_t> missing_steps_;
  CategorySteps steps_;
};

}  // namespace arboretum
