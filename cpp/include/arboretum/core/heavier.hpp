#pragma once

#include <cstdint>

#include "arboretum/core/split.hpp"

namespace arboretum {

/// Whether a branch weighs no less than another, except for the last bits of their sums, which
/// depend on the order in which a grower adds: the twin of `weighs_as_much` in `missing/base.py`.
inline bool weighs_as_much(double weight, double other) { return weight >= (1.0 - 1e-9) * other; }

/// The heavier of two branches, of equals the first.
inline std::int32_t heavier_branch(double first, double second) {
  return weighs_as_much(first, second) ? 0 : 1;
}

/// The heavier of two branches, of equals none.
inline std::int32_t heavier_or_no_branch(double first, double second) {
  const bool are_equal = weighs_as_much(first, second) && weighs_as_much(second, first);
  return are_equal ? kNoBranch : heavier_branch(first, second);
}

}  // namespace arboretum
