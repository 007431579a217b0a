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
  Cuts(std::size_t first, std::size_t end, bool at_value)
      : first_(first), end_(end), at_value_(at_value) {}
  std::size_t size() const override { return end_ - first_; }
  std::size_t arity() const override { return 2; }

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.cuts({}, first_, end_, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::interval, arity, missing_branch);
    question.thresholds.push_back(at_value_ ? column.largest_up_to_middle(table, candidate)
                                            : column.middle(table, candidate));
  }

 private:
  std::size_t first_;
  std::size_t end_;
  bool at_value_;
};

class OrderedSets final : public Proposal {
 public:
  explicit OrderedSets(std::vector<std::int32_t> order) : order_(std::move(order)) {}
  std::size_t size() const override { return order_.size() - 1; }
  std::size_t arity() const override { return 2; }

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.cuts(order_, 0, order_.size() - 1, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::category, arity, missing_branch);
    question.codes = table.bins;
    question.branches.assign(order_.size(), 1);
    for (std::size_t i = 0; i <= candidate; ++i) question.branches[order_[i]] = 0;
  }

 private:
  std::vector<std::int32_t> order_;
};

/// Cuts of the categories in an order that all categories have, also those not at the node.
class RankedSets final : public Proposal {
 public:
  RankedSets(std::vector<std::int32_t> order, std::span<const std::int64_t> ranks)
      : order_(std::move(order)), ranks_(ranks) {}
  std::size_t size() const override { return order_.size() - 1; }
  std::size_t arity() const override { return 2; }

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.cuts(order_, 0, order_.size() - 1, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::category, arity, missing_branch);
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
class Labelled : public Proposal, public Grouping {
 public:
  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    table.groups(*this, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::category, arity, missing_branch);
    question.codes = table.bins;
    question.branches.resize(table.n_bins());
    label(candidate, question.branches);
  }
};

/// Number i + 1, bit by bit, puts the second, third ... bin into branch 1; the first is in 0.
class AllSets final : public Labelled {
 public:
  explicit AllSets(std::size_t n_bins) : n_bins_(n_bins) {}
  std::size_t size() const override { return (std::size_t{1} << (n_bins_ - 1)) - 1; }
  std::size_t arity() const override { return 2; }

  void label(std::size_t candidate, std::span<std::int32_t> labels) const override {
    labels[0] = 0;
    for (std::size_t bin = 1; bin < labels.size(); ++bin)
      labels[bin] = static_cast<std::int32_t>((candidate + 1) >> (bin - 1) & 1);
  }

 private:
  std::size_t n_bins_;
};

class Groups final : public Labelled {
 public:
  explicit Groups(std::vector<std::int32_t> labels)
      : labels_(std::move(labels)),
        arity_(static_cast<std::size_t>(*std::ranges::max_element(labels_)) + 1) {}
  std::size_t size() const override { return 1; }
  std::size_t arity() const override { return arity_; }

  void label(std::size_t, std::span<std::int32_t> labels) const override {
    std::ranges::copy(labels_, labels.begin());
  }

 private:
  std::vector<std::int32_t> labels_;
  std::size_t arity_;
};

class EveryCategory final : public Labelled {
 public:
  explicit EveryCategory(std::size_t n_bins) : n_bins_(n_bins) {}
  std::size_t size() const override { return 1; }
  std::size_t arity() const override { return n_bins_; }

  void label(std::size_t, std::span<std::int32_t> labels) const override {
    for (std::size_t bin = 0; bin < labels.size(); ++bin)
      labels[bin] = static_cast<std::int32_t>(bin);
  }

 private:
  std::size_t n_bins_;
};

class Intervals final : public Labelled {
 public:
  Intervals(std::vector<double> thresholds, std::vector<std::int32_t> labels)
      : thresholds_(std::move(thresholds)), labels_(std::move(labels)) {}
  std::size_t size() const override { return 1; }
  std::size_t arity() const override { return thresholds_.size() + 1; }

