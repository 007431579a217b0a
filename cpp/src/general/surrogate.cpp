#include "arboretum/general/surrogate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// The arithmetic of the Python module, operation by operation: equal agreements must look equal
// to both growers.

namespace arboretum::general {
namespace {

constexpr double kNone = -std::numeric_limits<double>::infinity();
constexpr double kTolerance = 1e-9;
/// A surrogate that does not beat "down the heavier branch" by more is none.
constexpr double kLeastAdjusted = 1e-10;
/// Samples that must go each way, or the question is about hardly any of them.
constexpr double kMinSamples = 2.0;
/// Agreements that are the same to so many digits are equal.
constexpr double kDigits = 1e12;

}  // namespace

bool SurrogateSearch::find(const FeatureColumn& column, std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row, std::int32_t upper,
                           Surrogate& surrogate) {
  read(entries, branch_of_row);
  if (bins_.size() < 2) return false;
  const bool is_set = column.feature->kind == grow::Kind::categorical;
  const double agreeing = is_set ? ask_set(column, upper, surrogate) : ask_cut(column, surrogate);
  if (agreeing == kNone) return false;

  double sides[2] = {reached_[0], reached_[1]};
  if (!limits_.among_both)
    for (int b = 0; b < 2; ++b) sides[b] += missing_[b];
  const double whole = sides[0] + sides[1], heavier = std::max(sides[0], sides[1]);
  surrogate.adjusted = whole > heavier ? (agreeing - heavier) / (whole - heavier) : 0.0;
  surrogate.agreement = agreeing / whole;
  return surrogate.adjusted > kLeastAdjusted;
}

void SurrogateSearch::read(std::span<const Entry> entries,
                           std::span<const std::int32_t> branch_of_row) {
  bins_.clear();
  std::ranges::fill(missing_, 0.0);
  std::size_t i = 0;
  for (; i < entries.size() && entries[i].code != kMissingCode; ++i) {
    const auto [code, row] = entries[i];
    // Rows that cannot answer the split count nothing, yet a threshold may lie beside them.
    if (bins_.empty() || bins_.back().code != code) bins_.push_back({code, row, {}, {}});
    const std::int32_t branch = branch_of_row[row];
    if (branch < 0) continue;
    bins_.back().weights[branch] += weights_[row];
    bins_.back().counts[branch] += counts_[row];
  }
  for (; i < entries.size(); ++i)
    if (const std::int32_t branch = branch_of_row[entries[i].row]; branch >= 0)
      missing_[branch] += weights_[entries[i].row];
  std::ranges::fill(reached_, 0.0);
  for (const Bin& bin : bins_)
    for (int b = 0; b < 2; ++b) reached_[b] += bin.weights[b];
}

template <class Work>
void SurrogateSearch::for_cuts(const Work& work) const {
  double n_samples = 0.0, n_below = 0.0, below[2] = {0.0, 0.0};
  for (const Bin& bin : bins_) n_samples += bin.counts[0] + bin.counts[1];
  for (std::size_t i = 0; i + 1 < bins_.size(); ++i) {
    for (int b = 0; b < 2; ++b) below[b] += bins_[i].weights[b];
    n_below += bins_[i].counts[0] + bins_[i].counts[1];
    if (n_below < kMinSamples || n_samples - n_below < kMinSamples) continue;
    work(i, below[0] + (reached_[1] - below[1]), below[1] + (reached_[0] - below[0]));
  }
}

double SurrogateSearch::ask_cut(const FeatureColumn& column, Surrogate& surrogate) const {
  double best = kNone;
  for_cuts([&](std::size_t, double direct, double reversed) {
    best = std::max({best, direct, reversed});
  });
  if (best == kNone) return kNone;
  const double floor = best - kTolerance * (reached_[0] + reached_[1]);
  double agreeing = kNone;
  std::size_t cut = 0;
  for_cuts([&](std::size_t i, double direct, double reversed) {
    if (agreeing != kNone || !(direct >= floor || reversed >= floor)) return;
    surrogate.is_reversed = !(direct >= floor);
    agreeing = surrogate.is_reversed ? reversed : direct;
    cut = i;
  });
  surrogate.question.reset(column.index, SplitKind::interval, 2, kNoBranch);
  const Bin &low = bins_[cut], &high = bins_[cut + 1];
  surrogate.question.thresholds.push_back(
      midpoint(column.value(low.code, low.row), column.value(high.code, high.row)));
  return agreeing;
}

/// A category that goes either way goes with most of all, and if that is nowhere, up: as in rpart.
double SurrogateSearch::ask_set(const FeatureColumn& column, std::int32_t upper,
                                Surrogate& surrogate) const {
  const double tolerance = kTolerance * (reached_[0] + reached_[1]);
  const double ahead = reached_[0] - reached_[1];
  const std::int32_t heavier = std::abs(ahead) <= tolerance ? upper : ahead > 0.0 ? 0 : 1;
  surrogate.is_reversed = false;
  surrogate.question.reset(column.index, SplitKind::category, 2, kNoBranch);
  double agreeing = 0.0, n_disagreeing = 0.0;
  for (const Bin& bin : bins_) {
    const double margin = bin.weights[0] - bin.weights[1];
    const std::int32_t side = std::abs(margin) <= tolerance ? heavier : margin > 0.0 ? 0 : 1;
    agreeing += bin.weights[side];
    n_disagreeing += bin.counts[1 - side];
    if (!(bin.counts[0] + bin.counts[1] > 0.0)) continue;  // among the rows that answer the split
    surrogate.question.codes.push_back(bin.code);
    surrogate.question.branches.push_back(side);
  }
  // Of samples that disagree, not of those that go each way; rpart has it so.
  return n_disagreeing < kMinSamples ? kNone : agreeing;
}

std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n) {
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const Surrogate& surrogate) {
    return std::nearbyint(surrogate.agreement * kDigits);
  });
  if (found.size() > n) found.resize(n);
  return found;
}

}  // namespace arboretum::general
