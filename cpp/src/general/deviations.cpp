#include "arboretum/general/deviations.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "arboretum/check.hpp"
#include "arboretum/deviation.hpp"

namespace arboretum::general {
namespace {

/// Target values and weights of some samples, one column a target.
struct Values {
  std::vector<std::vector<double>> columns;
  std::vector<double> weights;

  void reset(std::size_t n_targets) {
    columns.resize(n_targets);
    for (auto& column : columns) column.clear();
    weights.clear();
  }
  void push(const double* targets, double weight) {
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].push_back(targets[k]);
    weights.push_back(weight);
  }

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

/// The target values of a node, bin after bin, and the missing after the last bin.
class DeviationTable final : public Table {
 public:
  explicit DeviationTable(const Deviations& source) : source_(source) {}

  void fill(std::span<const Entry> entries) override;
  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;
  std::vector<double> statistics() const override;
  std::vector<double> missing() const override;

 private:
  static constexpr double no_median = std::numeric_limits<double>::quiet_NaN();

  void sort_bins(std::span<const Entry> entries);
  /// Bins, or the missing as the bin after the last, one after another.
  void gather(std::span<const std::int32_t> bins_in_order, Values& values,
              std::vector<std::int32_t>& ends) const;
  void add_deviation(std::size_t bin, double* out) const;

