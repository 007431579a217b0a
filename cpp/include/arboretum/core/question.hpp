#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/core/split.hpp"

namespace arboretum {

/// The question of a node: the twin of `tree/split.py`.
///
/// Of a category split only the categories at the node are named; there may be a million others.
struct Question {
  std::int32_t feature = -1;
  SplitKind kind = SplitKind::interval;
  std::int32_t arity = 0;
  std::int32_t missing_branch = kNoBranch;
  std::vector<double> thresholds;      ///< of an interval split, ascending
  std::vector<std::int32_t> codes;     ///< of a category split: those at the node
  std::vector<std::int32_t> branches;  ///< of a category split: where each code goes

  void reset(std::int32_t of_feature, SplitKind of_kind, std::size_t n_branches,
             std::int32_t missing) {
    feature = of_feature;
    kind = of_kind;
    arity = static_cast<std::int32_t>(n_branches);
    missing_branch = missing;
    thresholds.clear();
    codes.clear();
    branches.clear();
  }
};

/// The question of a node with two branches, as the fast search works with it.
struct BinaryQuestion {
  std::int32_t feature = -1;
  std::int8_t kind = 0;
  std::int32_t missing_branch = -1;
  double threshold = 0;
  std::vector<std::int8_t> branches;  ///< of each category; below 0: as a missing value

  /// Keeps the room.
  void reset() {
    feature = -1;
    kind = 0;
    missing_branch = -1;
    threshold = 0;
    branches.clear();
  }

  std::int32_t branch_of_category(std::int32_t code) const {
    const std::int32_t branch = code < 0 ? kNoBranch : branches[code];
    return branch < 0 ? missing_branch : branch;
  }
};

/// A question that stands in for that of a node: the twin of `tree/node_splits.py`.
struct Surrogate {
  Question question;
  bool is_reversed = false;  ///< its branch 0 leads to branch 1 of the node
  double agreement = 0.0;
  double adjusted = 0.0;
};

}  // namespace arboretum
