#include "arboretum/search_general/policy.hpp"

#include <algorithm>
#include <cmath>

#include "arboretum/core/check.hpp"
#include "arboretum/core/heavier.hpp"
#include "arboretum/statistics/leaving.hpp"
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

/// Completes every proposal in one way: `place(proposal, has_missing)`.
template <class Place>
auto in_one_way(const Place& place) {
  return [=](const Table&, Proposals& proposals, std::vector<Candidates>& candidates) {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back(place(p, proposals[p].table->missing_count != 0.0));
  };
}

/// Down every branch in turn.
void try_directions(const Table& table, Proposals& proposals, std::vector<Candidates>& candidates) {
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

/// Down a branch of their own.
void add_branch(const Table& table, Proposals& proposals, std::vector<Candidates>& candidates) {
  for (std::size_t p = 0; p < proposals.size(); ++p) {
    const auto own = static_cast<std::int32_t>(proposals[p].proposal->arity());
    candidates.push_back(proposals[p].table->missing_count == 0.0 ? without_missing(p)
                                                                  : Candidates{p, own, own});
  }
  if (table.n_bins() == 1 && table.missing_count > 0.0) add_presence(table, proposals, candidates);
}

std::size_t median(const std::vector<double>& weights) {
  double whole = 0.0, reached = 0.0;
  for (const double weight : weights) whole += weight;
  std::size_t bin = 0;
  for (; bin + 1 < weights.size() && !((reached += weights[bin]) >= whole / 2);) ++bin;
  return bin;
}

std::size_t nearest_to_mean(const Table& table, const FeatureColumn& column,
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

/// The bin of what is usual among bins of these weights.
std::size_t usual(const Table& table, const FeatureColumn& column,
                  const std::vector<double>& weights) {
  if (column.feature->kind == Kind::categorical)
    return static_cast<std::size_t>(std::ranges::max_element(weights) - weights.begin());
  return column.feature->kind == Kind::ordered ? median(weights)
                                               : nearest_to_mean(table, column, weights);
}

std::int32_t branch_of(std::size_t bin, const Table& table, const FeatureColumn& column,
                       const Question& question) {
  if (question.kind == SplitKind::interval)
    return interval_branch(column.value(table, bin), question.thresholds);
  const auto found = std::ranges::lower_bound(question.codes, table.bins[bin]);
  if (found == question.codes.end() || *found != table.bins[bin]) return question.missing_branch;
  return question.branches[static_cast<std::size_t>(found - question.codes.begin())];
}

Fill fill_with_usual(const Table& table, const FeatureColumn& column,
                     const Statistics& statistics) {
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

void send_with_usual(const Fill& fill, const Table& table, const FeatureColumn& column,
                     const Statistics&, Choice& choice) {
  const auto arity = static_cast<std::size_t>(choice.question.arity);
  choice.shares.assign(fill.of_class.size() * arity, 0.0);
  for (std::size_t k = 0; k < fill.of_class.size(); ++k) {
    const std::int32_t branch = branch_of(fill.of_class[k], table, column, choice.question);
    choice.shares[k * arity + static_cast<std::size_t>(branch)] = 1.0;
  }
  choice.question.missing_branch = branch_of(fill.of_node, table, column, choice.question);
}

/// Sends a part of each row down every branch, by the weight that is known to go there.
void spread_rows(const Statistics& statistics, bool by_class, Choice& choice) {
  const auto arity = static_cast<std::size_t>(choice.question.arity);
  const std::size_t width = statistics.width();
  std::vector<double> known(arity);
  for (std::size_t b = 0; b < arity; ++b)
    known[b] = statistics.weight(choice.branches.data() + b * width);
  const double weight = pairwise_sum(known.data(), arity);
  for (double& share : known)
    share = weight > 0.0 ? share / weight : 1.0 / static_cast<double>(arity);
  choice.shares = known;
  if (!by_class) return;
  choice.shares.clear();
  for (std::size_t k = 0; k < width; ++k) {
    double of_class = 0.0;
    for (std::size_t b = 0; b < arity; ++b) of_class += choice.branches[b * width + k];
    for (std::size_t b = 0; b < arity; ++b)
      choice.shares.push_back(of_class > 0.0 ? choice.branches[b * width + k] / of_class
                                             : known[b]);
  }
}

}  // namespace

Policy make_fractional(bool by_class) {
  const auto place = [](std::size_t proposal, bool has_missing) {
    Candidates known = among_known(proposal, kSpreads);
    known.is_discounted = known.tells_left_out = has_missing;
    return known;
  };
  const auto settle = [=](const Fill&, const Table&, const FeatureColumn&,
                          const Statistics& statistics,
                          Choice& choice) { spread_rows(statistics, by_class, choice); };
  return {.complete = in_one_way(place), .settle = settle, .spreads = true};
}

/// As the majority; what answers neither the split nor a surrogate may stay.
Policy make_surrogate_policy(bool goes_on) {
  const auto settle = [=](const Fill&, const Table&, const FeatureColumn&,
                          const Statistics& statistics, Choice& choice) {
    const double first = statistics.weight(choice.branches.data());
    const double second = statistics.weight(choice.branches.data() + statistics.width());
    if (goes_on) choice.question.missing_branch = heavier_or_no_branch(first, second);
  };
  return {in_one_way([](std::size_t p, bool) { return among_known(p, kNoBranch); }), settle};
}

Policy make_significant(TestName test, std::size_t width, double alpha) {
  const double log_alpha = std::log(alpha);
  const auto complete = [=](const Table& table, Proposals& proposals,
                            std::vector<Candidates>& candidates) {
    for (std::size_t p = 0; p < proposals.size(); ++p)
      candidates.push_back(proposals[p].table->missing_count == 0.0
                               ? without_missing(p)
                               : Candidates{p, Candidates::placed, Candidates::placed});
    if (table.missing_count == 0.0 || table.n_bins() == 0) return;
    std::vector<double> known(width);
    table.known(known);
    if (differ(test, table.missing().data(), known.data(), width, log_alpha))
      add_presence(table, proposals, candidates);
  };
  const auto place = [=](const double* missing, const double* branches, std::size_t arity,
                         std::int32_t heaviest) {
    return branch_for_missing(test, missing, branches, arity, width, heaviest, log_alpha);
  };
  return {.complete = complete, .place = place};
}

Policy make_policy(const std::string& name) {
  const auto to_heaviest = [](std::size_t p, bool) { return among_known(p, Candidates::heaviest); };
  const auto if_missing = [=](std::size_t p, bool has_missing) {
    return has_missing ? to_heaviest(p, true) : without_missing(p);
  };
  if (name == "direction") return {try_directions};
  if (name == "majority") return {in_one_way(to_heaviest)};
  if (name == "branch") return {add_branch};
  if (name == "impute") return {in_one_way(if_missing), send_with_usual, fill_with_usual};
  refuse("missing policy '" + name + "' is not known to the native grower");
}

/// Nothing is missing: training data with missing values were refused.
Policy make_error(bool unseen_stays) {
  return {in_one_way([=](std::size_t p, bool) {
    Candidates candidates = without_missing(p);
    if (unseen_stays) candidates.goes_to = kNoBranch;
    return candidates;
  })};
}

}  // namespace arboretum::general
