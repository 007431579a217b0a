#include "by_criterion.hpp"
#include "grow_classes.hpp"

namespace arboretum::grow {

GrownTree grow_by_gini(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                       Pulse& pulse) {
  if (encoded.input().n_classes == 2)
    return grow_classes<TwoClassGini>(encoded, limits, n_threads, pulse);
  return grow_classes<Gini>(encoded, limits, n_threads, pulse);
}

}  // namespace arboretum::grow
