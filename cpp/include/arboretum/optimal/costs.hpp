#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// What predictions cost: every row has `width` numbers, and the sums of those of a leaf say what
/// the leaf costs.
///
/// Of classes: what each prediction saves compared with the row's dearest one, then what that one
/// costs.  Whole numbers, so that bounds are exact whatever the order of the additions.
class ClassCosts {
 public:
  using Value = std::int64_t;
  static constexpr Value none = std::numeric_limits<Value>::max() / 4;

  /// `gains` has a row of `n_classes` numbers for each row; one of a row costs `unit`.
  ClassCosts(std::span<const std::int32_t> gains, std::size_t n_classes, Value unit)
      : n_classes_(n_classes), unit_(unit) {
    const std::size_t n = gains.size() / n_classes;
    table_.reserve(n * width());
    for (std::size_t row = 0; row < n; ++row) {
      const auto own = gains.subspan(row * n_classes, n_classes);
      table_.insert(table_.end(), own.begin(), own.end());
      table_.push_back(*std::max_element(own.begin(), own.end()));
    }
  }

  /// Those of some rows, which are numbered from 0 on.
  ClassCosts of_rows(std::span<const Row> rows) const { return {*this, rows}; }

  std::size_t n_classes() const { return n_classes_; }
  std::size_t width() const { return n_classes_ + 1; }
  Value unit() const { return unit_; }
  const Value* of(Row row) const { return table_.data() + row * width(); }

  /// What a leaf costs that holds rows with these sums.
  Value leaf(const Value* sums) const {
    return (sums[n_classes_] - *std::max_element(sums, sums + n_classes_)) * unit_;
  }
  /// What a row costs at most, wherever it goes.
  Value most(Row row, std::span<const Value> /*extremes*/) const {
    return of(row)[n_classes_] * unit_;
  }
  std::vector<Value> extremes(std::span<const Row>) const { return {}; }

  /// How mixed rows with these sums are, to order the questions by.
  double impurity(const Value* sums) const {
    double all = 0.0, squares = 0.0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      all += double(sums[k]);
      squares += double(sums[k]) * double(sums[k]);
    }
    return all > 0.0 ? all - squares / all : 0.0;
  }
  /// Whether nothing that costs at least `bound` can be better than `best`.
  bool closes(Value bound, Value best) const { return bound >= best; }
  /// The least difference between costs.
  static constexpr Value step() { return 1; }
  /// What a row is one of many of: its cheapest class.
  std::size_t kind(Row row) const {
    return std::size_t(std::max_element(of(row), of(row) + n_classes_) - of(row));
  }
  std::size_t n_kinds() const { return n_classes_; }
  /// A small part of what a leaf costs.
  Value first_budget(const Value* sums) const { return std::max(unit_, leaf(sums) / 1024); }

 private:
  ClassCosts(const ClassCosts& all, std::span<const Row> rows)
      : n_classes_(all.n_classes_), unit_(all.unit_) {
    for (Row row : rows) table_.insert(table_.end(), all.of(row), all.of(row) + width());
  }

  std::size_t n_classes_;
  Value unit_;
  std::vector<Value> table_;
};

/// Of numbers: weight, weighted sum and weighted sum of squares.
class NumberCosts {
 public:
  using Value = double;
  static constexpr Value none = std::numeric_limits<Value>::infinity();

  NumberCosts(std::span<const double> weight, std::span<const double> number) {
    table_.reserve(weight.size() * width());
    std::vector<double> sums(width());
    for (std::size_t row = 0; row < weight.size(); ++row) {
      const double w = weight[row], y = number[row];
      for (double value : {w, w * y, w * y * y}) table_.push_back(value);
      for (std::size_t k = 0; k < width(); ++k) sums[k] += of(Row(row))[k];
    }
    slack_ = 1e-12 * leaf(sums.data());
  }

  NumberCosts of_rows(std::span<const Row> rows) const { return {*this, rows}; }

  static constexpr std::size_t width() { return 3; }
  const Value* of(Row row) const { return table_.data() + row * width(); }

  Value leaf(const Value* sums) const {
    return sums[0] > 0.0 ? std::max(0.0, sums[2] - sums[1] * sums[1] / sums[0]) : 0.0;
  }
  Value most(Row row, std::span<const Value> extremes) const {
    const Value* own = of(row);
    if (!(own[0] > 0.0)) return 0.0;
    const double y = own[1] / own[0], low = y - extremes[0], high = extremes[1] - y;
    return own[0] * std::max(low * low, high * high);
  }
  /// The least and the largest number of some rows.
  std::vector<Value> extremes(std::span<const Row> rows) const {
    std::vector<Value> found{none, -none};
    for (Row row : rows) {
      const Value* own = of(row);
      if (!(own[0] > 0.0)) continue;
      found[0] = std::min(found[0], own[1] / own[0]);
      found[1] = std::max(found[1], own[1] / own[0]);
    }
    return found;
  }
  double impurity(const Value* sums) const { return leaf(sums); }
  /// Differences this small are rounding.
  bool closes(Value bound, Value best) const { return bound >= best - slack_; }
  Value step() const { return 4 * slack_; }
  static std::size_t kind(Row) { return 0; }
  static constexpr std::size_t n_kinds() { return 1; }
  Value first_budget(const Value* sums) const { return leaf(sums) / 1024 + step(); }

 private:
  NumberCosts(const NumberCosts& all, std::span<const Row> rows) : slack_(all.slack_) {
    for (Row row : rows) table_.insert(table_.end(), all.of(row), all.of(row) + width());
  }

  std::vector<Value> table_;
  double slack_ = 0.0;
};

}  // namespace arboretum::optimal
