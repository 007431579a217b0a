#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/criterion.hpp"

/// The largest proxy that a list of a node may have, in whatever order it holds the samples: where
/// nobody asks for more than the best list, there is no need to look beyond one that has it.

namespace arboretum::fast {

/// Two classes: nothing does better than a split without a mistake.
template <class Targets, class Criterion>
double most_possible(const Criterion& criterion, const BlockLists<Targets>&, Stretch,
                     const double* totals) {
  const double one[]{totals[0], 0.0, 0.0}, other[]{0.0, totals[1], 0.0};
  return criterion.proxy(one, other);
}

/// Numbers: of all sets of k samples, the k smallest or the k largest are the farthest from the
/// mean.  Lists of more than a few samples rarely hold those apart from the others.
inline double most_possible(const Variance&, const BlockLists<Moments>& lists, Stretch at,
                            const double* totals) {
  constexpr std::uint32_t few = 6;
  if (at.n > few) return unbounded;
  const std::uint16_t* order = lists.order(at);
  const double mean = totals[1] / totals[0];
  std::array<double, few> away{};
  double all = 0, sizes = 0;
  for (std::uint32_t i = 0; i < at.n; ++i) {
    const double one = lists.marks()[order[i]] - mean;
    all += one;
    sizes += std::abs(one);
    std::uint32_t j = i;
    for (; j > 0 && away[j - 1] > one; --j) away[j] = away[j - 1];
    away[j] = one;
  }
  // A scan adds the same numbers in another order.
  const double rounding = 4 * few * std::numeric_limits<double>::epsilon() * sizes;
  const double* inverse = reciprocals().data();
  double smallest = 0, most = 0;
  for (std::uint32_t k = 1; k < at.n; ++k) {
    smallest += away[k - 1];
    const double farthest = std::max(std::abs(smallest), std::abs(all - smallest)) + rounding;
    most = std::max(most, farthest * farthest * (inverse[k] + inverse[at.n - k]));
  }
  return most;
}

}  // namespace arboretum::fast
