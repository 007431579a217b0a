#pragma once

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/envelope.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/problem.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// So many leaves are no limit.
inline int full(int depth) { return 1 << std::min(depth, 30); }

/// The cuts of one column at a node, and how many leaves each side may have.
template <class Value>
struct FirstQuestion {
  std::size_t column;
  int leaves_left, leaves_right;
  /// Where each value ends in the order of the column.
  std::vector<std::uint32_t> ends;
  Envelope<Value> envelope;

  std::size_t n_left(int cut) const { return ends[std::size_t(cut)]; }
};

/// Where the values of a column end and what the rows cost in the worst case; returns how mixed
/// the sides of its best cut are.
template <class Costs>
double add_up(const Problem<Costs>& problem, const Rows<typename Costs::Value>& rows,
              std::span<const typename Costs::Value> extremes,
              FirstQuestion<typename Costs::Value>& first) {
  using Value = typename Costs::Value;
  const Costs& costs = problem.costs;
  const auto list = rows.by(first.column);
  const std::int32_t* rank = problem.columns[first.column].rank.data();
  const std::size_t width = costs.width();
  std::vector<Value> left(width), right(width), most;
  Value running{};
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < list.size(); ++i) {
    const Value* own = costs.of(list[i]);
    for (std::size_t k = 0; k < width; ++k) left[k] += own[k];
    running += costs.most(list[i], extremes);
    if (rank[list[i]] == rank[list[i + 1]]) continue;
    for (std::size_t k = 0; k < width; ++k) right[k] = rows.sums[k] - left[k];
    least = std::min(least, costs.impurity(left.data()) + costs.impurity(right.data()));
    first.ends.push_back(std::uint32_t(i + 1));
    most.push_back(running);
  }
  first.envelope.open(first.ends.size(), problem.alpha);
  first.envelope.most = std::move(most);
  first.envelope.most_of_all = running + costs.most(list.back(), extremes);
  return least;
}

/// Those with the least numbers first.
template <class Number, class First>
std::vector<First> in_order(std::vector<std::pair<Number, First>> found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& x, const auto& y) { return x.first < y.first; });
  std::vector<First> firsts;
  for (auto& [number, first] : found) firsts.push_back(std::move(first));
  return firsts;
}

/// What may be asked first of some rows, the columns that leave the least mixed sides before the
/// others; once for each way to share the leaves, if they are limited.
template <class Costs>
std::vector<FirstQuestion<typename Costs::Value>> first_questions(
    const Problem<Costs>& problem, const Rows<typename Costs::Value>& rows, const Room& room) {
  using First = FirstQuestion<typename Costs::Value>;
  std::vector<std::pair<double, First>> found;
  const auto extremes = problem.costs.extremes(rows.by(0));
  const int most = full(room.depth - 1);
  for (std::size_t c = 0; c < problem.columns.size(); ++c) {
    if (!can_ask(problem.columns[c], rows.by(c))) continue;
    First first{c, most, most, {}, {}};
    const double mixed =
        add_up(problem, rows, std::span<const typename Costs::Value>(extremes), first);
    if (room.leaves == full(room.depth)) {
      found.emplace_back(mixed, std::move(first));
      continue;
    }
    for (int on_left = std::max(1, room.leaves - most); on_left <= std::min(most, room.leaves - 1);
         ++on_left) {
      first.leaves_left = on_left;
      first.leaves_right = room.leaves - on_left;
      found.emplace_back(mixed, first);
    }
  }
  return in_order(std::move(found));
}

/// Of the cuts of a column whose left side costs nothing the last is the best, because it leaves
/// the least to the other side, and of those whose right side does the first.
template <class Value>
void drop_shorter_pure(std::vector<SettledCut<Value>>& cuts, Value alpha) {
  const auto left =
      std::find_if(cuts.begin(), cuts.end(), [&](const auto& cut) { return cut.left.one > alpha; });
  if (left - cuts.begin() > 1) cuts.erase(cuts.begin(), left - 1);
  const auto right = std::find_if(cuts.begin(), cuts.end(),
                                  [&](const auto& cut) { return cut.right.one <= alpha; });
  if (cuts.end() - right > 1) cuts.erase(right + 1, cuts.end());
}

/// The same of cuts whose sides are known with few leaves: those of columns whose best tree is
/// cheaper come first, and cuts with an idle side are left out.
template <class Value>
std::vector<FirstQuestion<Value>> first_questions(const std::vector<SettledCut<Value>>& cuts,
                                                  const Room& room, Value alpha,
                                                  bool keeps_last_pure) {
  using First = FirstQuestion<Value>;
  std::vector<std::pair<Value, First>> found;
  const int most = full(room.depth - 1);
  for (auto from = cuts.begin(), to = from; from != cuts.end(); from = to) {
    to =
        std::find_if(from, cuts.end(), [&](const auto& cut) { return cut.column != from->column; });
    First first{from->column, most, most, {}, {}};
    Value best = from->best();
    std::vector<SettledCut<Value>> kept;
    std::copy_if(from, to, std::back_inserter(kept),
                 [&](const auto& cut) { return !cut.is_idle(alpha); });
    if (keeps_last_pure) drop_shorter_pure(kept, alpha);
    first.envelope.open(kept.size(), alpha);
    for (const auto& cut : kept) {
      first.envelope.raise(int(first.ends.size()), cut.left.least(), cut.right.least(),
                           cut.bound());
      first.ends.push_back(std::uint32_t(cut.n_left));
      first.envelope.most.push_back(cut.left.most);
      best = std::min(best, cut.best());
    }
    if (!kept.empty()) found.emplace_back(best, std::move(first));
  }
  return in_order(std::move(found));
}

/// The cuts that leave enough samples on both sides.
template <class Costs>
Interval<typename Costs::Value> admissible(const Problem<Costs>& problem,
                                           const Rows<typename Costs::Value>& rows,
                                           const FirstQuestion<typename Costs::Value>& first) {
  Interval<typename Costs::Value> all{0, int(first.ends.size()) - 1, -1, -1, {}};
  const std::int64_t least = problem.limits.min_count;
  if (least <= 1) return all;
  const auto list = rows.by(first.column);
  std::int64_t count = 0;
  std::size_t i = 0;
  for (int cut = 0; cut < int(first.ends.size()); ++cut) {
    for (; i < first.n_left(cut); ++i) count += problem.count[list[i]];
    if (count < least) all.first = cut + 1;
    if (rows.count - count < least) {
      all.last = cut - 1;
      break;
    }
  }
  return all;
}

}  // namespace arboretum::optimal
