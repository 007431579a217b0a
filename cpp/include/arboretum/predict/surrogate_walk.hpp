#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// Questions that stand in for those of a tree's nodes, on arrays that someone else owns.
struct SurrogateView : SplitColumns {
  std::span<const std::int64_t> start;  ///< those of node i stand from start[i] to start[i + 1]
  std::span<const bool> is_reversed;    ///< branch 0 leads to branch 1 of the node
};

/// Takes rows on from the nodes where the compact tree leaves them: those that have surrogates.
///
/// Few rows come here, so this is about being right; it keeps a copy of the tree.
class SurrogateWalk {
 public:
  /// Throws unless every walk stays inside the arrays.  The tree must have been checked.
  SurrogateWalk(const TreeView& tree, const SurrogateView& surrogates, std::size_t n_features);

  /// Where a value is missing, as the compact tree is to see it: rows stay at nodes with
  /// surrogates.
  const std::vector<std::int32_t>& missing_branch() const { return missing_branch_; }

  /// Features whose categories some surrogate asks for.
  const std::vector<std::size_t>& asked_categories() const { return asked_categories_; }

  bool has_surrogates(std::int32_t node) const { return start_[node] < start_[node + 1]; }

  /// The node where a row ends that has come to `node`.  `value(feature)` is a number or a code;
  /// NaN is missing.
  template <class Value>
  std::int32_t walk(std::int32_t node, const Value& value) const {
    while (tree_.has_split(node)) {
      const std::int32_t branch = branch_at(node, value);
      if (branch < 0) break;
      node = children_[child_start_[node] + branch];
    }
    return node;
  }

 private:
  template <class Value>
  std::int32_t branch_at(std::int32_t node, const Value& value) const {
    const std::int32_t branch = answer(tree_[node], value(tree_.feature[node]));
    if (branch >= 0) return branch;
    for (std::int64_t i = start_[node]; i < start_[node + 1]; ++i) {
      const std::int32_t other = answer(surrogates_[i], value(surrogates_.feature[i]));
      if (other >= 0) return is_reversed_[i] != 0 ? 1 - other : other;
    }
    return tree_.missing_branch[node];
  }

  /// The branch of a value, or `kNoBranch` if it cannot answer.
  static std::int32_t answer(const SplitView& split, double value) {
    if (split.kind == SplitKind::presence) return std::isnan(value) ? 1 : 0;
    if (std::isnan(value)) return kNoBranch;
    if (split.kind == SplitKind::interval) return interval_branch(value, split.thresholds);
    return category_branch(static_cast<std::int32_t>(value), split.branches);
  }

  OwnSplits tree_;
  OwnSplits surrogates_;
  std::vector<std::int64_t> child_start_;
  std::vector<std::int32_t> children_;
  std::vector<std::int64_t> start_;
  std::vector<std::uint8_t> is_reversed_;
  std::vector<std::int32_t> missing_branch_;
  std::vector<std::size_t> asked_categories_;
};

}  // namespace arboretum
