#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// Nodes that each of some rows gets to, with what part of it.
///
/// Row `i` has the entries from start[i] to start[i + 1] - 1, in the order of the nodes.
struct Parts {
  std::vector<std::int64_t> start{0};
  std::vector<std::int32_t> nodes;
  std::vector<double> shares;

  void append(const Parts& others);
};

/// A tree that sends rows down every branch where they cannot answer: walked row by row.
///
/// The fast walk of `CompactTree` stops at such nodes; few rows are left to be walked here.
class SpreadTree {
 public:
  /// Keeps a copy of a checked tree; `weight` of a child says what part of a row goes down it.
  SpreadTree(const TreeView& tree, std::span<const double> weight);

  /// Adds the nodes a row gets to from the node `start` on: where it ends, or all it visits.
  ///
  /// `branch(feature, split)` is the branch that the row takes.
  template <class Branch>
  void walk(std::int32_t start, bool keeps_all, const Branch& branch, Parts& parts) const {
    std::vector<Part> waiting{{start, 1.0}};
    while (!waiting.empty()) {
      const auto [node, share] = waiting.back();
      waiting.pop_back();
      const std::int32_t next =
          splits_.has_split(node) ? branch(splits_.feature[node], splits_[node]) : kNoBranch;
      if (next == kNoBranch || keeps_all) {
        parts.nodes.push_back(node);
        parts.shares.push_back(share);
      }
      if (next >= 0)
        waiting.push_back({children_[child_start_[node] + next], share});
      else if (next == kSpreads)
        spread(node, share, waiting);
    }
    parts.start.push_back(static_cast<std::int64_t>(parts.nodes.size()));
  }

 private:
  struct Part {
    std::int32_t node;
    double share;
  };

  /// Adds the children of a node, the first last: it is the next to be walked.
  void spread(std::int32_t node, double share, std::vector<Part>& waiting) const;

  OwnSplits splits_;
  std::vector<std::int64_t> child_start_;
  std::vector<std::int32_t> children_;
  std::vector<double> share_;  ///< of each node in what its parent sends on
  std::vector<std::int32_t> arity_;
};

}  // namespace arboretum
