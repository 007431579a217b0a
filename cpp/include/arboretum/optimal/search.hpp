#pragma once

#include <algorithm>
#include <climits>
#include <deque>
#include <utility>
#include <vector>

#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/depth_two.hpp"
#include "arboretum/optimal/envelope.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/rows.hpp"
#include "arboretum/optimal/watch.hpp"

namespace arboretum::optimal {

/// Looks for the best tree from the root down.
///
/// A subproblem is some rows, a depth and a number of leaves.  Its first questions are intervals
/// of cuts, one per column; that with the least bound is looked at next, in its middle: both sides
/// are subproblems, and what they cost bounds the cuts around (`Envelope`).  Nothing is looked at
/// that costs at least what is known already, or more than the caller could use (`budget`).
template <class Costs>
class Search {
 public:
  using Value = typename Costs::Value;

  Search(const Problem<Costs>& problem, const Ask& ask)
      : problem_(problem),
        divider_(problem),
        cache_(problem.limits.bytes),
        watch_(problem.limits, ask),
        two_(problem) {}

  Answer<Value> run() {
    const Rows<Value> all = divider_.all();
    const int leaves = problem_.limits.max_leaves > 0 ? problem_.limits.max_leaves : INT_MAX;
    const auto [depth, most] = normal(all, problem_.limits.max_depth, leaves);
    look_ahead(all, depth, most, 0);
    const Found<Value> found = solve(all, depth, most, Costs::none, 0);
    Answer<Value> answer{{}, Value{}, found.bound, Ended::proved, 0, 0, false};
    answer.cost = read(all, depth, most, answer.nodes, 0);
    if (!problem_.costs.closes(answer.bound, answer.cost)) answer.ended = watch_.ended();
    answer.work = watch_.work();
    answer.remembered = cache_.size();
    answer.forgot = cache_.forgot();
    return answer;
  }

 private:
  using Part = Summary<Value>;

  /// The cuts of one column at a node, and how many leaves each side may have.
  struct First {
    std::size_t column;
    int leaves_left, leaves_right;
    /// Where each value ends in the order of the column.
    std::vector<std::uint32_t> ends;
    Envelope<Value> envelope;
  };

  /// The least depth and number of leaves that allow the same trees.
  std::pair<int, int> normal(const Part& rows, int depth, int leaves) const {
    depth = std::min<std::int64_t>({depth, leaves - 1, std::int64_t(rows.n) - 1});
    if (problem_.alpha > Value{}) {  // so many leaves cost as much as one with all mistakes
      const Value most = problem_.costs.leaf(rows.sums.data()) / problem_.alpha;
      if (most < Value(depth)) depth = std::max(0, int(most));
    }
    return {depth, std::min(leaves, full(depth))};
  }

  /// So many leaves are no limit.
  static int full(int depth) { return 1 << std::min(depth, 30); }

  /// How many leaves are for the right side.
  static int leaves_right(const Split& split, int depth, int leaves) {
    return leaves == full(depth) ? full(depth - 1) : leaves - split.leaves_left;
  }

  Value leaf(const Part& rows) const {
    return problem_.costs.leaf(rows.sums.data()) + problem_.alpha;
  }

  /// What is known at once, where that is all there is to know.
  bool is_leaf(const Part& rows, int depth, Found<Value>& found) const {
    const Value one = leaf(rows), alpha = problem_.alpha;
    found = {one, one, one, {}};
    if (depth == 0 || problem_.costs.closes(alpha + alpha, one) ||
        problem_.costs.closes(alpha, one))
      return true;
    if (rows.count >= 2 * problem_.limits.min_count) return false;
    found.free = alpha;
    return true;
  }

  /// What is remembered, if it is all that the caller could use.
  const Found<Value>* recall(const Part& rows, int depth, int leaves, Value budget) const {
    const Found<Value>* known = cache_.find(rows.key, depth, leaves);
    const bool is_enough =
        known && (problem_.costs.closes(known->bound, std::min(known->best, budget)));
    return is_enough ? known : nullptr;
  }

