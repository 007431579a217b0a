#pragma once

#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/search_general/statistics.hpp"

namespace arboretum::general {

/// Weight, sum of |y - median| and median: the twin of `statistics/deviations.py`.
///
/// Medians do not add up, so a table keeps the target values of its bins.
class Deviations final : public Statistics {
 public:
  /// `targets` holds `n_targets` numbers per row.
  Deviations(std::span<const double> targets, std::size_t n_targets, Column<double> weights,
             Column<double> counts);

  std::size_t width() const override { return 3; }
  double total(std::span<const std::int32_t> rows, double* statistics) const override;
  std::unique_ptr<Table> make_table() const override;
  double mean_target(const double* statistics) const override { return statistics[2]; }
  bool is_constant(std::span<const std::int32_t> rows) const override;

 private:
  friend class DeviationTable;

  std::span<const double> targets_;
  std::size_t n_targets_;
  Column<double> weights_;
  Column<double> counts_;
};

}  // namespace arboretum::general
