#pragma once

#include <cstdint>

#include "arboretum/optimal/class_lanes.hpp"
#include "arboretum/optimal/two_questions.hpp"

namespace arboretum::optimal {

/// The best tree of depth two, by the lanes that fit.
template <class Costs>
class DepthTwo;

template <>
class DepthTwo<ClassCosts> {
 public:
  using Value = ClassCosts::Value;

  template <class GoOn>
  Found<Value> solve(const Problem<ClassCosts>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    if (problem.limits.min_count > 1)
      return with(short_counting_, long_counting_, problem, rows, leaves, budget, go_on);
    return with(short_, long_, problem, rows, leaves, budget, go_on);
  }

 private:
  template <class Short, class Long, class GoOn>
  Found<Value> with(TwoQuestions<Short>& narrow, TwoQuestions<Long>& wide,
                    const Problem<ClassCosts>& problem, const Rows<Value>& rows, int leaves,
                    Value budget, const GoOn& go_on) {
    if (Short::fits(rows, problem.costs.n_classes()))
      return narrow.solve(problem, rows, leaves, budget, go_on);
    return wide.solve(problem, rows, leaves, budget, go_on);
  }

  TwoQuestions<ClassLanes<std::int16_t, false>> short_;
  TwoQuestions<ClassLanes<std::int16_t, true>> short_counting_;
  TwoQuestions<ClassLanes<std::int32_t, false>> long_;
  TwoQuestions<ClassLanes<std::int32_t, true>> long_counting_;
};

}  // namespace arboretum::optimal