  /// Solved if it costs less than `budget`, else bounded by that, unless the search is ended.
  Found<Value> solve(const Rows<Value>& rows, int depth, int leaves, Value budget, int level) {
    std::tie(depth, leaves) = normal(rows, depth, leaves);
    Found<Value> found;
    if (is_leaf(rows, depth, found)) return found;
    if (depth == 1) return one_question(problem_, rows);
    if (const Found<Value>* known = recall(rows, depth, leaves, budget)) return *known;
    const Found<Value>* known = cache_.find(rows.key, depth, leaves);
    if (known)
      found = *known;
    else
      found.bound = found.free = problem_.alpha;
    if (!watch_.go_on()) return found;
    watch_.worked();
    const Found<Value> before = found;
    found = depth == 2 ? two_.solve(problem_, rows, leaves, budget, [&] { return watch_.go_on(); })
                       : branch(rows, depth, leaves, budget, before, level);
    if (before.best < found.best) {
      found.best = before.best;
      found.split = before.split;
    }
    found.bound = std::min(std::max(found.bound, before.bound), found.best);
    found.free = std::min(std::max(found.free, before.free), found.bound);
    cache_.keep(rows, depth, leaves, found);
    return found;
  }

  Found<Value> branch(const Rows<Value>& rows, int depth, int leaves, Value budget,
                      Found<Value> found, int level) {
    std::vector<First> firsts = first_questions(rows, depth, leaves);
    std::vector<std::pair<Interval<Value>, std::size_t>> open;
    Value dropped = Costs::none;
    const auto closes = [&](Value bound) {
      return problem_.costs.closes(bound, std::min(found.best, budget));
    };
    const auto later = [](const auto& x, const auto& y) {
      return std::pair(x.first.bound, x.second) > std::pair(y.first.bound, y.second);
    };
    const auto push = [&](Interval<Value> in, std::size_t f) {
      dropped = std::min(dropped, firsts[f].envelope.shrink(in, closes, Costs::none));
      if (in.first > in.last) return;
      open.emplace_back(in, f);
      std::push_heap(open.begin(), open.end(), later);
    };
    for (std::size_t f = 0; f < firsts.size(); ++f) push(admissible(rows, firsts[f]), f);
    while (!open.empty() && !closes(open.front().first.bound)) {
      if (level == 0) {
        watch_.best = double(found.best);
        watch_.bound = double(std::min({found.best, dropped, open.front().first.bound}));
      }
      if (!watch_.go_on()) break;
      std::pop_heap(open.begin(), open.end(), later);
      auto [in, f] = open.back();
      open.pop_back();
      dropped = std::min(dropped, firsts[f].envelope.shrink(in, closes, Costs::none));
      if (in.first > in.last) continue;
      const int cut = (in.first + in.last) / 2;
      dropped = std::min(dropped, look(rows, depth, firsts[f], in, cut,
                                       std::min(found.best, budget), found, level));
      push({in.first, cut - 1, in.before, cut, Value{}}, f);
      push({cut + 1, in.last, cut, in.after, Value{}}, f);
    }
    const Value rest = open.empty() ? Costs::none : open.front().first.bound;
    found.bound = std::min({found.best, dropped, rest});
    found.free = found.bound;
    if (problem_.limits.min_count > 1)
      for (const First& first : firsts)
        found.free = std::min(found.free, first.envelope.least_free(Costs::none));
    return found;
  }

  /// Divides rows at a cut and solves both sides; returns what the cut costs at least.
  Value look(const Rows<Value>& rows, int depth, First& first, const Interval<Value>& in, int cut,
             Value target, Found<Value>& found, int level) {
    const std::size_t n_left = first.ends[std::size_t(cut)];
    const auto list = rows.by(first.column);
    const Part left = divider_.sum(list.first(n_left)), right = Divider<Costs>::rest(rows, left);
    Envelope<Value>& envelope = first.envelope;
    // Asked a little more than is needed, the answer closes the whole interval.
    const Value spare = std::max(envelope.most[cut] - envelope.most[in.first],
                                 envelope.most[in.last] - envelope.most[cut]);
    const Value least_left = envelope.left(cut, in.before, in.after),
                least_right = envelope.right(cut, in.before, in.after);
    Found<Value> on_left, on_right;
    const auto solve_left = [&](Value budget) {
      on_left = side(rows, first, n_left, true, left, depth - 1, first.leaves_left, budget, level);
    };
    const auto solve_right = [&](Value budget) {
      on_right =
          side(rows, first, n_left, false, right, depth - 1, first.leaves_right, budget, level);
    };
    const Value most = target + spare;
    if (left.n >= right.n) {
      solve_left(most - least_right);
      solve_right(most - std::max(on_left.bound, least_left));
    } else {
      solve_right(most - least_left);
      solve_left(most - std::max(on_right.bound, least_right));
    }
    on_left.bound = std::max(on_left.bound, least_left);
    on_right.bound = std::max(on_right.bound, least_right);
    envelope.learn(cut, {on_left.bound, on_left.free}, {on_right.bound, on_right.free});
    const Value cost = on_left.best + on_right.best;
    if (cost < found.best) {
      found.best = cost;
      found.split = {std::int32_t(first.column),
                     problem_.columns[first.column].rank[list[n_left - 1]], first.leaves_left};
    }
    return std::min(cost, on_left.bound + on_right.bound);
  }

