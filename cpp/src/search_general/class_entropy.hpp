#pragma once

#include <cmath>

#include "impurity_decrease.hpp"

namespace arboretum::general {

/// Entropy of weights in units of so many bits; `scratch` holds as many numbers as there are.
inline double entropy(const double* weights, std::size_t n, double bits, double* scratch) {
  shares(weights, n, scratch);
  for (std::size_t k = 0; k < n; ++k)
    scratch[k] = scratch[k] > 0.0 ? scratch[k] * std::log2(scratch[k]) : 0.0;
  return 0.0 - pairwise_sum(scratch, n) / bits;
}

}  // namespace arboretum::general
