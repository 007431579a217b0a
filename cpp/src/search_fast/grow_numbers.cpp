#include "arboretum/core/check.hpp"
#include "arboretum/search_fast/grower.hpp"
#include "arboretum/search_fast/vector_variance.hpp"
#include "by_criterion.hpp"

namespace arboretum::fast {
namespace {

template <class Targets>
Grown grow_number(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                  Pulse& pulse) {
  return Grower<Targets, Variance>(encoded, Variance(), limits, n_threads, pulse).run();
}

template <std::size_t n_targets>
Grown grow_vectors(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                   Pulse& pulse) {
  using Targets = VectorsOf<n_targets>;
  using Criterion = VectorVarianceOf<n_targets>;
  const Targets targets(encoded.input());
  return Grower<Targets, Criterion>(encoded, Criterion(targets), limits, n_threads, pulse).run();
}

}  // namespace

Grown grow_by_variance(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                       Pulse& pulse) {
  const bool is_weighted = !encoded.input().weights.empty();
  const auto grow = is_weighted ? grow_number<WeightedMoments> : grow_number<Moments>;
  return grow(encoded, limits, n_threads, pulse);
}

Grown grow_by_vector_variance(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                              Pulse& pulse) {
  switch (encoded.input().target_weights.size()) {
    case 8:
      return grow_vectors<8>(encoded, limits, n_threads, pulse);
    case 16:
      return grow_vectors<16>(encoded, limits, n_threads, pulse);
    default:
      refuse("vectors have room for 8 or 16 numbers");
  }
}

}  // namespace arboretum::fast
