#pragma once

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
/// numbers as the statistics.
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

 protected:
  Impurity impurity_;

 private:
  /// The same for two branches, which nearly all splits have, without loops over them.
  void score_pairs(double whole, const Branches& branches, double* scores) const {
    std::vector<double> scratch(impurity_.n_scratch());
    const double* first = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i, first += 2 * branches.width) {
      const double* second = first + branches.width;
      const double weights[2] = {impurity_.weight(first), impurity_.weight(second)};
      const double total = weights[0] + weights[1];
      double terms[2] = {impurity_.of(first, scratch.data()), impurity_.of(second, scratch.data())};
      for (int b = 0; b < 2; ++b) terms[b] *= total > 0.0 ? weights[b] / total : 0.0;
      scores[i] = whole - (terms[0] + terms[1]);
    }
  }
};

}  // namespace arboretum::general