  /// One side of a cut; its lists are made only if it must be looked at.
  Found<Value> side(const Rows<Value>& rows, const First& first, std::size_t n_left, bool left,
                    const Part& part, int depth, int leaves, Value budget, int level) {
    std::tie(depth, leaves) = normal(part, depth, leaves);
    Found<Value> found;
    if (is_leaf(part, depth, found)) return found;
    if (const Found<Value>* known = recall(part, depth, leaves, budget)) return *known;
    if (problem_.costs.closes(problem_.alpha, budget)) {  // nothing can be cheap enough
      found.bound = found.free = problem_.alpha;
      return found;
    }
    Rows<Value>& made = level_rows(level);
    const bool takes_all = depth != 2 || two_.reads_every_list();
    divider_.take(rows, first.column, n_left, left, part, made,
                  takes_all ? problem_.columns.size() : 1);
    return solve(made, depth, leaves, budget, level + 1);
  }

  std::vector<First> first_questions(const Rows<Value>& rows, int depth, int leaves) {
    std::vector<std::pair<double, First>> found;
    const auto extremes = problem_.costs.extremes(rows.by(0));
    const int most = full(depth - 1);
    for (std::size_t c = 0; c < problem_.columns.size(); ++c) {
      if (!can_ask(problem_.columns[c], rows.by(c))) continue;
      First first{c, most, most, {}, {}};
      const double mixed = add_up(rows, extremes, first);
      if (leaves == full(depth)) {
        found.emplace_back(mixed, std::move(first));
        continue;
      }
      for (int on_left = std::max(1, leaves - most); on_left <= std::min(most, leaves - 1);
           ++on_left) {
        first.leaves_left = on_left;
        first.leaves_right = leaves - on_left;
        found.emplace_back(mixed, first);
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& x, const auto& y) { return x.first < y.first; });
    std::vector<First> firsts;
    for (auto& [mixed, first] : found) firsts.push_back(std::move(first));
    return firsts;
  }

  /// Where the values of a column end and what the rows cost in the worst case; returns how mixed
  /// the sides of its best cut are.
  double add_up(const Rows<Value>& rows, std::span<const Value> extremes, First& first) const {
    const auto list = rows.by(first.column);
    const std::int32_t* rank = problem_.columns[first.column].rank.data();
    const std::size_t width = problem_.costs.width();
    std::vector<Value> left(width), right(width), most;
    Value running{};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i + 1 < list.size(); ++i) {
      const Value* own = problem_.costs.of(list[i]);
      for (std::size_t k = 0; k < width; ++k) left[k] += own[k];
      running += problem_.costs.most(list[i], extremes);
      if (rank[list[i]] == rank[list[i + 1]]) continue;
      for (std::size_t k = 0; k < width; ++k) right[k] = rows.sums[k] - left[k];
      least = std::min(
          least, problem_.costs.impurity(left.data()) + problem_.costs.impurity(right.data()));
      first.ends.push_back(std::uint32_t(i + 1));
      most.push_back(running);
    }
    first.envelope.open(first.ends.size(), problem_.alpha);
    first.envelope.most = std::move(most);
    return least;
  }

  /// The cuts that leave enough samples on both sides.
  Interval<Value> admissible(const Rows<Value>& rows, const First& first) const {
    Interval<Value> all{0, int(first.ends.size()) - 1, -1, -1, Value{}};
    const std::int64_t least = problem_.limits.min_count;
    if (least <= 1) return all;
    const auto list = rows.by(first.column);
    std::int64_t count = 0;
    std::size_t i = 0;
    for (int cut = 0; cut < int(first.ends.size()); ++cut) {
      for (; i < first.ends[std::size_t(cut)]; ++i) count += problem_.count[list[i]];
      if (count < least) all.first = cut + 1;
      if (rows.count - count < least) {
        all.last = cut - 1;
        break;
      }
    }
    return all;
  }

