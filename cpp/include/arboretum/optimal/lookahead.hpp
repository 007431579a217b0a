#pragma once

#include <algorithm>
#include <bit>
#include <deque>
#include <utility>
#include <vector>

#include "arboretum/optimal/depth_two.hpp"
#include "arboretum/optimal/judged.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/rows.hpp"
#include "arboretum/optimal/solve.hpp"
#include "arboretum/optimal/watch.hpp"

namespace arboretum::optimal {

/// Grows a tree question by question, each the first of the best tree of a few levels.
template <class Costs>
class Lookahead {
 public:
  using Value = typename Costs::Value;

  Lookahead(const Problem<Costs>& problem, const Ahead& ahead, const Ask& ask)
      : problem_(problem),
        ahead_(ahead),
        divider_(problem_),
        watch_(problem_.limits, ask),
        two_(problem_) {
    two_.read_at_most(most_read);
    two_.use_threads(problem_.limits.threads);
    watch_.bound = double(problem.n_rows);
  }

  Answer<Value> run() {
    const Rows<Value> all = divider_.all();
    Answer<Value> answer{{}, Value{}, Value{}, Ended::proved, 0, 0, false};
    bound_ = has_no_question(all, problem_.limits.max_depth) ? leaf(all) : problem_.alpha;
    answer.cost = grow(all, problem_.limits.max_depth, 0, answer.nodes);
    answer.bound = problem_.costs.closes(bound_, answer.cost) ? answer.cost : bound_;
    answer.ended = watch_.ended();
    answer.work = watch_.work();
    return answer;
  }

 private:
  using Part = Summary<Value>;

  Value leaf(const Part& rows) const {
    return problem_.costs.leaf(rows.sums.data()) + problem_.alpha;
  }

  /// Whether there is nothing to ask about, or nothing to save.
  bool has_no_question(const Part& rows, int depth) const {
    return depth <= 0 || rows.n < 2 || rows.count < 2 * problem_.limits.min_count ||
           problem_.costs.closes(2 * problem_.alpha, leaf(rows));
  }
  bool is_leaf(const Part& rows, int depth) const {
    return rows.count < ahead_.min_split || has_no_question(rows, depth);
  }

  /// What the tree costs that grows from some rows by plain looking ahead, if it is less than
  /// `budget`; nothing is kept of it.
  Value cost_of(const Rows<Value>& rows, int depth, int level, int levels, Value budget) {
    const Value one = leaf(rows);
    if (is_leaf(rows, depth) || !watch_.is_in_time()) return one;
    const Found<Value> found =
        first_question(rows, depth, levels, depth <= 2 ? budget : Costs::none);
    if (found.split.column < 0 || depth <= levels) return found.best;
    return std::min(one, below(rows, found.split, depth, level, levels, std::min(one, budget)));
  }

  /// The same of the trees on both sides of a question.
  Value below(const Rows<Value>& rows, const Split& split, int depth, int level, int levels,
              Value budget) {
    Value cost{};
    for (bool left : {true, false}) {
      if (problem_.costs.closes(cost + problem_.alpha, budget)) return budget;
      divide(rows, split, left, level);
      cost += cost_of(lists_[std::size_t(level)], depth - 1, level + 1, levels, budget - cost);
    }
    return cost;
  }

  /// Writes down the tree that grows from some rows; returns what it costs.
  Value grow(const Rows<Value>& rows, int depth, int level, std::vector<Node>& nodes) {
    const std::size_t at = nodes.size();
    nodes.emplace_back();
    const Value one = leaf(rows);
    Split split;
    if (!is_leaf(rows, depth) && watch_.is_in_time()) split = question(rows, depth, level);
    if (split.column < 0) {
      watch_.best += double(rows.n);
      return one;
    }
    nodes[at].split = split;
    Value cost{};
    for (bool left : {true, false}) {
      (left ? nodes[at].left : nodes[at].right) = std::int32_t(nodes.size());
      divide(rows, split, left, level);
      cost += grow(lists_[std::size_t(level)], depth - 1, level + 1, nodes);
    }
    if (cost < one) return cost;
    nodes.resize(at);  // what saves nothing is not asked
    nodes.emplace_back();
    return one;
  }

  /// What is asked.
  Split question(const Rows<Value>& rows, int depth, int level) {
    const Found<Value> two = first_question(rows, depth, 2);
    if (level == 0 && depth <= 2) bound_ = two.bound;
    if (depth <= 2) return two.split;
    const Split best = best_judged(two.split, rows, depth, level);
    if (ahead_.levels == 2) return best;
    const Found<Value> found = first_question(rows, depth, 3);
    if (level == 0 && depth == 3) bound_ = found.bound;
    const Split three = found.split;
    if (depth == 3 || three == best) return three;
    Judged<Value> last{three, leaf(rows)};
    judge(three, rows, depth, level, 3, last);
    judge(best, rows, depth, level, 3, last);
    return last.split;
  }

