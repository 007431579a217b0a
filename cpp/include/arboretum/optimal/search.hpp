#pragma once

#include <algorithm>
#include <climits>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "arboretum/optimal/branching.hpp"
#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/depth_two.hpp"
#include "arboretum/optimal/kept_apart.hpp"
#include "arboretum/optimal/one_question.hpp"
#include "arboretum/optimal/rows.hpp"
#include "arboretum/optimal/watch.hpp"

namespace arboretum::optimal {

/// Looks for the best tree from the root down.
///
/// A subproblem is some rows and the room that their tree has.  Both sides of a cut are subproblems
/// again; which cuts are looked at says `Branching`.
///
/// A copy is for another thread: it knows and tells what the first one does.
template <class Costs>
class Search {
 public:
  using Value = typename Costs::Value;
  using Part = Summary<Value>;
  using Sides = std::pair<Found<Value>, Found<Value>>;

  /// More leaves than any tree has.
  static constexpr int any = INT_MAX;

  Search(const Problem<Costs>& problem, const Ask& ask)
      : problem_(problem),
        divider_(problem),
        known_(std::make_shared<Known>(problem.limits, ask)),
        apart_(problem),
        two_(problem) {}

  const Problem<Costs>& problem() const { return problem_; }
  Cache<Value>& cache() { return known_->cache; }
  Watch& watch() { return known_->watch; }
  Rows<Value> all() const { return divider_.all(); }
  Rows<Value> take(const Rows<Value>& all, std::span<const Row> some) const {
    return divider_.take(all, some);
  }

  /// What the whole tree may have.
  Room room() const {
    const Limits& limits = problem_.limits;
    return {limits.max_depth, limits.max_leaves > 0 ? limits.max_leaves : any};
  }

  /// The least room that allows the same trees.
  Room normal(const Part& rows, const Room& room) const {
    int depth = int(std::min<std::int64_t>(room.depth, std::int64_t(rows.n) - 1));
    if (problem_.alpha > Value{}) {  // so many leaves cost as much as one with all mistakes
      const Value most = problem_.costs.leaf(rows.sums.data()) / problem_.alpha;
      if (most < Value(depth)) depth = std::max(0, int(most));
    }
    depth = std::min(depth, room.leaves - 1);
    return {depth, std::min(room.leaves, full(depth))};
  }

  /// The room of one side of a question of some rows, with so many leaves if they are limited.
  Room below(const Part& rows, const Room& room, int leaves) const {
    const Room own = normal(rows, room);
    const bool is_limited = own.leaves < full(own.depth);
    if (own.depth <= 2) return {own.depth - 1, is_limited ? leaves : full(own.depth - 1)};
    // Not of `own`: a limit that others set as well need not be told apart from none.
    return {room.depth - 1, is_limited ? leaves : any};
  }

  Value leaf(const Part& rows) const {
    return problem_.costs.leaf(rows.sums.data()) + problem_.alpha;
  }

  /// What is known at once, where that is all there is to know.
  bool is_leaf(const Part& rows, const Room& own, Found<Value>& found) const {
    const Value one = leaf(rows), alpha = problem_.alpha;
    found = {one, one, one, {}};
    if (own.depth == 0 || problem_.costs.closes(alpha + alpha, one) ||
        problem_.costs.closes(alpha, one))
      return true;
    if (rows.count >= 2 * problem_.limits.min_count) return false;
    found.free = alpha;
    return true;
  }

  /// Solved if it costs less than `budget`, else bounded by that, unless the search is ended.
  Found<Value> solve(const Rows<Value>& rows, const Room& room, Value budget, int level) {
    const Room own = normal(rows, room);
    Found<Value> found;
    if (is_leaf(rows, own, found)) return found;
    if (own.depth == 1) return one_question(problem_, rows);
    if (is_remembered(rows, own, budget, found) || !watch().go_on()) return found;
    watch().worked(rows.n * problem_.columns.size());
    const Found<Value> before = found;
    found = own.depth == 2
                ? two_.solve(problem_, rows, own.leaves, budget, [&] { return watch().go_on(); })
                : branch(rows, room, before, budget, level);
    return keep(rows, own, found, before);
  }

  /// The same of at most two questions, without a budget and without end.
  Found<Value> solve_shallow(const Rows<Value>& rows, const Room& own) {
    if (own.depth == 1) return one_question(problem_, rows);
    return two_.solve(problem_, rows, own.leaves, Costs::none, [] { return true; });
  }

