#include "arboretum/prune/error_limit.hpp"

#include <algorithm>
#include <cmath>

namespace arboretum {

double ErrorLimit::extra(double n, double errors) const {
  if (n <= 0.0) return 0.0;
  if (errors < 1.0) {
    const double of_none = -n * std::expm1(std::log(confidence) / n);
    return errors > 0.0 ? of_none + errors * (extra(n, 1.0) - of_none) : of_none;
  }
  if (errors + 0.5 >= n) return of_the_others * std::max(n - errors, least);
  const double corrected = errors + 0.5;
  const double square = deviate * deviate;
  const double spread = std::sqrt(square * (square / 4.0 + corrected * (1.0 - corrected / n)));
  return n * (corrected + square / 2.0 + spread) / (n + square) - errors;
}

}  // namespace arboretum
