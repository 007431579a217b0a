#pragma once

#include <algorithm>
#include <cstddef>
#include <unordered_map>
#include <vector>

#include "arboretum/optimal/envelope.hpp"
#include "arboretum/optimal/near_questions.hpp"
#include "arboretum/optimal/near_trees.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/search.hpp"

namespace arboretum::optimal {

/// Looks for all trees that cost no more than a budget, level by level.
///
/// A question is kept if its sides may together be cheap enough; each side may then cost what the
/// other leaves over.  All parents of a level are asked before it, so that the budgets of its nodes
/// are known when their turn comes.  Bounds only spare work: what a tree costs is added up later.
class NearSearch {
 public:
  using Costs = ClassCosts;
  using Value = Costs::Value;

  NearSearch(const Problem<Costs>& problem, Value budget, std::size_t most_asked, const Ask& ask)
      : problem_(problem),
        most_asked_(most_asked),
        bounded_(problem),
        divider_(problem),
        ask_(ask),
        // What is known so far is not the cost of a tree but how many nodes had their turn.
        tell_([this](double, double) {
          return !ask_ || ask_(double(n_asked_), double(found_.nodes.size()));
        }),
        search_(smaller(bounded_), tell_) {
    found_.nodes.push_back({0, budget});
  }

  NearTrees run() {
    const Rows<Value> all = divider_.all();
    found_.nodes[0].leaf = search_.leaf(all);
    int depth = std::min<std::int64_t>(problem_.limits.max_depth, std::int64_t(all.n) - 1);
    for (int level = 0; depth > 0; ++level, --depth) {
      const std::size_t n_before = found_.nodes.size();
      places_.clear();
      walk(0, all, level, 0, depth);
      if (found_.nodes.size() == n_before) break;
    }
    found_.ended = search_.watch().ended();
    return std::move(found_);
  }

 private:
  using Part = Summary<Value>;
  using First = FirstQuestion<Value>;
  using Place = std::uint32_t;

  /// A quarter of the memory is for what the bounds remember.
  static const Problem<Costs>& smaller(Problem<Costs>& problem) {
    problem.limits.bytes /= 4;
    return problem;
  }

  bool goes_on() {
    const std::size_t used = found_.nodes.capacity() * sizeof(NearTrees::Node) +
                             found_.questions.capacity() * sizeof(NearTrees::Question) +
                             found_.other_names.capacity() * sizeof(NearTrees::Name) +
                             places_.size() * 64;
    const bool is_small = most_asked_ == 1;  // no larger than a tree
    found_.is_full = found_.is_full || (!is_small && used > problem_.limits.bytes / 4 * 3);
    return !found_.is_full && search_.watch().is_in_time();
  }

  /// Asks the nodes of a level, which lie under `node` at `here`.
  void walk(Place node, const Rows<Value>& rows, int level, int here, int depth) {
    if (here == level) {
      level_ = level;
      if (goes_on()) ask(node, rows, depth);
      return;
    }
    const NearTrees::Node own = found_.nodes[node];
    for (Place q = own.first; q < own.last; ++q)
      for (bool left : {true, false}) {
        const NearTrees::Question question = found_.questions[q];
        const Place child = left ? question.left : question.right;
        if (found_.nodes[child].from != 2 * q + !left || is_closed(child, here + 1 < level))
          continue;
        const Split split{question.column, question.last_left};
        walk(child, search_.follow(rows, split, left, here), level, here + 1, depth);
      }
  }

  /// Whether nothing can be asked of a node, or was.
  bool is_closed(Place place, bool was_asked) const {
    const NearTrees::Node& node = found_.nodes[place];
    if (was_asked) return node.first == node.last;
    return node.leaf == problem_.alpha || 2 * problem_.alpha > node.budget;
  }

