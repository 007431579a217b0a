#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/search_fast/bin_scan.hpp"
#include "arboretum/search_fast/criterion.hpp"
#include "arboretum/search_fast/scan.hpp"
#include "arboretum/search_fast/vector_targets.hpp"

namespace arboretum::fast {

/// The numbers of a vector that are worked on at once.  Registers of this width are there on most
/// machines, and two at once are no slower than one of twice the width.
constexpr std::size_t n_numbers = 4;
using Numbers = double __attribute__((vector_size(n_numbers * sizeof(double))));

[[gnu::always_inline]] inline Numbers numbers_at(const double* place) {
  Numbers numbers;
  std::memcpy(&numbers, place, sizeof numbers);
  return numbers;
}

[[gnu::always_inline]] inline double sum_of(const Numbers& n) {
  return (n[0] + n[2]) + (n[1] + n[3]);
}

/// Sums of the deviations from a node's mean vector, as samples join them.
template <std::size_t n_targets>
class Deviations {
 public:
  template <class Criterion>
  [[gnu::always_inline]] Deviations(const Criterion& criterion, const double* total,
                                    const double* before) {
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double mean = total[1 + k] / total[0];
      mean_[k / n_numbers][k % n_numbers] = mean;
      away_[k / n_numbers][k % n_numbers] = before[1 + k] - before[0] * mean;
      c_[k / n_numbers][k % n_numbers] = criterion.c(k);
    }
  }

  /// The square of the sums with one sample more, by the weights of the targets.
  [[gnu::always_inline]] double add(const double* y) {
    Numbers squares{};
    for (std::size_t p = 0; p < n_parts; ++p) {
      away_[p] += numbers_at(y + p * n_numbers) - mean_[p];
      squares += c_[p] * away_[p] * away_[p];
    }
    return sum_of(squares);
  }

 private:
  static constexpr std::size_t n_parts = n_targets / n_numbers;
  static_assert(n_targets % n_numbers == 0);

  Numbers mean_[n_parts], away_[n_parts], c_[n_parts];
};

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
    Bound(const VectorVarianceOf& criterion, const double* total)
        : criterion_(criterion), w_(total[0]), slack_(slack_of(total)) {
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
      return most * most * most_inverse(w_, w_before, w_after);
    }

    double mean(std::size_t k) const { return mean_[k]; }
    double slack() const { return slack_; }

   private:
    const VectorVarianceOf& criterion_;
    double w_, slack_;
    std::vector<double> mean_;
  };

  /// Proxies of the cuts after each of `n` samples, quickly: by sums of deviations from the node's
  /// mean.  Rounding eats into those where a node is narrow and far from 0, so what it may have
  /// taken is added: no proxy is less than it should be.
  template <class SampleAt>
  void glance(const double* total, const double* before, std::size_t n, const SampleAt& sample_at,
              double* proxies) const {
    const double slack = slack_of(total);
    with_simd([&]() __attribute__((always_inline)) {
      Deviations<n_targets> away(*this, total, before);
      for (std::size_t i = 0; i < n; ++i) {
        if (i + ahead < n) __builtin_prefetch(sample_at(i + ahead).y);
        const double square = away.add(sample_at(i).y);
        const double w_left = before[0] + static_cast<double>(i + 1);
        proxies[i] = square * (total[0] / (w_left * (total[0] - w_left))) + slack;
      }
    });
  }

  double c(std::size_t k) const { return targets_.target_weights()[k]; }
  const VectorsOf<n_targets>& targets() const { return targets_; }

 private:
  static constexpr std::size_t ahead = 8;  ///< samples lie anywhere in memory

  /// What rounding may have taken from a sum of squares.
  static double slack_of(const double* total) { return 1e-13 * total[1 + n_targets]; }

  const VectorsOf<n_targets>& targets_;
};

template <std::size_t n_targets>
class BinScan<VectorVarianceOf<n_targets>> : public OneByOne<VectorVarianceOf<n_targets>> {
 public:
  using Bound = typename VectorVarianceOf<n_targets>::Bound;

  BinScan(const VectorVarianceOf<n_targets>& criterion, std::size_t width)
      : OneByOne<VectorVarianceOf<n_targets>>(criterion, width),
        criterion_(criterion),
        inverses_(n_bins + 1),
        squares_(n_bins) {}

  void run(const double* total, const Bound& inside, BinColumns& columns) {
    with_simd([&]() __attribute__((always_inline)) { score(total, inside, columns); });
    this->bound_ends(inside, columns);
  }

 private:
  /// As `proxy` and `Bound` say, with what depends on the weight alone worked out once.
  [[gnu::always_inline]] inline void score(const double* total, const Bound& inside,
                                           BinColumns& columns) {
    const std::size_t n = columns.n;
    const double *weight = columns.before(0), *w = columns.cell(0);
    double *inverses = inverses_.data(), *squares = squares_.data();
    double *proxies = columns.proxies.data(), *bounds = columns.bounds.data();
    std::fill_n(proxies, n, 0.0);
    std::fill_n(bounds, n, 0.0);
    std::copy_n(columns.cell(1 + n_targets), n, squares);
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double *before = columns.before(1 + k), *cell = columns.cell(1 + k);
      const double c = criterion_.c(k), m = inside.mean(k);
      for (std::size_t i = 0; i < n; ++i) {
        const double after = before[i + 1] - weight[i + 1] * m;
        const double half_way = before[i] - weight[i] * m + (cell[i] - w[i] * m) / 2;
        proxies[i] += c * after * after;
        bounds[i] += c * half_way * half_way;
        squares[i] += c * m * (w[i] * m - 2 * cell[i]);
      }
    }
    for (std::size_t i = 0; i <= n; ++i) inverses[i] = inverse_weights(weight[i], total[0]);
    for (std::size_t i = 0; i < n; ++i) {
      const double apart = (squares[i] > 0 ? squares[i] : 0.0) + inside.slack();
      const double most = std::sqrt(bounds[i]) + std::sqrt(w[i] * apart) / 2;
      proxies[i] *= inverses[i + 1];
      bounds[i] = most * most * (inverses[i] > inverses[i + 1] ? inverses[i] : inverses[i + 1]);
    }
  }

  const VectorVarianceOf<n_targets>& criterion_;
  std::vector<double> inverses_, squares_;
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
  static constexpr std::size_t n_parts = n_targets / n_numbers;

  template <class Keep>
  [[gnu::always_inline]] inline void scan(const ListView<Mark>& list, Keep& keep) const {
    const double* inverse = reciprocals().data();
    const auto n = static_cast<std::uint32_t>(list.total[0]);
    const auto first = static_cast<std::uint32_t>(list.before[0]);
    Numbers mean[n_parts], away[n_parts];
    for (std::size_t k = 0; k < n_targets; ++k) {
      const double root = criterion_.targets().roots()[k];
      const double m = root * (list.total[1 + k] / list.total[0]);
      mean[k / n_numbers][k % n_numbers] = m;
      away[k / n_numbers][k % n_numbers] = root * list.before[1 + k] - list.before[0] * m;
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const double* mark = list.marks[id_of(list.entries[i])].data();
      Numbers squares{};
      for (std::size_t p = 0; p < n_parts; ++p) {
        away[p] += numbers_at(mark + p * n_numbers) - mean[p];
        squares += away[p] * away[p];
      }
      const std::uint32_t n_left = first + i + 1;
      keep(i, sum_of(squares) * (inverse[n_left] + inverse[n - n_left]));
    }
  }

  const VectorVarianceOf<n_targets>& criterion_;
};

}  // namespace arboretum::fast
