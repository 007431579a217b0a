#pragma once

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/search_fast/criterion.hpp"
#include "arboretum/search_fast/encoded.hpp"
#include "arboretum/search_fast/histogram.hpp"

/// Proxies and bounds of all bins of a feature at once.

namespace arboretum::fast {

/// The occupied bins of a feature, statistic by statistic.
class BinColumns {
 public:
  explicit BinColumns(std::size_t n_totals)
      : bins(n_bins),
        proxies(n_bins),
        bounds(n_bins),
        cell_(n_totals),
        cells_(n_totals * n_bins),
        sums_(n_totals * (n_bins + 1)) {}

  /// Lays out the bins of a feature in which anything is.
  template <class Targets>
  void take(const Targets& targets, const Histogram<Targets>& histogram, std::size_t slot) {
    n = 0;
    for (std::size_t b = 0; b < missing_bin; ++b) {
      const typename Targets::Cell* held = histogram.bin(slot, b);
      if (targets.is_empty(held)) continue;
      if constexpr (std::is_same_v<typename Targets::Cell, double>) {  // laid out as totals are
        for (std::size_t k = 0; k < cell_.size(); ++k) cell(k)[n] = held[k];
      } else {
        std::fill(cell_.begin(), cell_.end(), 0.0);
        targets.add(cell_.data(), held);
        for (std::size_t k = 0; k < cell_.size(); ++k) cell(k)[n] = cell_[k];
      }
      bins[n++] = static_cast<std::uint32_t>(b);
    }
  }

  /// Statistic k of the i-th bin, and of all that lies before the i-th bin, for i from 0 to n.
  double* cell(std::size_t k) { return &cells_[k * n_bins]; }
  const double* cell(std::size_t k) const { return &cells_[k * n_bins]; }
  double* before(std::size_t k) { return &sums_[k * (n_bins + 1)]; }
  const double* before(std::size_t k) const { return &sums_[k * (n_bins + 1)]; }

  /// Sums the cells up, from what lies before the first.
  void sum_from(const std::vector<double>& start) {
    for (std::size_t k = 0; k < start.size(); ++k) {
      double* sums = before(k);
      sums[0] = start[k];
      for (std::size_t i = 0; i < n; ++i) sums[i + 1] = sums[i] + cell(k)[i];
    }
  }

  /// Copies what lies before the i-th bin.
  void read_before(std::size_t i, std::vector<double>& out) const {
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = before(k)[i];
  }

  std::size_t n = 0;
  std::vector<std::uint32_t> bins;
  std::vector<double> proxies;  ///< of the cut after each bin but the last
  std::vector<double> bounds;   ///< on the cuts inside each bin

 private:
  std::vector<double> cell_, cells_, sums_;
};

/// 1/w_L + 1/w_R of a cut.  Where rounding may have eaten the second branch it is infinite: the
/// bins beside the cut are then opened, and the cut itself is scored again.
inline double inverse_weights(double before, double all) {
  const double after = all - before, inverse = 1 / before + 1 / after;
  return after > 1e-12 * all ? inverse : unbounded;
}

/// Asks the criterion bin by bin.
template <class Criterion>
class OneByOne {
 public:
  using Bound = typename Criterion::Bound;

  OneByOne(const Criterion& criterion, std::size_t width)
      : criterion_(criterion), width_(width), left_(width), right_(width), cell_(width) {}

  void run(const double* total, const Bound& inside, BinColumns& columns) {
    for (std::size_t i = 0; i + 1 < columns.n; ++i) {
      for (std::size_t k = 0; k < width_; ++k) {
        left_[k] = columns.before(k)[i + 1];
        right_[k] = total[k] - left_[k];
      }
      columns.proxies[i] = criterion_.proxy(left_.data(), right_.data());
    }
    for (std::size_t i = 0; i < columns.n; ++i) bound(inside, columns, i);
  }

 protected:
  void bound(const Bound& inside, BinColumns& columns, std::size_t i) {
    for (std::size_t k = 0; k < width_; ++k) {
      left_[k] = columns.before(k)[i];
      cell_[k] = columns.cell(k)[i];
    }
    columns.bounds[i] = inside(left_.data(), cell_.data());
  }

  /// The first and the last bin, where a branch may be empty, have bounds of their own.
  void bound_ends(const Bound& inside, BinColumns& columns) {
    if (columns.n == 0) return;
    bound(inside, columns, 0);
    bound(inside, columns, columns.n - 1);
  }

