#include "arboretum/search_general/deviations.hpp"

#include <algorithm>
#include <limits>

#include "arboretum/core/check.hpp"
#include "arboretum/search_general/row_table.hpp"
#include "arboretum/statistics/deviation.hpp"

namespace arboretum::general {
namespace {

/// Target values and weights of some rows, one column a target.
struct Values {
  Values(std::span<const double> targets, std::size_t n_targets, Column<double> all_weights,
         std::span<const std::int32_t> rows)
      : columns(n_targets) {
    for (const std::int32_t row : rows) {
      const std::size_t first = static_cast<std::size_t>(row) * n_targets;
      for (std::size_t k = 0; k < n_targets; ++k) columns[k].push_back(targets[first + k]);
      weights.push_back(all_weights[row]);
    }
  }

  std::vector<std::vector<double>> columns;
  std::vector<double> weights;

  /// Weight, mean of the targets' deviations, and median of the first target.
  void deviation(double* out) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Deviation of_target = median_deviation({columns[k].data(), columns[k].size()},
                                                   {weights.data(), weights.size()});
      if (k == 0) out[0] = of_target.weight;
      if (k == 0) out[2] = of_target.median;
      sum += of_target.deviation;
    }
    out[1] = sum / static_cast<double>(columns.size());
  }
};

}  // namespace

/// Deviations of the target values of a node, and of both sides of its cuts.
class DeviationTable final : public RowTable {
 public:
  explicit DeviationTable(const Deviations& source)
      : RowTable(source.counts_, source.width()), source_(source) {}

  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;

 private:
  static constexpr double no_median = std::numeric_limits<double>::quiet_NaN();

  void measure(std::span<const std::int32_t> rows, double* out) const override {
    values_of(rows).deviation(out);
  }
  void sort_bin(std::span<std::int32_t> rows) const override;
  Values values_of(std::span<const std::int32_t> rows) const {
    return {source_.targets_, source_.n_targets_, source_.weights_, rows};
  }

  const Deviations& source_;
};

/// By value and weight: the sums are then the same in whatever order rows come.
void DeviationTable::sort_bin(std::span<std::int32_t> rows) const {
  const std::size_t d = source_.n_targets_;
  std::ranges::sort(rows, [&](std::int32_t a, std::int32_t b) {
    const double* of_a = source_.targets_.data() + static_cast<std::size_t>(a) * d;
    const double* of_b = source_.targets_.data() + static_cast<std::size_t>(b) * d;
    for (std::size_t k = d; k-- > 0;)
      if (of_a[k] != of_b[k]) return of_a[k] < of_b[k];
    return source_.weights_[a] < source_.weights_[b];
  });
}

void DeviationTable::cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                          std::int32_t missing_branch, Branches& out) const {
  const Ordered ordered = in_order(order, missing_branch);
  const Values values = values_of(ordered.rows);
  std::vector<std::int32_t> ends{0};
  if (missing_branch == 0) ends.push_back(static_cast<std::int32_t>(rows_of(bins.size()).size()));
  ends.insert(ends.end(), ordered.ends.begin(), ordered.ends.end());
  if (missing_branch == 1) ends.push_back(static_cast<std::int32_t>(ordered.rows.size()));
  const std::size_t first_cut = missing_branch == 0 ? 2 : 1;  // groups in branch 0
  out.reset(bins.size() - 1, missing_branch == 2 ? 3 : 2, 3);
  const auto n_targets = static_cast<double>(values.columns.size());
  for (const auto& column : values.columns) {
    const auto found = deviation_cuts(ends, {column.data(), column.size()},
                                      {values.weights.data(), values.weights.size()});
    for (std::size_t i = 0; i < out.n; ++i)
      for (const std::size_t side : {0, 1}) {
        const DeviationCut& cut = found[first_cut + i];
        const Deviation& of_side = side == 0 ? cut.first : cut.rest;
        out.of(i, side)[0] += of_side.weight;
        out.of(i, side)[1] += of_side.deviation;
      }
  }
  const std::vector<double> before = reached(order, missing_branch);
  const double all = missing_branch == 1 ? before.back() + missing_count : before.back();
  for (std::size_t i = 0; i < out.n; ++i) {
    out.count(i, 0) = before[i];
    out.count(i, 1) = all - before[i];
    for (const std::size_t side : {0, 1}) {
      out.of(i, side)[0] /= n_targets;
      out.of(i, side)[1] /= n_targets;
      out.of(i, side)[2] = no_median;
    }
    if (missing_branch == 2) out.count(i, 2) = missing_count;
    if (missing_branch == 2 && has_missing()) measure(rows_of(bins.size()), out.of(i, 2));
  }
  out.keep(begin, end);
}

void DeviationTable::groups(const Grouping& grouping, std::int32_t missing_branch,
                            Branches& out) const {
  RowTable::groups(grouping, missing_branch, out);
  for (std::size_t i = 0; i < out.n; ++i)
    for (std::size_t branch = 0; branch < out.arity; ++branch) out.of(i, branch)[2] = no_median;
}

Deviations::Deviations(std::span<const double> targets, std::size_t n_targets,
                       Column<double> weights, Column<double> counts)
    : targets_(targets), n_targets_(n_targets), weights_(weights), counts_(counts) {
  check_length("targets", targets.size(), n_targets * weights.size());
}

double Deviations::total(std::span<const std::int32_t> rows, double* statistics) const {
  Values(targets_, n_targets_, weights_, rows).deviation(statistics);
  double count = 0.0;
  for (const std::int32_t row : rows) count += counts_[row];
  return count;
}

std::unique_ptr<Table> Deviations::make_table() const {
  return std::make_unique<DeviationTable>(*this);
}

bool Deviations::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(targets_, n_targets_, rows);
}

}  // namespace arboretum::general
