#include "arboretum/core/surrogates.hpp"

#include <algorithm>

namespace arboretum {
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

std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n) {
  std::ranges::stable_sort(found, std::ranges::greater{}, [](const Surrogate& surrogate) {
    return rounded_agreement(surrogate.agreement);
  });
  if (found.size() > n) found.resize(n);
  return found;
}

}  // namespace arboretum
