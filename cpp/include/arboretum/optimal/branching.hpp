#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/first_questions.hpp"

namespace arboretum::optimal {

/// A cut whose sides are to be solved.
template <class Value>
struct Look {
  std::size_t first;
  Interval<Value> in;
  int cut;
  /// What both sides together may cost, a little more than is needed, and each does at least.
  Value most, least_left, least_right;
  /// What both sides together cost is of use up to here.
  Value target;
};

/// What is known and aim of a subproblem.
template <class Value>
struct Aim {
  Found<Value> known;
  /// What costs as much is of no use.
  Value budget;
  /// Of trees that cost the same that whose question comes first.
  bool is_first_wanted = false;
  /// It is known what few leaves cost on both sides of every cut.
  bool is_settled = false;
  /// Only a bound is wanted, and soon.
  bool is_for_bound = false;
  /// What the rows cost at least in a tree of a side, if that is known.
  Value with_fewer{};
  /// Trees of a side may be as large as those of all rows.
  bool has_room_below = false;
};

/// Which cuts of a subproblem are to be looked at next, and what follows from those that were.
///
/// The first questions are intervals of cuts, one per column; that with the least bound is looked
/// at next, in its middle.  What the sides cost bounds the cuts around (`Envelope`); nothing is
/// looked at that costs at least what is known already, or more than the caller could use.
///
/// Of trees that cost the same that whose question comes first may be wanted: then what comes
/// before the best question is looked at until it is known to cost more.
template <class Costs>
class Branching {
 public:
  using Value = typename Costs::Value;
  using First = FirstQuestion<Value>;

  Branching(const Problem<Costs>& problem, const Rows<Value>& rows, std::vector<First> firsts,
            const Aim<Value>& aim)
      : problem_(problem), rows_(rows), firsts_(std::move(firsts)), found_(aim.known), aim_(aim) {
    if (aim.is_first_wanted) place(aim.known.split);
    for (std::size_t f = 0; f < firsts_.size(); ++f) {
      firsts_[f].envelope.all_rows = aim.with_fewer;
      push_all(f);
    }
  }

  const First& first(const Look<Value>& look) const { return firsts_[look.first]; }

  std::optional<Look<Value>> next() {
    while (!open_.empty() && !closes(open_.front().first.bound, aim_.is_first_wanted)) {
      std::pop_heap(open_.begin(), open_.end(), later);
      auto [in, f] = open_.back();
      open_.pop_back();
      shrink(in, f);
      if (in.first > in.last) continue;
      looking_.push_back(in.bound);
      return look(in, f);
    }
    return std::nullopt;
  }

  /// Takes what both sides of a cut were found to cost.
  void learn(const Look<Value>& at, Found<Value> left, Found<Value> right) {
    looking_.erase(std::find(looking_.begin(), looking_.end(), at.in.bound));
    First& first = firsts_[at.first];
    left.bound = std::max(left.bound, at.least_left);
    right.bound = std::max(right.bound, at.least_right);
    first.envelope.learn(at.cut, at.in, {left.bound, left.free}, {right.bound, right.free});
    const Value cost = left.best + right.best;
    dropped_ = std::min({dropped_, cost, left.bound + right.bound});
    if (aim_.has_room_below) inside_ = std::max({inside_, left.free, right.free});
    if (is_better(at, cost)) take(at, cost);
    push({at.in.first, at.cut - 1, at.in.before, at.cut, Value{}}, at.first);
    push({at.cut + 1, at.in.last, at.cut, at.in.after, Value{}}, at.first);
  }

  Value best() const { return found_.best; }

  /// What every tree costs at least, so far.
  Value bound() const {
    Value least = std::min(found_.best, dropped_);
    if (!open_.empty()) least = std::min(least, open_.front().first.bound);
    for (Value in_work : looking_) least = std::min(least, in_work);
    return std::min(std::max(least, inside_), found_.best);
  }

  Found<Value> found() const {
    Found<Value> made = found_;
    made.bound = made.free = bound();
    if (problem_.limits.min_count <= 1) return made;
    // Cuts that leave too few samples are not among those that are settled.
    if (aim_.is_settled)
      made.free = std::min(made.free, aim_.known.free);
    else
      for (const First& first : firsts_)
        made.free = std::min(made.free, first.envelope.least_free(Costs::none));
    return made;
  }

 private:
  using Open = std::pair<Interval<Value>, std::size_t>;

