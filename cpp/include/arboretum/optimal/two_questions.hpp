#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "arboretum/optimal/cache.hpp"
#include "arboretum/optimal/envelope.hpp"
#include "arboretum/optimal/judged.hpp"
#include "arboretum/optimal/rows.hpp"

namespace arboretum::optimal {

/// The best tree of depth two.
///
/// For each first question the kernel looks at many of its cuts at once and says what the best
/// second question makes of both sides; cuts between those are closed by their envelope, or looked
/// at next.
template <class Kernel>
class TwoQuestions {
 public:
  using Costs = typename Kernel::Costs;
  using Value = typename Costs::Value;

  /// Solved if it costs less than `budget`, else bounded by that.  `leaves` is 3 or 4.
  /// `go_on()` is asked all the time: of many samples a column takes long.
  template <class GoOn>
  Found<Value> solve(const Problem<Costs>& problem, const Rows<Value>& rows, int leaves,
                     Value budget, const GoOn& go_on) {
    const std::size_t step = most_read_ > 0 ? std::max<std::size_t>(rows.n / most_cuts, 1) : 1;
    open(problem, rows, step);
    leaves_ = leaves;
    const Value leaf = problem.costs.leaf(rows.sums.data()) + problem.alpha;
    found_ = {Costs::none, leaf, leaf, {}};
    firsts_.clear();
    for (std::size_t j = 0; j < kernel_.columns().size(); ++j) {
      if (problem.costs.closes(problem.alpha + problem.alpha, std::min(found_.best, budget))) {
        found_.bound = std::min(found_.bound, problem.alpha + problem.alpha);
        found_.free = std::min(found_.free, problem.alpha + problem.alpha);
        break;
      }
      if (!ask_first(j, budget, go_on)) {
        found_.bound = found_.free = problem.alpha;
        break;
      }
    }
    found_.bound = std::min(found_.bound, step > 1 ? problem.alpha : found_.best);
    found_.free = problem.limits.min_count > 1 ? std::min(found_.free, found_.bound) : found_.bound;
    return found_;
  }

  /// From now on a solution need not be the best: it reads about so many rows at most, and of many
  /// rows not every cut.  It remembers the first questions that it looked at.
  void read_at_most(std::size_t n_rows) { most_read_ = n_rows; }
  const std::vector<Judged<Value>>& firsts() const { return firsts_; }
  /// Many rows are read on so many threads, with the same result.
  void use_threads(int n_threads) { kernel_.use_threads(n_threads); }

  /// Calls `take` with what few leaves cost on both sides of every cut, column by column, as long
  /// as `go_on()`; returns whether it was.
  template <class Take, class GoOn>
  bool each_cut(const Problem<Costs>& problem, const Rows<Value>& rows, const Take& take,
                const GoOn& go_on) {
    open(problem, rows, 1);
    const Value two = problem.alpha + problem.alpha;
    const auto side = [&](const typename Kernel::Sides& found, Value most) {
      return FewLeaves<Value>{found.one + problem.alpha, found.own + two, two + problem.alpha,
                              most};
    };
    const Value most_of_all = most(rows);
    for (std::size_t j = 0; j < kernel_.columns().size(); ++j) {
      const auto& column = kernel_.columns()[j];
      const Interval<Value> all = start(j);
      for (int next = all.first; next <= all.last;) {
        if (!go_on()) return false;
        tried_.clear();
        while (next <= all.last && tried_.size() < Kernel::n_lanes) tried_.push_back({j, next++});
        kernel_.look(tried_, left_.data(), right_.data());
        for (std::size_t i = 0; i < tried_.size(); ++i) {
          const int cut = tried_[i].cut;
          const Value on_left = envelope_.most[std::size_t(cut)];
          take(SettledCut<Value>{column.column, column.ends[std::size_t(cut)], last_left(j, cut),
                                 side(left_[i], on_left), side(right_[i], most_of_all - on_left)});
        }
      }
    }
    return true;
  }

