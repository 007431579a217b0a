#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/statistics/statistics.hpp"

namespace arboretum {

/// Number of samples and statistics of some rows.
struct Total {
  double count = 0.0;
  std::vector<double> statistics;
};

/// The same for each bin of one feature; the rows without a known value apart.
struct Table {
  std::vector<std::int32_t> bins;  ///< codes present among the rows, ascending
  std::vector<double> counts;
  std::vector<double> statistics;  ///< `width` numbers a bin
  Total missing;
};

/// Sums the statistics of `rows`, in their order.
template <Statistics S>
Total total(std::span<const std::int32_t> rows, const S& statistics, Column<double> counts);

/// Sums the statistics of `rows` for each of their codes; below 0 is missing.
///
/// Within a bin, rows are added in the order given, whichever way the bins are
/// found: the sums, and so the tree, must not depend on that choice.
template <Statistics S>
Table table(Column<std::int32_t> codes, std::size_t n_codes, std::span<const std::int32_t> rows,
            const S& statistics, Column<double> counts);

/// Adds the vectors of bins up by branch, in the order of the bins.
///
/// `values` holds `width` numbers a bin, `sums` as many a branch; bin `i` goes to `branch_of[i]`.
void add_groups(std::span<const double> values, std::size_t width,
                std::span<const std::int32_t> branch_of, double* sums);

extern template Total total(std::span<const std::int32_t>, const ClassWeights&, Column<double>);
extern template Total total(std::span<const std::int32_t>, const Sums&, Column<double>);
extern template Table table(Column<std::int32_t>, std::size_t, std::span<const std::int32_t>,
                            const ClassWeights&, Column<double>);
extern template Table table(Column<std::int32_t>, std::size_t, std::span<const std::int32_t>,
                            const Sums&, Column<double>);

}  // namespace arboretum
