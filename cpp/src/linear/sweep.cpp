#include "arboretum/linear/sweep.hpp"

namespace arboretum::linear {

void Sweep::sweep(std::size_t k) {
  const double pivot = at(k, k);
  double* of_pivot = cells_.data() + k * size_;
  for (std::size_t j = 0; j < size_; ++j) of_pivot[j] /= pivot;
  for (std::size_t i = 0; i < size_; ++i) {
    if (i == k) continue;
    double* row = cells_.data() + i * size_;
    const double factor = row[k];
    for (std::size_t j = 0; j < size_; ++j) row[j] -= factor * of_pivot[j];
    row[k] = -factor / pivot;
  }
  of_pivot[k] = 1.0 / pivot;
  is_in_[k] = !is_in_[k];
}

}  // namespace arboretum::linear
