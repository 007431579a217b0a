#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "arboretum/optimal/claims.hpp"
#include "arboretum/optimal/first_questions.hpp"
#include "arboretum/optimal/kept_apart.hpp"
#include "arboretum/optimal/search.hpp"

namespace arboretum::optimal {

/// Writes down why every tree costs at least what the search said.
///
/// With that known, the columns need not wait for each other: each is cut until no cut is left that
/// could cost less.  What the sides of a cut cost says the search, which remembers what it solved.
template <class Costs>
class Prover {
 public:
  using Value = typename Costs::Value;
  using Ended = typename Proof<Value>::Ended;

  Prover(const Problem<Costs>& problem, std::size_t most_claims, const Ask& ask)
      : problem_(problem),
        most_claims_(most_claims),
        divider_(problem),
        apart_(problem),
        search_(problem, ask) {}

  Proof<Value> run(Value bound) {
    const Rows<Value> all = divider_.all();
    const Room room = search_.normal(all, search_.room());
    if (room.depth <= 2)
      record(room, bound, problem_.alpha, {});
    else
      cover(all, room, bound, 0);
    return std::move(proof_);
  }

 private:
  using First = FirstQuestion<Value>;
  using Part = Summary<Value>;

  /// A claim by its place, and what it says.
  struct Shown {
    std::int32_t claim;
    Value own, free;
  };

  std::int32_t record(const Room& room, Value own, Value free, const std::vector<ProvedCut>& cuts) {
    const std::size_t at = proof_.cuts.size();
    proof_.cuts.insert(proof_.cuts.end(), cuts.begin(), cuts.end());
    proof_.claims.push_back({room.depth, room.leaves, own, free, at, proof_.cuts.size(), 0, 0});
    if (proof_.claims.size() > most_claims_) stop(Ended::too_large);
    return std::int32_t(proof_.claims.size() - 1);
  }

  /// Claims that some rows need so many leaves, if some of them that cannot share one say enough.
  bool keep_apart(const Rows<Value>& rows, const Room& room, Value need, Shown& shown) {
    if (!apart_.look(rows) || !closes(apart_.all(), need)) return false;
    shown = {record(room, need, need, {}), need, need};
    const std::vector<Row> apart = apart_.apart();
    auto& claim = proof_.claims.back();
    claim.first_apart = proof_.apart.size();
    proof_.apart.insert(proof_.apart.end(), apart.begin(), apart.end());
    claim.end_apart = proof_.apart.size();
    return true;
  }

  void stop(Ended why) {
    if (proof_.ended == Ended::proved) proof_.ended = why;
  }
  bool go_on() {
    if (!search_.watch().go_on()) stop(Ended::interrupted);
    return proof_.ended == Ended::proved;
  }
  bool closes(Value bound, Value need) const { return problem_.costs.closes(bound, need); }

  /// Claims that some rows cost at least `need`, by cuts of every column.
  Shown cover(const Rows<Value>& rows, const Room& room, Value need, int level) {
    Shown shown;
    if (keep_apart(rows, room, need, shown)) return shown;
    // Trees deeper than two questions have four leaves at least.
    if (level > 0 && closes(4 * problem_.alpha, need)) return cover_shallow(rows, need);
    std::vector<First> firsts = first_questions(problem_, rows, room);
    std::vector<ProvedCut> cuts;
    const bool is_same = problem_.limits.min_count <= 1;
    Value free = std::min(search_.leaf(rows), need);
    if (level == 0) search_.watch().best = double(firsts.size());
    for (std::size_t f = 0; f < firsts.size(); ++f) {
      if (level == 0) search_.watch().bound = double(f);
      close(rows, room.depth, firsts[f], need, level, cuts);
      if (proof_.ended != Ended::proved) return {};
      if (!is_same) free = std::min(free, firsts[f].envelope.least_free(Costs::none));
    }
    return {record(room, need, free, cuts), need, free};
  }

  /// The same of trees of two questions, which tell enough of deeper ones.
  Shown cover_shallow(const Rows<Value>& rows, Value need) {
    const Room two{2, 4};
    const Found<Value> found = search_.solve_shallow(rows, two);
    const Value own = std::min(found.bound, 4 * problem_.alpha), free = std::min(found.free, own);
    if (!closes(own, need)) stop(Ended::refuted);
    return {record(two, own, free, {}), own, free};
  }

