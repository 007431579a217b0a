#pragma once

#include <vector>

#include "arboretum/optimal/search.hpp"

namespace arboretum::optimal {

/// What is known of a subproblem without searching on; what was forgotten is found by looking
/// ahead.
template <class Costs>
Found<typename Costs::Value> best_remembered(Search<Costs>& search,
                                             const Rows<typename Costs::Value>& rows,
                                             const Room& room, const Room& own, int level) {
  using Value = typename Costs::Value;
  if (const auto known = search.cache().find(rows.key, own)) return *known;
  if (own.depth <= 2) return search.solve_shallow(rows, own);
  search.look_ahead(rows, room, level);
  const auto known = search.cache().find(rows.key, own);
  return known.value_or(Found<Value>{Value{}, Value{}, search.leaf(rows), {}});
}

/// Writes down a tree, of each subproblem that `best(rows, room, own, level)` says; returns what it
/// costs.
template <class Costs, class Best>
typename Costs::Value write_down(Search<Costs>& search, const Rows<typename Costs::Value>& rows,
                                 const Room& room, const Best& best, std::vector<Node>& nodes,
                                 int level) {
  using Value = typename Costs::Value;
  const Room own = search.normal(rows, room);
  const std::size_t at = nodes.size();
  nodes.emplace_back();
  Found<Value> found;
  if (!search.is_leaf(rows, own, found)) found = best(rows, room, own, level);
  if (found.split.column < 0) return search.leaf(rows);
  nodes[at].split = found.split;
  Value cost{};
  for (bool left : {true, false}) {
    (left ? nodes[at].left : nodes[at].right) = std::int32_t(nodes.size());
    const Room below = search.below(rows, room, Search<Costs>::share(found.split, left, own));
    cost += write_down(search, search.follow(rows, found.split, left, level), below, best, nodes,
                       level + 1);
  }
  return cost;
}

}  // namespace arboretum::optimal
