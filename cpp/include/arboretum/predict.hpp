#pragma once

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

#include "arboretum/column.hpp"
#include "arboretum/split.hpp"

namespace arboretum {

/// A numeric column of either precision, or codes.
using AnyColumn = std::variant<Column<double>, Column<float>, Column<std::int32_t>>;

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
  SplitView split(std::size_t node) const;
};

/// All nodes every row visits: row `i` visits indices[indptr[i]] to indices[indptr[i + 1] - 1].
struct Paths {
  std::vector<std::int64_t> indptr;
  std::vector<std::int32_t> indices;
};

/// Throws unless every walk down the tree stays inside its arrays and ends.
void check_tree(const TreeView& tree, std::span<const AnyColumn> columns);

/// Node where each row ends.
std::vector<std::int32_t> leaves(const TreeView& tree, std::span<const AnyColumn> columns,
                                 std::size_t n_threads);

/// Nodes that each row visits, from the root down.
Paths paths(const TreeView& tree, std::span<const AnyColumn> columns, std::size_t n_threads);

}  // namespace arboretum
