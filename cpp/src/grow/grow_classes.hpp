#pragma once

#include "arboretum/grow/grower.hpp"

namespace arboretum::grow {

/// Grows with the counts that the samples have.
template <class Criterion>
GrownTree grow_classes(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                       Pulse& pulse) {
  if (encoded.input().weights.empty())
    return Grower<Counts, Criterion>(encoded, limits, n_threads, pulse).run();
  return Grower<Weights, Criterion>(encoded, limits, n_threads, pulse).run();
}

}  // namespace arboretum::grow
