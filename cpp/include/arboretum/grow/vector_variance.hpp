#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "arboretum/grow/criterion.hpp"
#include "arboretum/grow/scan.hpp"
#include "arboretum/grow/simd.hpp"
#include "arboretum/grow/vector_targets.hpp"

namespace arboretum::grow {

/// Weighted square of the distance of the branches' mean vectors; totals are [w, wy .., q].
template <std::size_t n_targets>
class VectorVarianceOf {
 public:
  explicit VectorVarianceOf(const VectorsOf<n_targets>& targets) : targets_(targets) {}

  double weight(const double* totals) const { return totals[0]; }
  double proxy(const double*) const { return 0.0; }
  double proxy(const double* left, const double* right) const {
    const double w_left = left[0], w_right = right[0];
    double apart = 0;
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double d = left[1 + k] / w_left - right[1 + k] / w_right;
      apart += c(k) * d * d;
    }
    return apart * (w_left * (w_right / (w_left + w_right)));
  }
  double mass(const double* totals) const {
    double about_0 = 0;
    for (std::size_t k = 0; k < n_targets; ++k)
      about_0 += c(k) * totals[1 + k] * (totals[1 + k] / totals[0]);
    return std::max(0.0, totals[1 + n_targets] - about_0);
  }

  /// With D the sum of the deviations from the node's mean in the first branch, the proxy is
  /// |D|^2 (1/w_L + 1/w_R).  A part of a bin and the rest of it add up to its net deviation, so
  /// the part is half of that and half of their difference, whose length is at most the sum of
  /// the lengths in the bin; by Cauchy-Schwarz that is at most the root of weight times squares.
  class Bound {
   public:
    /// The last term is what rounding may have taken from a sum of squares.
    Bound(const VectorVarianceOf& criterion, const double* total)
        : criterion_(criterion), w_(total[0]), slack_(1e-13 * total[1 + n_targets]) {
      for (std::size_t k = 0; k < n_targets; ++k) mean_.push_back(total[1 + k] / w_);
    }

    double operator()(const double* before, const double* bin) const {
      const double w_before = before[0], w_bin = bin[0], w_after = w_ - w_before - w_bin;
      double squares = bin[1 + n_targets], half_way = 0;
      for (std::size_t k = 0; k < n_targets; ++k) {
        const double c = criterion_.c(k), m = mean_[k];
        squares += c * m * (w_bin * m - 2 * bin[1 + k]);
        const double d = before[1 + k] - w_before * m + (bin[1 + k] - w_bin * m) / 2;
        half_way += c * d * d;
      }
      squares = std::max(0.0, squares) + slack_;
      if (w_before <= 0 || w_after <= 1e-12 * w_) {
        if (w_ - w_bin <= 1e-12 * w_) return unbounded;
        return squares * (1 + w_bin / (w_ - w_bin));
      }
      const double most = std::sqrt(half_way) + std::sqrt(w_bin * squares) / 2;
      const double at_start = 1 / w_before + 1 / (w_ - w_before);
      const double at_end = 1 / (w_ - w_after) + 1 / w_after;
      return most * most * std::max(at_start, at_end);
    }

   private:
    const VectorVarianceOf& criterion_;
    double w_, slack_;
    std::vector<double> mean_;
  };

  double c(std::size_t k) const { return targets_.target_weights()[k]; }
  const VectorsOf<n_targets>& targets() const { return targets_; }

 private:
  const VectorsOf<n_targets>& targets_;
};

template <std::size_t n_targets>
class Scan<VectorsOf<n_targets>, VectorVarianceOf<n_targets>> {
 public:
  using Mark = typename VectorsOf<n_targets>::Mark;

  explicit Scan(const VectorVarianceOf<n_targets>& criterion) : criterion_(criterion) {}

  template <class Keep>
  Keep run(const ListView<Mark>& list, Keep keep) const {
    with_simd([&]() __attribute__((always_inline)) { scan(list, keep); });
    return keep;
  }

 private:
  /// Registers of this width are there on most machines, and two at once are no slower than one
  /// of twice the width.
  static constexpr std::size_t n_numbers = 4;
  static constexpr std::size_t n_parts = n_targets / n_numbers;
  static_assert(n_targets % n_numbers == 0);
  using Part = double __attribute__((vector_size(n_numbers * sizeof(double))));

  template <class Keep>
  [[gnu::always_inline]] inline void scan(const ListView<Mark>& list, Keep& keep) const {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[0]);
    const auto first = static_cast<std::uint32_t>(list.before[0]);
    Part mean[n_parts], away[n_parts];
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double root = criterion_.targets().roots()[k];
      const double m = root * (list.total[1 + k] / list.total[0]);
      mean[k / n_numbers][k % n_numbers] = m;
      away[k / n_numbers][k % n_numbers] = root * list.before[1 + k] - list.before[0] * m;
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const double* mark = list.marks[id_of(list.entries[i])].data();
      Part squares{};
      for (std::size_t p = 0; p < n_parts; ++p) {
        Part numbers;
        std::memcpy(&numbers, mark + p * n_numbers, sizeof numbers);
        away[p] += numbers - mean[p];
        squares += away[p] * away[p];
      }
      const double square = (squares[0] + squares[2]) + (squares[1] + squares[3]);
      const std::uint32_t n_left = first + i + 1;
      keep(i, square * (inverse[n_left] + inverse[n - n_left]));
    }
  }

  const VectorVarianceOf<n_targets>& criterion_;
};

}  // namespace arboretum::grow
