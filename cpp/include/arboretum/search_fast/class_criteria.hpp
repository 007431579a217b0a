#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "arboretum/search_fast/criterion.hpp"
#include "arboretum/search_fast/grow.hpp"
#include "arboretum/search_fast/scan.hpp"

/// Criteria that compare branches.
///
/// Each gives the score of a split from the class weights of its branches; the proxy is the
/// score times the weight of the node, so that it has the units of the other criteria.  They
/// have no bound: all bins are searched, and a scan takes as long a cut as there are classes.

namespace arboretum::fast {

namespace scores {

[[gnu::always_inline]] inline double sum(const double* w, std::size_t n) {
  return sum_over_classes(n, [&](std::size_t k) { return w[k]; });
}

/// Weight less that of the largest class.
inline double wrong(const double* w, std::size_t n) {
  return sum(w, n) - *std::max_element(w, w + n);
}

struct Error {
  [[gnu::always_inline]] static double of(const double* left, const double* right, std::size_t n) {
    double most = 0;
    for (std::size_t k = 0; k < n; ++k) most = std::max(most, left[k] + right[k]);
    const double gained =
        *std::max_element(left, left + n) + *std::max_element(right, right + n) - most;
    return gained / (sum(left, n) + sum(right, n));
  }
  static double mass(const double* totals, std::size_t n) { return wrong(totals, n); }
};

struct GainRatio {
  [[gnu::always_inline]] static double of(const double* left, const double* right, std::size_t n) {
    const double w_left = sum(left, n), w_right = sum(right, n), w = w_left + w_right;
    const double split_bits = times_log2(w) - times_log2(w_left) - times_log2(w_right);
    const double class_bits = sum_over_classes(n, [&](std::size_t k) {
      return times_log2(left[k]) + times_log2(right[k]) - times_log2(left[k] + right[k]);
    });
    // Both are totals over the weight, which cancels.
    return split_bits > 0 ? (split_bits + class_bits) / split_bits : 0.0;
  }
  static double mass(const double* totals, std::size_t n) { return Entropy(n).mass(totals); }
};

struct ChiSquare {
  [[gnu::always_inline]] static double of(const double* left, const double* right, std::size_t n) {
    const double w_left = sum(left, n), w_right = sum(right, n), w = w_left + w_right;
    if (n == 2) {  // both classes exceed what is expected by as much; divisions take longest
      const double first = left[0] + right[0], second = left[1] + right[1];
      if (!(first > 0 && second > 0)) return 0;
      const double excess = left[0] - w_left * (first / w);
      return excess * excess * (w * w / (first * second)) * (w / (w_left * w_right));
    }
    const double inverses = 1 / w_left + 1 / w_right;
    return sum_over_classes(n, [&](std::size_t k) {
      const double share = (left[k] + right[k]) / w;
      const double excess = left[k] - w_left * share;
      return share <= 0 ? 0.0 : excess * excess / share * inverses;
    });
  }
  static double mass(const double* totals, std::size_t n) { return Gini(n).mass(totals); }
};

struct Twoing {
  [[gnu::always_inline]] static double of(const double* left, const double* right, std::size_t n) {
    const double w_left = sum(left, n), w_right = sum(right, n), w = w_left + w_right;
    const double apart = sum_over_classes(
        n, [&](std::size_t k) { return std::abs(left[k] / w_left - right[k] / w_right); });
    return (w_left / w) * (w_right / w) * apart * apart / 4;
  }
  static double mass(const double* totals, std::size_t n) { return Gini(n).mass(totals); }
};

}  // namespace scores

/// Calls `work` with the score of a criterion, which has a static `of(left, right, n_classes)` and
/// `mass(totals, n_classes)`.
template <class Work>
[[gnu::always_inline]] inline auto with_score(CriterionName name, const Work& work) {
  switch (name) {
    case CriterionName::error:
      return work(scores::Error{});
    case CriterionName::gain_ratio:
      return work(scores::GainRatio{});
    case CriterionName::chi_square:
      return work(scores::ChiSquare{});
    default:
      return work(scores::Twoing{});
  }
}

/// Any of them: they differ in the score of a cut alone, so one grower serves all.
class Compared : public OfClasses {
 public:
  Compared(CriterionName name, const Input& input) : OfClasses(input), name_(name) {}