  Rows<Value>& level_rows(int level) {
    while (rows_.size() <= std::size_t(level)) rows_.emplace_back();
    return rows_[std::size_t(level)];
  }

  /// A good tree at once: the first question of the best tree of depth two, again and again.
  Value look_ahead(const Rows<Value>& rows, int depth, int leaves, int level) {
    std::tie(depth, leaves) = normal(rows, depth, leaves);
    Found<Value> found;
    if (is_leaf(rows, depth, found)) return found.best;
    if (depth == 1) return one_question(problem_, rows).best;
    found = two_.solve(problem_, rows, std::min(leaves, 4), Costs::none,
                       [&] { return watch_.is_in_time(); });
    if (depth > 2) {
      found.bound = found.free = problem_.alpha;
      if (found.split.column >= 0) {
        share_leaves(found.split, depth, leaves);
        Value cost{};
        for (bool left : {true, false})
          cost += follow(rows, found.split, left, depth, leaves, level,
                         [&](const Rows<Value>& part, int most) {
                           return look_ahead(part, depth - 1, most, level + 1);
                         });
        found.best = std::min(found.best, cost);
      }
    }
    cache_.keep(rows, depth, leaves, found);
    return found.best;
  }

  static void share_leaves(Split& split, int depth, int leaves) {
    const int half = leaves == full(depth) ? leaves : leaves - leaves / 2;
    split.leaves_left = std::min(full(depth - 1), half);
  }

  /// What `work` makes of one side of a split.
  template <class Work>
  auto follow(const Rows<Value>& rows, const Split& split, bool left, int depth, int leaves,
              int level, const Work& work) {
    const auto list = rows.by(std::size_t(split.column));
    const std::int32_t* rank = problem_.columns[std::size_t(split.column)].rank.data();
    const auto end = std::partition_point(list.begin(), list.end(),
                                          [&](Row row) { return rank[row] <= split.last_left; });
    const std::size_t n_left = std::size_t(end - list.begin());
    const Part on_left = divider_.sum(list.first(n_left));
    const Part part = left ? on_left : Divider<Costs>::rest(rows, on_left);
    Rows<Value>& made = level_rows(level);
    divider_.take(rows, std::size_t(split.column), n_left, left, part, made,
                  problem_.columns.size());
    return work(made, left ? split.leaves_left : leaves_right(split, depth, leaves));
  }

  /// Writes down the best tree that is known of a subproblem; returns what it costs.
  Value read(const Rows<Value>& rows, int depth, int leaves, std::vector<Node>& nodes, int level) {
    std::tie(depth, leaves) = normal(rows, depth, leaves);
    const std::size_t at = nodes.size();
    nodes.emplace_back();
    Found<Value> found;
    if (!is_leaf(rows, depth, found)) found = best_known(rows, depth, leaves, level);
    if (found.split.column < 0) return leaf(rows);
    nodes[at].split = found.split;
    Value cost{};
    for (bool left : {true, false}) {
      (left ? nodes[at].left : nodes[at].right) = std::int32_t(nodes.size());
      cost += follow(rows, found.split, left, depth, leaves, level,
                     [&](const Rows<Value>& part, int most) {
                       return read(part, depth - 1, most, nodes, level + 1);
                     });
    }
    return cost;
  }

  Found<Value> best_known(const Rows<Value>& rows, int depth, int leaves, int level) {
    if (depth == 1) return one_question(problem_, rows);
    // What was forgotten is solved again, if there is time; else a good tree has to do.
    if (cache_.forgot() && watch_.go_on()) return solve(rows, depth, leaves, Costs::none, level);
    if (const Found<Value>* known = cache_.find(rows.key, depth, leaves)) return *known;
    if (depth == 2) return two_.solve(problem_, rows, leaves, Costs::none, [] { return true; });
    look_ahead(rows, depth, leaves, level);
    const Found<Value>* known = cache_.find(rows.key, depth, leaves);
    return known ? *known : Found<Value>{Value{}, Value{}, leaf(rows), {}};
  }

  const Problem<Costs>& problem_;
  Divider<Costs> divider_;
  Cache<Value> cache_;
  Watch watch_;
  DepthTwo<Costs> two_;
  std::deque<Rows<Value>> rows_;
};

}  // namespace arboretum::optimal
