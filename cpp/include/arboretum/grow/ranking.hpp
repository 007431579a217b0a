#pragma once

#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "arboretum/grow/best.hpp"

namespace arboretum::grow {

/// Position of the winner and of the runner-up among the features' best proxies; -1 if none.
struct Ranking {
  std::ptrdiff_t winner = -1;
  std::ptrdiff_t runner_up = -1;
  bool is_tie = false;  ///< between features
};

/// The largest proxy wins; among equals the feature that comes first.
template <class Bests>
std::ptrdiff_t first_of_the_best(const Bests& bests, const Ties& ties, std::ptrdiff_t without,
                                 bool* is_tie) {
  double most = no_proxy;
  for (std::size_t i = 0; i < bests.size(); ++i)
    if (static_cast<std::ptrdiff_t>(i) != without && bests[i].proxy > most) most = bests[i].proxy;
  if (most == no_proxy) return -1;
  const double floor = most - ties.tolerance(most);
  std::ptrdiff_t first = -1;
  for (std::size_t i = 0; i < bests.size(); ++i) {
    if (static_cast<std::ptrdiff_t>(i) == without || bests[i].proxy < floor) continue;
    if (first >= 0) {
      if (is_tie != nullptr) *is_tie = true;
      return first;
    }
    first = static_cast<std::ptrdiff_t>(i);
  }
  return first;
}

template <class Bests>
Ranking rank(const Bests& bests, const Ties& ties) {
  Ranking ranking;
  ranking.winner = first_of_the_best(bests, ties, -1, &ranking.is_tie);
  if (ranking.winner >= 0)
    ranking.runner_up = first_of_the_best(bests, ties, ranking.winner, nullptr);
  return ranking;
}

}  // namespace arboretum::grow
