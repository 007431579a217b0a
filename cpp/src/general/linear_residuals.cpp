#include "arboretum/general/linear_residuals.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "arboretum/check.hpp"

namespace arboretum::general {
namespace {

using linear::Residual;
using linear::ResidualCut;

void write(const Residual& found, double* out) {
  out[0] = found.weight;
  out[1] = found.target;
  out[2] = found.left;
}

}  // namespace

/// The rows of a node, bin after bin, and the missing after the last bin.
class ResidualTable final : public Table {
 public:
  explicit ResidualTable(const LinearResiduals& source) : source_(source) {}

  void look_at(const std::vector<double>& node) override { node_ = node; }
  void fill(std::span<const Entry> entries) override;
  void known(std::vector<double>& statistics) const override;
  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const override;
  std::vector<double> statistics() const override;
  std::vector<double> missing() const override;

 private:
  /// A cut must be so much worse than the best, as a share of what is left of all, to be passed
  /// over: far more than what is counted as a tie.
  static constexpr double clearly_worse = 1e-6;

  std::span<const std::int32_t> rows_of(std::size_t bin) const {
    return std::span(sorted_).subspan(offsets_[bin], offsets_[bin + 1] - offsets_[bin]);
  }
  double count_of(std::size_t bin) const { return bin < bins.size() ? counts[bin] : missing_count; }
  /// Bins, or the missing as the bin after the last, one after another.
  void gather(std::span<const std::int32_t> bins_in_order) const;

  const LinearResiduals& source_;
  std::vector<double> node_;          ///< statistics of all rows
  std::vector<std::int32_t> sorted_;  ///< rows
  std::vector<std::size_t> offsets_;  ///< of bin i and of the missing: offsets[i] to [i + 1]
  mutable std::vector<std::int32_t> gathered_;
  mutable std::vector<std::int32_t> ends_;  ///< of each bin that was gathered
  mutable std::vector<ResidualCut> found_;
};

void ResidualTable::fill(std::span<const Entry> entries) {
  const std::size_t n_known = read_bins(entries);
  offsets_.assign(1, 0);
  for (std::size_t i = 1; i <= n_known; ++i)
    if (i == n_known || entries[i].code != entries[i - 1].code) offsets_.push_back(i);
  offsets_.push_back(entries.size());
  sorted_.resize(entries.size());
  std::ranges::transform(entries, sorted_.begin(), &Entry::row);
  counts.assign(bins.size(), 0.0);
  missing_count = 0.0;
  for (std::size_t bin = 0; bin <= bins.size(); ++bin)
    for (const std::int32_t row : rows_of(bin))
      (bin < bins.size() ? counts[bin] : missing_count) += source_.counts_[row];
}

void ResidualTable::gather(std::span<const std::int32_t> bins_in_order) const {
  gathered_.clear();
  ends_.clear();
  for (const std::int32_t bin : bins_in_order) {
    const auto rows = rows_of(static_cast<std::size_t>(bin));
    gathered_.insert(gathered_.end(), rows.begin(), rows.end());
    ends_.push_back(static_cast<std::int32_t>(gathered_.size()));
  }
}

void ResidualTable::cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                         std::int32_t missing_branch, Branches& out) const {
  const auto n = static_cast<std::int32_t>(bins.size());
  std::vector<std::int32_t> in_order(order.begin(), order.end());
  if (order.empty()) {
    in_order.resize(bins.size());
    std::iota(in_order.begin(), in_order.end(), 0);
  }
  if (missing_branch == 0) in_order.insert(in_order.begin(), n);
  if (missing_branch == 1) in_order.push_back(n);
  gather(in_order);
  const std::size_t before = missing_branch == 0 ? 1 : 0;
  std::vector<double> reached(bins.size());  // samples before each cut; the last is all there are
  double count = before > 0 ? missing_count : 0.0;
  for (std::size_t i = 0; i < reached.size(); ++i)
    reached[i] = count += count_of(static_cast<std::size_t>(in_order[before + i]));
  const double all = missing_branch == 1 ? count + missing_count : count;
  const bool has_least = missing_branch != 2 && out.least > 0.0;
  if (has_least) {
    while (begin < end && reached[begin] < out.least) ++begin;
    while (begin < end && all - reached[end - 1] < out.least) --end;
  }
  const auto positions = std::span<const std::int32_t>(ends_).subspan(before, bins.size() - 1);
  linear::WantedCuts wanted{begin, end};
  if (out.only_best) {
    wanted.slack = clearly_worse * out.impurity;
    // What is compared with all rows of the node must hold all of them.
    if (missing_branch != kLeftOut || missing_count == 0.0)
      wanted.most = out.impurity - out.to_beat;
  }
  source_.residuals_.cuts(gathered_, positions, wanted, &source_.fit_, found_);

  if (found_.empty()) {
    end = begin;
  } else {
    begin = found_.front().cut;
    end = found_.back().cut + 1;
  }
  out.reset(end - begin, missing_branch == 2 ? 3 : 2, 3);
  out.first = begin;
  out.has_least = has_least;
  auto next = found_.begin();
  for (std::size_t i = 0; i < out.n; ++i) {
    out.count(i, 0) = reached[begin + i];
    out.count(i, 1) = all - reached[begin + i];
    if (next->cut == begin + i) {
      write(next->first, out.of(i, 0));
      write((next++)->rest, out.of(i, 1));
    } else {  // it is not the best: whatever it leaves, it is too much
      out.of(i, 0)[0] = out.of(i, 1)[0] = 1.0;
      out.of(i, 0)[2] = std::numeric_limits<double>::infinity();
    }
    if (missing_branch != 2) continue;
    out.count(i, 2) = missing_count;
    write(source_.residuals_.of(rows_of(bins.size())), out.of(i, 2));
  }
}