 private:
  const Criterion& criterion_;
  std::size_t width_;
  std::vector<double> left_, right_, cell_;
};

template <class Criterion>
class BinScan : public OneByOne<Criterion> {
 public:
  using OneByOne<Criterion>::OneByOne;
};

template <>
class BinScan<Gini> : public OneByOne<Gini> {
 public:
  BinScan(const Gini& criterion, std::size_t width)
      : OneByOne<Gini>(criterion, width),
        criterion_(criterion),
        weights_(n_bins + 1),
        inverses_(n_bins + 1) {}

  void run(const double* total, const Gini::Bound& inside, BinColumns& columns) {
    with_simd([&]() __attribute__((always_inline)) { score(total, columns); });
    bound_ends(inside, columns);
  }

 private:
  /// As `proxy` and `Bound` say, with what depends on the weight alone worked out once.
  [[gnu::always_inline]] inline void score(const double* total, BinColumns& columns) {
    const std::size_t n = std::min(columns.n, n_bins), n_classes = criterion_.n_classes();
    const double all = criterion_.altered_weight(total);
    double *weights = weights_.data(), *inverses = inverses_.data();
    double *proxies = columns.proxies.data(), *bounds = columns.bounds.data();
    std::fill_n(weights, n + 1, 0.0);
    std::fill_n(proxies, n, 0.0);
    std::fill_n(bounds, n, 0.0);
    for (std::size_t k = 0; k < n_classes; ++k) {
      const double *before = columns.before(k), m = criterion_.multipliers()[k];
      for (std::size_t i = 0; i <= n; ++i) weights[i] += m * before[i];
    }
    for (std::size_t k = 0; k < n_classes; ++k) {
      const double *before = columns.before(k), *cell = columns.cell(k);
      const double m = criterion_.multipliers()[k], p = m * total[k] / all;
      for (std::size_t i = 0; i < n; ++i) {
        const double d = m * before[i] - weights[i] * p;
        const double after = m * before[i + 1] - weights[i + 1] * p;
        const double up = std::abs(d + m * cell[i] * (1 - p));
        const double down = std::abs(d - (weights[i + 1] - weights[i] - m * cell[i]) * p);
        const double most = up > down ? up : down;
        proxies[i] += after * after;
        bounds[i] += most * most;
      }
    }
    for (std::size_t i = 0; i <= n; ++i) inverses[i] = inverse_weights(weights[i], all);
    for (std::size_t i = 0; i < n; ++i) {
      proxies[i] *= inverses[i + 1];
      bounds[i] *= inverses[i] > inverses[i + 1] ? inverses[i] : inverses[i + 1];
    }
  }

  const Gini& criterion_;
  std::vector<double> weights_, inverses_;
};

template <>
class BinScan<Variance> : public OneByOne<Variance> {
 public:
  BinScan(const Variance& criterion, std::size_t width)
      : OneByOne<Variance>(criterion, width), inverses_(n_bins + 1) {}

  void run(const double* total, const Variance::Bound& inside, BinColumns& columns) {
    with_simd([&]() __attribute__((always_inline)) { score(total, inside, columns); });
    bound_ends(inside, columns);
  }

 private:
  [[gnu::always_inline]] inline void score(const double* total, const Variance::Bound& inside,
                                           BinColumns& columns) {
    const std::size_t n = columns.n;
    const double *weight = columns.before(0), *sum = columns.before(1);
    const double *w = columns.cell(0), *wy = columns.cell(1), *wyy = columns.cell(2);
    const double mean = inside.mean(), slack = inside.slack();
    double* inverses = inverses_.data();
    double *proxies = columns.proxies.data(), *bounds = columns.bounds.data();
    for (std::size_t i = 0; i <= n; ++i) inverses[i] = inverse_weights(weight[i], total[0]);
    for (std::size_t i = 0; i < n; ++i) {
      const double d = sum[i] - weight[i] * mean;
      const double after = sum[i + 1] - weight[i + 1] * mean;
      const double apart = wyy[i] - 2 * mean * wy[i] + w[i] * mean * mean;
      const double squares = (apart > 0 ? apart : 0.0) + slack;
      const double net = wy[i] - w[i] * mean;
      const double absolute = std::sqrt(w[i] * squares);
      const double up = std::abs(d + (absolute + net) / 2);
      const double down = std::abs(d - (absolute - net) / 2);
      const double most = up > down ? up : down;
      proxies[i] = after * after * inverses[i + 1];
      bounds[i] = most * most * (inverses[i] > inverses[i + 1] ? inverses[i] : inverses[i + 1]);
    }
  }

  std::vector<double> inverses_;
};

}  // namespace arboretum::fast