  double proxy(const double*) const { return 0.0; }
  double proxy(const double* left, const double* right) const {
    if (multipliers_.are_given()) return proxy_of_altered(altered<0>(left), altered<1>(right));
    return proxy_of_altered(left, right);
  }
  double mass(const double* totals) const {
    const double* weights = multipliers_.are_given() ? altered<0>(totals) : totals;
    return with_score(name_, [&](auto score) { return score.mass(weights, n_); });
  }

  /// Moves samples from the second branch to the first, whose totals are at first `before`; after
  /// the i-th calls `take(i, proxy)`, where `proxy()` is that of the split between.
  template <class SampleAt, class Take>
  void move(const double* total, const double* before, std::size_t n, const SampleAt& sample_at,
            const Take& take) const {
    with_score(name_, [&](auto score) {
      if (n_ == 2) {
        std::array<double, 4> weights;  // that nothing else can write to
        return move_by(score, std::integral_constant<std::size_t, 2>(), weights.data(), total,
                       before, n, sample_at, take);
      }
      static thread_local std::vector<double> weights;
      weights.resize(2 * n_);
      move_by(score, n_, weights.data(), total, before, n, sample_at, take);
    });
  }

  /// The proxies of the cuts between samples.
  template <class SampleAt>
  void glance(const double* total, const double* before, std::size_t n, const SampleAt& sample_at,
              double* proxies) const {
    move(total, before, n, sample_at,
         [&](std::size_t i, const auto& proxy)
             __attribute__((always_inline)) { proxies[i] = proxy(); });
  }

  struct Bound {
    Bound(const Compared&, const double*) {}
    double operator()(const double*, const double*) const { return unbounded; }
  };

 private:
  double proxy_of_altered(const double* left, const double* right) const {
    return with_score(name_, [&](auto score) { return proxy_by(score, n_, left, right); });
  }

  template <class Score, class N>
  [[gnu::always_inline]] static double proxy_by(Score, N n, const double* left,
                                                const double* right) {
    return (scores::sum(left, n) + scores::sum(right, n)) * Score::of(left, right, n);
  }

  template <class Score, class N, class SampleAt, class Take>
  [[gnu::always_inline]] void move_by(Score score, N n_classes, double* left, const double* total,
                                      const double* before, std::size_t n,
                                      const SampleAt& sample_at, const Take& take) const {
    const Multipliers multipliers = multipliers_;
    double* right = left + n_classes;
    for (std::size_t k = 0; k < n_classes; ++k) {
      left[k] = multipliers[k] * before[k];
      right[k] = multipliers[k] * total[k] - left[k];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const auto& sample = sample_at(i);
      const double w = multipliers[sample.cls] * weight_of(sample);
      left[sample.cls] += w;
      right[sample.cls] -= w;
      take(i, [&] { return proxy_by(score, n_classes, left, right); });
    }
  }

  template <class Sample>
  static double weight_of(const Sample& sample) {
    if constexpr (requires { sample.weight; })
      return sample.weight;
    else
      return 1.0;
  }

  /// Class weights multiplied; those of the last call for this branch are gone.
  template <int branch>
  const double* altered(const double* totals) const {
    static thread_local std::vector<double> weights;
    weights.resize(std::max(weights.size(), n_));
    for (std::size_t k = 0; k < n_; ++k) weights[k] = multipliers_[k] * totals[k];
    return weights.data();
  }

  CriterionName name_;
};

template <class Targets>
class Scan<Targets, Compared> {
 public:
  explicit Scan(const Compared& criterion) : criterion_(criterion) {}

  template <class Keep>
  Keep run(const ListView<typename Targets::Mark>& list, Keep keep) {
    struct Listed {
      std::uint32_t cls;
      double weight;
    };
    criterion_.move(
        list.total, list.before, list.n - 1,
        [&](std::size_t i) {
          const std::uint32_t id = id_of(list.entries[i]);
          return Listed{list.marks[id], list.weights == nullptr ? 1.0 : list.weights[id]};
        },
        [&](std::size_t i, const auto& proxy) __attribute__((always_inline)) {
          const bool is_cut = rank_of(list.entries[i]) != rank_of(list.entries[i + 1]);
          keep(static_cast<std::uint32_t>(i),
               is_cut ? proxy() : -std::numeric_limits<double>::infinity());
        });
    return keep;
  }

 private:
  const Compared& criterion_;
};

}  // namespace arboretum::fast