  void label(std::size_t, std::span<std::int32_t> labels) const override {
    std::ranges::copy(labels_, labels.begin());
  }

  void ask(std::size_t, const Table&, const FeatureColumn& column, std::size_t arity,
           std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::interval, arity, missing_branch);
    question.thresholds = thresholds_;
  }

 private:
  std::vector<double> thresholds_;
  std::vector<std::int32_t> labels_;
};

class Presence final : public Proposal {
 public:
  std::size_t size() const override { return 1; }
  std::size_t arity() const override { return 2; }

  void branches(const Table& table, std::int32_t, Branches& out) const override {
    table.groups(Together{}, 1, out);
  }

  void ask(std::size_t, const Table&, const FeatureColumn& column, std::size_t arity,
           std::int32_t missing_branch, Question& question) const override {
    question.reset(column.index, SplitKind::presence, arity, missing_branch);
  }
};

class Placed final : public Proposal {
 public:
  Placed(std::unique_ptr<Proposal> proposal, std::int32_t missing_branch, double log_trials)
      : proposal_(std::move(proposal)), missing_branch_(missing_branch), log_trials_(log_trials) {}
  std::size_t size() const override { return proposal_->size(); }
  std::size_t arity() const override { return proposal_->arity(); }
  std::int32_t missing_branch() const override { return missing_branch_; }
  double log_trials() const override { return log_trials_; }

  void branches(const Table& table, std::int32_t missing_branch, Branches& out) const override {
    proposal_->branches(table, missing_branch, out);
  }

  void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
           std::size_t arity, std::int32_t missing_branch, Question& question) const override {
    proposal_->ask(candidate, table, column, arity, missing_branch, question);
  }

 private:
  std::unique_ptr<Proposal> proposal_;
  std::int32_t missing_branch_;
  double log_trials_;
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
  return midpoint(value(table, bin), value(table, bin + 1));
}

double FeatureColumn::largest_up_to_middle(const Table& table, std::size_t bin) const {
  // A decimal may stand half-way between two others, but not their binary neighbours.
  const double half_gap = value(table, bin + 1) / 2 - value(table, bin) / 2;
  const double limit = middle(table, bin) + kMiddleRounding * half_gap;
  if (feature->kind != Kind::numeric) return std::floor(limit);
  const auto first = values.begin() + table.bins[bin], end = values.begin() + table.bins[bin + 1];
  return *std::prev(std::upper_bound(first, end, limit));
}

std::unique_ptr<Proposal> propose_cuts(std::size_t first, std::size_t end, bool at_value) {
  return std::make_unique<Cuts>(first, end, at_value);
}
std::unique_ptr<Proposal> propose_ordered_sets(std::vector<std::int32_t> order) {
  return std::make_unique<OrderedSets>(std::move(order));
}
std::unique_ptr<Proposal> propose_ranked_sets(std::vector<std::int32_t> order,
                                              std::span<const std::int64_t> ranks) {
  return std::make_unique<RankedSets>(std::move(order), ranks);
}
std::unique_ptr<Proposal> propose_all_sets(std::size_t n_bins) {
  return std::make_unique<AllSets>(n_bins);
}
std::unique_ptr<Proposal> propose_groups(std::vector<std::int32_t> labels) {
  return std::make_unique<Groups>(std::move(labels));
}
std::unique_ptr<Proposal> propose_every_category(std::size_t n_bins) {
  return std::make_unique<EveryCategory>(n_bins);
}
std::unique_ptr<Proposal> propose_intervals(std::vector<double> thresholds,
                                            std::vector<std::int32_t> labels) {
  return std::make_unique<Intervals>(std::move(thresholds), std::move(labels));
}
std::unique_ptr<Proposal> propose_placed(std::unique_ptr<Proposal> proposal,
                                         std::int32_t missing_branch, double log_trials) {
  return std::make_unique<Placed>(std::move(proposal), missing_branch, log_trials);
}
std::unique_ptr<Proposal> propose_presence() { return std::make_unique<Presence>(); }

}  // namespace arboretum::general
