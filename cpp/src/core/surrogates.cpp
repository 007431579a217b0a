#include "arboretum/core/surrogates.hpp"

#include <algorithm>
#include <cmath>

namespace arboretum {
namespace {

constexpr double kTolerance = 1e-9;
/// A surrogate that does not beat "down the heavier branch" by more is none.
constexpr double kLeastAdjusted = 1e-10;
constexpr double kDigits = 1e12;

bool is_worth(const Agreement& agreement, const SurrogateLimits& limits, double agreeing,
              Surrogate& surrogate) {
  return agreeing != Agreement::none &&
         agreement.measure(agreeing, limits.among_both, surrogate.agreement, surrogate.adjusted);
}

}  // namespace

double rounded_agreement(double agreement) { return std::nearbyint(agreement * kDigits); }

void Agreement::sum() {
  reached_[0] = reached_[1] = 0.0;
  for (const Bin& bin : bins)
    for (int b = 0; b < 2; ++b) reached_[b] += bin.weights[b];
}

/// Calls `work(bin, direct, reversed)` with the weights that agree, for every cut after a bin that
/// leaves enough samples on both sides.
template <class Work>
void Agreement::for_cuts(const Work& work) const {
  double n_samples = 0.0, n_below = 0.0, below[2] = {0.0, 0.0};
  for (const Bin& bin : bins) n_samples += bin.counts[0] + bin.counts[1];
  for (std::size_t i = 0; i + 1 < bins.size(); ++i) {
    for (int b = 0; b < 2; ++b) below[b] += bins[i].weights[b];
    n_below += bins[i].counts[0] + bins[i].counts[1];
    if (n_below < min_samples || n_samples - n_below < min_samples) continue;
    work(i, below[0] + (reached_[1] - below[1]), below[1] + (reached_[0] - below[0]));
  }
}

Agreement::Cut Agreement::best_cut() {
  sum();
  double best = none;
  for_cuts([&](std::size_t, double direct, double reversed) {
    best = std::max({best, direct, reversed});
  });
  Cut cut{none, 0, false};
  if (best == none) return cut;
  const double floor = best - kTolerance * (reached_[0] + reached_[1]);
  for_cuts([&](std::size_t i, double direct, double reversed) {
    if (cut.agreeing != none || !(direct >= floor || reversed >= floor)) return;
    const bool is_reversed = !(direct >= floor);
    cut = {is_reversed ? reversed : direct, i, is_reversed};
  });
  return cut;
}

double Agreement::best_set(std::int32_t upper, std::vector<std::int32_t>& codes,
                           std::vector<std::int32_t>& branches) {
  sum();
  const double tolerance = kTolerance * (reached_[0] + reached_[1]);
  const double ahead = reached_[0] - reached_[1];
  const std::int32_t heavier = std::abs(ahead) <= tolerance ? upper : ahead > 0.0 ? 0 : 1;
  double agreeing = 0.0, n_disagreeing = 0.0;
  for (const Bin& bin : bins) {
    const double margin = bin.weights[0] - bin.weights[1];
    const std::int32_t side = std::abs(margin) <= tolerance ? heavier : margin > 0.0 ? 0 : 1;
    agreeing += bin.weights[side];
    n_disagreeing += bin.counts[1 - side];
    if (!(bin.counts[0] + bin.counts[1] > 0.0)) continue;  // among the rows that answer the split
    codes.push_back(bin.code);
    branches.push_back(side);
  }
  // Of samples that disagree, not of those that go each way; rpart has it so.
  return n_disagreeing < min_samples ? none : agreeing;
}

bool Agreement::measure(double agreeing, const double* reached, const double* missing,
                        bool among_both, double& agreement, double& adjusted) {
  double sides[2] = {reached[0], reached[1]};
  if (!among_both)
    for (int b = 0; b < 2; ++b) sides[b] += missing[b];
  const double whole = sides[0] + sides[1], heavier = std::max(sides[0], sides[1]);
  adjusted = whole > heavier ? (agreeing - heavier) / (whole - heavier) : 0.0;
  agreement = agreeing / whole;
  return adjusted > kLeastAdjusted;
}

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

std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n) {
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const Surrogate& surrogate) {
    return rounded_agreement(surrogate.agreement);
  });
  if (found.size() > n) found.resize(n);
  return found;
}

}  // namespace arboretum
