#include "arboretum/statistics/pairwise_sum.hpp"

#include <array>

namespace arboretum {

double pairwise_sum_of_many(const double* values, std::size_t n) {
  if (n > 128) {
    const std::size_t half = n / 2 - n / 2 % 8;
    return pairwise_sum(values, half) + pairwise_sum(values + half, n - half);
  }
  std::array<double, 8> r{};
  for (std::size_t j = 0; j < 8; ++j) r[j] = values[j];
  std::size_t i = 8;
  for (; i < n - n % 8; i += 8)
    for (std::size_t j = 0; j < 8; ++j) r[j] += values[i + j];
  double sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
  for (; i < n; ++i) sum += values[i];
  return sum;
}

}  // namespace arboretum
