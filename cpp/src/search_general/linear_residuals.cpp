#include "arboretum/search_general/linear_residuals.hpp"

#include <algorithm>
#include <limits>

#include "arboretum/core/check.hpp"
#include "arboretum/linear/residuals.hpp"
#include "arboretum/search_general/row_table.hpp"

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

/// What fits of the rows of a node leave, and of both sides of its cuts.
class ResidualTable final : public RowTable {
 public:
  explicit ResidualTable(const LinearResiduals& source)
      : RowTable(source.counts_, source.width()), source_(source) {}

  void look_at(const std::vector<double>& node) override { node_ = node; }
  void cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
            std::int32_t missing_branch, Branches& out) const override;
  void known(std::vector<double>& statistics) const override;

 private:
  /// A cut must be so much worse than the best, as a share of what is left of all, to be passed
  /// over: far more than what is counted as a tie.
  static constexpr double clearly_worse = 1e-6;

  void measure(std::span<const std::int32_t> rows, double* out) const override {
    write(source_.of_branches_.of(rows), out);
  }
  linear::WantedCuts wanted_cuts(std::size_t begin, std::size_t end, std::int32_t missing_branch,
                                 const Branches& asked) const;

  const LinearResiduals& source_;
  std::vector<double> node_;  ///< statistics of all rows
  mutable std::vector<ResidualCut> found_;
};

linear::WantedCuts ResidualTable::wanted_cuts(std::size_t begin, std::size_t end,
                                              std::int32_t missing_branch,
                                              const Branches& asked) const {
  linear::WantedCuts wanted{begin, end};
  // With a branch for the missing, cuts that leave too few samples are still among them: the best
  // of all may be one that is not admitted, and says nothing of the others.
  if (!asked.only_best || (missing_branch == 2 && asked.least > 0.0)) return wanted;
  wanted.slack = clearly_worse * asked.impurity;
  // What is compared with all rows of the node must hold all of them.
  if (missing_branch != kLeftOut || missing_count == 0.0)
    wanted.most = asked.impurity - asked.to_beat;
  return wanted;
}

void ResidualTable::cuts(std::span<const std::int32_t> order, std::size_t begin, std::size_t end,
                         std::int32_t missing_branch, Branches& out) const {
  const std::vector<double> before = reached(order, missing_branch);
  const double all = missing_branch == 1 ? before.back() + missing_count : before.back();
  const bool has_least = missing_branch != 2 && out.least > 0.0;
  if (has_least) {
    while (begin < end && before[begin] < out.least) ++begin;
    while (begin < end && all - before[end - 1] < out.least) --end;
  }
  const Ordered ordered = in_order(order, missing_branch);
  source_.of_branches_.cuts(ordered.rows, ordered.ends.first(bins.size() - 1),
                            wanted_cuts(begin, end, missing_branch, out), &source_.fit_, found_);

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
    out.count(i, 0) = before[begin + i];
    out.count(i, 1) = all - before[begin + i];
    if (next->cut == begin + i) {
      write(next->first, out.of(i, 0));
      write((next++)->rest, out.of(i, 1));
    } else {  // it is not the best: whatever it leaves, it is too much
      out.of(i, 0)[0] = out.of(i, 1)[0] = 1.0;
      out.of(i, 0)[2] = std::numeric_limits<double>::infinity();
    }
    if (missing_branch != 2) continue;
    out.count(i, 2) = missing_count;
    measure(rows_of(bins.size()), out.of(i, 2));
  }
}

/// In the order of the data, as the node is: where nothing is missing, they are the same rows.
void ResidualTable::known(std::vector<double>& statistics) const {
  statistics = node_;
  if (!has_missing()) return;
  std::vector<std::int32_t> rows(known_rows().begin(), known_rows().end());
  std::ranges::sort(rows);
  measure(rows, statistics.data());
}

LinearResiduals::LinearResiduals(linear::Residuals residuals, Fitted fitted, Column<double> counts)
    : residuals_(residuals), fitted_(fitted), counts_(counts), of_branches_(residuals) {
  check_length("counts", counts.size(), residuals.n_rows());
  if (fitted == Fitted::targets) return;
  remains_.resize(residuals.n_rows());
  of_branches_ = residuals.with_targets(remains_);
}

void LinearResiduals::look_at(std::span<const std::int32_t> rows) {
  if (fitted_ == Fitted::remains) {
    const std::vector<double> found = residuals_.remains(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) remains_[rows[i]] = found[i];
  }
  of_branches_.fit(rows, fit_);
}

double LinearResiduals::total(std::span<const std::int32_t> rows, double* statistics) const {
  write(fitted_ == Fitted::remains ? linear::residual_of_remains(residuals_, rows)
                                   : residuals_.of(rows),
        statistics);
  double count = 0.0;
  for (const std::int32_t row : rows) count += counts_[row];
  return count;
}

std::unique_ptr<Table> LinearResiduals::make_table() const {
  return std::make_unique<ResidualTable>(*this);
}

bool LinearResiduals::is_constant(std::span<const std::int32_t> rows) const {
  return rows_are_alike(residuals_.rows().targets, 1, rows);
}

}  // namespace arboretum::general