  /// Of the most promising questions that below which the cheapest tree grows.
  Split best_judged(const Split& two, const Rows<Value>& rows, int depth, int level) {
    Judged<Value> best{two, leaf(rows)};
    const auto others = promising(rows, depth);
    if (others.empty()) return two;
    judge(two, rows, depth, level, 2, best);
    for (const Judged<Value>& one : others) judge(one.split, rows, depth, level, 2, best);
    Limits limits;
    limits.work = most_searched / rows_read(rows);
    if (depth == 3 && limits.work >= least_work)
      judge(three_levels(rows, limits).split, rows, depth, level, 2, best);
    return best.split;
  }

  /// The first question of the best tree of a few levels.
  Found<Value> first_question(const Rows<Value>& rows, int depth, int levels,
                              Value budget = Costs::none) {
    watch_.worked(rows.n);
    if (depth == 1) return one_question(problem_, rows);
    if (depth == 2 || levels == 2)
      return two_.solve(problem_, rows, 4, budget, [&] { return watch_.is_in_time(); });
    Limits limits;
    limits.threads = problem_.limits.threads;
    return three_levels(rows, limits);
  }

  /// The best tree of three levels, which is searched for as any best tree of these rows alone.
  Found<Value> three_levels(const Rows<Value>& rows, Limits limits) {
    limits.max_depth = 3;
    limits.min_count = problem_.limits.min_count;
    const auto chosen = rows.by(0);
    std::vector<std::vector<std::int32_t>> ranks;
    std::vector<std::int64_t> count;
    Problem<Costs> own{rows.n, {}, {}, problem_.costs.of_rows(chosen), problem_.alpha, limits};
    for (const Column& column : problem_.columns) {
      auto& of_rows = ranks.emplace_back();
      for (Row row : chosen) of_rows.push_back(column.rank[row]);
      own.columns.push_back({of_rows, column.n_ranks, column.needs_last_rank});
    }
    for (Row row : chosen) count.push_back(problem_.count[row]);
    own.count = count;
    const Answer<Value> answer =
        best_tree(own, [&](double, double) { return watch_.is_in_time(); });
    return {answer.bound, answer.bound, answer.cost, answer.nodes.front().split};
  }

  /// How many rows are read, about, to look at some cuts of each column.
  std::size_t rows_read(const Rows<Value>& rows) const {
    return rows.n * problem_.columns.size() * problem_.columns.size();
  }

  /// The cheapest first questions that were looked at, some of each column.
  std::vector<Judged<Value>> promising(const Rows<Value>& rows, int depth) {
    std::vector<Judged<Value>> every = two_.firsts();
    std::stable_sort(every.begin(), every.end(),
                     [](const auto& x, const auto& y) { return x.cost < y.cost; });
    const auto levels = std::min<std::size_t>(std::size_t(depth - 2), std::bit_width(rows.n));
    const std::size_t reads = rows_read(rows) * levels;
    const std::size_t most =
        std::max<std::size_t>(most_judged / reads, reads < 2 * most_judged ? few : 0);
    std::vector<std::size_t> n_of(problem_.columns.size());
    std::vector<Judged<Value>> chosen;
    for (const Judged<Value>& first : every) {
      if (chosen.size() == most) break;
      if (++n_of[std::size_t(first.split.column)] <= most_of_column) chosen.push_back(first);
    }
    return chosen;
  }

  /// Takes a question for the best one if a cheaper tree grows below it.
  void judge(const Split& split, const Rows<Value>& rows, int depth, int level, int levels,
             Judged<Value>& best) {
    if (split.column < 0 || !watch_.is_in_time()) return;
    const Value cost = below(rows, split, depth, level, levels, best.cost);
    if (cost < best.cost) best = {split, cost};
  }

  /// How many rows of a list go left.
  std::size_t n_left_of(std::span<const Row> list, const Split& split) const {
    const std::int32_t* rank = problem_.columns[std::size_t(split.column)].rank.data();
    const auto end = std::partition_point(list.begin(), list.end(),
                                          [&](Row row) { return rank[row] <= split.last_left; });
    return std::size_t(end - list.begin());
  }

  /// Makes lists of one side of a split, in the place of a level.
  void divide(const Rows<Value>& rows, const Split& split, bool left, int level) {
    while (lists_.size() <= std::size_t(level)) lists_.emplace_back();
    const auto list = rows.by(std::size_t(split.column));
    const std::size_t n_left = n_left_of(list, split);
    const Part on_left = divider_.sum(list.first(n_left));
    const Part part = left ? on_left : Divider<Costs>::rest(rows, on_left);
    divider_.take(rows, {std::size_t(split.column), n_left, left}, part, lists_[std::size_t(level)],
                  0, problem_.columns.size());
  }

  /// So many rows are read, about, to find a question of two levels, and to judge it: at least a
  /// few candidates where that is not much more.
  static constexpr std::size_t most_read = std::size_t{1} << 27, most_judged = std::size_t{1} << 20;
  static constexpr std::size_t few = 8;
  /// The same of a search for three levels.
  static constexpr std::size_t most_searched = 2 * most_judged;
  static constexpr std::size_t most_of_column = 8;
  /// A search of less work finds nothing new.
  static constexpr std::uint64_t least_work = 16;

  Problem<Costs> problem_;
  Ahead ahead_;
  Divider<Costs> divider_;
  Watch watch_;
  DepthTwo<Costs> two_;
  std::deque<Rows<Value>> lists_;
  /// What every tree costs at least.
  Value bound_{};
};

}  // namespace arboretum::optimal
