#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/statistics.hpp"

namespace arboretum::general {

/// Chooses among the best splits of the features: the twin of `selectors/base.py`.
class Selector {
 public:
  virtual ~Selector() = default;
  /// The best `n` of some choices, best first; empty if none is to be made.
  ///
  /// `choices` come in the order of features; their merit may be replaced.
  virtual std::vector<Choice> rank(std::vector<Choice*> choices, const OpenNode& node,
                                   const Statistics& statistics, std::size_t n) const = 0;
  /// Whether choices by lower scores than the best `n` change nothing.
  virtual bool only_best_count() const { return false; }
};

/// How far below the best score another is still its equal.
double tie_tolerance(double best, double impurity);

std::unique_ptr<Selector> make_best();
std::unique_ptr<Selector> make_above_mean_gain(double slack, bool charge, double many);

}  // namespace arboretum::general
