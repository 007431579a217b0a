#include "arboretum/search_general/proposal.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace arboretum::general {
namespace {

/// What this share of half a gap is above the middle is in the middle.
constexpr double kMiddleRounding = 2e-9;

class Cuts final : public Proposal {
 public:
  Cuts(std::size_t first, std::size_t end, bool at_value, bool gap_bits)
      : first_(first), end_(end), at_value_(at_value), gap_bits_(gap_bits) {}

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.cuts({}, first_, end_, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::interval, arity, missing_branch);
    question.thresholds.push_back(at_value_ ? column.largest_up_to_middle(table, candidate)
                                            : column.middle(table, candidate));
  }

  double most_bits(std::size_t candidate, const Table& table,
                   const FeatureColumn& column) const override {
    if (!gap_bits_) return Proposal::most_bits(candidate, table, column);
    const double range = column.value(table, table.n_bins() - 1) - column.value(table, 0);
    return std::log2(range / (column.value(table, candidate + 1) - column.value(table, candidate)));
  }

 private:
  std::size_t first_;
  std::size_t end_;
  bool at_value_;
  bool gap_bits_;
};

/// Cuts of the categories in an order; that of `ranks` all categories have, also those not at the
/// node.
class OrderedSets final : public Proposal {
 public:
  OrderedSets(std::vector<std::int32_t> order, std::span<const std::int64_t> ranks)
      : order_(std::move(order)), ranks_(ranks) {}

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.cuts(order_, 0, order_.size() - 1, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::category, arity, missing_branch);
    if (ranks_.empty()) {
      question.codes = table.bins;
      question.branches.assign(order_.size(), 1);
      for (std::size_t i = 0; i <= candidate; ++i) question.branches[order_[i]] = 0;
      return;
    }
    const std::int64_t last = ranks_[table.bins[order_[candidate]]];
    for (std::size_t code = 0; code < ranks_.size(); ++code) {
      question.codes.push_back(static_cast<std::int32_t>(code));
      question.branches.push_back(ranks_[code] > last);
    }
  }

 private:
  std::vector<std::int32_t> order_;
  std::span<const std::int64_t> ranks_;
};

/// Candidates that say for each bin where it goes.
class Groups final : public Proposal {
 public:
  Groups(Grouping grouping, SplitKind kind, std::vector<double> thresholds = {})
      : grouping_(std::move(grouping)), kind_(kind), thresholds_(std::move(thresholds)) {}
  std::size_t arity() const override { return grouping_.arity; }

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.groups(grouping_, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, kind_, arity, missing_branch);
    question.thresholds = thresholds_;
    if (kind_ != SplitKind::category) return;
    question.codes = table.bins;
    question.branches.resize(table.n_bins());
    grouping_.label(candidate, question.branches);
  }

 private:
  Grouping grouping_;
  SplitKind kind_;
  std::vector<double> thresholds_;
};

}  // namespace

double FeatureColumn::value(std::int32_t code, std::int32_t row) const {
  if (feature->kind != Kind::numeric) return code;
  const auto number = [&](const auto& column) {
    return static_cast<double>(column[row]) + 0.0;  // -0.0 and 0.0 are one value
  };
  return std::visit(number, feature->column);
}

double FeatureColumn::middle(const Table& table, std::size_t bin) const {
  return feature->threshold(value(table, bin), value(table, bin + 1));
}

double FeatureColumn::largest_up_to_middle(const Table& table, std::size_t bin) const {
  // A decimal may stand half-way between two others, but not their binary neighbours.
  const double half_gap = value(table, bin + 1) / 2 - value(table, bin) / 2;
  const double limit = middle(table, bin) + kMiddleRounding * half_gap;
  if (feature->kind != Kind::numeric) return std::floor(limit);
  const auto first = values.begin() + table.bins[bin], end = values.begin() + table.bins[bin + 1];
  return *std::prev(std::upper_bound(first, end, limit));
}

std::unique_ptr<Proposal> propose_cuts(std::size_t first, std::size_t end, bool at_value,
                                       bool gap_bits) {
  return std::make_unique<Cuts>(first, end, at_value, gap_bits);
}
std::unique_ptr<Proposal> propose_ordered_sets(std::vector<std::int32_t> order,
                                               std::span<const std::int64_t> ranks) {
  return std::make_unique<OrderedSets>(std::move(order), ranks);
}

std::unique_ptr<Proposal> propose_all_sets(std::size_t n_bins) {
  // Number i + 1, bit by bit, puts the second, third ... bin into branch 1; the first is in 0.
  const auto label = [](std::size_t candidate, std::span<std::int32_t> labels) {
    labels[0] = 0;
    for (std::size_t bin = 1; bin < labels.size(); ++bin)
      labels[bin] = static_cast<std::int32_t>((candidate + 1) >> (bin - 1) & 1);
  };
  return std::make_unique<Groups>(Grouping{(std::size_t{1} << (n_bins - 1)) - 1, 2, label},
                                  SplitKind::category);
}

std::unique_ptr<Proposal> propose_groups(std::vector<std::int32_t> labels,
                                         std::vector<double> thresholds) {
  const SplitKind kind = thresholds.empty() ? SplitKind::category : SplitKind::interval;
  return std::make_unique<Groups>(grouped_by(std::move(labels)), kind, std::move(thresholds));
}

std::unique_ptr<Proposal> propose_presence() {
  return std::make_unique<Groups>(all_together(), SplitKind::presence);
}

}  // namespace arboretum::general
