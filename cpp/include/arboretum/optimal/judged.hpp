#pragma once

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// A question and what the trees below it cost.
template <class Value>
struct Judged {
  Split split;
  Value cost;
};

}  // namespace arboretum::optimal
