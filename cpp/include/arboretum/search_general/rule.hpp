#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/table.hpp"
#include "arboretum/statistics/split_test.hpp"

namespace arboretum::general {

/// The search that found a split, as a rule that tests sees it.
struct Searched {
  std::size_t n_found;  ///< how many features offered a split
  /// Replaces choices that were only estimated.
  std::function<void(std::vector<Choice>& ranked)> settle;
  /// How often the same search finds a split of as much merit, after shuffling the targets of
  /// the node in `n` ways.
  std::function<std::int32_t(const Choice& choice, std::uint64_t seed, std::int32_t n)> n_as_good;
};

/// Decides that a node is a leaf, at three moments, of which most rules ask at one: the twin of
/// `stopping/base.py`.
struct Rule {
  /// Whether to stop before looking for a split.
  std::function<bool(const OpenNode&)> stops = nullptr;
  /// Clears the mark of candidates that may not compete.
  std::function<void(const OpenNode&, const Branches&, const std::vector<double>& weights,
                     std::vector<std::uint8_t>& allowed)>
      admit = nullptr;
  /// What both branches of a cut must hold to be admitted, in samples; 0 if it is not only that.
  double least_samples = 0.0;
  /// Whether the best split found is not good enough.
  std::function<bool(const OpenNode&, const Choice&)> rejects = nullptr;
  /// How probable such a split is by chance, which must be no more than `alpha`.
  std::function<PValue(const OpenNode&, const Choice&, const Searched&)> test = nullptr;
  double alpha = 0.0;
  bool is_filter = false;  ///< every feature is tested before the best is chosen, not only the best

  /// Equal up to rounding is enough: else the order of the samples would decide.
  bool is_significant(const PValue& found) const { return found.p <= alpha * (1.0 + 1e-9); }
};

/// A rule by its name in Python, with its one number; "constant" and "some_gain" have none.
Rule make_rule(const std::string& name, double value);

/// What tests of significance have in common.
struct Level {
  double alpha = 0.05;
  bool bonferroni = false;  ///< p-values are multiplied by the number of features
  bool is_filter = false;
};

Rule make_chi_square(Level level, SmallCounts small, std::uint64_t seed);
Rule make_f_test(Level level);
/// The F-test of many targets, whose branches have a `Summary`.
Rule make_vector_f_test(Level level);
Rule make_significant(double alpha);
Rule make_permutation(double alpha, std::int32_t n_permutations, std::uint64_t seed);

/// "min_risk" of classes: `loss` has a row a true class and a column a decision.
Rule make_min_loss(double value, std::vector<double> loss);
/// "min_risk" of numbers whose statistics are `Moments`.
Rule make_min_squared_error(double value);

}  // namespace arboretum::general
