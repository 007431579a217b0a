#include "arboretum/search_general/policy.hpp"

#include <algorithm>

#include "arboretum/core/check.hpp"
#include "arboretum/core/heavier.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"

namespace arboretum::general {
namespace {

using Proposals = std::vector<Proposed>;

/// Scored on the known rows; a later missing value goes down the heaviest branch.
Candidates without_missing(std::size_t proposal) {
  return {proposal, kLeftOut, Candidates::heaviest, true, false};
}

/// Scored on the known rows, times their share.
Candidates among_known(std::size_t proposal, std::int32_t goes_to) {
  return {proposal, kLeftOut, goes_to, true, true};
}

void add_presence(const Table& table, Proposals& proposals, std::vector<Candidates>& candidates) {
  candidates.push_back({proposals.size(), 1, 1});
  proposals.push_back({propose_presence(), &table});
}

class Direction final : public Policy {
 public:
  void complete(const Table& table, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      if (proposals[p].table->missing_count == 0.0) {
        candidates.push_back(without_missing(p));
        continue;
      }
      const auto arity = static_cast<std::int32_t>(proposals[p].proposal->arity());
      for (std::int32_t branch = 0; branch < arity; ++branch)
        candidates.push_back({p, branch, branch});
    }
    if (table.missing_count > 0.0 && table.n_bins() > 0) add_presence(table, proposals, candidates);
  }
};

class Majority final : public Policy {
 public:
  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back(among_known(p, Candidates::heaviest));
  }
};

/// As the majority; what answers neither the split nor a surrogate may stay.
class WithSurrogates final : public Policy {
 public:
  explicit WithSurrogates(bool goes_on) : goes_on_(goes_on) {}

  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back(among_known(p, kNoBranch));
  }

  void settle(const Fill&, const Table&, const FeatureColumn&, const Statistics& statistics,
              Choice& choice) const override {
    const double first = statistics.weight(choice.branches.data());
    const double second = statistics.weight(choice.branches.data() + statistics.width());
    if (goes_on_) choice.question.missing_branch = heavier_or_no_branch(first, second);
  }

 private:
  bool goes_on_;
};

class Branch final : public Policy {
 public:
  void complete(const Table& table, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      const auto own = static_cast<std::int32_t>(proposals[p].proposal->arity());
      candidates.push_back(proposals[p].table->missing_count == 0.0 ? without_missing(p)
                                                                    : Candidates{p, own, own});
    }
    if (table.n_bins() == 1 && table.missing_count > 0.0)
      add_presence(table, proposals, candidates);
  }
};

/// Nothing is missing: training data with missing values were refused.
class Error final : public Policy {
 public:
  explicit Error(bool unseen_stays) : unseen_stays_(unseen_stays) {}
  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      candidates.push_back(without_missing(p));
      if (unseen_stays_) candidates.back().goes_to = kNoBranch;
    }
  }

 private:
  bool unseen_stays_;
};

class Fractional final : public Policy {
 public:
  explicit Fractional(bool by_class) : by_class_(by_class) {}

  bool spreads() const override { return true; }

  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p) {
      Candidates known = among_known(p, kSpreads);
      known.is_discounted = known.tells_left_out = proposals[p].table->missing_count != 0.0;
      candidates.push_back(known);
    }
  }

  void settle(const Fill&, const Table&, const FeatureColumn&, const Statistics& statistics,
              Choice& choice) const override {
    const auto arity = static_cast<std::size_t>(choice.question.arity);
    const std::size_t width = statistics.width();
    std::vector<double> known(arity);
    for (std::size_t b = 0; b < arity; ++b)
      known[b] = statistics.weight(choice.branches.data() + b * width);
    const double weight = pairwise_sum(known.data(), arity);
    for (double& share : known)
      share = weight > 0.0 ? share / weight : 1.0 / static_cast<double>(arity);
    choice.shares = known;
    if (!by_class_) return;
    choice.shares.clear();
    for (std::size_t k = 0; k < width; ++k) {
      double of_class = 0.0;
      for (std::size_t b = 0; b < arity; ++b) of_class += choice.branches[b * width + k];
      for (std::size_t b = 0; b < arity; ++b)
        choice.shares.push_back(of_class > 0.0 ? choice.branches[b * width + k] / of_class
                                               : known[b]);
    }
  }

 private:
  bool by_class_;
};

class Impute final : public Policy {
 public:
  bool fills() const override { return true; }

