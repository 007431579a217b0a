#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
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
/// Its children stand side by side: `x <= threshold` leads to the first, a larger
/// value to the next, a missing one to the child `missing_step` places on.
/// A leaf leads to itself, whatever the value is: no number is above NaN.
///
/// Where categories are asked for, `missing_step` is `kAsksCategory` and the threshold
/// is a NaN, too: it says where the steps of this node are kept.
struct CompactNode {
  static constexpr std::uint32_t kAsksCategory = 3;

  double threshold;
  std::uint32_t child;
  std::uint32_t slot : 30;  ///< of the value in a row
  std::uint32_t missing_step : 2;

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
  static double row_value(std::int32_t code) {
    constexpr std::uint64_t kTwoTo52 = std::uint64_t{0x433} << 52;
    return std::bit_cast<double>(kTwoTo52 | static_cast<std::uint32_t>(code < 0 ? 0 : code + 1));
  }

  bool empty() const { return words_.empty(); }

  /// Keeps the steps of a node; returns its threshold.
  double add(const std::vector<std::uint32_t>& steps);

  /// 0 if the node does not ask for a category.  No jump: which nodes do is hard to foresee.
  std::uint32_t step(const CompactNode& node, double value) const {
    const auto label = std::bit_cast<std::uint64_t>(node.threshold);
    const auto entry = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(value));
    const std::uint32_t log_width = (label >> 32) & 7;
    const std::uint64_t bit = std::uint64_t{entry} << log_width;
    const std::uint64_t asks = -std::uint64_t{node.missing_step == CompactNode::kAsksCategory};
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
  static constexpr std::size_t kLanes = 8;

  /// `code_slot` says where a row holds the code of a feature; a number stands at the
  /// position of its feature.  The tree must have been checked.
  CompactTree(const TreeView& tree, const std::vector<std::uint32_t>& code_slot);

  /// Nodes where `n` rows end; `row(i)` reads row `i`: `row(i)[slot]`.
  template <bool kMayMiss, class Row>
  void walk(std::size_t n, const Row& row, std::int32_t* leaves) const {
    if (n == 0) return;
    if (steps_.empty())
      walk_all<kMayMiss, false>(n, row, leaves);
    else
      walk_all<kMayMiss, true>(n, row, leaves);
  }

 private:
  /// Lanes whose row has ended take the next one, as paths are not equally long.
  template <bool kMayMiss, bool kCategories, class Row>
  void walk_all(std::size_t n, const Row& row, std::int32_t* leaves) const {
    struct Lane {
      std::uint32_t at;
      decltype(row(0)) values;
      std::int32_t* leaf;
    };
    const CompactNode* const nodes = nodes_.data();
    std::array<Lane, kLanes> lanes;
    std::size_t n_begun = 0;
    for (Lane& lane : lanes) {
      lane = {0, row(std::min(n_begun, n - 1)), leaves + std::min(n_begun, n - 1)};
      ++n_begun;
    }
    while (n_begun < n) {
#pragma GCC unroll 8
      for (Lane& lane : lanes) {
        const CompactNode node = nodes[lane.at];
        const std::uint32_t next = step<kMayMiss, kCategories>(node, lane.values);
        if (next == lane.at && n_begun < n) {
          *lane.leaf = node.label();
          lane = {0, row(n_begun), leaves + n_begun};
          ++n_begun;
        } else {
          lane.at = next;
        }
      }
    }
    for (bool has_moved = true; has_moved;) {
      has_moved = false;
      for (Lane& lane : lanes) {
        const std::uint32_t next = step<kMayMiss, kCategories>(nodes[lane.at], lane.values);
        has_moved |= next != lane.at;
        lane.at = next;
      }
    }
    for (const Lane& lane : lanes) *lane.leaf = nodes[lane.at].label();
  }

  /// The position a row goes on to; a leaf leads to itself.
  template <bool kMayMiss, bool kCategories, class Values>
  std::uint32_t step(const CompactNode& node, const Values& values) const {
    const double value = values[node.slot];
    std::uint32_t next = node.child + (value > node.threshold);
    if constexpr (kMayMiss) next += std::isnan(value) ? node.missing_step : 0;
    if constexpr (kCategories) next += steps_.step(node, value);
    return next;
  }

  std::vector<CompactNode> nodes_;
  CategorySteps steps_;
};

}  // namespace arboretum
