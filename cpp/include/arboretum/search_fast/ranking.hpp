#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
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

/// The best feature, `without` apart, of equals the first; and whether there are equals.
inline std::pair<const Contender*, bool> best_of(const std::vector<Contender>& contenders,
                                                 const Ties& ties, const Contender* without) {
  double most = no_proxy;
  for (const Contender& contender : contenders)
    if (&contender != without) most = std::max(most, contender.merit);
  if (most == no_proxy) return {nullptr, false};
  const double floor = most - ties.tolerance(most);
  const Contender* first = nullptr;
  bool is_tie = false;
  for (const Contender& contender : contenders) {
    if (contender.merit < floor || &contender == without) continue;
    is_tie = first != nullptr;
    if (!is_tie || contender.feature < first->feature) first = &contender;
  }
  return {first, is_tie};
}

/// The largest merit wins; among equals the feature that comes first.
inline Ranking rank(const std::vector<Contender>& contenders, const Ties& ties,
                    bool with_runner_up) {
  Ranking ranking;
  const auto [winner, is_tie] = best_of(contenders, ties, nullptr);
  if (winner == nullptr) return ranking;
  ranking.winner = static_cast<std::int32_t>(winner->feature);
  ranking.merit = winner->merit;
  ranking.is_tie = is_tie;
  if (!with_runner_up) return ranking;
  if (const Contender* next = best_of(contenders, ties, winner).first)
    ranking.runner_up = static_cast<std::int32_t>(next->feature);
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