  Fill fill(const Table& table, const FeatureColumn& column,
            const Statistics& statistics) const override {
    const std::size_t n_bins = table.n_bins(), width = statistics.width();
    const std::vector<double> sums = table.statistics();
    std::vector<double> weights(n_bins);
    for (std::size_t bin = 0; bin < n_bins; ++bin)
      weights[bin] = statistics.weight(sums.data() + bin * width);
    Fill found;
    found.of_node = usual(table, column, weights);
    if (statistics.classes().empty()) {
      found.of_class.push_back(found.of_node);
      return found;
    }
    for (std::size_t k = 0; k < width; ++k) {
      for (std::size_t bin = 0; bin < n_bins; ++bin) weights[bin] = sums[bin * width + k];
      const bool is_known = std::ranges::any_of(weights, [](double w) { return w != 0.0; });
      found.of_class.push_back(is_known ? usual(table, column, weights) : found.of_node);
    }
    return found;
  }

  void complete(const Table&, Proposals& proposals,
                std::vector<Candidates>& candidates) const override {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back(proposals[p].table->missing_count == 0.0
                               ? without_missing(p)
                               : among_known(p, Candidates::heaviest));
  }

  void settle(const Fill& fill, const Table& table, const FeatureColumn& column, const Statistics&,
              Choice& choice) const override {
    const auto arity = static_cast<std::size_t>(choice.question.arity);
    choice.shares.assign(fill.of_class.size() * arity, 0.0);
    for (std::size_t k = 0; k < fill.of_class.size(); ++k) {
      const std::int32_t branch = branch_of(fill.of_class[k], table, column, choice.question);
      choice.shares[k * arity + static_cast<std::size_t>(branch)] = 1.0;
    }
    choice.question.missing_branch = branch_of(fill.of_node, table, column, choice.question);
  }

 private:
  /// The bin of what is usual among bins of these weights.
  static std::size_t usual(const Table& table, const FeatureColumn& column,
                           const std::vector<double>& weights) {
    if (column.feature->kind == Kind::categorical)
      return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
    return column.feature->kind == Kind::ordered ? median(weights)
                                                 : nearest_to_mean(table, column, weights);
  }

  static std::size_t median(const std::vector<double>& weights) {
    double whole = 0.0, reached = 0.0;
    for (const double weight : weights) whole += weight;
    std::size_t bin = 0;
    for (; bin + 1 < weights.size() && !((reached += weights[bin]) >= whole / 2);) ++bin;
    return bin;
  }

  static std::size_t nearest_to_mean(const Table& table, const FeatureColumn& column,
                                     const std::vector<double>& weights) {
    const double whole = pairwise_sum(weights.data(), weights.size());
    std::vector<double> parts(weights.size());  // shares first: a sum of values may overflow
    for (std::size_t bin = 0; bin < parts.size(); ++bin)
      parts[bin] = weights[bin] / whole * column.value(table, bin);
    const double mean = pairwise_sum(parts.data(), parts.size());
    std::size_t low = 0, high = weights.size() - 1;  // the bin is one of these or between them
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (midpoint(column.value(table, middle), column.value(table, middle + 1)) < mean)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  static std::int32_t branch_of(std::size_t bin, const Table& table, const FeatureColumn& column,
                                const Question& question) {
    if (question.kind == SplitKind::interval)
      return interval_branch(column.value(table, bin), question.thresholds);
    const auto found = std::ranges::lower_bound(question.codes, table.bins[bin]);
    if (found == question.codes.end() || *found != table.bins[bin]) return question.missing_branch;
    return question.branches[static_cast<std::size_t>(found - question.codes.begin())];
  }
};

}  // namespace

std::unique_ptr<Policy> make_fractional(bool by_class) {
  return std::make_unique<Fractional>(by_class);
}

std::unique_ptr<Policy> make_surrogate_policy(bool goes_on) {
  return std::make_unique<WithSurrogates>(goes_on);
}

std::unique_ptr<Policy> make_policy(const std::string& name) {
  if (name == "direction") return std::make_unique<Direction>();
  if (name == "majority") return std::make_unique<Majority>();
  if (name == "branch") return std::make_unique<Branch>();
  if (name == "impute") return std::make_unique<Impute>();
  refuse("missing policy '" + name + "' is not known to the native grower");
}

std::unique_ptr<Policy> make_error(bool unseen_stays) {
  return std::make_unique<Error>(unseen_stays);
}

}  // namespace arboretum::general
