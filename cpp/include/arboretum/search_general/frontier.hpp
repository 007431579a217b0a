#pragma once

#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/recipe.hpp"

namespace arboretum::general {

/// Open nodes that wait to be split: the twin of `growing/frontier.py`.
class Frontier {
 public:
  explicit Frontier(Order order) : order_(order) {}

  void push(OpenSplit&& found);
  /// The next to split: the newest node, a whole level, or the split that gains most over all
  /// samples, of equals the older.  Empty when none is left.
  std::vector<OpenSplit> pop();

 private:
  /// What they gain, and which is the older, decide which of two splits comes later.
  static bool is_later(const OpenSplit& a, const OpenSplit& b);

  Order order_;
  std::vector<OpenSplit> waiting_;  ///< a heap where the best comes first
};

}  // namespace arboretum::general
