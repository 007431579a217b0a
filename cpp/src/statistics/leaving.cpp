#include "arboretum/statistics/leaving.hpp"

#include <array>

namespace arboretum {
namespace {

/// Statistics this close, as a share of the larger, are equal.
constexpr double kTolerance = 1e-9;

}  // namespace

bool differ(TestName test, const double* one, const double* other, std::size_t width,
            double log_alpha) {
  return log_p_alike(test, std::array{one, other}, width) <= log_alpha;
}

std::int32_t branch_for_missing(TestName test, const double* missing, const double* branches,
                                std::size_t arity, std::size_t width, std::int32_t heaviest,
                                double log_alpha) {
  const double* majority = branches + static_cast<std::size_t>(heaviest) * width;
  if (!differ(test, missing, majority, width, log_alpha)) return heaviest;
  double least = unlikeness(test, std::array{missing, majority}, width);
  std::int32_t found = heaviest;
  for (std::size_t branch = 0; branch < arity; ++branch) {
    const double here = unlikeness(test, std::array{missing, branches + branch * width}, width);
    if (!(here < (1.0 - kTolerance) * least)) continue;
    least = here;
    found = static_cast<std::int32_t>(branch);
  }
  return found;
}

}  // namespace arboretum
