#include "arboretum/grow/grower.hpp"
#include "by_criterion.hpp"

namespace arboretum::grow {

GrownTree grow_by_variance(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                           Pulse& pulse) {
  if (encoded.input().weights.empty())
    return Grower<Moments, Variance>(encoded, limits, n_threads, pulse).run();
  return Grower<WeightedMoments, Variance>(encoded, limits, n_threads, pulse).run();
}

}  // namespace arboretum::grow
