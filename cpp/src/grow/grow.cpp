#include "arboretum/grow/grow.hpp"

#include "arboretum/check.hpp"
#include "arboretum/grow/class_criteria.hpp"
#include "arboretum/grow/grower.hpp"

namespace arboretum::grow {

namespace {

template <class Criterion>
GrownTree grow_classes(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                       Pulse& pulse) {
  if (encoded.input().weights.empty())
    return Grower<Counts, Criterion>(encoded, limits, n_threads, pulse).run();
  return Grower<Weights, Criterion>(encoded, limits, n_threads, pulse).run();
}

}  // namespace

GrownTree grow(const Input& input, const Limits& limits, CriterionName criterion,
               std::size_t n_threads, Pulse& pulse) {
  const Encoded encoded(input, n_threads, pulse);
  const bool has_two_classes = input.n_classes == 2;
  switch (criterion) {
    case CriterionName::gini:
      if (has_two_classes) return grow_classes<TwoClassGini>(encoded, limits, n_threads, pulse);
      return grow_classes<Gini>(encoded, limits, n_threads, pulse);
    case CriterionName::entropy:
      if (has_two_classes) return grow_classes<TwoClassEntropy>(encoded, limits, n_threads, pulse);
      return grow_classes<Entropy>(encoded, limits, n_threads, pulse);
    case CriterionName::error:
      return grow_classes<Compared<scores::Error>>(encoded, limits, n_threads, pulse);
    case CriterionName::gain_ratio:
      return grow_classes<Compared<scores::GainRatio>>(encoded, limits, n_threads, pulse);
    case CriterionName::chi_square:
      return grow_classes<Compared<scores::ChiSquare>>(encoded, limits, n_threads, pulse);
    case CriterionName::twoing:
      return grow_classes<Compared<scores::Twoing>>(encoded, limits, n_threads, pulse);
    case CriterionName::squared_error:
      return Grower<Moments, Variance>(encoded, limits, n_threads, pulse).run();
  }
  refuse("unknown criterion");
}

}  // namespace arboretum::grow
