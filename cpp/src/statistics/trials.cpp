#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "arboretum/statistics/merging.hpp"

namespace arboretum {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();

/// Of "n choose k"; minus infinity where there is no way.
double log_choose(double n, double k) {
  if (k < 0.0 || k > n) return kNone;
  double sum = 0.0;
  for (double i = 1.0; i <= k; ++i) sum += std::log((n - k + i) / i);
  return sum;
}

double log_add(double a, double b) {
  const double more = std::max(a, b), less = std::min(a, b);
  return less == kNone ? more : more + std::log1p(std::exp(less - more));
}

/// Of the Stirling number of the second kind: partitions of n things into k groups.
double log_partitions(std::size_t n, std::size_t k) {
  std::vector<double> ways(k + 1, kNone);  // of the things so far, into 0, 1 ... k groups
  ways[0] = 0.0;
  for (std::size_t i = 1; i <= n; ++i) {
    // With too few groups by now there can no more be k in the end.
    const std::size_t least = k + i > n ? std::max<std::size_t>(k + i - n, 1) : 1;
    for (std::size_t j = std::min(i, k); j >= least; --j)
      ways[j] = log_add(std::log(static_cast<double>(j)) + ways[j], ways[j - 1]);
    ways[0] = kNone;
  }
  return ways[k];
}

}  // namespace

double log_trials(std::size_t n_categories, std::size_t n_groups, MergeableBins bins,
                  bool is_exhaustive) {
  const double c = static_cast<double>(n_categories), r = static_cast<double>(n_groups);
  double trials = 0.0;
  if (is_exhaustive)
    trials = std::log(bins.is_ordered ? c * (c - 1) / 2 : c * (c * c - 1) / 6);
  else if (!bins.is_ordered)
    trials = log_partitions(n_categories, n_groups);
  else if (!bins.has_missing)
    trials = log_choose(c - 1, r - 1);
  else
    trials = log_add(log_choose(c - 2, r - 2), std::log(r) + log_choose(c - 2, r - 1));
  return trials / std::numbers::ln10;
}

}  // namespace arboretum
