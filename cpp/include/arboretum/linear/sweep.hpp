#pragma once

#include <cstddef>
#include <vector>

namespace arboretum::linear {

/// Sums of squares and products, of which variables are swept in and out of a regression.
///
/// The last row and column belong to the target.  Of the variables that are in, the diagonal holds
/// that of the inverse and the last column the coefficients; the last corner is the sum of squares
/// that is left.  Sweeping a variable twice leaves everything as it was.
class Sweep {
 public:
  explicit Sweep(std::size_t n_variables)
      : size_(n_variables + 1), cells_(size_ * size_, 0.0), is_in_(n_variables, false) {}

  double& at(std::size_t i, std::size_t j) { return cells_[i * size_ + j]; }
  double at(std::size_t i, std::size_t j) const { return cells_[i * size_ + j]; }
  bool is_in(std::size_t k) const { return is_in_[k]; }
  double coefficient(std::size_t k) const { return at(k, size_ - 1); }
  double left() const { return cells_.back(); }

  /// How much more would be left without a variable that is in.
  double saved_by(std::size_t k) const { return coefficient(k) * coefficient(k) / at(k, k); }

  /// Takes a variable in, or out again.
  void sweep(std::size_t k);

 private:
  std::size_t size_;
  std::vector<double> cells_;
  std::vector<bool> is_in_;
};

inline void Sweep::sweep(std::size_t k) {
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