  static bool later(const Open& x, const Open& y) {
    return std::pair(x.first.bound, x.second) > std::pair(y.first.bound, y.second);
  }

  /// Whether nothing that costs at least `bound` is aim.
  bool closes(Value bound, bool is_before) const {
    if (is_before) return bound >= found_.best + problem_.costs.step();
    return problem_.costs.closes(bound, std::min(found_.best, aim_.budget));
  }

  /// Differences of less than a step do not count where the first of the best is aim.
  bool is_better(const Look<Value>& at, Value cost) const {
    if (!aim_.is_first_wanted) return cost < found_.best;
    const Value step = problem_.costs.step();
    return is_before(at.first, at.cut) ? cost < found_.best + step : cost <= found_.best - step;
  }

  /// Whether a cut comes before the best one that is known.
  bool is_before(std::size_t f, int cut) const {
    return std::pair(int(f), cut) < std::pair(best_first_, best_cut_);
  }

  void shrink(Interval<Value>& in, std::size_t f) {
    const bool before = is_before(f, in.last);
    const auto is_closed = [&](Value bound) { return closes(bound, before); };
    const Envelope<Value>& envelope = firsts_[f].envelope;
    dropped_ = std::min(dropped_, envelope.shrink(in, is_closed, Costs::none));
    in.bound = envelope.bound(in, Costs::none);
  }

  void push(Interval<Value> in, std::size_t f) {
    shrink(in, f);
    if (in.first > in.last) return;
    open_.emplace_back(in, f);
    std::push_heap(open_.begin(), open_.end(), later);
  }

  /// All cuts of a column: those before the best known one by themselves.
  void push_all(std::size_t f) {
    const Interval<Value> all = admissible(problem_, rows_, firsts_[f]);
    const int at =
        int(f) == best_first_ ? std::clamp(best_cut_, all.first, all.last + 1) : all.first;
    push({all.first, at - 1, -1, -1, Value{}}, f);
    push({at, all.last, -1, -1, Value{}}, f);
  }

  Look<Value> look(const Interval<Value>& in, std::size_t f) const {
    const Envelope<Value>& envelope = firsts_[f].envelope;
    const int cut = aim_.is_settled     ? envelope.cheapest(in)
                    : aim_.is_for_bound ? envelope.middle(in)
                                        : (in.first + in.last) / 2;
    // Asked a little more than is needed, the answer closes the whole interval.
    const Value spare = aim_.is_settled ? Value{}
                                        : std::max(envelope.most[cut] - envelope.most[in.first],
                                                   envelope.most[in.last] - envelope.most[cut]);
    const Value target = is_before(f, in.last) ? found_.best + problem_.costs.step()
                                               : std::min(found_.best, aim_.budget);
    return {f,
            in,
            cut,
            target + spare,
            envelope.left(cut, in.before, in.after),
            envelope.right(cut, in.before, in.after),
            target};
  }

  void take(const Look<Value>& at, Value cost) {
    const First& own = firsts_[at.first];
    const Row last = rows_.by(own.column)[own.n_left(at.cut) - 1];
    found_.best = std::min(found_.best, cost);
    found_.split = {std::int32_t(own.column), problem_.columns[own.column].rank[last],
                    own.leaves_left};
    if (!aim_.is_first_wanted) return;
    best_first_ = int(at.first);
    best_cut_ = at.cut;
  }

  /// Finds the question that is known to be best.
  void place(const Split& split) {
    for (std::size_t f = 0; f < firsts_.size(); ++f) {
      const First& own = firsts_[f];
      if (std::int32_t(own.column) != split.column || own.leaves_left != split.leaves_left)
        continue;
      const auto list = rows_.by(own.column);
      const std::int32_t* rank = problem_.columns[own.column].rank.data();
      best_first_ = int(f);
      best_cut_ = 0;
      while (best_cut_ < int(own.ends.size()) &&
             rank[list[own.n_left(best_cut_) - 1]] < split.last_left)
        ++best_cut_;
    }
  }

  const Problem<Costs>& problem_;
  const Rows<Value>& rows_;
  std::vector<First> firsts_;
  Found<Value> found_;
  Aim<Value> aim_;
  Value dropped_ = Costs::none;
  /// What rows inside cost at least: all together cost no less.
  Value inside_{};
  /// The place of the best question, if the first of the best is aim.
  int best_first_ = -1, best_cut_ = -1;
  std::vector<Open> open_;
  /// Bounds of the intervals that are being looked at.
  std::vector<Value> looking_;
};

}  // namespace arboretum::optimal
