#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/statistics.hpp"

namespace arboretum::general {

/// Chooses among the best splits of the features: the twin of `selectors/base.py`.
struct Selector {
  /// The best `n` of some choices, best first; empty if none is to be made.
  ///
  /// `choices` come in the order of features; their merit may be replaced.
  std::function<std::vector<Choice>(std::vector<Choice*> choices, const OpenNode& node,
                                    const Statistics& statistics, std::size_t n)>
      rank;
  /// Whether choices by lower scores than the best `n` change nothing.
  bool only_best_count = false;
};

/// How far below the best score another is still its equal.
double tie_tolerance(double best, double impurity);

/// The weight of a node for each class where the least gain begins to move from the mean towards
/// the description length, and where it has moved.
struct RowsPerClass {
  double first, last;
};

Selector make_best();
Selector make_above_mean_gain(double slack, bool charge, double many, RowsPerClass rows_per_class);

}  // namespace arboretum::general
