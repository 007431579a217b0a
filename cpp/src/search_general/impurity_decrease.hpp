#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "arboretum/search_general/scorer.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum::general {

/// Each number as a part of the whole; 0 where there is no weight.
inline void shares(const double* weights, std::size_t n, double* out) {
  const double total = pairwise_sum(weights, n);
  for (std::size_t i = 0; i < n; ++i) out[i] = total > 0.0 ? weights[i] / total : 0.0;
}

/// Entropy of weights in units of so many bits; `scratch` holds as many numbers as there are.
inline double entropy(const double* weights, std::size_t n, double bits, double* scratch) {
  shares(weights, n, scratch);
  for (std::size_t k = 0; k < n; ++k)
    scratch[k] = scratch[k] > 0.0 ? scratch[k] * std::log2(scratch[k]) : 0.0;
  return 0.0 - pairwise_sum(scratch, n) / bits;
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
    return impurity_.of(statistics, room(impurity_.n_scratch()));
  }

  void score(const double* parent, const Branches& branches, double* scores) const override {
    const double whole = impurity(parent);
    const std::size_t arity = branches.arity;
    if (arity == 2) return score_pairs(whole, branches, scores);
    double *terms = room(2 * arity + impurity_.n_scratch()), *weights = terms + arity;
    double* scratch = weights + arity;
    const double* branch = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i) {
      for (std::size_t b = 0; b < arity; ++b, branch += branches.width) {
        terms[b] = impurity_.of(branch, scratch);
        weights[b] = impurity_.weight(branch);
      }
      const double total = pairwise_sum(weights, arity);
      for (std::size_t b = 0; b < arity; ++b) terms[b] *= total > 0.0 ? weights[b] / total : 0.0;
      scores[i] = whole - pairwise_sum(terms, arity);
    }
  }

  void score_best(const double* parent, const Branches& branches, double left_out, double slack,
                  double* scores) const override {
    if constexpr (requires { Impurity::is_of_two; })
      if (branches.is_growing && branches.arity == 2 && branches.width == 2 &&
          branches.n > kLongest) {
        const auto at = [&](std::size_t i) {
          Pair pair;
          std::copy_n(branches.statistics.data() + i * 4, 4, pair.begin());
          return pair;
        };
        return score_stretches(
            impurity(parent), branches.n, slack, at,
            [&](std::size_t i, double score) { scores[i] = score; },
            [&](std::size_t begin, std::size_t end, double bound) {
              std::fill(scores + begin, scores + end, bound);
            });
      }
    this->score_known(parent, branches, left_out, scores);
  }

  bool scores_cuts() const override {
    return requires { Impurity::is_of_two; };
  }

  void score_cuts(const double* parent, SpreadCuts& cuts, std::size_t begin, std::size_t end,
                  double slack, std::vector<ScoredCut>& scored) const override {
    scored.clear();
    if constexpr (requires { Impurity::is_of_two; })
      score_stretches(
          impurity(parent), end - begin, slack,
          [&](std::size_t i) { return cuts.at(begin + i).weights; },
          [&](std::size_t i, double score) { scored.push_back({begin + i, score}); },
          [](std::size_t, std::size_t, double) {});
  }

 protected:
  Impurity impurity_;

 private:
  /// Room for n numbers, which the next call takes: every feature of every node is scored, and
  /// asking for memory each time would take as long as scoring.
  static double* room(std::size_t n) {
    static thread_local std::vector<double> numbers;
    if (numbers.size() < n) numbers.resize(n);
    return numbers.data();
  }

  /// Candidates are looked at in stretches of so many at first, then in halves of those ...
  static constexpr std::size_t kLongest = 128;
  /// ... but not below this length.
  static constexpr std::size_t kShortest = 4;

  /// Both branches of a candidate, two classes each.
  using Pair = std::array<double, 4>;

  /// Candidates between two that were scored.
  struct Stretch {
    std::size_t low, high;
    Pair at_low, at_high;
    double of_low, of_high;  ///< their scores
  };

  /// Scores some of `n` candidates, and those between only where one may be the best.
  ///
  /// The decrease is a convex function of what the first branch holds of the two classes: between
  /// two candidates of a growing branch it is at most what it is in a corner of the rectangle
  /// that they span.  `at` says what a candidate holds; `keep` takes a candidate and its score,
  /// `pass` a stretch of candidates and a bound of theirs.
  template <class At, class Keep, class Pass>
  void score_stretches(double whole, std::size_t n, double slack, const At& at, const Keep& keep,
                       const Pass& pass) const {
    double best = -std::numeric_limits<double>::infinity();
    const auto score_of = [&](std::size_t i, const Pair& pair) {
      const double score = score_of_pair(whole, pair);
      best = std::max(best, score);
      keep(i, score);
      return score;
    };
    static thread_local std::vector<Stretch> stretches, halves;  // as in `room`
    stretches.clear();
    Pair at_low = at(0);
    double of_low = score_of(0, at_low);
    for (std::size_t low = 0; low < n - 1; low += kLongest) {
      const std::size_t high = std::min(low + kLongest, n - 1);
      const Pair at_high = at(high);
      const double of_high = score_of(high, at_high);
      stretches.push_back({low, high, at_low, at_high, of_low, of_high});
      at_low = at_high;
      of_low = of_high;
    }
    while (!stretches.empty()) {
      halves.clear();
      for (const Stretch& s : stretches) {
        const double least = best - 2.0 * slack - 1e-8 * (std::abs(best) + whole);
        double bound = std::max(s.of_low, s.of_high);
        if (bound < least) bound = std::max(bound, corner(whole, s.at_low, s.at_high));
        if (bound < least) bound = std::max(bound, corner(whole, s.at_high, s.at_low));
        if (bound < least) {
          pass(s.low + 1, s.high, bound);
        } else if (s.high - s.low <= kShortest) {
          for (std::size_t i = s.low + 1; i < s.high; ++i) score_of(i, at(i));
        } else {
          const std::size_t middle = (s.low + s.high) / 2;
          const Pair at_middle = at(middle);
          const double of_middle = score_of(middle, at_middle);
          halves.push_back({s.low, middle, s.at_low, at_middle, s.of_low, of_middle});
          halves.push_back({middle, s.high, at_middle, s.at_high, of_middle, s.of_high});
        }
      }
      std::swap(stretches, halves);
    }
  }

  /// The score of a split that holds one class as one candidate does, the other as another.
  double corner(double whole, const Pair& one, const Pair& other) const {
    return score_of_pair(whole, {one[0], other[1], one[2], other[3]});
  }

  double score_of_pair(double whole, const Pair& pair) const {
    return score_pair(whole, pair.data(), pair.data() + 2, nullptr);
  }

  /// The same for two branches, which nearly all splits have, without loops over them.
  void score_pairs(double whole, const Branches& branches, double* scores) const {
    double* scratch = room(impurity_.n_scratch());
    const double* first = branches.statistics.data();
    for (std::size_t i = 0; i < branches.n; ++i, first += 2 * branches.width)
      scores[i] = score_pair(whole, first, first + branches.width, scratch);
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

template <class Impurity>
std::unique_ptr<Scorer> decrease_of(Impurity impurity) {
  return std::make_unique<ImpurityDecrease<Impurity>>(impurity);
}

}  // namespace arboretum::general