 private:
  /// The order of a column is read in pieces of at least `step` rows.
  void open(const Problem<Costs>& problem, const Rows<Value>& rows, std::size_t step) {
    problem_ = &problem;
    rows_ = &rows;
    kernel_.open(problem, rows, step);
    ahead_ = 0;
  }

  Value most(const Rows<Value>& rows) const {
    Value sum{};
    const auto extremes = problem_->costs.extremes(rows.by(0));
    for (Row row : rows.by(0)) sum += problem_->costs.most(row, extremes);
    return sum;
  }

  /// Adds up a column; returns the cuts that leave enough samples on both sides.
  Interval<Value> start(std::size_t j) {
    envelope_.open(std::size_t(kernel_.columns()[j].n_cuts()), problem_->alpha);
    kernel_.add_up(j, envelope_.most);
    return admissible(j);
  }
  Interval<Value> admissible(std::size_t j) const {
    const std::int64_t least = problem_->limits.min_count;
    Interval<Value> all{0, kernel_.columns()[j].n_cuts() - 1, -1, -1, Value{}};
    if (least <= 1) return all;
    while (all.first <= all.last && kernel_.count({j, all.first}) < least) ++all.first;
    while (all.first <= all.last && rows_->count - kernel_.count({j, all.last}) < least) --all.last;
    return all;
  }

  /// Whether all cuts of a column were looked at or closed.
  template <class GoOn>
  bool ask_first(std::size_t j, Value budget, const GoOn& go_on) {
    const Interval<Value> all = start(j);
    open_.clear();
    next_.assign(1, all);
    const std::size_t most = most_passes();
    for (std::size_t passes = most;; --passes) {
      close(budget);
      if (open_.empty()) break;
      if (passes == 0) {
        for (const auto& in : open_)
          found_.bound = std::min(found_.bound, envelope_.bound(in, Costs::none));
        break;
      }
      if (!go_on()) return false;
      pick(j);
      if (passes == most) {
        const std::size_t from = look_first(j);
        learn(j, first_left_.data() + from, first_right_.data() + from);
      } else {
        kernel_.look(tried_, left_.data(), right_.data());
        learn(j, left_.data(), right_.data());
      }
    }
    if (problem_->limits.min_count > 1)
      found_.free = std::min(found_.free, envelope_.least_free(Costs::none));
    return true;
  }

  /// Moves what cannot be ruled out from the next intervals to the open ones.
  void close(Value budget) {
    const Value target = std::min(found_.best, budget);
    open_.clear();
    for (Interval<Value>& in : next_) {
      const auto closes = [&](Value bound) { return problem_->costs.closes(bound, target); };
      found_.bound = std::min(found_.bound, envelope_.shrink(in, closes, Costs::none));
      if (in.first <= in.last) open_.push_back(in);
    }
    next_.clear();
  }

  /// Shares the tries among the open intervals of a column by their length.
  void pick(std::size_t j) {
    tried_.clear();
    std::size_t total = 0;
    for (const auto& in : open_) total += std::size_t(in.last - in.first + 1);
    for (const auto& in : open_) {
      const std::size_t length = std::size_t(in.last - in.first + 1);
      const std::size_t left = Kernel::n_tries - tried_.size();
      const std::size_t mine =
          std::min({(Kernel::n_tries * length + total - 1) / total, left, length});
      int before = in.before, first = in.first;
      for (std::size_t k = 1; k <= mine; ++k) {
        const int cut = spread(in, k, mine);
        if (first < cut) next_.push_back({first, cut - 1, before, cut, Value{}});
        tried_.push_back({j, cut});
        before = cut;
        first = cut + 1;
      }
      if (first <= in.last) next_.push_back({first, in.last, before, in.after, Value{}});
    }
  }