void ResidualTable::groups(const Grouping& grouping, std::int32_t missing_branch,
                           Branches& out) const {
  const auto arity = static_cast<std::int32_t>(grouping.arity());
  out.reset(grouping.size(), std::max(arity, missing_branch + 1), 3);
  std::vector<std::int32_t> labels(bins.size() + 1), members;
  for (std::size_t i = 0; i < out.n; ++i) {
    grouping.label(i, std::span(labels).first(bins.size()));
    labels.back() = missing_branch;
    for (std::size_t branch = 0; branch < out.arity; ++branch) {
      members.clear();
      for (std::size_t bin = 0; bin <= bins.size(); ++bin) {
        if (labels[bin] != static_cast<std::int32_t>(branch)) continue;
        members.push_back(static_cast<std::int32_t>(bin));
        out.count(i, branch) += count_of(bin);
      }
      gather(members);
      write(source_.residuals_.of(gathered_), out.of(i, branch));
    }
  }
}

/// In the order of the data, as the node is: where nothing is missing, they are the same rows.
void ResidualTable::known(std::vector<double>& statistics) const {
  statistics = node_;
  const std::size_t n_known = offsets_[bins.size()];
  if (n_known == sorted_.size()) return;
  gathered_.assign(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(n_known));
  std::ranges::sort(gathered_);
  write(source_.residuals_.of(gathered_), statistics.data());
}

std::vector<double> ResidualTable::statistics() const {
  std::vector<double> all(bins.size() * 3);
  for (std::size_t bin = 0; bin < bins.size(); ++bin)
    write(source_.residuals_.of(rows_of(bin)), all.data() + bin * 3);
  return all;
}

std::vector<double> ResidualTable::missing() const {
  std::vector<double> all(3);
  write(source_.residuals_.of(rows_of(bins.size())), all.data());
  return all;
}

LinearResiduals::LinearResiduals(linear::Residuals residuals, Column<double> counts)
    : residuals_(residuals), counts_(counts) {
  check_length("counts", counts.size(), residuals.n_rows());
}

void LinearResiduals::look_at(std::span<const std::int32_t> rows) { residuals_.fit(rows, fit_); }

double LinearResiduals::total(std::span<const std::int32_t> rows, double* statistics) const {
  write(residuals_.of(rows), statistics);
  double count = 0.0;
  for (const std::int32_t row : rows) count += counts_[row];
  return count;
}

std::unique_ptr<Table> LinearResiduals::make_table() const {
  return std::make_unique<ResidualTable>(*this);
}

void LinearResiduals::weights(std::span<const double> statistics,
                              std::vector<double>& weights) const {
  weights.resize(statistics.size() / width());
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = statistics[i * width()];
}

bool LinearResiduals::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(residuals_.targets(), 1, rows);
}

std::vector<double> LinearResiduals::order_keys(const Table& table) const {
  const std::vector<double> statistics = table.statistics();
  std::vector<double> means(table.n_bins());
  for (std::size_t bin = 0; bin < means.size(); ++bin)
    means[bin] = mean_target(statistics.data() + bin * 3);
  return means;
}

}  // namespace arboretum::general
