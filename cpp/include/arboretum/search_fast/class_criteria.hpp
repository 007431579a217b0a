#pragma once

#include <algorithm>
#include <cmath>
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
class Compared {
 public:
  Compared(CriterionName name, const Input& input)
      : name_(name), n_classes_(input.n_classes), multipliers_(input.multipliers) {}

  double weight(const double* totals) const { return scores::sum(totals, n_classes_); }
  double proxy(const double*) const { return 0.0; }
  double proxy(const double* left, const double* right) const {
    if (multipliers_.are_given()) return proxy_of_altered(altered<0>(left), altered<1>(right));
    return proxy_of_altered(left, right);
  }
  double mass(const double* totals) const {
    const double* weights = multipliers_.are_given() ? altered<0>(totals) : totals;
    return with_score(name_, [&](auto score) { return score.mass(weights, n_classes_); });
  }

  CriterionName name() const { return name_; }
  std::size_t n_classes() const { return n_classes_; }
  const Multipliers& multipliers() const { return multipliers_; }
  /// Of class weights that have been multiplied.
  template <class Score>
  [[gnu::always_inline]] double proxy_of_altered(Score, const double* left,
                                                 const double* right) const {
    return (weight(left) + weight(right)) * Score::of(left, right, n_classes_);
  }

  struct Bound {
    Bound(const Compared&, const double*) {}
    double operator()(const double*, const double*) const { return unbounded; }
  };

 private:
  double proxy_of_altered(const double* left, const double* right) const {
    return with_score(name_, [&](auto score) { return proxy_of_altered(score, left, right); });
  }

  /// Class weights multiplied; those of the last call for this branch are gone.
  template <int branch>
  const double* altered(const double* totals) const {
    static thread_local std::vector<double> weights;
    weights.resize(std::max(weights.size(), n_classes_));
    for (std::size_t k = 0; k < n_classes_; ++k) weights[k] = multipliers_[k] * totals[k];
    return weights.data();
  }

  CriterionName name_;
  std::size_t n_classes_;
  Multipliers multipliers_;
};

/// Keeps the class weights of both branches and asks the criterion at every cut.
template <class Targets>
class Scan<Targets, Compared> {
 public:
  explicit Scan(const Compared& criterion)
      : criterion_(criterion), left_(criterion.n_classes()), right_(criterion.n_classes()) {}

  template <class Keep>
  Keep run(const ListView<typename Targets::Mark>& list, Keep keep) {
    const Multipliers multipliers = criterion_.multipliers();
    for (std::size_t k = 0; k < left_.size(); ++k) {
      left_[k] = multipliers[k] * list.before[k];
      right_[k] = multipliers[k] * list.total[k] - left_[k];
    }
    with_score(criterion_.name(), [&](auto score) { run_by(score, list, keep); });
    return keep;
  }

 private:
  template <class Score, class Keep>
  void run_by(Score score, const ListView<typename Targets::Mark>& list, Keep& keep) {
    const Multipliers multipliers = criterion_.multipliers();
    double *left = left_.data(), *right = right_.data();
    for (std::uint32_t i = 0; i + 1 < list.n; ++i) {
      const std::uint32_t id = id_of(list.entries[i]);
      const double w =
          multipliers[list.marks[id]] * (list.weights == nullptr ? 1.0 : list.weights[id]);
      left[list.marks[id]] += w;
      right[list.marks[id]] -= w;
      if (rank_of(list.entries[i]) == rank_of(list.entries[i + 1]))
        keep(i, -std::numeric_limits<double>::infinity());
      else
        keep(i, criterion_.proxy_of_altered(score, left, right));
    }
  }

  const Compared& criterion_;
  std::vector<double> left_, right_;
};

}  // namespace arboretum::fast
