#pragma once

#include <cstddef>

namespace arboretum {

/// The same for eight numbers and more.
double pairwise_sum_of_many(const double* values, std::size_t n);

/// The sum of a row of numbers, in the order in which NumPy adds them up.
///
/// Eight running sums, and halves beyond 128 numbers: both growers must get the same bits.
inline double pairwise_sum(const double* values, std::size_t n) {
  if (n >= 8) return pairwise_sum_of_many(values, n);
  double sum = 0.0;
  for (std::size_t i = 0; i < n; ++i) sum += values[i];
  return sum;
}

}  // namespace arboretum
