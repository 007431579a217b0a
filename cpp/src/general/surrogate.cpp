#include "arboretum/general/surrogate.hpp"

#include <algorithm>

namespace arboretum::general {

bool SurrogateSearch::find(const FeatureColumn& column, std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row, std::int32_t upper,
                           Surrogate& surrogate) {
  read(entries, branch_of_row);
  if (agreement_.bins.size() < 2) return false;
  const bool is_set = column.feature->kind == grow::Kind::categorical;
  const double agreeing = is_set ? ask_set(column, upper, surrogate) : ask_cut(column, surrogate);
  return agreeing != Agreement::none &&
         agreement_.measure(agreeing, limits_.among_both, surrogate.agreement, surrogate.adjusted);
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

double SurrogateSearch::ask_cut(const FeatureColumn& column, Surrogate& surrogate) {
  const Agreement::Cut cut = agreement_.best_cut();
  if (cut.agreeing == Agreement::none) return Agreement::none;
  const auto value = [&](std::size_t bin) {
    return column.value(agreement_.bins[bin].code, rows_[bin]);
  };
  surrogate.is_reversed = cut.is_reversed;
  surrogate.question.reset(column.index, SplitKind::interval, 2, kNoBranch);
  surrogate.question.thresholds.push_back(midpoint(value(cut.after), value(cut.after + 1)));
  return cut.agreeing;
}

double SurrogateSearch::ask_set(const FeatureColumn& column, std::int32_t upper,
                                Surrogate& surrogate) {
  surrogate.is_reversed = false;
  surrogate.question.reset(column.index, SplitKind::category, 2, kNoBranch);
  return agreement_.best_set(upper, surrogate.question.codes, surrogate.question.branches);
}

std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n) {
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const Surrogate& surrogate) {
    return rounded_agreement(surrogate.agreement);
  });
  if (found.size() > n) found.resize(n);
  return found;
}

}  // namespace arboretum::general
