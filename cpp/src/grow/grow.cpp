#include "arboretum/grow/grow.hpp"

#include "arboretum/check.hpp"
#include "arboretum/grow/grower.hpp"

namespace arboretum::grow {

namespace {

template <class Criterion>
GrownTree grow_classes(const Encoded& encoded, const Limits& limits, const Pulse& pulse) {
  if (encoded.input().weights.empty())
    return Grower<Counts, Criterion>(encoded, limits, pulse).run();
  return Grower<Weights, Criterion>(encoded, limits, pulse).run();
}

}  // namespace

GrownTree grow(const Input& input, const Limits& limits, CriterionName criterion,
               std::size_t n_threads, const Pulse& pulse) {
  const Encoded encoded(input, n_threads);
  const bool has_two_classes = input.n_classes == 2;
  switch (criterion) {
    case CriterionName::gini:
      if (has_two_classes) return grow_classes<TwoClassGini>(encoded, limits, pulse);
      return grow_classes<Gini>(encoded, limits, pulse);
    case CriterionName::entropy:
      if (has_two_classes) return grow_classes<TwoClassEntropy>(encoded, limits, pulse);
      return grow_classes<Entropy>(encoded, limits, pulse);
    case CriterionName::squared_error:
      return Grower<Moments, Variance>(encoded, limits, pulse).run();
  }
  refuse("unknown criterion");
}

}  // namespace arboretum::grow
