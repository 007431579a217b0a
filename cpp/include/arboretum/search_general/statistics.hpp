#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/core/pulse.hpp"
#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// Rows of a node on their way to its children, some of them down all branches in parts.
struct RowsInParts {
  std::span<const std::int32_t> rows;           ///< in the order of the data
  std::span<const double> shares;               ///< of each row; nothing if all are there whole
  std::span<const std::int32_t> branch_of_row;  ///< by row; `kSpreads`: down all of them
  std::span<const double> parts;                ///< that go down each branch
};

/// What the children of a node hold.
struct ChildTotals {
  std::vector<double> counts;             ///< samples of each
  std::vector<double> statistics;         ///< of one child after another
  std::vector<std::uint8_t> is_constant;  ///< whether all rows of a child have the same target
};

/// What is counted: the twin of `statistics/base.py`.
class Statistics {
 public:
  virtual ~Statistics() = default;

  /// Length of the statistics of a branch, and of a node unless `node_width` says otherwise.
  virtual std::size_t width() const = 0;

  /// Length of the statistics of a node; those of a branch may be a summary of them.
  virtual std::size_t node_width() const { return width(); }

  /// Whether branches have sums, from which a score can be worked out again.
  virtual bool keeps_sums() const { return true; }

  /// Writes the statistics of some rows as those of a node; returns how many samples they are.
  virtual double total(std::span<const std::int32_t> rows, double* statistics) const = 0;

  /// The same for all children of a node at once, each in the order of its rows.  False where
  /// they must be added up one by one.
  virtual bool total_in_parts(const RowsInParts& /*given*/, Pulse& /*pulse*/,
                              ChildTotals& /*totals*/) const {
    return false;
  }

  /// Says which rows the node holds whose features are looked at next.
  virtual void look_at(std::span<const std::int32_t> /*rows*/) {}

  /// A table to be filled.
  virtual std::unique_ptr<Table> make_table() const = 0;

  /// Total weight behind statistics; of most it is the first number.
  virtual double weight(const double* statistics) const { return statistics[0]; }

  /// Where the first target lies on average; of classes it is the mean of their numbers.
  virtual double mean_target(const double* statistics) const = 0;

  /// The class of each row, where there is one target with classes; else nothing.
  virtual std::span<const std::int32_t> classes() const { return {}; }

  /// Whether all rows have the same target.
  virtual bool is_constant(std::span<const std::int32_t> rows) const = 0;

  /// Whether the best binary grouping of categories is a cut in the order of their keys.
  virtual bool order_is_exact() const { return false; }

  /// How many classes the (first) target has; 1 for numbers.
  virtual std::size_t n_classes() const { return 1; }

  /// Numbers to order bins by: where the target lies in each.
  virtual std::vector<double> order_keys(const Table& table) const {
    const std::vector<double> of_bins = table.statistics();
    std::vector<double> keys(table.n_bins());
    for (std::size_t bin = 0; bin < keys.size(); ++bin)
      keys[bin] = mean_target(of_bins.data() + bin * width());
    return keys;
  }

  /// Total weight behind each of many statistics, which stand one after another.
  virtual void weights(std::span<const double> statistics, std::vector<double>& weights) const {
    const std::size_t n = width();
    weights.resize(statistics.size() / n);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = statistics[i * n];
  }
};

/// Writes what some rows add up to in a source of statistics; returns how many samples they are.
template <class Source>
double total_of(const Source& source, Column<double> counts, std::span<const std::int32_t> rows,
                std::size_t width, double* statistics) {
  std::fill_n(statistics, width, 0.0);
  double count = 0.0;
  for (const std::int32_t row : rows) {
    count += counts[row];
    source.add(row, statistics);
  }
  return count;
}

/// Whether some rows of a matrix are all alike.
template <class T>
bool rows_are_alike(std::span<const T> matrix, std::size_t n_columns,
                    std::span<const std::int32_t> rows) {
  if (rows.empty()) return true;
  const T* first = matrix.data() + static_cast<std::size_t>(rows[0]) * n_columns;
  return std::ranges::all_of(rows, [&](std::int32_t row) {
    const T* other = matrix.data() + static_cast<std::size_t>(row) * n_columns;
    return std::equal(first, first + n_columns, other);
  });
}

}  // namespace arboretum::general
