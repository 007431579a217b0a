#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace arboretum {

/// Adds the vectors of bins up by branch, in the order of the bins.
///
/// `values` holds `width` numbers a bin, `sums` as many a branch; bin `i` goes to `branch_of[i]`.
inline void add_groups(std::span<const double> values, std::size_t width,
                       std::span<const std::int32_t> branch_of, double* sums) {
  for (std::size_t bin = 0; bin < branch_of.size(); ++bin)
    for (std::size_t k = 0; k < width; ++k)
      sums[branch_of[bin] * width + k] += values[bin * width + k];
}

}  // namespace arboretum
