#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/problem.hpp"
#include "arrays.hpp"

/// What the search for the best tree and the proof of what it found are given.

namespace arboretum {

/// Takes the interpreter's lock, ten times a second at most: an interrupt ends the search, which
/// then returns what it has; a callback is told how far it is.
class AskPython {
 public:
  explicit AskPython(nb::object progress) : progress_(std::move(progress)) {}

  bool operator()(double best, double bound) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return true;
    last_ = now;
    nb::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) {
      if (!PyErr_ExceptionMatches(PyExc_KeyboardInterrupt)) throw nb::python_error();
      PyErr_Clear();
      return false;
    }
    if (!progress_.is_none()) progress_(best, bound);
    return true;
  }

 private:
  nb::object progress_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

inline std::vector<optimal::Column> columns_of(const Matrix<std::int32_t>& ranks,
                                               const Vector<std::uint8_t>& needs_last_rank) {
  const std::size_t n_columns = ranks.shape(0), n_rows = ranks.shape(1);
  check_length("needs_last_rank", needs_last_rank.size(), n_columns);
  const auto cells = cells_of<std::int32_t>(ranks, "ranks");
  const auto flags = span_of<std::uint8_t>(needs_last_rank, "needs_last_rank");
  std::vector<optimal::Column> columns;
  for (std::size_t c = 0; c < n_columns; ++c) {
    const auto own = cells.subspan(c * n_rows, n_rows);
    const auto [least, largest] = std::minmax_element(own.begin(), own.end());
    if (*least < 0) refuse("ranks must not be negative");
    columns.push_back({own, *largest + 1, flags[c] != 0});
  }
  return columns;
}

inline optimal::Limits limits_of(const nb::dict& given) {
  optimal::Limits limits;
  limits.max_depth = nb::cast<int>(given["max_depth"]);
  limits.max_leaves = nb::cast<int>(given["max_leaves"]);
  limits.min_count = nb::cast<std::int64_t>(given["min_count"]);
  limits.seconds = nb::cast<double>(given["seconds"]);
  limits.bytes = nb::cast<std::size_t>(given["bytes"]);
  limits.work = nb::cast<std::uint64_t>(given["work"]);
  limits.threads = nb::cast<int>(given["threads"]);
  return limits;
}

template <class Costs>
optimal::Problem<Costs> problem_of(const Matrix<std::int32_t>& ranks,
                                   const Vector<std::uint8_t>& needs_last_rank,
                                   const Vector<std::int64_t>& count, Costs costs,
                                   typename Costs::Value alpha, const nb::dict& limits) {
  const std::size_t n_rows = ranks.shape(1);
  check_length("count", count.size(), n_rows);
  if (n_rows == 0 || ranks.shape(0) == 0) refuse("there is nothing to ask about");
  return {n_rows,
          columns_of(ranks, needs_last_rank),
          span_of<std::int64_t>(count, "count"),
          std::move(costs),
          alpha,
          limits_of(limits)};
}

inline optimal::ClassCosts class_costs(const Matrix<std::int32_t>& ranks,
                                       const Matrix<std::int32_t>& gains, std::int64_t unit) {
  check_length("gains", gains.shape(0), ranks.shape(1));
  return {cells_of<std::int32_t>(gains, "gains"), gains.shape(1), unit};
}

inline optimal::NumberCosts number_costs(const Matrix<std::int32_t>& ranks,
                                         const Vector<double>& weight,
                                         const Vector<double>& number) {
  check_length("weight", weight.size(), ranks.shape(1));
  check_length("number", number.size(), ranks.shape(1));
  return {span_of<double>(weight, "weight"), span_of<double>(number, "number")};
}

}  // namespace arboretum
