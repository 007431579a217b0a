#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/split.hpp"

namespace arboretum {

/// Splits as columns: one per row, or none.
struct SplitColumns {
  std::span<const std::int32_t> feature;  ///< -1 where there is none
  std::span<const std::int8_t> kind;
  std::span<const std::int32_t> missing_branch;
  std::span<const std::int64_t> value_start;  ///< into thresholds or branches, by kind
  std::span<const std::int32_t> value_count;
  std::span<const double> thresholds;
  std::span<const std::int32_t> branches;

  /// Of a row that has one.
  SplitView split(std::size_t row) const {
    const auto start = static_cast<std::size_t>(value_start[row]);
    const auto count = static_cast<std::size_t>(value_count[row]);
    SplitView split{static_cast<SplitKind>(kind[row]), {}, {}, missing_branch[row]};
    if (split.kind == SplitKind::interval) split.thresholds = thresholds.subspan(start, count);
    if (split.kind == SplitKind::category) split.branches = branches.subspan(start, count);
    return split;
  }
};

/// Splits with the arrays that hold them, for those who outlive the arrays they were given.
struct OwnSplits {
  explicit OwnSplits(const SplitColumns& splits);

  SplitView operator[](std::size_t row) const { return columns().split(row); }
  bool has_split(std::size_t row) const { return feature[row] >= 0; }
  SplitColumns columns() const {
    return {feature, kind, missing_branch, value_start, value_count, thresholds, branches};
  }

  std::vector<std::int32_t> feature;
  std::vector<std::int8_t> kind;
  std::vector<std::int32_t> missing_branch;
  std::vector<std::int64_t> value_start;
  std::vector<std::int32_t> value_count;
  std::vector<double> thresholds;
  std::vector<std::int32_t> branches;
};

/// The arrays of a tree that decide where a row goes; node 0 is the root.
struct TreeView : SplitColumns {
  std::span<const std::int64_t> child_start;  ///< into children
  std::span<const std::int32_t> children;

  std::size_t n_nodes() const { return feature.size(); }
  bool is_leaf(std::size_t node) const { return feature[node] < 0; }
};

/// The children of all nodes, those of node `i` from flat[start[i]] to flat[start[i + 1] - 1].
struct Children {
  std::vector<std::int64_t> start;
  std::vector<std::int32_t> flat;
};

/// Throws unless the parent of every node but the first is a node.
Children children_of(std::span<const std::int32_t> parent);

/// Throws unless all columns have one entry a row.
void check_columns(const SplitColumns& splits);

/// Throws unless a split asks for a feature that there is, by values that lie inside the arrays.
void check_question(const SplitColumns& splits, std::size_t row, std::size_t n_features);

/// Branches that rows can take: those of known values and, perhaps, one of missing ones.
std::int64_t n_branches(const SplitView& split);

/// Parent of each node, -1 for the root and for nodes that hang nowhere.
///
/// Throws unless every walk down the tree stays inside its arrays and ends, and
/// no node hangs on two branches.
std::vector<std::int32_t> checked_parents(const TreeView& tree, std::size_t n_features);

}  // namespace arboretum