  const Deviations& source_;
  std::vector<std::int32_t> sorted_;   ///< rows
  std::vector<std::int32_t> offsets_;  ///< of bin i and of the missing: offsets[i] to [i + 1]
};

void DeviationTable::fill(std::span<const Entry> entries) {
  const std::size_t n_known = read_bins(entries);
  offsets_.assign(1, 0);
  for (std::size_t i = 1; i <= n_known; ++i)
    if (i == n_known || entries[i].code != entries[i - 1].code)
      offsets_.push_back(static_cast<std::int32_t>(i));
  offsets_.push_back(static_cast<std::int32_t>(entries.size()));
  sort_bins(entries);
  counts.assign(bins.size(), 0.0);
  missing_count = 0.0;
  for (std::size_t bin = 0; bin <= bins.size(); ++bin)
    for (std::int32_t i = offsets_[bin]; i < offsets_[bin + 1]; ++i)
      (bin < bins.size() ? counts[bin] : missing_count) += source_.counts_[sorted_[i]];
}

/// Inside a bin by value and weight: the sums are then the same in whatever order rows come.
void DeviationTable::sort_bins(std::span<const Entry> entries) {
  const std::size_t d = source_.n_targets_;
  sorted_.resize(entries.size());
  std::ranges::transform(entries, sorted_.begin(), &Entry::row);
  const auto is_before = [&](std::int32_t a, std::int32_t b) {
    const double* of_a = source_.targets_.data() + static_cast<std::size_t>(a) * d;
    const double* of_b = source_.targets_.data() + static_cast<std::size_t>(b) * d;
    for (std::size_t k = d; k-- > 0;)
      if (of_a[k] != of_b[k]) return of_a[k] < of_b[k];
    return source_.weights_[a] < source_.weights_[b];
  };
  for (std::size_t bin = 0; bin + 1 < offsets_.size(); ++bin)
    std::sort(sorted_.begin() + offsets_[bin], sorted_.begin() + offsets_[bin + 1], is_before);
}

void DeviationTable::gather(std::span<const std::int32_t> bins_in_order, Values& values,
                            std::vector<std::int32_t>& ends) const {
  values.reset(source_.n_targets_);
  ends.assign(1, 0);
  for (const std::int32_t bin : bins_in_order) {
    for (std::int32_t i = offsets_[bin]; i < offsets_[bin + 1]; ++i)
      values.push(source_.targets_.data() + sorted_[i] * source_.n_targets_,
                  source_.weights_[sorted_[i]]);
    ends.push_back(static_cast<std::int32_t>(values.weights.size()));
  }
}

void DeviationTable::cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                          std::int32_t missing_branch, Branches& out) const {
  const auto n = static_cast<std::int32_t>(bins.size());
  std::vector<std::int32_t> groups(order.begin(), order.end());
  if (order.empty()) {
    groups.resize(bins.size());
    std::iota(groups.begin(), groups.end(), 0);
  }
  if (missing_branch == 0) groups.insert(groups.begin(), n);
  if (missing_branch == 1) groups.push_back(n);

  const std::size_t first_cut = missing_branch == 0 ? 2 : 1;  // groups in branch 0
  out.reset(bins.size() - 1, missing_branch == 2 ? 3 : 2, 3);
  Values values;
  std::vector<std::int32_t> ends;
  gather(groups, values, ends);
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
  const auto count_of = [&](std::int32_t bin) { return bin < n ? counts[bin] : missing_count; };
  double all = 0.0, reached = 0.0;
  for (const std::int32_t bin : groups) all += count_of(bin);
  if (missing_branch == 0) reached = missing_count;
  for (std::size_t i = 0; i < out.n; ++i) {
    reached += count_of(groups[first_cut - 1 + i]);
    out.count(i, 0) = reached;
    out.count(i, 1) = all - reached;
    for (const std::size_t side : {0, 1}) {
      out.of(i, side)[0] /= n_targets;
      out.of(i, side)[1] /= n_targets;
      out.of(i, side)[2] = no_median;
    }
    if (missing_branch == 2) out.count(i, 2) = missing_count;
    if (missing_branch == 2) add_deviation(bins.size(), out.of(i, 2));
  }
  out.keep(begin, end);
}

void DeviationTable::groups(const Grouping& grouping, std::int32_t missing_branch,
                            Branches& out) const {
  const auto arity = static_cast<std::int32_t>(grouping.arity());
  out.reset(grouping.size(), std::max(arity, missing_branch + 1), 3);
  std::vector<std::int32_t> labels(bins.size() + 1), members, ends;
  Values values;
  for (std::size_t i = 0; i < out.n; ++i) {
    grouping.label(i, std::span(labels).first(bins.size()));
    labels.back() = missing_branch;
    for (std::size_t branch = 0; branch < out.arity; ++branch) {
      members.clear();
      for (std::size_t bin = 0; bin <= bins.size(); ++bin) {
        if (labels[bin] != static_cast<std::int32_t>(branch)) continue;
        members.push_back(static_cast<std::int32_t>(bin));
        out.count(i, branch) += bin < bins.size() ? counts[bin] : missing_count;
      }
      gather(members, values, ends);
      values.deviation(out.of(i, branch));
      out.of(i, branch)[2] = no_median;
    }
  }
}

void DeviationTable::add_deviation(std::size_t bin, double* out) const {
  const std::int32_t only = static_cast<std::int32_t>(bin);
  Values values;
  std::vector<std::int32_t> ends;
  gather({&only, 1}, values, ends);
  if (!values.weights.empty()) values.deviation(out);
}

std::vector<double> DeviationTable::statistics() const {
  std::vector<double> all(bins.size() * 3, 0.0);
  for (std::size_t bin = 0; bin < bins.size(); ++bin) add_deviation(bin, all.data() + bin * 3);
  return all;
}

std::vector<double> DeviationTable::missing() const {
  std::vector<double> all(3, 0.0);
  add_deviation(bins.size(), all.data());
  return all;
}

Deviations::Deviations(std::span<const double> targets, std::size_t n_targets,
                       Column<double> weights, Column<double> counts)
    : targets_(targets), n_targets_(n_targets), weights_(weights), counts_(counts) {
  check_length("targets", targets.size(), n_targets * weights.size());
}

double Deviations::total(std::span<const std::int32_t> rows, double* statistics) const {
  Values values;
  values.reset(n_targets_);
  double count = 0.0;
  for (const std::int32_t row : rows) {
    values.push(targets_.data() + static_cast<std::size_t>(row) * n_targets_, weights_[row]);
    count += counts_[row];
  }
  values.deviation(statistics);
  return count;
}

std::unique_ptr<Table> Deviations::make_table() const {
  return std::make_unique<DeviationTable>(*this);
}

void Deviations::weights(std::span<const double> statistics, std::vector<double>& weights) const {
  weights.resize(statistics.size() / width());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = statistics[i * width()];
}

bool Deviations::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(targets_, n_targets_, rows);
}

std::vector<double> Deviations::order_keys(const Table& table) const {
  const std::vector<double> statistics = table.statistics();
  std::vector<double> medians(table.n_bins());
  for (std::size_t bin = 0; bin < medians.size(); ++bin) medians[bin] = statistics[bin * 3 + 2];
  return medians;
}

}  // namespace arboretum::general
