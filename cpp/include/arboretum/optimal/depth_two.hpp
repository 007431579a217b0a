#pragma once

#include <cstdint>

#include "arboretum/optimal/class_lanes.hpp"
#include "arboretum/optimal/number_lanes.hpp"
#include "arboretum/optimal/pair_counts.hpp"
#include "arboretum/optimal/two_questions.hpp"

namespace arboretum::optimal {

/// The best tree of depth two, by the lanes that fit.
template <class Costs>
class DepthTwo;

template <>
class DepthTwo<ClassCosts> {
 public:
  using Value = ClassCosts::Value;

  explicit DepthTwo(const Problem<ClassCosts>& problem) : pairs_(problem) {}

  /// Whether it reads the list of every column, and not only that of the first.
  bool reads_every_list() const { return !pairs_.fits(); }

  void read_at_most(std::size_t n_rows) {
    short_.read_at_most(n_rows);
    short_counting_.read_at_most(n_rows);
    long_.read_at_most(n_rows);
    long_counting_.read_at_most(n_rows);
  }
  /// The first questions that the last solution looked at.
  const std::vector<Judged<Value>>& firsts() const { return *firsts_; }

  template <class GoOn>
  Found<Value> solve(const Problem<ClassCosts>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    firsts_ = &pairs_.firsts();
    if (pairs_.fits()) return pairs_.solve(rows, leaves);
    if (problem.limits.min_count > 1)
      return with(short_counting_, long_counting_, problem, rows, leaves, budget, go_on);
    return with(short_, long_, problem, rows, leaves, budget, go_on);
  }

 private:
  template <class Short, class Long, class GoOn>
  Found<Value> with(TwoQuestions<Short>& narrow, TwoQuestions<Long>& wide,
                    const Problem<ClassCosts>& problem, const Rows<Value>& rows, int leaves,
                    Value budget, const GoOn& go_on) {
    const bool is_narrow = Short::fits(rows, problem.costs.n_classes());
    firsts_ = is_narrow ? &narrow.firsts() : &wide.firsts();
    if (is_narrow) return narrow.solve(problem, rows, leaves, budget, go_on);
    return wide.solve(problem, rows, leaves, budget, go_on);
  }

  PairCounts pairs_;
  const std::vector<Judged<Value>>* firsts_ = nullptr;
  TwoQuestions<ClassLanes<std::int16_t, false>> short_;
  TwoQuestions<ClassLanes<std::int16_t, true>> short_counting_;
  TwoQuestions<ClassLanes<std::int32_t, false>> long_;
  TwoQuestions<ClassLanes<std::int32_t, true>> long_counting_;
};

template <>
class DepthTwo<NumberCosts> {
 public:
  using Value = NumberCosts::Value;

  explicit DepthTwo(const Problem<NumberCosts>&) {}

  bool reads_every_list() const { return true; }

  void read_at_most(std::size_t n_rows) { lanes_.read_at_most(n_rows); }
  const std::vector<Judged<Value>>& firsts() const { return lanes_.firsts(); }

  template <class GoOn>
  Found<Value> solve(const Problem<NumberCosts>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    return lanes_.solve(problem, rows, leaves, budget, go_on);
  }

 private:
  TwoQuestions<NumberLanes> lanes_;
};

}  // namespace arboretum::optimal
