#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/table.hpp"
#include "arboretum/statistics/split_test.hpp"

namespace arboretum::general {

/// The search that found a split, as a rule that tests sees it.
class Searched {
 public:
  explicit Searched(std::size_t n_found) : n_found_(n_found) {}
  virtual ~Searched() = default;
  /// How many features offered a split.
  std::size_t n_found() const { return n_found_; }
  /// Replaces choices that were only estimated.
  virtual void settle(std::vector<Choice>& /*ranked*/) {}
  /// How often the same search finds a split of as much merit, after shuffling the targets of
  /// the node in `n` ways.
  virtual std::int32_t n_as_good(const Choice& choice, std::uint64_t seed, std::int32_t n) = 0;

 private:
  std::size_t n_found_;
};

/// Decides that a node is a leaf, at three moments: the twin of `stopping/base.py`.
class Rule {
 public:
  virtual ~Rule() = default;
  /// Whether to stop before looking for a split.
  virtual bool stops(const OpenNode&) const { return false; }
  /// Whether `admit` keeps some candidates from competing.
  virtual bool admits_some_only() const { return false; }
  /// What both branches of a cut must hold to be admitted, in samples; 0 if it is not only that.
  virtual double least_samples() const { return 0.0; }
  /// Clears the mark of candidates that may not compete.
  virtual void admit(const OpenNode&, const Branches&, const std::vector<double>& /*weights*/,
                     std::vector<std::uint8_t>& /*allowed*/) const {}
  /// Whether the best split found is not good enough.
  virtual bool rejects(const OpenNode&, const Choice&) const { return false; }
  /// How probable such a split is by chance; of kind `none` if the rule does not ask that.
  virtual PValue test(const OpenNode&, const Choice&, Searched&) const { return {}; }
  /// Whether `test` finds a split good enough.
  virtual bool is_significant(PValue) const { return true; }
  /// Whether every feature is tested before the best is chosen, not only the best.
  virtual bool is_filter() const { return false; }
};

/// A rule by its name in Python, with its one number; "constant" and "some_gain" have none.
std::unique_ptr<Rule> make_rule(const std::string& name, double value);

/// What tests of significance have in common.
struct Level {
  double alpha = 0.05;
  bool bonferroni = false;  ///< p-values are multiplied by the number of features
  bool is_filter = false;
};

std::unique_ptr<Rule> make_chi_square(Level level, SmallCounts small, std::uint64_t seed);
std::unique_ptr<Rule> make_f_test(Level level);
/// The F-test of many targets, whose branches have a `Summary`.
std::unique_ptr<Rule> make_vector_f_test(Level level);
std::unique_ptr<Rule> make_significant(double alpha);
std::unique_ptr<Rule> make_permutation(double alpha, std::int32_t n_permutations,
                                       std::uint64_t seed);

/// "min_risk" of classes: `loss` has a row a true class and a column a decision.
std::unique_ptr<Rule> make_min_loss(double value, std::vector<double> loss);
/// "min_risk" of numbers whose statistics are `Moments`.
std::unique_ptr<Rule> make_min_squared_error(double value);

}  // namespace arboretum::general