  /// Looks at cuts of one column until none is left that could cost less than `need`.
  void close(const Rows<Value>& rows, int depth, First& first, Value need, int level,
             std::vector<ProvedCut>& cuts) {
    std::vector<Interval<Value>> open{admissible(problem_, rows, first)};
    while (!open.empty()) {
      Interval<Value> in = open.back();
      open.pop_back();
      first.envelope.shrink(in, [&](Value bound) { return closes(bound, need); }, Costs::none);
      if (in.first > in.last) continue;
      if (!go_on()) return;
      const int cut = (in.first + in.last) / 2;
      cuts.push_back(look(rows, depth, first, in, cut, need, level));
      if (proof_.ended != Ended::proved) return;
      open.push_back({in.first, cut - 1, in.before, cut, Value{}});
      open.push_back({cut + 1, in.last, cut, in.after, Value{}});
    }
  }

  /// Claims what both sides of a cut cost, a little more than is needed: it closes the neighbours.
  ProvedCut look(const Rows<Value>& rows, int depth, First& first, const Interval<Value>& in,
                 int cut, Value need, int level) {
    const std::size_t n_left = first.n_left(cut);
    const auto list = rows.by(first.column);
    const Part left = divider_.sum(list.first(n_left));
    const Part right = Divider<Costs>::rest(rows, left);
    Envelope<Value>& envelope = first.envelope;
    // Beside a few leaves what rows cost at worst is so much that it says nothing.
    const Value spare = need <= few_leaves * problem_.alpha
                            ? Value{}
                            : std::max(envelope.most[cut] - envelope.most[in.first],
                                       envelope.most[in.last] - envelope.most[cut]);
    const Value least_left = envelope.left(cut, in.before, in.after),
                least_right = envelope.right(cut, in.before, in.after), most = need + spare;
    Shown on_left, on_right;
    const auto take_left = [&](Value budget) {
      on_left =
          side(rows, first, n_left, true, left, {depth - 1, first.leaves_left}, budget, level);
    };
    const auto take_right = [&](Value budget) {
      on_right =
          side(rows, first, n_left, false, right, {depth - 1, first.leaves_right}, budget, level);
    };
    if (left.n >= right.n) {
      take_left(most - least_right);
      take_right(most - std::max(on_left.own, least_left));
    } else {
      take_right(most - least_left);
      take_left(most - std::max(on_right.own, least_right));
    }
    const Value own_left = std::max(on_left.own, least_left),
                own_right = std::max(on_right.own, least_right);
    envelope.learn(cut, {own_left, on_left.free}, {own_right, on_right.free});
    if (!closes(own_left + own_right, need)) stop(Ended::refuted);
    const std::int32_t last = problem_.columns[first.column].rank[list[n_left - 1]];
    return {std::int32_t(first.column), last, first.leaves_left, on_left.claim, on_right.claim};
  }

  /// Claims what one side of a cut costs, or at least `budget`.
  Shown side(const Rows<Value>& rows, const First& first, std::size_t n_left, bool left,
             const Part& part, const Room& room, Value budget, int level) {
    const Room own = search_.normal(part, room);
    Found<Value> found;
    if (search_.is_leaf(part, own, found)) return {-1, found.bound, found.free};
    const Value two = problem_.alpha + problem_.alpha;
    if (closes(two, budget)) return {-1, two, two};
    const Name name{part.key.a, part.key.b, own.depth, own.leaves};
    const auto known = shown_.find(name);
    if (known != shown_.end() && closes(known->second.own, budget)) return known->second;
    Rows<Value>& made = level_rows(level);
    divider_.take(rows, {first.column, n_left, left}, part, made, 0, problem_.columns.size());
    found = search_.solve(made, own, budget, 1);
    // What is claimed already may be all that it costs.
    if (known != shown_.end() && closes(known->second.own, found.bound)) return known->second;
    if (!go_on()) return {};
    const Shown shown =
        own.depth > 2 ? cover(made, own, std::min(found.bound, budget), level + 1)
                      : Shown{record(own, found.bound, found.free, {}), found.bound, found.free};
    shown_[name] = shown;
    return shown;
  }

  Rows<Value>& level_rows(int level) {
    while (rows_.size() <= std::size_t(level)) rows_.emplace_back();
    return rows_[std::size_t(level)];
  }

  static constexpr int few_leaves = 64;

  using Name = std::tuple<std::uint64_t, std::uint64_t, int, int>;

  const Problem<Costs>& problem_;
  std::size_t most_claims_;
  Divider<Costs> divider_;
  KeptApart<Costs> apart_;
  Search<Costs> search_;
  Proof<Value> proof_{{}, {}, {}, Ended::proved};
  std::map<Name, Shown> shown_;
  std::deque<Rows<Value>> rows_;
};

}  // namespace arboretum::optimal
