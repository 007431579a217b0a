#pragma once

#include <span>
#include <vector>

namespace arboretum {

/// Where each of n points lies along the direction of their largest weighted spread.
///
/// `points` holds n rows of d numbers.  The sign is fixed: the coordinate that counts most counts
/// positively.  Answers are relative to the largest and rounded to 12 digits, so that equal points
/// tie.  All 0 where the points are one point, or have no weight.
std::vector<double> first_component(std::span<const double> points,
                                    std::span<const double> weights);

}  // namespace arboretum
