#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/grow/best.hpp"

namespace arboretum::grow {

/// The best and the second-best feature of a node; -1 if there is none.
struct Ranking {
  std::int32_t winner = -1;
  std::int32_t runner_up = -1;
  bool is_tie = false;  ///< between features
};

/// The largest proxy wins; among equals the feature that comes first.
/// `proxy_of(feature)` is minus infinity for a feature that offers nothing.
template <class ProxyOf>
std::int32_t first_of_the_best(const std::vector<std::uint32_t>& features, const ProxyOf& proxy_of,
                               const Ties& ties, std::int32_t without, std::size_t& n_equal) {
  double most = no_proxy;
  for (const std::uint32_t f : features)
    if (static_cast<std::int32_t>(f) != without && proxy_of(f) > most) most = proxy_of(f);
  n_equal = 0;
  if (most == no_proxy) return -1;
  const double floor = most - ties.tolerance(most);
  std::int32_t first = -1;
  for (const std::uint32_t f : features) {
    const auto id = static_cast<std::int32_t>(f);
    if (id == without || proxy_of(f) < floor) continue;
    ++n_equal;
    if (first < 0 || id < first) first = id;
  }
  return first;
}

template <class ProxyOf>
Ranking rank(const std::vector<std::uint32_t>& features, const ProxyOf& proxy_of,
             const Ties& ties) {
  Ranking ranking;
  std::size_t n_equal = 0;
  ranking.winner = first_of_the_best(features, proxy_of, ties, -1, n_equal);
  ranking.is_tie = n_equal > 1;
  if (ranking.winner >= 0)
    ranking.runner_up = first_of_the_best(features, proxy_of, ties, ranking.winner, n_equal);
  return ranking;
}

/// The two largest proxies among features so far: what a further feature must reach to matter.
struct TopTwo {
  double first = no_proxy, second = no_proxy;

  void add(double proxy) {
    if (proxy > first) {
      second = first;
      first = proxy;
    } else if (proxy > second) {
      second = proxy;
    }
  }
};

}  // namespace arboretum::grow
