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

/// The first feature, `without` apart, whose proxy reaches the floor.
inline const Contender* first_above(const std::vector<Contender>& contenders, double floor,
                                    const Contender* without) {
  const Contender* first = nullptr;
  for (const Contender& contender : contenders)
    if (contender.proxy >= floor && &contender != without &&
        (first == nullptr || contender.feature < first->feature))
      first = &contender;
  return first;
}

/// The largest proxy wins; among equals the feature that comes first.
inline Ranking rank(const std::vector<Contender>& contenders, const Ties& ties) {
  double most = no_proxy, second = no_proxy;
  for (const Contender& contender : contenders) {
    second = std::max(second, std::min(most, contender.proxy));
    most = std::max(most, contender.proxy);
  }
  Ranking ranking;
  if (most == no_proxy) return ranking;
  const double floor = most - ties.tolerance(most);
  const Contender* winner = first_above(contenders, floor, nullptr);
  ranking.winner = static_cast<std::int32_t>(winner->feature);
  ranking.proxy = winner->proxy;
  ranking.is_tie = second >= floor;
  const double most_of_others = winner->proxy == most ? second : most;
  if (most_of_others == no_proxy) return ranking;
  const double others_floor = most_of_others - ties.tolerance(most_of_others);
  ranking.runner_up =
      static_cast<std::int32_t>(first_above(contenders, others_floor, winner)->feature);
  return ranking;
}

/// A feature in its place among the best.
struct Ranked {
  std::uint32_t feature;
  bool is_tie;  ///< with one that comes after it
};

/// The n best features, equals in their order.
inline std::vector<Ranked> rank_best(std::vector<Contender> contenders, const Ties& ties,
                                     std::size_t n) {
  std::vector<Ranked> ranked;
  while (!contenders.empty() && ranked.size() < n) {
    const Ranking best = rank(contenders, ties);
    ranked.push_back({static_cast<std::uint32_t>(best.winner), best.is_tie});
    std::erase_if(contenders,
                  [&](const Contender& c) { return c.feature == ranked.back().feature; });
  }
  return ranked;
}

}  // namespace arboretum::grow
