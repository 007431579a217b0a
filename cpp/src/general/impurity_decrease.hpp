#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arboretum/general/scorer.hpp"
#include "arboretum/pairwise_sum.hpp"

namespace arboretum::general {

/// Each number as a part of the whole; 0 where there is no weight.
inline void shares(const double* weights, std::size_t n, double* out) {
  const double total = pairwise_sum(weights, n);
  for (std::size_t i = 0; i < n; ++i) out[i] = total > 0.0 ? weights[i] / total : 0.0;
}

/// Impurity of the node less the average impurity of the branches.
///
/// `Impurity` has `of(statistics, scratch)` and `weight(statistics)`; `scratch` holds as many
/// numbers as the statistics.  One that is for two classes needs none, and says so by `is_of_two`.
template <class Impurity>
class ImpurityDecrease : public Scorer {
 public:
  explicit ImpurityDecrease(Impurity impurity) : impurity_(impurity) {}

  double impurity(const double* statistics) const override {
    std::vector<double> scratch(impurity_.n_scratch());
    return impurity_.of(statistics, scratch.data());
  }

  void score(const double* parent, const Branches& branches, double* scores) const override {
    const double whole = impurity(parent);
    const std::size_t arity = branches.arity;
    if (arity == 2) return score_pairs(whole, branches, scores);
    std::vector<double> scratch(impurity_.n_scratch()), terms(arity), weights(arity);
    const double* branch = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < arity; ++b, branch += branches.width) {
        terms[b] = impurity_.of(branch, scratch.data());
        weights[b] = impurity_.weight(branch);
      }
      const double total = pairwise_sum(weights.data(), arity);
      for (std::size_t b = 0; b < arity; ++b) terms[b] *= total > 0.0 ? weights[b] / total : 0.0;
      scores[i] = whole - pairwise_sum(terms.data(), arity);
    }
  }

  void score_best(const double* parent, const Branches& branches, double left_out, double slack,
                  double* scores) const override {
    if constexpr (requires { Impurity::is_of_two; })
      if (branches.is_growing && branches.arity == 2 && branches.width == 2 &&
          branches.n > 2 * kStep)
        return score_steps(parent, branches, slack, scores);
    this->score_known(parent, branches, left_out, scores);
  }

 protected:
  Impurity impurity_;

 private:
  /// So many candidates are looked at together.
  static constexpr std::size_t kStep = 32;

  /// Scores every so many candidates, and those between only where one may be the best.
  ///
  /// The decrease is a convex function of what the first branch holds of the two classes: between
  /// two candidates of a growing branch it is at most what it is in a corner of the rectangle
  /// that they span.
  void score_steps(const double* parent, const Branches& branches, double slack,
                   double* scores) const {
    const double whole = impurity(parent);
    const std::size_t last = branches.n - 1;
    double best = -std::numeric_limits<double>::infinity();
    const auto score_at = [&](std::size_t i) {
      const double* first = branches.statistics.data() + i * 4;
      best = std::max(best, scores[i] = score_pair(whole, first, first + 2, nullptr));
    };
    for (std::size_t i = 0; i < last; i += kStep) score_at(i);
    score_at(last);
    for (std::size_t low = 0; low < last; low += kStep) {
      const std::size_t high = std::min(low + kStep, last);
      const double bound = std::max({scores[low], scores[high], corner(whole, branches, low, high),
                                     corner(whole, branches, high, low)});
      const bool may_win = !(bound < best - 2.0 * slack - 1e-8 * (std::abs(best) + whole));
      for (std::size_t i = low + 1; i < high; ++i)
        if (may_win)
          score_at(i);
        else
          scores[i] = bound;
    }
  }

  /// The score of a split that holds one class as one candidate does, the other as another.
  double corner(double whole, const Branches& branches, std::size_t of_first,
                std::size_t of_second) const {
    const double* one = branches.statistics.data() + of_first * 4;
    const double* other = branches.statistics.data() + of_second * 4;
    const double first[2] = {one[0], other[1]}, second[2] = {one[2], other[3]};
    return score_pair(whole, first, second, nullptr);
  }

  /// The same for two branches, which nearly all splits have, without loops over them.
  void score_pairs(double whole, const Branches& branches, double* scores) const {
    std::vector<double> scratch(impurity_.n_scratch());
    const double* first = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i, first += 2 * branches.width)
      scores[i] = score_pair(whole, first, first + branches.width, scratch.data());
  }

  double score_pair(double whole, const double* first, const double* second,
                    double* scratch) const {
    const double weights[2] = {impurity_.weight(first), impurity_.weight(second)};
    const double total = weights[0] + weights[1];
    double terms[2] = {impurity_.of(first, scratch), impurity_.of(second, scratch)};
    for (int b = 0; b < 2; ++b) terms[b] *= total > 0.0 ? weights[b] / total : 0.0;
    return whole - (terms[0] + terms[1]);
  }
};

}  // namespace arboretum::general