  void ask(Place node, const Rows<Value>& rows, int depth) {
    ++n_asked_;
    if (is_closed(node, false) || rows.count < 2 * problem_.limits.min_count) return;
    kept_.clear();
    const Value budget = found_.nodes[node].budget;
    if (depth == 1)
      ask_leaves(rows, budget);
    else
      for (First& first : first_questions(problem_, rows, Room{depth, full(depth)}))
        ask_column(rows, first, budget, depth);
    keep_cheapest(search_.leaf(rows) + problem_.alpha);
    std::sort(kept_.begin(), kept_.end(), [](const NearQuestion& x, const NearQuestion& y) {
      return std::pair(x.column, x.n_left) < std::pair(y.column, y.n_left);
    });
    keep(node, rows, depth);
  }

  /// Forgets all but the cheapest questions, if not all are asked for.
  void keep_cheapest(Value one_leaf) {
    if (most_asked_ == 0 || kept_.size() <= most_asked_) return;
    std::stable_sort(kept_.begin(), kept_.end(), [&](const auto& x, const auto& y) {
      return least_of(x.left, x.right, one_leaf) < least_of(y.left, y.right, one_leaf);
    });
    kept_.resize(most_asked_);
  }

  void ask_leaves(const Rows<Value>& rows, Value budget) {
    const Value one_leaf = search_.leaf(rows) + problem_.alpha;
    ask_once(problem_, rows,
             [&](std::size_t c, std::size_t n_left, Value one, Value other, bool is_large) {
               if (!is_large || one + other > budget || one + other >= one_leaf) return;
               kept_.push_back(
                   {c, n_left, {one, one, Costs::none, one}, {other, other, Costs::none, other}});
             });
  }

  /// Looks at the cuts of a column until none is left whose sides may be cheap enough.
  void ask_column(const Rows<Value>& rows, First& first, Value budget, int depth) {
    const auto closes = [&](Value bound) { return bound > budget; };
    std::vector<Interval<Value>> open{admissible(problem_, rows, first)};
    while (!open.empty() && search_.watch().is_in_time()) {
      Interval<Value> in = open.back();
      open.pop_back();
      first.envelope.shrink(in, closes, Costs::none);
      if (in.first > in.last) continue;
      const int cut = (in.first + in.last) / 2;
      look(rows, first, in, cut, budget, depth);
      open.push_back({in.first, cut - 1, in.before, cut, Value{}});
      open.push_back({cut + 1, in.last, cut, in.after, Value{}});
    }
  }

  void look(const Rows<Value>& rows, First& first, const Interval<Value>& in, int cut, Value budget,
            int depth) {
    const std::size_t n_left = first.n_left(cut);
    Envelope<Value>& envelope = first.envelope;
    const Part left = divider_.sum(rows.by(first.column).first(n_left)),
               right = Divider<Costs>::rest(rows, left);
    const Value least_left = envelope.left(cut, in.before, in.after),
                least_right = envelope.right(cut, in.before, in.after);
    // Known a little beyond what is needed, a side closes the whole interval.
    const Value spare = std::max(envelope.most[cut] - envelope.most[in.first],
                                 envelope.most[in.last] - envelope.most[cut]);
    const Value most = budget + 1 + spare;
    NearQuestion asked{first.column, n_left, {}, {}};
    const auto solve_left = [&](Value other) {
      asked.left = side(rows, first.column, n_left, true, left, depth - 1, most - other);
    };
    const auto solve_right = [&](Value other) {
      asked.right = side(rows, first.column, n_left, false, right, depth - 1, most - other);
    };
    if (left.n >= right.n) {
      solve_left(least_right);
      solve_right(std::max(asked.left.least, least_left));
    } else {
      solve_right(least_left);
      solve_left(std::max(asked.right.least, least_right));
    }
    envelope.learn(cut, {std::max(asked.left.least, least_left), asked.left.free},
                   {std::max(asked.right.least, least_right), asked.right.free});
    if (least_of(asked.left, asked.right, search_.leaf(rows) + problem_.alpha) <= budget)
      kept_.push_back(asked);
  }

