#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/grow/best.hpp"

namespace arboretum::grow {

/// The best and the second-best feature of a node; -1 if there is none.
struct Ranking {
  std::int32_t winner = -1;
  std::int32_t runner_up = -1;
  double proxy = no_proxy;  ///< of the winner
  bool is_tie = false;      ///< between features
};

/// A feature and the proxy of its best split.
struct Contender {
  std::uint32_t feature;
  double proxy;
};

/// The largest proxy wins; among equals the feature that comes first.
inline std::int32_t first_of_the_best(const std::vector<Contender>& contenders, double most,
                                      const Ties& ties, std::int32_t without,
                                      std::size_t& n_equal) {
  n_equal = 0;
  if (most == no_proxy) return -1;
  const double floor = most - ties.tolerance(most);
  std::int32_t first = -1;
  for (const Contender& contender : contenders) {
    const auto id = static_cast<std::int32_t>(contender.feature);
    if (contender.proxy < floor || id == without) continue;
    ++n_equal;
    if (first < 0 || id < first) first = id;
  }
  return first;
}

inline Ranking rank(const std::vector<Contender>& contenders, const Ties& ties) {
  Ranking ranking;
  std::size_t n_equal = 0;
  double most = no_proxy;
  for (const Contender& contender : contenders) most = std::max(most, contender.proxy);
  ranking.winner = first_of_the_best(contenders, most, ties, -1, n_equal);
  ranking.is_tie = n_equal > 1;
  if (ranking.winner < 0) return ranking;
  double most_of_others = no_proxy;
  for (const Contender& contender : contenders)
    if (static_cast<std::int32_t>(contender.feature) == ranking.winner)
      ranking.proxy = contender.proxy;
    else
      most_of_others = std::max(most_of_others, contender.proxy);
  ranking.runner_up = first_of_the_best(contenders, most_of_others, ties, ranking.winner, n_equal);
  return ranking;
}

}  // namespace arboretum::grow
