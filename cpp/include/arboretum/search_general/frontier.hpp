#pragma once

#include <memory>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/recipe.hpp"

namespace arboretum::general {

/// Open nodes that wait to be split: the twin of `growing/frontier.py`.
class Frontier {
 public:
  virtual ~Frontier() = default;
  virtual void push(OpenSplit&& found) = 0;
  /// The next nodes to split; empty when none is left.
  virtual std::vector<OpenSplit> pop() = 0;
};

std::unique_ptr<Frontier> make_frontier(Order order);

/// A gain without its last bits, in which equal gains may differ.
double rounded_gain(double gain);

}  // namespace arboretum::general