  /// The `k`th of `n` cuts that are evenly spread.
  static int spread(const Interval<Value>& in, std::size_t k, std::size_t n) {
    const std::size_t length = std::size_t(in.last - in.first + 1);
    return n == length ? in.first + int(k) - 1 : in.first + int(length * k / (n + 1));
  }

  /// Looks at the first tries of a column and, in the lanes that are left, at those of the next
  /// ones; returns where those of the column are.
  std::size_t look_first(std::size_t j) {
    if (j >= ahead_) {
      tried_first_.clear();
      do {
        const Interval<Value> all = admissible(ahead_ = std::max(ahead_, j));
        const std::size_t length = std::size_t(all.last - all.first + 1),
                          n = std::min(Kernel::n_tries, length);
        if (tried_first_.size() + n > Kernel::n_lanes) break;
        for (std::size_t k = 1; k <= n; ++k) tried_first_.push_back({ahead_, spread(all, k, n)});
        ++ahead_;
      } while (Kernel::mixes_columns && ahead_ < kernel_.columns().size());
      kernel_.look(tried_first_, first_left_.data(), first_right_.data());
    }
    const auto own = std::find_if(tried_first_.begin(), tried_first_.end(),
                                  [&](const TriedCut& tried) { return tried.column == j; });
    return std::size_t(own - tried_first_.begin());
  }

  /// Takes what the sides of the cuts cost that were tried.
  void learn(std::size_t j, const typename Kernel::Sides* on_left,
             const typename Kernel::Sides* on_right) {
    const std::size_t column = kernel_.columns()[j].column;
    const Value alpha = problem_->alpha, two = alpha + alpha;
    for (std::size_t i = 0; i < tried_.size(); ++i) {
      const int cut = tried_[i].cut;
      const Value one_left = on_left[i].one + alpha, one_right = on_right[i].one + alpha;
      const Value left = std::min(one_left, on_left[i].own + two),
                  right = std::min(one_right, on_right[i].own + two);
      envelope_.learn(cut, {left, std::min(one_left, on_left[i].free + two)},
                      {right, std::min(one_right, on_right[i].free + two)});
      const Value cost = leaves_ > 3 ? left + right : std::min(one_left + right, left + one_right);
      found_.bound = std::min(found_.bound, cost);
      if (most_read_ == 0 && cost >= found_.best) continue;
      const int leaves_left = leaves_ > 3 || left + one_right <= one_left + right ? 2 : 1;
      const Split split{std::int32_t(column), last_left(j, cut), leaves_left};
      if (most_read_ > 0) firsts_.push_back({split, cost});
      if (cost >= found_.best) continue;
      found_.best = cost;
      found_.split = split;
    }
  }

  /// How often the rows are read to look at the cuts of a column.
  std::size_t most_passes() const {
    if (most_read_ == 0) return std::numeric_limits<std::size_t>::max();
    const std::size_t p = kernel_.columns().size();
    return std::max(least_passes, most_read_ / std::max<std::size_t>(rows_->n * p * p, 1));
  }

  std::int32_t last_left(std::size_t j, int cut) const {
    const auto& column = kernel_.columns()[j];
    const Row row = kernel_.row(column.order[column.ends[std::size_t(cut)] - 1]);
    return problem_->columns[column.column].rank[row];
  }

  static constexpr std::size_t least_passes = 4, most_cuts = 2048;

  Kernel kernel_;
  std::size_t most_read_ = 0;
  const Problem<Costs>* problem_ = nullptr;
  const Rows<Value>* rows_ = nullptr;
  int leaves_ = 4;
  Found<Value> found_{};
  std::vector<Judged<Value>> firsts_;
  Envelope<Value> envelope_;
  std::vector<Interval<Value>> open_, next_;
  /// Cuts that are tried, and those that were tried first of the columns before `ahead_`.
  std::vector<TriedCut> tried_, tried_first_;
  std::size_t ahead_ = 0;
  std::array<typename Kernel::Sides, Kernel::n_lanes> left_, right_, first_left_, first_right_;
};

}  // namespace arboretum::optimal
