#include "arboretum/search_fast/class_criteria.hpp"
#include "arboretum/search_fast/grower.hpp"
#include "by_criterion.hpp"

namespace arboretum::fast {
namespace {

/// Grows with the counts that the samples have.
template <class Criterion>
Grown grow_by(const Criterion& criterion, const Encoded& encoded, const Limits& limits,
              std::size_t n_threads, Pulse& pulse) {
  if (encoded.input().weights.empty())
    return Grower<Counts, Criterion>(encoded, criterion, limits, n_threads, pulse).run();
  return Grower<Weights, Criterion>(encoded, criterion, limits, n_threads, pulse).run();
}

}  // namespace

Grown grow_by_gini(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                   Pulse& pulse) {
  return grow_by(Gini(encoded.input()), encoded, limits, n_threads, pulse);
}

Grown grow_by_entropy(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                      Pulse& pulse) {
  return grow_by(Entropy(encoded.input()), encoded, limits, n_threads, pulse);
}

Grown grow_by_comparison(CriterionName name, const Encoded& encoded, const Limits& limits,
                         std::size_t n_threads, Pulse& pulse) {
  return grow_by(Compared(name, encoded.input()), encoded, limits, n_threads, pulse);
}

}  // namespace arboretum::fast