  /// What may be asked first of some rows that may have a tree deeper than two questions.
  Branching<Costs> branching(const Rows<Value>& rows, const Room& room,
                             const Aim<Value>& aim) const {
    const Room own = normal(rows, room);
    auto firsts = aim.is_settled ? first_questions(settled_, own, problem_.alpha,
                                                   problem_.limits.min_count <= 1)
                                 : first_questions(problem_, rows, own);
    return {problem_, rows, std::move(firsts), aim};
  }

  /// Readies a search of some rows: whether there is more to know than few leaves tell.
  bool settle(const Rows<Value>& rows, const Room& room, Aim<Value>& aim) {
    const Room own = normal(rows, room);
    aim.has_room_below = own.leaves == full(own.depth) && own.depth < room.depth;
    if (!is_priced(own, std::min(aim.known.best, aim.budget))) return true;
    if (apart_.look(rows)) {
      aim.known.bound = std::max(aim.known.bound, std::min(apart_.all(), aim.known.best));
      aim.known.free = std::max(aim.known.free, std::min(apart_.all(), aim.known.bound));
      if (!aim.is_first_wanted &&
          problem_.costs.closes(aim.known.bound, std::min(aim.known.best, aim.budget)))
        return false;
    }
    aim.is_settled = look_at_few(rows);
    return !aim.is_settled || learn_few(own, aim.known, aim.budget);
  }

  /// From now on solves for small budgets, to learn soon what every tree costs at least.
  void aim_at_bound() { is_for_bound_ = true; }

  /// Solves both sides of a cut, the larger first; where leaves are dear in small steps, because a
  /// side that is too dear shows it soon.
  Sides sides(const Rows<Value>& rows, const Room& room, const FirstQuestion<Value>& first,
              const Look<Value>& look, bool is_settled, int level) {
    const std::size_t n_left = first.n_left(look.cut);
    const Part on_left = divider_.sum(rows.by(first.column).first(n_left));
    const Value alpha = problem_.alpha;
    Side left{{first.column, n_left, true},
              on_left,
              below(rows, room, first.leaves_left),
              {look.least_left, alpha, unknown, {}}};
    Side right{{first.column, n_left, false},
               Divider<Costs>::rest(rows, on_left),
               below(rows, room, first.leaves_right),
               {look.least_right, alpha, unknown, {}}};
    if (is_settled) {
      look_up(left);
      look_up(right);
    }
    const bool starts_left = left.part.n >= right.part.n;
    Side *own = starts_left ? &left : &right, *other = starts_left ? &right : &left;
    if (is_for_bound_ && !is_settled) {
      for (Side* side : {own, other}) solve_alone(rows, *side, look.target, level);
      return {left.found, right.found};
    }
    Value step = is_settled ? 2 * alpha : Costs::none;
    for (bool is_second = false;; is_second = !is_second, std::swap(own, other)) {
      const Value most = look.most - other->found.bound, least = own->found.bound;
      if (problem_.costs.closes(least, most) || !watch().is_running()) break;
      if (is_solved(own->found) && is_solved(other->found)) break;
      if (is_solved(own->found)) continue;
      const bool takes_all = is_solved(other->found) || most - least < step;
      own->found = solve_side(rows, *own, takes_all ? most : least + step, level);
      own->found.bound = std::max(own->found.bound, least);
      if (is_second && step < unknown) step += step;
    }
    return {left.found, right.found};
  }

  /// Keeps what was found, and what was known before.
  Found<Value> keep(const Rows<Value>& rows, const Room& own, Found<Value> found,
                    const Found<Value>& before) {
    if (before.best < found.best) {
      found.best = before.best;
      found.split = before.split;
    }
    found.bound = std::min(std::max(found.bound, before.bound), found.best);
    found.free = std::min(std::max(found.free, before.free), found.bound);
    cache().keep(rows, own, found);
    return found;
  }

  /// A good tree at once: the first question of the best tree of depth two, again and again.
  Value look_ahead(const Rows<Value>& rows, const Room& room, int level) {
    const Room own = normal(rows, room);
    Found<Value> found;
    if (is_leaf(rows, own, found)) return found.best;
    if (own.depth == 1) return one_question(problem_, rows).best;
    found = two_.solve(problem_, rows, std::min(own.leaves, 4), Costs::none,
                       [&] { return watch().is_in_time(); });
    if (own.depth > 2) {
      found.bound = found.free = problem_.alpha;
      // Where two questions save nothing, some more may save all.
      Split split = found.split.column >= 0 || !pays_for_all(rows)
                        ? found.split
                        : purest_question(problem_, rows);
      if (split.column >= 0) {
        const int half = own.leaves == full(own.depth) ? own.leaves : own.leaves - own.leaves / 2;
        split.leaves_left = std::min(full(own.depth - 1), half);
        Value cost{};
        for (bool left : {true, false})
          cost += look_ahead(follow(rows, split, left, level),
                             below(rows, room, share(split, left, own)), level + 1);
        if (found.split.column >= 0 || cost < found.best) found.split = split;
        found.best = std::min(found.best, cost);
      }
    }
    cache().keep(rows, own, found);
    return found.best;
  }

