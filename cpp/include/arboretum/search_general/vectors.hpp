#pragma once

#include <memory>

#include "arboretum/search_general/scorer.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/search_general/vector_rows.hpp"

namespace arboretum::general {

/// Sums of many targets: the twin of `statistics/vector_moments.py`.
///
/// Nodes have all sums.  Branches of candidates have a `Summary` only, and a table keeps the rows
/// of its bins, not their sums: a cut is found by adding row after row to one vector, so that no
/// table of bins by targets is ever in memory for numbers.
template <class Rows>
class Vectors final : public Statistics {
 public:
  Vectors(Rows source, Column<double> counts) : source_(std::move(source)), counts_(counts) {}

  std::size_t width() const override { return Summary::width; }
  std::size_t node_width() const override { return source_.layout().width(); }
  bool keeps_sums() const override { return false; }
  double total(std::span<const std::int32_t> rows, double* statistics) const override {
    return total_of(source_, counts_, rows, node_width(), statistics);
  }
  std::unique_ptr<Table> make_table() const override;
  double mean_target(const double* statistics) const override { return statistics[Summary::first]; }
  bool is_constant(std::span<const std::int32_t> rows) const override;
  /// The place of each bin in a first branch that grows by what gains most, one at a time.
  std::vector<double> order_keys(const Table& table) const override;

  const Rows& source() const { return source_; }
  Column<double> counts() const { return counts_; }

 private:
  Rows source_;
  Column<double> counts_;
};

extern template class Vectors<NumberRows>;
extern template class Vectors<CellRows>;
extern template class Vectors<LabelRows>;

/// The decrease of the weighted sum of variances.
std::unique_ptr<Scorer> make_vector_scorer(VectorLayout layout);

}  // namespace arboretum::general
