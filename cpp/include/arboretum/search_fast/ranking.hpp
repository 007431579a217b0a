#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "arboretum/search_fast/best.hpp"

namespace arboretum::fast {

/// The best and the second-best feature of a node; -1 if there is none.
struct Ranking {
  std::int32_t winner = -1;
  std::int32_t runner_up = -1;
  double merit = no_proxy;  ///< of the winner
  bool is_tie = false;      ///< between features
};

/// A feature and the merit of its best split: its proxy, unless features cost something.
struct Contender {
  std::uint32_t feature;
  double merit;
};

/// The first feature, `without` apart, whose merit reaches the floor.
inline const Contender* first_above(const std::vector<Contender>& contenders, double floor,
                                    const Contender* without) {
  const Contender* first = nullptr;
  for (const Contender& contender : contenders)
    if (contender.merit >= floor && &contender != without &&
        (first == nullptr || contender.feature < first->feature))
      first = &contender;
  return first;
}

/// The three largest merits, and who has the first two.
struct Top {
  const Contender *best = nullptr, *next = nullptr;
  double first = no_proxy, second = no_proxy, third = no_proxy;

  explicit Top(const std::vector<Contender>& contenders) {
    for (const Contender& contender : contenders) {
      const double merit = contender.merit;
      if (merit <= second) {
        third = std::max(third, merit);
        continue;
      }
      third = second;
      const bool is_best = merit > first;
      next = is_best ? best : &contender;
      second = is_best ? first : merit;
      if (!is_best) continue;
      best = &contender;
      first = merit;
    }
  }
};

/// The winner alone, with less work.
inline Ranking rank_first(const std::vector<Contender>& contenders, const Ties& ties) {
  Ranking ranking;
  double most = no_proxy;
  for (const Contender& contender : contenders) most = std::max(most, contender.merit);
  if (most == no_proxy) return ranking;
  const double floor = most - ties.tolerance(most);
  const Contender* winner = nullptr;
  for (const Contender& contender : contenders) {
    if (contender.merit < floor) continue;
    ranking.is_tie = winner != nullptr;
    if (winner == nullptr || contender.feature < winner->feature) winner = &contender;
  }
  ranking.winner = static_cast<std::int32_t>(winner->feature);
  ranking.merit = winner->merit;
  return ranking;
}

/// The largest merit wins; among equals the feature that comes first.
inline Ranking rank(const std::vector<Contender>& contenders, const Ties& ties,
                    bool with_runner_up) {
  if (!with_runner_up) return rank_first(contenders, ties);
  Ranking ranking;
  const Top top(contenders);
  if (top.best == nullptr) return ranking;
  const double floor = top.first - ties.tolerance(top.first);
  ranking.is_tie = top.second >= floor;
  const Contender* winner = ranking.is_tie ? first_above(contenders, floor, nullptr) : top.best;
  ranking.winner = static_cast<std::int32_t>(winner->feature);
  ranking.merit = winner->merit;
  const double most_of_others = winner->merit == top.first ? top.second : top.first;
  if (most_of_others == no_proxy) return ranking;
  const double others_floor = most_of_others - ties.tolerance(most_of_others);
  const bool is_clear = winner == top.best && top.third < others_floor;
  const Contender* runner_up = is_clear ? top.next : first_above(contenders, others_floor, winner);
  ranking.runner_up = static_cast<std::int32_t>(runner_up->feature);
  return ranking;
}

/// What a merit must reach for the feature to be, perhaps, among the n best.
inline double least_of_best(std::vector<Contender> contenders, const Ties& ties, std::size_t n) {
  if (contenders.size() <= n) return no_proxy;
  const auto last = contenders.begin() + static_cast<std::ptrdiff_t>(n - 1);
  std::ranges::nth_element(contenders, last, std::ranges::greater{}, &Contender::merit);
  // It and the other may both be less than they seem.
  return ties.floor(last->merit) - ties.tolerance(last->merit);
}

/// Whether rounding may decide which the n best features are, or in which order.
inline bool is_vague(std::vector<Contender> contenders, const Ties& ties, std::size_t n) {
  std::ranges::sort(contenders, std::ranges::greater{}, &Contender::merit);
  for (std::size_t i = 0; i < n && i + 1 < contenders.size(); ++i)
    for (std::size_t j = i + 1; j < contenders.size(); ++j) {
      const double best = contenders[i].merit, other = contenders[j].merit;
      if (ties.is_vague(best, other)) return true;
      if (other < ties.floor(best)) break;
    }
  return false;
}

/// A feature in its place among the best.
struct Ranked {
  std::uint32_t feature;
  bool is_tie;  ///< with one that comes after it
};

/// The n best features, equals in their order: what `rank` says of those that are left.
inline std::vector<Ranked> rank_best(std::vector<Contender> contenders, const Ties& ties,
                                     std::size_t n) {
  std::ranges::sort(contenders, std::ranges::greater{}, &Contender::merit);
  std::vector<Ranked> ranked;
  ranked.reserve(std::min(n, contenders.size()));
  for (auto left = contenders.begin(); left != contenders.end() && ranked.size() < n; ++left) {
    const double floor = left->merit - ties.tolerance(left->merit);
    const auto below =
        std::find_if(left, contenders.end(), [&](const Contender& c) { return c.merit < floor; });
    const auto winner = std::ranges::min_element(left, below, {}, &Contender::feature);
    ranked.push_back({winner->feature, below - left > 1});
    std::rotate(left, winner, winner + 1);  // the others stay in order
  }
  return ranked;
}

}  // namespace arboretum::fast
