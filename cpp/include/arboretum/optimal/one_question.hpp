#pragma once

#include <algorithm>
#include <vector>

#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// Whether a column may be asked about at a node.
inline bool can_ask(const Column& column, std::span<const Row> list) {
  const std::int32_t last = column.rank[list.back()];
  return column.rank[list.front()] != last &&
         (!column.needs_last_rank || last == column.n_ranks - 1);
}

/// The best tree of at most one question: every question is tried.
template <class Costs>
Found<typename Costs::Value> one_question(const Problem<Costs>& problem,
                                          const Rows<typename Costs::Value>& rows) {
  using Value = typename Costs::Value;
  const Costs& costs = problem.costs;
  const std::size_t width = costs.width();
  const Value leaf = costs.leaf(rows.sums.data()) + problem.alpha;
  Found<Value> found{leaf, leaf, leaf, {}};
  std::vector<Value> left(width), right(width);
  for (std::size_t c = 0; c < problem.columns.size(); ++c) {
    const auto list = rows.by(c);
    const Column& column = problem.columns[c];
    if (!can_ask(column, list)) continue;
    std::fill(left.begin(), left.end(), Value{});
    std::int64_t count = 0;
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const Value* own = costs.of(list[i]);
      for (std::size_t k = 0; k < width; ++k) left[k] += own[k];
      count += problem.count[list[i]];
      if (column.rank[list[i]] == column.rank[list[i + 1]]) continue;
      for (std::size_t k = 0; k < width; ++k) right[k] = rows.sums[k] - left[k];
      const Value two = costs.leaf(left.data()) + costs.leaf(right.data()) + 2 * problem.alpha;
      found.free = std::min(found.free, two);
      if (std::min(count, rows.count - count) < problem.limits.min_count) continue;
      if (two < found.best) {
        found.best = two;
        found.split = {std::int32_t(c), column.rank[list[i]], 1};
      }
    }
  }
  found.bound = found.best;
  return found;
}

}  // namespace arboretum::optimal
