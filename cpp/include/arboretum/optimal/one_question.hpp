#pragma once

#include <algorithm>
#include <limits>
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

/// Calls `take(column, n_left, left, right, is_large)` for each question about some rows: what the
/// rows of both sides add up to, and whether they have enough samples.
template <class Costs, class Take>
void add_up_sides(const Problem<Costs>& problem, const Rows<typename Costs::Value>& rows,
                  const Take& take) {
  using Value = typename Costs::Value;
  const Costs& costs = problem.costs;
  const std::size_t width = costs.width();
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
      const bool is_large = std::min(count, rows.count - count) >= problem.limits.min_count;
      take(c, i + 1, left.data(), right.data(), is_large);
    }
  }
}

/// The same with what leaves on both sides cost.
template <class Costs, class Take>
void ask_once(const Problem<Costs>& problem, const Rows<typename Costs::Value>& rows,
              const Take& take) {
  using Value = typename Costs::Value;
  const auto leaf = [&](const Value* sums) { return problem.costs.leaf(sums) + problem.alpha; };
  add_up_sides(problem, rows,
               [&](std::size_t c, std::size_t n_left, const Value* left, const Value* right,
                   bool is_large) { take(c, n_left, leaf(left), leaf(right), is_large); });
}

/// The best tree of at most one question: every question is tried.
template <class Costs>
Found<typename Costs::Value> one_question(const Problem<Costs>& problem,
                                          const Rows<typename Costs::Value>& rows) {
  using Value = typename Costs::Value;
  const Value leaf = problem.costs.leaf(rows.sums.data()) + problem.alpha;
  Found<Value> found{leaf, leaf, leaf, {}};
  ask_once(problem, rows,
           [&](std::size_t c, std::size_t n_left, Value one, Value other, bool is_large) {
             found.free = std::min(found.free, one + other);
             if (!is_large || one + other >= found.best) return;
             found.best = one + other;
             const Row last = rows.by(c)[n_left - 1];
             found.split = {std::int32_t(c), problem.columns[c].rank[last], 1};
           });
  found.bound = found.best;
  return found;
}

/// The question that leaves the least mixed sides; of no column if there is none.
template <class Costs>
Split purest_question(const Problem<Costs>& problem, const Rows<typename Costs::Value>& rows) {
  using Value = typename Costs::Value;
  double least = std::numeric_limits<double>::infinity();
  Split split;
  add_up_sides(
      problem, rows,
      [&](std::size_t c, std::size_t n_left, const Value* left, const Value* right, bool is_large) {
        const double mixed = problem.costs.impurity(left) + problem.costs.impurity(right);
        if (!is_large || mixed >= least) return;
        least = mixed;
        const Row last = rows.by(c)[n_left - 1];
        split = {std::int32_t(c), problem.columns[c].rank[last], 1};
      });
  return split;
}

}  // namespace arboretum::optimal
