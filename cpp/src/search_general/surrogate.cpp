#include "arboretum/search_general/surrogate.hpp"

namespace arboretum::general {

bool SurrogateSearch::find(const FeatureColumn& column, std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row, std::int32_t upper,
                           Surrogate& surrogate) {
  read(entries, branch_of_row);
  if (column.feature->kind == Kind::categorical)
    return ask_set(agreement_, limits_, column.index, upper, surrogate);
  const auto after = ask_cut(agreement_, limits_, column.index, surrogate);
  if (!after) return false;
  const auto value = [&](std::size_t bin) {
    return column.value(agreement_.bins[bin].code, rows_[bin]);
  };
  surrogate.question.thresholds.push_back(
      column.feature->threshold(value(*after), value(*after + 1)));
  return true;
}

void SurrogateSearch::read(std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row) {
  agreement_.clear();
  rows_.clear();
  std::vector<Agreement::Bin>& bins = agreement_.bins;
  std::size_t i = 0;
  for (; i < entries.size() && entries[i].code != kMissingCode; ++i) {
    const auto [code, row] = entries[i];
    // Rows that cannot answer the split count nothing, yet a threshold may lie beside them.
    if (bins.empty() || bins.back().code != code) {
      bins.push_back({code, {}, {}});
      rows_.push_back(row);
    }
    const std::int32_t branch = branch_of_row[row];
    if (branch < 0) continue;
    bins.back().weights[branch] += weights_[row];
    bins.back().counts[branch] += counts_[row];
  }
  for (; i < entries.size(); ++i)
    if (const std::int32_t branch = branch_of_row[entries[i].row]; branch >= 0)
      agreement_.missing[branch] += weights_[entries[i].row];
}

}  // namespace arboretum::general
