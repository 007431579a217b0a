#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/search_fast/criterion.hpp"
#include "arboretum/search_fast/list_view.hpp"

/// Scans of lists whose samples count by weight: their own, that of their class, or both.

namespace arboretum::fast {

/// Two classes that are left at a node where classes are multiplied.
///
/// The deviation of either from its share is m_0 m_1 (l_1 r_0 - l_0 r_1) / w, with l and r counts
/// of samples in the branches, and of whole numbers nothing is lost.
struct AlteredPair {
  double m_0, m_1, n_0, n_1, w, factor;

  AlteredPair(const Multipliers& multipliers, const double* total, std::size_t one,
              std::size_t other)
      : m_0(multipliers[other]),
        m_1(multipliers[one]),
        n_0(total[other]),
        n_1(total[one]),
        w(m_0 * n_0 + m_1 * n_1),
        factor(m_0 * m_1 / w) {}

  /// The proxy where the first branch has so many samples of either class, one number or many.
  template <class Numbers>
  [[gnu::always_inline]] Numbers proxy(Numbers l_0, Numbers l_1) const {
    const Numbers r_0 = n_0 - l_0, r_1 = n_1 - l_1;
    const Numbers d = factor * (l_1 * r_0 - l_0 * r_1);
    return 2 * d * d * (w / ((m_0 * l_0 + m_1 * l_1) * (m_0 * r_0 + m_1 * r_1)));
  }
};

/// The deviation of every class is summed again at each cut, because what is left of a difference
/// of sums may be nothing but rounding.
class DeviationScan {
 public:
  explicit DeviationScan(const Gini& criterion)
      : criterion_(criterion), left_(criterion.n_classes()), shares_(criterion.n_classes()) {}

  /// `weight_at(id)` is the weight of a sample, multiplied.
  template <class Mark, class WeightAt, class Keep>
  Keep run(const ListView<Mark>& list, const WeightAt& weight_at, Keep keep) {
    const double weight = criterion_.altered_weight(list.total);
    double left_weight = criterion_.altered_weight(list.before);
    double *left = left_.data(), *shares = shares_.data();
    const std::size_t n_classes = criterion_.n_classes();
    for (std::size_t k = 0; k < n_classes; ++k) {
      left[k] = criterion_.multipliers()[k] * list.before[k];
      shares[k] = criterion_.multipliers()[k] * list.total[k] / weight;
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      const double w = weight_at(id);
      left[list.marks[id]] += w;
      left_weight += w;
      const double squares = sum_over_classes(n_classes, [&](std::size_t k) {
        const double d = left[k] - left_weight * shares[k];
        return d * d;
      });
      keep(i, squares * (weight / (left_weight * (weight - left_weight))));
    }
    return keep;
  }

 private:
  const Gini& criterion_;
  std::vector<double> left_, shares_;
};

/// The bits of every class, which change by one class at each cut.
class BitScan {
 public:
  explicit BitScan(const Entropy& criterion)
      : multipliers_(criterion.multipliers()),
        left_(criterion.n_classes()),
        right_(criterion.n_classes()) {}

  /// `weight_at(id)` is the weight of a sample, multiplied.
  template <class Mark, class WeightAt, class Keep>
  Keep run(const ListView<Mark>& list, const WeightAt& weight_at, Keep keep) {
    double bits = 0, left_weight = 0, right_weight = 0;
    double *left = left_.data(), *right = right_.data();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      left[k] = multipliers_[k] * list.before[k];
      right[k] = multipliers_[k] * list.total[k] - left[k];
      bits += times_log2(left[k]) + times_log2(right[k]);
      left_weight += left[k];
      right_weight += right[k];
    }
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      const std::uint32_t cls = list.marks[id];
      const double w = weight_at(id);
      bits -= times_log2(left[cls]) + times_log2(right[cls]);
      left[cls] += w;
      right[cls] -= w;
      bits += times_log2(left[cls]) + times_log2(right[cls]);
      left_weight += w;
      right_weight -= w;
      keep(i, bits - times_log2(left_weight) - times_log2(right_weight));
    }
    return keep;
  }

 private:
  Multipliers multipliers_;
  std::vector<double> left_, right_;
};

}  // namespace arboretum::fast
