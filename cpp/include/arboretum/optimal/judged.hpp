#pragma once

#include <cstddef>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// A question and what the trees below it cost.
template <class Value>
struct Judged {
  Split split;
  Value cost;
};

/// A cut of a column, among those of a small problem, that is tried.
struct TriedCut {
  std::size_t column;
  int cut;
};

}  // namespace arboretum::optimal
