#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <type_traits>
#include <vector>

#include "arboretum/search_fast/targets.hpp"

/// How counts are scored: the second template axis of the grower.
///
/// Inside a node a split is compared by its *proxy*, which orders splits as the score
/// does and costs less: score = (proxy - proxy of the undivided node) / weight.
/// `Bound`, made for a node, is at least the proxy of every cut inside a bin, given the totals
/// before the bin and of the bin; it lets whole bins be passed over.

namespace arboretum::fast {

/// What is made of the targets or the criterion if it asks for them, else of the width of totals.
template <class Made, class From>
Made made_for(const From& from, std::size_t width) {
  if constexpr (std::is_constructible_v<Made, const From&>)
    return Made(from);
  else
    return Made(width);
}

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// The sum of what `of` says of each class; of two, which most trees have, without a loop.
template <class Of>
[[gnu::always_inline]] inline double sum_over_classes(std::size_t n_classes, const Of& of) {
  double sum = 0;
  if (n_classes == 2) {
    sum += of(0);
    return sum + of(1);
  }
  for (std::size_t k = 0; k < n_classes; ++k) sum += of(k);
  return sum;
}

/// What 1/w_L + 1/w_R of a cut inside a bin is at most, of a node that weighs w: it is largest at
/// one of the bin's ends.
inline double most_inverse(double w, double w_before, double w_after) {
  return std::max(1 / w_before + 1 / (w - w_before), 1 / (w - w_after) + 1 / w_after);
}

/// What criteria of class weights have in common.
class OfClasses {
 public:
  explicit OfClasses(std::size_t n_classes) : n_(n_classes) {}
  explicit OfClasses(const Input& input) : n_(input.n_classes), multipliers_(input.multipliers) {}

  std::size_t n_classes() const { return n_; }
  const Multipliers& multipliers() const { return multipliers_; }
  double weight(const double* totals) const {
    return sum_over_classes(n_, [&](std::size_t k) { return totals[k]; });
  }
  /// As it is scored.
  double altered_weight(const double* totals) const {
    return sum_over_classes(n_, [&](std::size_t k) { return multipliers_[k] * totals[k]; });
  }

 protected:
  std::size_t n_;
  Multipliers multipliers_;
};

/// Squared distance of the branches' class shares from those of the node, by weight.
///
/// With D_k = L_k - w_L p_k that is sum D_k^2 (1/w_L + 1/w_R), which equals the sum of squares
/// of class weights over the weight, of both branches less that of the node, without a
/// difference of large numbers.
class Gini : public OfClasses {
 public:
  using OfClasses::OfClasses;

  double proxy(const double*) const { return 0.0; }
  [[gnu::always_inline]] double proxy(const double* left, const double* right) const {
    if (multipliers_.are_given()) return altered_proxy(left, right);
    const double w_left = weight(left), w_right = weight(right), w = w_left + w_right;
    const double squares = sum_over_classes(n_, [&](std::size_t k) {
      const double d = left[k] * (w_right / w) - right[k] * (w_left / w);
      return d * d;
    });
    return squares * (1 / w_left + 1 / w_right);
  }
  /// Weight times impurity.
  double mass(const double* totals) const {
    const double w = altered_weight(totals);
    double sum = 0;
    for (std::size_t k = 0; k < n_classes(); ++k) {
      const double altered = multipliers_[k] * totals[k];
      sum += altered * ((w - altered) / w);
    }
    return sum;
  }

  /// Inside a bin each D_k moves at most by the weight of its class and of the others.
  class Bound {
   public:
    Bound(const Gini& criterion, const double* total)
        : criterion_(criterion), w_(criterion.altered_weight(total)) {
      for (std::size_t k = 0; k < criterion.n_classes(); ++k)
        shares_.push_back(criterion.multipliers_[k] * total[k] / w_);
    }

    double operator()(const double* before, const double* bin) const {
      const double w_before = criterion_.altered_weight(before);
      const double w_bin = criterion_.altered_weight(bin);
      const double w_after = w_ - w_before - w_bin;
      if (w_before <= 0 || w_after <= tiny * w_) return at_an_end(bin, w_bin);
      const double squares = sum_over_classes(criterion_.n_classes(), [&](std::size_t k) {
        const double p = shares_[k], in_bin = criterion_.multipliers_[k] * bin[k];
        const double d = criterion_.multipliers_[k] * before[k] - w_before * p;
        const double up = std::abs(d + in_bin * (1 - p));
        const double down = std::abs(d - (w_bin - in_bin) * p);
        const double most = std::max(up, down);
        return most * most;
      });
      return squares * most_inverse(w_, w_before, w_after);
    }

   private:
    static constexpr double tiny = 1e-12;

    /// The first and the last bin, where a branch may be almost empty: by Cauchy-Schwarz
    /// sum D_k^2 / w_L is at most the squared distance of the bin's samples from p.
    double at_an_end(const double* bin, double w_bin) const {
      if (w_ - w_bin <= tiny * w_) return unbounded;
      double distance = 0;
      for (std::size_t k = 0; k < criterion_.n_classes(); ++k) {
        const double p = shares_[k], in_bin = criterion_.multipliers_[k] * bin[k];
        distance += in_bin * (1 - p) * (1 - p) + (w_bin - in_bin) * p * p;
      }
      return distance * (1 + w_bin / (w_ - w_bin));
    }

    const Gini& criterion_;
    double w_;
    std::vector<double> shares_;
  };

