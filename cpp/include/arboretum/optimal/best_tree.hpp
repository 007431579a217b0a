#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arboretum/optimal/raised_bound.hpp"
#include "arboretum/optimal/search.hpp"
#include "arboretum/optimal/solve.hpp"
#include "arboretum/optimal/team.hpp"
#include "arboretum/optimal/write_down.hpp"

namespace arboretum::optimal {

/// From a search to its answer.
///
/// The least cost is the same however many threads look for it, and in whatever order; of the trees
/// that cost it, that one is answered whose questions come first.
template <class Costs>
class BestTree {
 public:
  using Value = typename Costs::Value;

  BestTree(const Problem<Costs>& problem, const Ask& ask)
      : search_(problem, ask), team_(search_, problem.limits.threads) {}

  Answer<Value> run() {
    const Rows<Value> all = search_.all();
    const Room room = search_.room();
    search_.look_ahead(all, room, 0);
    Answer<Value> answer{{}, Value{}, solve(all, room).bound, Ended::proved, 0, 0, false};
    answer.cost = read(all, room, answer.nodes);
    const Watch& watch = search_.watch();
    const bool is_proved = search_.problem().costs.closes(answer.bound, answer.cost);
    if (!is_proved || !is_first_) answer.ended = watch.ended();
    answer.work = watch.work();
    answer.remembered = search_.cache().size();
    answer.forgot = search_.cache().forgot();
    return answer;
  }

 private:
  Found<Value> solve(const Rows<Value>& all, const Room& room) {
    const Room own = search_.normal(all, room);
    Found<Value> found;
    if (own.depth <= 2 || search_.is_leaf(all, own, found))
      return search_.solve(all, room, Costs::none, 0);
    RaisedBound<Costs> raised(search_, all, room);
    search_.watch().meanwhile(first_cells, [&](std::uint64_t cells) {
      raised.go_on(cells < many_cells ? cells / 40 : cells / 4);
      return cells;
    });
    found = first_of_best(all, room, own, 0);
    search_.watch().meanwhile(0, nullptr);
    found.bound = std::min(std::max(found.bound, raised.bound()), found.best);
    return found;
  }

  /// The first of the best trees of some rows that may be deeper than two questions.
  Found<Value> first_of_best(const Rows<Value>& rows, const Room& room, const Room& own,
                             int level) {
    const auto known = search_.cache().find(rows.key, own);
    // Of the root something is known; what was forgotten below it is solved again.
    Aim<Value> aim{known ? *known : search_.solve(rows, room, Costs::none, level), Costs::none};
    aim.is_first_wanted = true;
    const Found<Value> found = team_.solve(rows, room, aim, level);
    is_first_ = is_first_ && search_.watch().is_running();
    return found;
  }

  /// Writes down the best tree; returns what it costs.
  Value read(const Rows<Value>& rows, const Room& room, std::vector<Node>& nodes) {
    const auto best = [this](const Rows<Value>& some, const Room& their, const Room& own,
                             int level) { return best_known(some, their, own, level); };
    const Value cost = write_down(search_, rows, room, best, nodes, 0);
    // Where the search was ended, parts of a better one may have been forgotten since.
    if (search_.watch().is_running() || team_.best_cost() >= cost) return cost;
    nodes = team_.best_tree();
    return team_.best_cost();
  }

  /// What is below the first question depends on nothing but its rows, if there is time.
  Found<Value> best_known(const Rows<Value>& rows, const Room& room, const Room& own, int level) {
    if (!search_.watch().is_running() || level == 0)
      return best_remembered(search_, rows, room, own, level);
    return own.depth > 2 ? first_of_best(rows, room, own, level) : search_.solve_shallow(rows, own);
  }

  /// A problem that takes fewer cells is solved at once; one that takes many may never be.
  static constexpr std::uint64_t first_cells = 1'000'000, many_cells = 100'000'000;

  Search<Costs> search_;
  Team<Costs> team_;
  /// Whether questions that come first were looked for to the end.
  bool is_first_ = true;
};

}  // namespace arboretum::optimal
