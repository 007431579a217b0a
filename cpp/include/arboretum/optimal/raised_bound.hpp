#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/optimal/search.hpp"

namespace arboretum::optimal {

/// What every tree costs at least, known long before the best tree is.
///
/// It is asked whether some tree costs less than a little, than a little more, and so on: little
/// is soon too little, because most columns are ruled out by one look at their middle.  What some
/// of the rows cost all rows do; of few rows with as many of each class it is known sooner.
template <class Costs>
class RaisedBound {
 public:
  using Value = typename Costs::Value;

  /// What a search looks for the best tree of; its watch says when there is no more time.
  RaisedBound(Search<Costs>& searched, const Rows<Value>& all, const Room& room)
      : problem_(without_limits(searched.problem())),
        ask_([this](double, double) { return cells() < most_cells_ && told_.is_in_time(); }),
        told_(searched.watch()),
        search_(problem_, ask_),
        all_(all),
        room_(room),
        sets_(fewer_rows(search_, all, room)) {
    sets_.emplace_back();  // all rows
    reached_.resize(sets_.size());
    search_.aim_at_bound();
  }

  Value bound() const { return bound_; }

  /// Raises the bound for so many cells: of the rows that have the highest one, and of the next
  /// more rows, which may come to have a higher one.  The first time only until there is one.
  void go_on(std::uint64_t cells) {
    if (!is_found_) return raise(leader_, is_begun_ ? cells : first_cells());
    const std::size_t first = leader_, next = std::min(first + 1, sets_.size() - 1);
    raise(first, next > first ? cells / 2 : cells);
    if (next > first) raise(next, cells / 2);
  }

 private:
  /// With fewer rows for each leaf there are trees without mistakes.
  static constexpr std::size_t few_rows = 16;
  /// What is spent at once to find a first bound: a tenth of a second, and more where columns are
  /// so many that the search will take long.
  static constexpr std::uint64_t least_first = 3'000'000, most_first = 8'000'000;

  std::uint64_t first_cells() const {
    std::uint64_t cells = problem_.n_rows;
    for (int level = 1; level < std::min(room_.depth, 64) && cells < 64 * most_first; ++level)
      cells *= problem_.columns.size();
    return std::clamp(cells / 64, least_first, most_first);
  }

  static Problem<Costs> without_limits(Problem<Costs> problem) {
    const Limits none;
    problem.limits.seconds = none.seconds;
    problem.limits.work = none.work;
    problem.limits.bytes /= 8;
    return problem;
  }

  std::uint64_t cells() { return search_.watch().cells(); }

  /// Sets of rows from small to large, each part of the next, without that of all rows.
  static std::vector<std::vector<Row>> fewer_rows(const Search<Costs>& search,
                                                  const Rows<Value>& all, const Room& room) {
    const Problem<Costs>& problem = search.problem();
    const std::size_t least = few_rows * std::size_t(search.normal(all, room).leaves);
    std::vector<std::vector<Row>> of_class(problem.costs.n_kinds());
    for (std::size_t row = 0; row < problem.n_rows; ++row)
      of_class[problem.costs.kind(Row(row))].push_back(Row(row));
    std::vector<std::size_t> sizes;
    for (const auto& rows : of_class) sizes.push_back(rows.size());
    std::sort(sizes.rbegin(), sizes.rend());
    std::vector<std::vector<Row>> sets;
    for (std::size_t most = sizes[sizes.size() > 1]; most > 0; most /= 2) {
      std::vector<Row> made;
      for (const auto& rows : of_class) spread(rows, most, made);
      if (made.size() < least) break;
      if (made.size() < problem.n_rows) sets.push_back(std::move(made));
    }
    std::reverse(sets.begin(), sets.end());
    return sets;
  }

  /// Takes so many of some rows, from all over them.
  static void spread(const std::vector<Row>& rows, std::size_t most, std::vector<Row>& out) {
    const std::size_t n = std::min(rows.size(), most);
    for (std::size_t i = 0; i < n; ++i) out.push_back(rows[i * rows.size() / n]);
  }

  void raise(std::size_t i, std::uint64_t cells) {
    const Rows<Value> some = i + 1 < sets_.size() ? search_.take(all_, sets_[i]) : Rows<Value>{};
    const Rows<Value>& rows = i + 1 < sets_.size() ? some : all_;
    const Costs& costs = search_.problem().costs;
    const Value step = costs.first_budget(rows.sums.data());
    Watch& watch = search_.watch();
    watch.restart();
    most_cells_ = watch.cells() + cells;
    is_begun_ = true;
    const bool is_first = !is_found_;
    for (bool is_solved = false; !is_solved && watch.is_running();) {
      const Value least = std::max(reached_[i], bound_);
      const Found<Value> found = search_.solve(rows, room_, least + std::max(least / 2, step), 0);
      is_solved = costs.closes(found.bound, found.best);
      if (is_solved) leader_ = std::max(leader_, std::min(i + 1, sets_.size() - 1));
      // Fewer rows may cost more where leaves must be large.
      learn(i, &rows == &all_ ? found.bound : found.free, found.bound);
      is_found_ = is_found_ || bound_ >= step;
      // What rounding leaves cannot be raised.
      if ((is_first && is_found_) || !(found.bound > least)) break;
    }
  }

  void learn(std::size_t i, Value bound, Value reached) {
    reached_[i] = std::max(reached_[i], reached);
    if (bound > bound_) leader_ = std::max(leader_, i);
    bound_ = std::max(bound_, bound);
    told_.bound = std::max(told_.bound.load(), double(bound_));
  }

  Problem<Costs> problem_;
  Ask ask_;
  Watch& told_;
  Search<Costs> search_;
  const Rows<Value>& all_;
  Room room_;
  std::vector<std::vector<Row>> sets_;
  /// What each set is known to cost at least.
  std::vector<Value> reached_;
  Value bound_{};
  bool is_begun_ = false, is_found_ = false;
  std::uint64_t most_cells_ = 0;
  /// The set that has the highest bound.
  std::size_t leader_ = 0;
};

}  // namespace arboretum::optimal
