#include <algorithm>

#include "arboretum/search_general/intervals.hpp"
#include "arboretum/search_general/splitter.hpp"

namespace arboretum::general {
namespace {

std::int32_t n_labels(std::span<const std::int32_t> labels) {
  return *std::ranges::max_element(labels) + 1;
}

class Merge {
 public:
  explicit Merge(MergeOptions options) : options_(std::move(options)) {}

  std::unique_ptr<Proposal> operator()(const Table& table, const FeatureColumn& column,
                                       const Statistics&) const {
    const MergeableBins bins{column.feature->kind != Kind::categorical, table.missing_count > 0.0};
    const Occupied categories = categories_of(table, column);
    const std::int32_t n_known = n_labels(categories.labels);
    Branches sums;
    table.groups(grouped_by(categories.labels), bins.has_missing ? n_known : kLeftOut, sums);
    const std::vector<std::int32_t> groups =
        merge_categories(sums.counts, sums.statistics, bins, options_.rules);
    const std::int32_t n_groups = n_labels(groups);
    if (n_groups < 2) return nullptr;
    std::unique_ptr<Proposal> proposal = ask_for(groups, categories, bins);
    if (bins.has_missing) proposal->missing_branch = groups.back();
    if (options_.bonferroni)
      proposal->log_trials = log_trials(groups.size(), static_cast<std::size_t>(n_groups), bins,
                                        options_.rules.is_exhaustive);
    return proposal;
  }

 private:
  /// Which category each bin of the table belongs to, and what lies between ordered ones.
  Occupied categories_of(const Table& table, const FeatureColumn& column) const {
    if (column.feature->kind == Kind::categorical) {
      Occupied each;
      for (std::size_t bin = 0; bin < table.n_bins(); ++bin)
        each.labels.push_back(static_cast<std::int32_t>(bin));
      return each;
    }
    const std::vector<double> values = values_of(table, column);
    const bool is_ordered = column.feature->kind == Kind::ordered;
    if (!is_ordered && !options_.thresholds.empty())
      return occupied_intervals(options_.thresholds.at(static_cast<std::size_t>(column.index)),
                                values);
    if (is_ordered || values.size() <= options_.n_bins)
      return occupied_intervals(midpoints(values), values);
    return occupied_intervals(equal_frequency(values, table.counts, options_.n_bins), values);
  }

  static std::unique_ptr<Proposal> ask_for(const std::vector<std::int32_t>& groups,
                                           const Occupied& categories, MergeableBins bins) {
    const auto n_known = static_cast<std::size_t>(n_labels(categories.labels));
    const std::int32_t arity = n_labels(std::span(groups).first(n_known));
    if (arity == 1) return propose_presence();
    std::vector<std::int32_t> labels;
    for (const std::int32_t category : categories.labels)
      labels.push_back(groups[static_cast<std::size_t>(category)]);
    if (!bins.is_ordered) return propose_groups(std::move(labels));
    std::vector<double> thresholds;
    for (std::size_t i = 0; i + 1 < n_known; ++i)
      if (groups[i] != groups[i + 1]) thresholds.push_back(categories.thresholds[i]);
    return propose_groups(std::move(labels), std::move(thresholds));
  }

  MergeOptions options_;
};

}  // namespace

Splitter make_merge(MergeOptions options) {
  return {.propose = Merge(std::move(options)), .of_numbers = true, .of_categories = true};
}

}  // namespace arboretum::general
