#include "arboretum/search_general/splitter.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/search_general/intervals.hpp"
#include "arboretum/statistics/description_length.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"
#include "arboretum/statistics/value_groups.hpp"

namespace arboretum::general {
namespace {

/// The cuts, from the first to one past the last, with enough weight on both sides.
std::pair<std::size_t, std::size_t> heavy_enough(const std::vector<double>& weights, double least) {
  std::size_t first = 0, end = weights.size() - 1;
  double before = weights[first], after = weights[end];
  while (first < end && !(before >= least)) before += weights[++first];
  while (first < end && !(after >= least)) after += weights[--end];
  return {first, end};
}

/// The bins of a table by ascending keys, equals in their order.
template <class Key>
std::vector<std::int32_t> order_by(const Table& table, const Key& key) {
  std::vector<std::int32_t> order(table.n_bins());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, key);
  return order;
}

std::vector<double> equal_width(const std::vector<double>& values, std::size_t n) {
  std::vector<double> thresholds;
  for (std::size_t i = 1; i < n; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(n);
    thresholds.push_back(values.front() * (1 - share) + values.back() * share);
  }
  return thresholds;
}

std::vector<double> by_description_length(const std::vector<double>& values, const Table& table,
                                          const Statistics& statistics) {
  std::vector<double> thresholds;
  for (const std::int64_t cut : description_length_cuts(table.statistics(), statistics.width()))
    thresholds.push_back(midpoint(values[cut], values[cut + 1]));
  return thresholds;
}

/// A branch per bin: of numbers, the thresholds lie between them.
std::unique_ptr<Proposal> propose_every_bin(const Table& table, const FeatureColumn& column,
                                            const Statistics&) {
  std::vector<std::int32_t> labels(table.n_bins());
  std::iota(labels.begin(), labels.end(), 0);
  std::vector<double> thresholds;
  if (column.feature->kind != Kind::categorical)
    for (std::size_t bin = 0; bin + 1 < labels.size(); ++bin)
      thresholds.push_back(column.middle(table, bin));
  return propose_groups(std::move(labels), std::move(thresholds));
}

}  // namespace

Splitter make_threshold(bool at_value, double class_share, bool gap_bits) {
  const auto least_weight = [=](double whole, std::size_t n_classes) {
    constexpr double most_on_a_side = 25.0;
    const double share = class_share * whole / static_cast<double>(n_classes);
    // A little less, so that rounding bars no cut.
    return (1 - 1e-9) * std::min(most_on_a_side, share);
  };
  const auto propose = [=](const Table& table, const FeatureColumn&, const Statistics& statistics) {
    if (class_share == 0.0) return propose_cuts(0, table.n_bins() - 1, at_value, gap_bits);
    std::vector<double> weights;
    table.weights(statistics, weights);
    const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
    const auto [first, end] = heavy_enough(weights, least_weight(whole, statistics.n_classes()));
    return first < end ? propose_cuts(first, end, at_value, gap_bits) : nullptr;
  };
  return {.propose = propose,
          .of_numbers = true,
          .needs_values = at_value,
          .is_steady = !gap_bits,  // no gap is known of an estimate
          .least_weight = least_weight};
}

Splitter make_subset(const std::string& search, std::size_t max_exhaustive,
                     double min_samples_category, bool is_descending) {
  const bool is_automatic = search == "auto", is_exhaustive = search == "exhaustive";
  if (!is_automatic && !is_exhaustive && search != "ordered")
    refuse("search '" + search + "' is not known");
  const auto propose = [=](const Table& table, const FeatureColumn&, const Statistics& statistics) {
    const std::size_t n_bins = table.n_bins();
    if (is_exhaustive || (is_automatic && !statistics.order_is_exact() && n_bins <= max_exhaustive))
      return propose_all_sets(n_bins);
    const std::vector<double> keys = statistics.order_keys(table);
    return propose_ordered_sets(
        order_by(table, [&](std::int32_t bin) { return is_descending ? -keys[bin] : keys[bin]; }));
  };
  // There may be fractions of samples: 1 leaves none out.
  return {.propose = propose,
          .of_categories = true,
          .min_samples = min_samples_category > 1.0 ? min_samples_category : 0.0};
}

Splitter make_fixed_order(std::vector<std::vector<std::int64_t>> ranks_of_features) {
  const auto propose = [all = std::move(ranks_of_features)](
                           const Table& table, const FeatureColumn& column, const Statistics&) {
    const std::vector<std::int64_t>& ranks = all.at(static_cast<std::size_t>(column.index));
    check_length("ranks", ranks.size(), static_cast<std::size_t>(column.feature->n_categories));
    return propose_ordered_sets(
        order_by(table, [&](std::int32_t bin) { return ranks[table.bins[bin]]; }), ranks);
  };
  return {.propose = propose, .of_categories = true};
}

Splitter make_multiway(std::int64_t max_categories, Splitter of_more) {
  const auto propose = [=, more = std::move(of_more.propose)](const Table& table,
                                                              const FeatureColumn& column,
                                                              const Statistics& statistics) {
    return column.feature->n_categories > max_categories
               ? more(table, column, statistics)
               : propose_every_bin(table, column, statistics);
  };
  return {
      .propose = propose, .of_categories = true, .is_steady = true, .most_steady = max_categories};
}

Splitter make_by_arity(std::vector<bool> have_few, Splitter of_numbers, Splitter of_categories) {
  const auto propose = [have_few = std::move(have_few), numbers = std::move(of_numbers.propose),
                        categories = std::move(of_categories.propose)](
                           const Table& table, const FeatureColumn& column,
                           const Statistics& statistics) {
    const bool is_nominal = column.feature->kind == Kind::categorical;
    if (have_few.at(static_cast<std::size_t>(column.index)))
      return propose_every_bin(table, column, statistics);
    return is_nominal ? categories(table, column, statistics) : numbers(table, column, statistics);
  };
  return {.propose = propose, .of_numbers = true, .of_categories = true};
}

Splitter make_grouped(bool is_charged) {
  const auto propose = [=](const Table& table, const FeatureColumn& column,
                           const Statistics& statistics) {
    const std::vector<double> missing = table.missing();
    const double out_of_all = pairwise_sum(missing.data(), missing.size());
    std::vector<std::int32_t> labels =
        value_groups(table.statistics(), statistics.width(), out_of_all, is_charged);
    const auto n_groups = static_cast<std::size_t>(std::ranges::max(labels)) + 1;
    std::unique_ptr<Proposal> proposal = propose_groups(std::move(labels));
    if (!is_charged) return proposal;
    proposal->log_trials = log_divisions(table.n_bins(), n_groups);
    proposal->may_be_small = column.feature->n_categories > 2;
    return proposal;
  };
  return {.propose = propose, .of_categories = true};
}

Splitter make_buckets(const std::string& method, std::size_t n) {
  if (method != "frequency" && method != "width" && method != "mdl")
    refuse("method '" + method + "' is not known");
  const auto propose = [=](const Table& table, const FeatureColumn& column,
                           const Statistics& statistics) -> std::unique_ptr<Proposal> {
    const std::vector<double> values = values_of(table, column);
    Occupied found = occupied_intervals(method == "width" ? equal_width(values, n)
                                        : method == "frequency"
                                            ? equal_frequency(values, table.counts, n)
                                            : by_description_length(values, table, statistics),
                                        values);
    if (found.thresholds.empty()) return nullptr;
    return propose_groups(std::move(found.labels), std::move(found.thresholds));
  };
  return {.propose = propose, .of_numbers = true};
}

}  // namespace arboretum::general