  /// What one side of a cut costs at least; its lists are made only if it must be looked at.
  Side side(const Rows<Value>& rows, std::size_t column, std::size_t n_left, bool left,
            const Part& part, int depth, Value budget) {
    const Value alpha = problem_.alpha, one = search_.leaf(part);
    if (one == alpha) return {one, one, Costs::none, one};
    const Value two = std::min(one, alpha + alpha);
    if (part.count < 2 * problem_.limits.min_count) return {one, one, Costs::none, two};
    if (alpha + alpha >= budget) return {one, two, alpha + alpha, two};
    divider_.take(rows, {column, n_left, left}, part, made_, 0, problem_.columns.size());
    if (depth > 1) {
      const Found<Value> found =
          search_.solve(made_, Room{depth, Search<Costs>::any}, budget, level_);
      return {one, found.bound, std::max(found.bound, alpha + alpha), found.free};
    }
    Side found{one, one, Costs::none, one};
    ask_once(problem_, made_, [&](std::size_t, std::size_t, Value l, Value r, bool is_large) {
      found.free = std::min(found.free, l + r);
      if (is_large && l + r < one + alpha) found.asks = std::min(found.asks, l + r);
    });
    found.least = std::min(one, found.asks);
    return found;
  }

  /// Writes down the questions of a node, those that divide its rows alike as one.
  void keep(Place node, const Rows<Value>& rows, int depth) {
    const Value budget = found_.nodes[node].budget;
    divisions_.clear();
    found_.nodes[node].first = Place(found_.questions.size());
    Key left;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const NearQuestion& asked = kept_[i];
      const auto list = rows.by(asked.column);
      const bool goes_on = i > 0 && kept_[i - 1].column == asked.column;
      const std::size_t n_known = goes_on ? kept_[i - 1].n_left : 0;
      if (!goes_on) left = {};
      left += divider_.key(list.subspan(n_known, asked.n_left - n_known));
      const std::int32_t column = std::int32_t(asked.column);
      const std::int32_t last = problem_.columns[asked.column].rank[list[asked.n_left - 1]];
      const Place here = Place(found_.questions.size());
      const auto& place = divisions_.put(left, rows.key, here);
      if (place.question != here) {
        found_.other_names.push_back({place.question, column, last, !(place.left == left)});
        continue;
      }
      found_.questions.push_back({column, last, 0, 0});
      const Place on_left = put(left, asked.left, budget - asked.right.least, 2 * here, depth - 1);
      const Place on_right =
          put(rows.key - left, asked.right, budget - asked.left.least, 2 * here + 1, depth - 1);
      found_.questions[here].left = on_left;
      found_.questions[here].right = on_right;
    }
    found_.nodes[node].last = Place(found_.questions.size());
  }

  /// The node of some rows, with what its trees may cost; leaves that cost the same are one.
  Place put(const Key& key, const Side& side, Value budget, Place from, int depth) {
    const Place next = Place(found_.nodes.size());
    const Key own = depth > 0 ? key : Key{std::uint64_t(side.leaf), 0};
    const auto [at, is_new] = places_.try_emplace(own, next);
    if (is_new) found_.nodes.push_back({side.leaf, budget, 0, 0, from});
    NearTrees::Node& node = found_.nodes[at->second];
    node.budget = std::max(node.budget, budget);
    return at->second;
  }

  const Problem<Costs>& problem_;
  std::size_t most_asked_;
  Problem<Costs> bounded_;
  Divider<Costs> divider_;
  const Ask& ask_;
  Ask tell_;
  Search<Costs> search_;
  NearTrees found_;
  std::size_t n_asked_ = 0;
  /// Where the node that is asked lies below the root: the rows of those above are in use.
  int level_ = 0;
  Rows<Value> made_;
  std::vector<NearQuestion> kept_;
  Divisions divisions_;
  /// The nodes of the next level by their rows.
  std::unordered_map<Key, Place, KeyHash> places_;
};

}  // namespace arboretum::optimal
