#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/linear/residuals.hpp"
#include "arboretum/search_general/statistics.hpp"

namespace arboretum::general {

/// What the fits of branches are of.
enum class Fitted : std::uint8_t {
  targets,
  remains,  ///< what a fit of their node by all terms leaves of the targets
};

/// Weight, sum of targets and squared residuals of a linear fit: the twin of
/// `statistics/linear_residuals.py`.
///
/// What fits leave does not add up, so a table keeps the rows of its bins.
class LinearResiduals final : public Statistics {
 public:
  LinearResiduals(linear::Residuals residuals, Fitted fitted, Column<double> counts);

  std::size_t width() const override { return 3; }
  void look_at(std::span<const std::int32_t> rows) override;
  double total(std::span<const std::int32_t> rows, double* statistics) const override;
  std::unique_ptr<Table> make_table() const override;
  double mean_target(const double* statistics) const override {
    return statistics[0] > 0.0 ? statistics[1] / statistics[0] : 0.0;
  }
  bool is_constant(std::span<const std::int32_t> rows) const override;

 private:
  friend class ResidualTable;

  linear::Residuals residuals_;  ///< of the targets
  Fitted fitted_;
  Column<double> counts_;
  std::vector<double> remains_;  ///< of all rows; up to date for the node that is looked at
  linear::Residuals of_branches_;
  linear::NodeFit fit_;  ///< of the node that is looked at
};

}  // namespace arboretum::general
