#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/core/column.hpp"

namespace arboretum {

/// The distinct values of a numeric column, and each row's position among them.
struct Ranks {
  std::vector<double> distinct;     ///< ascending, no missing value
  std::vector<std::int32_t> codes;  ///< one per row; -1 where the value is missing
};

/// Replaces numbers by their ranks, so that growing compares small integers.
///
/// NaN is missing.  -0.0 and 0.0 are one value, stored as 0.0.
template <class T>
Ranks rank(Column<T> values);

extern template Ranks rank<double>(Column<double>);
extern template Ranks rank<float>(Column<float>);

}  // namespace arboretum
