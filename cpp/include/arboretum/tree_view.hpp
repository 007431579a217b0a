#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/split.hpp"

namespace arboretum {

/// The arrays of a tree that decide where a row goes; node 0 is the root.
struct TreeView {
  std::span<const std::int32_t> feature;  ///< -1 at a leaf
  std::span<const std::int8_t> kind;
  std::span<const std::int32_t> missing_branch;
  std::span<const std::int64_t> value_start;  ///< into thresholds or branches, by kind
  std::span<const std::int32_t> value_count;
  std::span<const double> thresholds;
  std::span<const std::int32_t> branches;
  std::span<const std::int64_t> child_start;  ///< into children
  std::span<const std::int32_t> children;

  std::size_t n_nodes() const { return feature.size(); }
  bool is_leaf(std::size_t node) const { return feature[node] < 0; }

  /// Of an inner node.
  SplitView split(std::size_t node) const {
    const auto start = static_cast<std::size_t>(value_start[node]);
    const auto count = static_cast<std::size_t>(value_count[node]);
    SplitView split{static_cast<SplitKind>(kind[node]), {}, {}, missing_branch[node]};
    if (split.kind == SplitKind::interval) split.thresholds = thresholds.subspan(start, count);
    if (split.kind == SplitKind::category) split.branches = branches.subspan(start, count);
    return split;
  }
};

/// Branches that rows can take: those of known values and, perhaps, one of missing ones.
std::int64_t n_branches(const SplitView& split);

/// Parent of each node, -1 for the root and for nodes that hang nowhere.
///
/// Throws unless every walk down the tree stays inside its arrays and ends, and
/// no node hangs on two branches.
std::vector<std::int32_t> checked_parents(const TreeView& tree, std::size_t n_features);

}  // namespace arboretum
