#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "arboretum/core/check.hpp"
#include "arboretum/core/column.hpp"

namespace arboretum {

/// What is counted: a vector of `width` sums to which every row adds its share.
///
/// `n_rows` is the length of the dataset behind it; `check(row)` throws for a row whose
/// share would fall outside the vector.
template <class S>
concept Statistics = requires(const S& statistics, std::int32_t row, double* sums) {
  { statistics.width() } -> std::convertible_to<std::size_t>;
  { statistics.n_rows() } -> std::convertible_to<std::size_t>;
  { statistics.check(row) } -> std::same_as<void>;
  { statistics.add(row, sums) } -> std::same_as<void>;
};

/// Weight of every class.
class ClassWeights {
 public:
  ClassWeights(Column<std::int32_t> classes, std::size_t n_classes, Column<double> weights)
      : classes_(classes), weights_(weights), n_classes_(n_classes) {
    check_length("weights", weights.size(), classes.size());
  }

  std::size_t width() const { return n_classes_; }
  std::size_t n_rows() const { return classes_.size(); }

  void check(std::int32_t row) const {
    if (!is_within(classes_[row], n_classes_))
      refuse(entry("classes", row, classes_[row]) + ", but there are " +
             std::to_string(n_classes_) + " classes");
  }

  void add(std::int32_t row, double* sums) const { sums[classes_[row]] += weights_[row]; }

  /// Adds a share of a row to one of `n` branches, whose sums stand class after class.
  void add_share(std::int32_t row, double share, std::size_t branch, std::size_t n,
                 double* sums) const {
    sums[static_cast<std::size_t>(classes_[row]) * n + branch] += weights_[row] * share;
  }
  /// Adds a part of such a share to each branch.
  void add_parts(std::int32_t row, double share, std::span<const double> parts,
                 double* sums) const {
    double* to = sums + static_cast<std::size_t>(classes_[row]) * parts.size();
    const double weight = weights_[row];
    for (std::size_t b = 0; b < parts.size(); ++b) to[b] += weight * (share * parts[b]);
  }

 private:
  Column<std::int32_t> classes_;
  Column<double> weights_;
  std::size_t n_classes_;
};

/// Sums of any contributions: one row of a matrix for each row of the dataset.
class Sums {
 public:
  Sums(std::span<const double> contributions, std::size_t n_rows, std::size_t width)
      : contributions_(contributions), n_rows_(n_rows), width_(width) {}

  std::size_t width() const { return width_; }
  std::size_t n_rows() const { return n_rows_; }

  void check(std::int32_t) const {}

  void add(std::int32_t row, double* sums) const {
    const double* contribution = contributions_.data() + static_cast<std::size_t>(row) * width_;
    for (std::size_t k = 0; k < width_; ++k) sums[k] += contribution[k];
  }

 private:
  std::span<const double> contributions_;
  std::size_t n_rows_;
  std::size_t width_;
};

}  // namespace arboretum