  /// How many leaves are for one side, if they are limited.
  static int share(const Split& split, bool left, const Room& own) {
    return left ? split.leaves_left : own.leaves - split.leaves_left;
  }

  /// The rows of one side of a split.
  const Rows<Value>& follow(const Rows<Value>& rows, const Split& split, bool left, int level) {
    const auto list = rows.by(std::size_t(split.column));
    const std::int32_t* rank = problem_.columns[std::size_t(split.column)].rank.data();
    const auto end = std::partition_point(list.begin(), list.end(),
                                          [&](Row row) { return rank[row] <= split.last_left; });
    const std::size_t n_left = std::size_t(end - list.begin());
    const Part on_left = divider_.sum(list.first(n_left));
    Rows<Value>& made = level_rows(level);
    divider_.take(rows, {std::size_t(split.column), n_left, left},
                  left ? on_left : Divider<Costs>::rest(rows, on_left), made, 0,
                  problem_.columns.size());
    return made;
  }

 private:
  /// What costs more than anything, twice.
  static constexpr Value unknown = Costs::none / 2;
  /// Beyond so many the price of leaves tells little.
  static constexpr int most_leaves = 64;

  /// Whether every mistake is worth any number of leaves.
  bool pays_for_all(const Part& rows) const {
    return leaf(rows) - problem_.alpha > Value(rows.n) * problem_.alpha;
  }

  bool is_solved(const Found<Value>& found) const {
    return problem_.costs.closes(found.bound, found.best);
  }

  /// What all threads know.
  struct Known {
    /// An eighth of the memory is for the bound that is raised beside the search, and one for rows
    /// that are kept apart.
    Known(const Limits& limits, const Ask& ask) : cache(limits.bytes / 8 * 6), watch(limits, ask) {}

    Cache<Value> cache;
    Watch watch;
  };

  /// Whether what is remembered is all that the caller could use.
  bool is_remembered(const Part& rows, const Room& own, Value budget, Found<Value>& found) {
    const auto known = cache().find(rows.key, own);
    if (known)
      found = *known;
    else
      found.bound = found.free = problem_.alpha;
    return known && problem_.costs.closes(found.bound, std::min(found.best, budget));
  }

  Found<Value> branch(const Rows<Value>& rows, const Room& room, const Found<Value>& known,
                      Value budget, int level) {
    Aim<Value> aim{known, budget};
    if (!settle(rows, room, aim)) return aim.known;
    aim.is_for_bound = is_for_bound_;
    if (is_for_bound_) learn_of_fewer_questions(rows, room, aim, level);
    Branching<Costs> branching = this->branching(rows, room, aim);
    while (watch().go_on()) {
      const auto look = branching.next();
      if (!look) break;
      const auto [left, right] =
          sides(rows, room, branching.first(*look), *look, aim.is_settled, level);
      branching.learn(*look, left, right);
    }
    return branching.found();
  }

  /// Whether most columns have one cut, which may leave almost all rows on one side.
  bool has_narrow_columns() const {
    const auto& columns = problem_.columns;
    return 2 * std::count_if(columns.begin(), columns.end(),
                             [](const Column& column) { return column.n_ranks <= 2; }) >
           std::ptrdiff_t(columns.size());
  }

  /// Finds out whether all rows cost more with one question less: if so, their larger sides do.
  void learn_of_fewer_questions(const Rows<Value>& rows, const Room& room, Aim<Value>& aim,
                                int level) {
    const Room own = normal(rows, room);
    if (aim.is_settled || own.leaves < full(own.depth) || !has_narrow_columns()) return;
    const Value target = std::min(aim.known.best, aim.budget);
    const Value budget = target + target + leaf(rows) / 8;
    aim.with_fewer = solve(rows, below(rows, room, any), budget, level).bound;
  }

