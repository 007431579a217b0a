#include "arboretum/general/surrogate.hpp"

#include <algorithm>

namespace arboretum::general {

namespace {

bool is_worth(const Agreement& agreement, const SurrogateLimits& limits, double agreeing,
              Surrogate& surrogate) {
  return agreeing != Agreement::none &&
         agreement.measure(agreeing, limits.among_both, surrogate.agreement, surrogate.adjusted);
}

}  // namespace

std::optional<std::size_t> ask_cut(Agreement& agreement, const SurrogateLimits& limits,
                                   std::int32_t feature, Surrogate& surrogate) {
  if (agreement.bins.size() < 2) return std::nullopt;
  const Agreement::Cut cut = agreement.best_cut();
  surrogate.is_reversed = cut.is_reversed;
  surrogate.question.reset(feature, SplitKind::interval, 2, kNoBranch);
  if (!is_worth(agreement, limits, cut.agreeing, surrogate)) return std::nullopt;
  return cut.after;
}

bool ask_set(Agreement& agreement, const SurrogateLimits& limits, std::int32_t feature,
             std::int32_t upper, Surrogate& surrogate) {
  if (agreement.bins.size() < 2) return false;
  Question& question = surrogate.question;
  surrogate.is_reversed = false;
  question.reset(feature, SplitKind::category, 2, kNoBranch);
  const double agreeing = agreement.best_set(upper, question.codes, question.branches);
  return is_worth(agreement, limits, agreeing, surrogate);
}

bool SurrogateSearch::find(const FeatureColumn& column, std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row, std::int32_t upper,
                           Surrogate& surrogate) {
  read(entries, branch_of_row);
  if (column.feature->kind == grow::Kind::categorical)
    return ask_set(agreement_, limits_, column.index, upper, surrogate);
  const auto after = ask_cut(agreement_, limits_, column.index, surrogate);
  if (!after) return false;
  const auto value = [&](std::size_t bin) {
    return column.value(agreement_.bins[bin].code, rows_[bin]);
  };
  surrogate.question.thresholds.push_back(midpoint(value(*after), value(*after + 1)));
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

std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n) {
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const Surrogate& surrogate) {
    return rounded_agreement(surrogate.agreement);
  });
  if (found.size() > n) found.resize(n);
  return found;
}

}  // namespace arboretum::general
