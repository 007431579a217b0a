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
    each_kind([&](auto& lanes) { lanes.read_at_most(n_rows); });
  }
  void use_threads(int n_threads) {
    each_kind([&](auto& lanes) { lanes.use_threads(n_threads); });
  }
  /// The first questions that the last solution looked at.
  const std::vector<Judged<Value>>& firsts() const { return *firsts_; }

  template <class GoOn>
  Found<Value> solve(const Problem<ClassCosts>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    firsts_ = &pairs_.firsts();
    if (pairs_.fits()) return pairs_.solve(rows, leaves);
    return with_lanes(problem, rows, [&](auto& lanes) {
      firsts_ = &lanes.firsts();
      return lanes.solve(problem, rows, leaves, budget, go_on);
    });
  }

  /// Calls `take` with what few leaves cost on both sides of every cut, column by column, as long
  /// as `go_on()`; returns whether it was.
  template <class Take, class GoOn>
  bool each_cut(const Problem<ClassCosts>& problem, const Rows<Value>& rows, const Take& take,
                const GoOn& go_on) {
    if (!pairs_.fits())
      return with_lanes(problem, rows,
                        [&](auto& lanes) { return lanes.each_cut(problem, rows, take, go_on); });
    pairs_.each_cut(rows, take);
    return true;
  }

 private:
  template <class Work>
  void each_kind(const Work& work) {
    work(short_);
    work(short_counting_);
    work(long_);
    work(long_counting_);
  }

  /// What `work` makes of the narrowest lanes that the sums of the rows fit into.
  template <class Work>
  auto with_lanes(const Problem<ClassCosts>& problem, const Rows<Value>& rows, const Work& work) {
    const std::size_t n_classes = problem.costs.n_classes();
    if (problem.limits.min_count > 1)
      return ClassLanes<std::int16_t, true>::fits(rows, n_classes) ? work(short_counting_)
                                                                   : work(long_counting_);
    return ClassLanes<std::int16_t, false>::fits(rows, n_classes) ? work(short_) : work(long_);
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
  void use_threads(int n_threads) { lanes_.use_threads(n_threads); }
  const std::vector<Judged<Value>>& firsts() const { return lanes_.firsts(); }

  template <class GoOn>
  Found<Value> solve(const Problem<NumberCosts>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    return lanes_.solve(problem, rows, leaves, budget, go_on);
  }

  template <class Take, class GoOn>
  bool each_cut(const Problem<NumberCosts>& problem, const Rows<Value>& rows, const Take& take,
                const GoOn& go_on) {
    return lanes_.each_cut(problem, rows, take, go_on);
  }

 private:
  TwoQuestions<NumberLanes> lanes_;
};

}  // namespace arboretum::optimal
