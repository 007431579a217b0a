#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"

namespace arboretum {

/// How far some targets lie from their weighted median.
struct Deviation {
  double weight = 0.0;
  double deviation = 0.0;  ///< sum of w * |y - median|
  double median = 0.0;     ///< NaN if there is no weight
};

/// The first bins of a node against the others.
struct DeviationCut {
  Deviation first;
  Deviation rest;
};

/// Weighted median: the smallest value that has at least half of the weight at
/// or below it; where that is exactly half, the midpoint with the next value.
Deviation median_deviation(Column<double> values, Column<double> weights);

/// Deviations of both sides of every cut between groups of values.
///
/// Group `i` is `values[groups[i]] ... values[groups[i + 1] - 1]`.  Entry `i` of
/// the answer puts the first `i` groups on one side.  O(n log n).
std::vector<DeviationCut> deviation_cuts(std::span<const std::int32_t> groups,
                                         Column<double> values, Column<double> weights);

}  // namespace arboretum