 private:
  [[gnu::noinline]] double altered_proxy(const double* left, const double* right) const {
    const double w_left = altered_weight(left), w_right = altered_weight(right);
    const double w = w_left + w_right;
    double squares = 0;
    for (std::size_t k = 0; k < n_classes(); ++k) {
      const double d = multipliers_[k] * (left[k] * (w_right / w) - right[k] * (w_left / w));
      squares += d * d;
    }
    return squares * (1 / w_left + 1 / w_right);
  }
};

inline double times_log2(double x) { return x > 0 ? x * std::log2(x) : 0.0; }

/// Minus the bits needed to name the classes of all samples, for both branches.
class Entropy : public OfClasses {
 public:
  using OfClasses::OfClasses;

  double proxy(const double* totals) const {
    const double bits = sum_over_classes(
        n_, [&](std::size_t k) { return times_log2(multipliers_[k] * totals[k]); });
    return bits - times_log2(altered_weight(totals));
  }
  double proxy(const double* left, const double* right) const { return proxy(left) + proxy(right); }
  double mass(const double* totals) const { return -proxy(totals); }

  /// The proxy is a sum of convex functions of the class weights less a convex function h
  /// of the weight.  With h replaced by its tangent in the middle of the bin, each class
  /// is at its best with none or all of its samples in the first branch.
  class Bound {
   public:
    Bound(const Entropy& criterion, const double* total)
        : criterion_(criterion), total_(total), w_(criterion.altered_weight(total)) {}

    double operator()(const double* before, const double* bin) const {
      const double w_before = criterion_.altered_weight(before);
      const double w_bin = criterion_.altered_weight(bin);
      const double middle = std::clamp(w_before + w_bin / 2, 1e-12 * w_, w_ * (1 - 1e-12));
      const double slope = std::log2(middle) - std::log2(w_ - middle);
      double most = slope * (middle - w_before) - times_log2(middle) - times_log2(w_ - middle);
      for (std::size_t k = 0; k < criterion_.n_classes(); ++k) {
        const double m = criterion_.multipliers_[k], all = m * (before[k] + bin[k]);
        const double total = m * total_[k], none = m * before[k];
        const double with_none = times_log2(none) + times_log2(total - none);
        const double with_all = times_log2(all) + times_log2(total - all) - slope * m * bin[k];
        most += std::max(with_none, with_all);
      }
      return most;
    }

   private:
    const Entropy& criterion_;
    const double* total_;
    double w_;
  };
};

/// Weighted square of the distance of the branch means; totals are [w, wy, wyy].
///
/// That is the squared error a split removes, without a difference of large numbers: a node
/// may be narrow and far from 0.
class Variance {
 public:
  double weight(const double* totals) const { return totals[0]; }
  double proxy(const double*) const { return 0.0; }
  double proxy(const double* left, const double* right) const {
    const double apart = left[1] / left[0] - right[1] / right[0];
    return apart * apart * (left[0] * (right[0] / (left[0] + right[0])));
  }
  double mass(const double* totals) const {
    return std::max(0.0, totals[2] - totals[1] * (totals[1] / totals[0]));
  }

  /// With D the sum of the deviations from the node's mean in the first branch, the proxy is
  /// D^2 (1/w_L + 1/w_R).  The positive and the negative deviations in a bin follow from
  /// their sum and, by Cauchy-Schwarz, a bound on the sum of their sizes.
  class Bound {
   public:
    /// The last term is what rounding may have taken from a sum of squares.
    Bound(const Variance&, const double* total)
        : w_(total[0]), mean_(total[1] / w_), slack_(1e-13 * total[2]) {}

    double mean() const { return mean_; }
    double slack() const { return slack_; }

    double operator()(const double* before, const double* bin) const {
      const double w_after = w_ - before[0] - bin[0];
      const double squares =
          std::max(0.0, bin[2] - 2 * mean_ * bin[1] + bin[0] * mean_ * mean_) + slack_;
      if (before[0] <= 0 || w_after <= 1e-12 * w_) {
        if (w_ - bin[0] <= 1e-12 * w_) return unbounded;
        return squares * (1 + bin[0] / (w_ - bin[0]));
      }
      const double net = bin[1] - bin[0] * mean_;
      const double absolute = std::sqrt(bin[0] * squares);
      const double d = before[1] - before[0] * mean_;
      const double most =
          std::max(std::abs(d + (absolute + net) / 2), std::abs(d - (absolute - net) / 2));
      return most * most * most_inverse(w_, before[0], w_after);
    }

   private:
    double w_, mean_, slack_;
  };

  /// Proxies of the cuts after each of `n` samples, quickly: by the sum of deviations from the
  /// node's mean.  Rounding eats into that where a node is narrow and far from 0, so what it may
  /// have taken is added: no proxy is less than it should be.
  template <class SampleAt>
  void glance(const double* total, const double* before, std::size_t n, const SampleAt& sample_at,
              double* proxies) const {
    const Bound inside(*this, total);
    double weight = before[0], away = before[1] - before[0] * inside.mean();
    for (std::size_t i = 0; i < n; ++i) {
      const auto& sample = sample_at(i);
      weight += sample.weight();
      away += sample.weight() * (sample.y - inside.mean());
      proxies[i] = away * away * (total[0] / (weight * (total[0] - weight))) + inside.slack();
    }
  }
};

}  // namespace arboretum::fast