  /// Whether leaves are so dear, beside what is wanted, that what a few of them cost tells much.
  bool is_priced(const Room& own, Value most) const {
    const Value alpha = problem_.alpha;
    return alpha > Value{} && own.leaves == full(own.depth) && most <= most_leaves * alpha;
  }

  /// Finds out what few leaves cost on both sides of every cut, if there is time.
  bool look_at_few(const Rows<Value>& rows) {
    if (settled_rows_ == rows.key) return true;
    settled_.clear();
    const bool keeps_apart = apart_.look(rows);
    const auto take = [&](SettledCut<Value> cut) {
      if (keeps_apart) {
        cut.left.more = std::max(cut.left.more, apart_.left(cut.column, cut.n_left));
        cut.right.more = std::max(cut.right.more, apart_.right(cut.column, cut.n_left));
      }
      settled_.push_back(cut);
    };
    const bool is_done = two_.each_cut(problem_, rows, take, [&] { return watch().is_in_time(); });
    settled_rows_ = is_done ? rows.key : Key{};
    return is_done;
  }

  /// Takes the best tree of few leaves; whether more of them could be of use.
  bool learn_few(const Room& own, Found<Value>& known, Value budget) const {
    Value least = known.best;
    for (const SettledCut<Value>& cut : settled_) {
      if (cut.is_idle(problem_.alpha)) continue;
      least = std::min(least, cut.bound());
      if (cut.best() >= known.best) continue;
      known.best = cut.best();
      known.split = {std::int32_t(cut.column), cut.last_left, full(own.depth - 1)};
    }
    known.bound = std::max(known.bound, std::min(least, known.best));
    if (problem_.limits.min_count <= 1) known.free = known.bound;
    return !problem_.costs.closes(known.bound, std::min(known.best, budget));
  }

  /// One side of a cut.
  struct Side {
    Half half;
    Part part;
    Room room;
    Found<Value> found;
    /// So many columns have lists: only those that are read.
    std::size_t n_lists = 0;
  };

  /// Takes what is remembered of a side.
  void look_up(Side& side) {
    Found<Value> found;
    const Room own = normal(side.part, side.room);
    if (!is_leaf(side.part, own, found)) is_remembered(side.part, own, Costs::none, found);
    found.bound = std::max(found.bound, side.found.bound);
    side.found = found;
  }

  /// Solves a side as if the other cost nothing: where both cost what is wanted of them together,
  /// no other cut of the column has to be looked at.
  void solve_alone(const Rows<Value>& rows, Side& side, Value target, int level) {
    const Value least = side.found.bound;
    if (problem_.costs.closes(least, target) || !watch().is_running()) return;
    side.found = solve_side(rows, side, target, level);
    side.found.bound = std::max(side.found.bound, least);
  }

  Found<Value> solve_side(const Rows<Value>& rows, Side& side, Value budget, int level) {
    const Room own = normal(side.part, side.room);
    Found<Value> found;
    if (is_leaf(side.part, own, found) || is_remembered(side.part, own, budget, found))
      return found;
    if (problem_.costs.closes(problem_.alpha, budget)) {  // nothing can be cheap enough
      found.bound = found.free = problem_.alpha;
      return found;
    }
    Rows<Value>& made = level_rows(2 * level + side.half.is_left);
    const auto take = [&](std::size_t n_lists) {
      if (n_lists <= side.n_lists) return;
      divider_.take(rows, side.half, side.part, made, side.n_lists, n_lists);
      side.n_lists = n_lists;
    };
    if (!two_.reads_every_list()) take(1);
    if (!two_.reads_every_list() && own.depth > 2) {
      Aim<Value> aim{found, budget};
      if (!settle(made, side.room, aim)) {
        watch().worked(made.n);
        return keep(made, own, aim.known, found);
      }
    }
    if (own.depth != 2 || two_.reads_every_list()) take(problem_.columns.size());
    return solve(made, side.room, budget, level + 1);
  }

  Rows<Value>& level_rows(int level) {
    while (rows_.size() <= std::size_t(level)) rows_.emplace_back();
    return rows_[std::size_t(level)];
  }

  const Problem<Costs>& problem_;
  Divider<Costs> divider_;
  std::shared_ptr<Known> known_;
  KeptApart<Costs> apart_;
  DepthTwo<Costs> two_;
  std::deque<Rows<Value>> rows_;
  bool is_for_bound_ = false;
  /// What is known of the cuts of the rows with this key.
  std::vector<SettledCut<Value>> settled_;
  Key settled_rows_;
};

}  // namespace arboretum::optimal
