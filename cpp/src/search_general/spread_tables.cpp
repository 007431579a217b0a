#include "arboretum/search_general/spread_tables.hpp"

#include <algorithm>

#include "arboretum/core/parallel.hpp"
#include "arboretum/search_general/select.hpp"

namespace arboretum::general {

namespace {

/// Whether all splits of a feature are estimated well from sums of another order.
bool can_estimate(const Recipe& recipe, const Statistics& statistics, const Feature& feature) {
  const auto is_steady = [&](const Splitter& splitter) {
    return !splitter.handles(feature.kind) || splitter.is_steady_for(feature);
  };
  // Sums of classes have nothing to cancel out; those of numbers do.
  return !statistics.classes().empty() && std::ranges::all_of(recipe.splitters, is_steady);
}

}  // namespace

SpreadTables::SpreadTables(const Recipe& recipe, const Statistics& statistics, const Source& source,
                           const std::vector<Feature>& features)
    : statistics_(statistics),
      source_(source),
      has_(features.size()),
      tables_(features.size()),
      sides_(features.size()) {
  const bool cuts_numbers = FeatureSelector::can_estimate_cuts(recipe, statistics);
  for (std::size_t i = 0; i < features.size(); ++i)
    can_have_.push_back(can_estimate(recipe, statistics, features[i]) &&
                        (cuts_numbers || source.has_codes(static_cast<std::int32_t>(i))));
}

void SpreadTables::make(const SpreadRows& spread, std::span<const std::int32_t> features,
                        std::size_t n_threads, Pulse& pulse) {
  of_ = &spread;
  const bool is_shared = spread.rows.size() * features.size() >= kMinShared;
  parallel_for(features.size(), is_shared ? n_threads : 1, 1, pulse,
               [&](std::size_t begin, std::size_t end) {
                 for (std::size_t i = begin; i < end; ++i) {
                   pulse.check();
                   has_[features[i]] = count(features[i], spread);
                 }
               });
}

bool SpreadTables::count(std::int32_t feature, const SpreadRows& spread) {
  if (can_have_[feature] == 0) return false;
  std::unique_ptr<Table>& table = tables_[feature];
  if (!table) table = statistics_.make_table();
  if (source_.has_codes(feature))
    return table->fill_unsorted(spread.rows, source_.codes(feature), source_.n_codes(feature));
  table->fill(spread.lists[feature]);
  sides_[feature].read(*table);
  return true;
}

}  // namespace arboretum::general
