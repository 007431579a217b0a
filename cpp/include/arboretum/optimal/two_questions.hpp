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
    const auto side = [&](const Value* sums, Value own, Value most) {
      const Value one = problem.costs.leaf(sums) + problem.alpha;
      return FewLeaves<Value>{one, own + two, two + problem.alpha, most};
    };
    const Value most_of_all = most(rows);
    for (std::size_t j = 0; j < kernel_.columns().size(); ++j) {
      const auto& column = kernel_.columns()[j];
      const Interval<Value> all = start(j);
      for (int cut = all.first; cut <= all.last; cut += int(Kernel::n_lanes)) {
        if (!go_on()) return false;
        const std::size_t n = std::min(Kernel::n_lanes, std::size_t(all.last - cut + 1));
        for (std::size_t i = 0; i < n; ++i) cuts_[i] = cut + int(i);
        kernel_.look(j, cuts_.data(), n, sums_.data(), count_.data(), left_.data(), right_.data());
        for (std::size_t i = 0; i < n; ++i) {
          const Value on_left = envelope_.most[std::size_t(cuts_[i])];
          take(SettledCut<Value>{column.column, column.ends[std::size_t(cuts_[i])],
                                 last_left(j, cuts_[i]),
                                 side(left_sums(cuts_[i]), left_[i].own, on_left),
                                 side(right_sums(cuts_[i]), right_[i].own, most_of_all - on_left)});
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
    extremes_ = problem.costs.extremes(rows.by(0));
    kernel_.open(problem, rows, step);
  }

  Value most(const Rows<Value>& rows) const {
    Value sum{};
    for (Row row : rows.by(0)) sum += problem_->costs.most(row, extremes_);
    return sum;
  }

  /// Adds up a column; returns the cuts that leave enough samples on both sides.
  Interval<Value> start(std::size_t j) {
    const auto& column = kernel_.columns()[j];
    const int n_cuts = column.n_cuts();
    add_up(column, n_cuts);
    const std::int64_t least = problem_->limits.min_count;
    Interval<Value> all{0, n_cuts - 1, -1, -1, Value{}};
    while (all.first <= all.last && count_[all.first] < least) ++all.first;
    while (all.first <= all.last && rows_->count - count_[all.last] < least) --all.last;
    envelope_.open(std::size_t(n_cuts), problem_->alpha);
    return all;
  }

  const Value* left_sums(int cut) const {
    return sums_.data() + std::size_t(cut) * problem_->costs.width();
  }
  /// Until the next call.
  const Value* right_sums(int cut) {
    const Value* sums = left_sums(cut);
    for (std::size_t k = 0; k < running_.size(); ++k) running_[k] = rows_->sums[k] - sums[k];
    return running_.data();
  }

  /// Whether all cuts of a column were looked at or closed.
  template <class GoOn>
  bool ask_first(std::size_t j, Value budget, const GoOn& go_on) {
    const Interval<Value> all = start(j);
    open_.clear();
    next_.assign(1, all);
    for (std::size_t passes = most_passes();; --passes) {
      close(budget);
      if (open_.empty()) break;
      if (passes == 0) {
        for (const auto& in : open_) found_.bound = std::min(found_.bound, in.bound);
        break;
      }
      if (!go_on()) return false;
      look(j, kernel_.columns()[j].column, pick());
    }
    if (problem_->limits.min_count > 1)
      found_.free = std::min(found_.free, envelope_.least_free(Costs::none));
    return true;
  }

  /// The sums on the left of each cut, and what those rows cost in the worst case.
  template <class Local>
  void add_up(const Local& column, int n_cuts) {
    const std::size_t width = problem_->costs.width();
    sums_.assign(std::size_t(n_cuts) * width, Value{});
    count_.assign(std::size_t(n_cuts), 0);
    envelope_.most.assign(std::size_t(n_cuts), Value{});
    running_.assign(width, Value{});
    std::int64_t count = 0;
    Value most{};
    std::size_t i = 0;
    for (std::size_t cut = 0; cut < std::size_t(n_cuts); ++cut) {
      for (; i < column.ends[cut]; ++i) {
        const Row row = kernel_.row(column.order[i]);
        const Value* own = problem_->costs.of(row);
        for (std::size_t k = 0; k < width; ++k) running_[k] += own[k];
        count += problem_->count[row];
        most += problem_->costs.most(row, extremes_);
      }
      std::copy(running_.begin(), running_.end(), sums_.begin() + std::ptrdiff_t(cut * width));
      count_[cut] = count;
      envelope_.most[cut] = most;
    }
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

  /// Shares the lanes among the open intervals by their length; returns how many are used.
  std::size_t pick() {
    std::size_t total = 0, n = 0;
    for (const auto& in : open_) total += std::size_t(in.last - in.first + 1);
    for (const auto& in : open_) {
      const std::size_t length = std::size_t(in.last - in.first + 1), lanes = Kernel::n_lanes - n;
      std::size_t mine = std::min((Kernel::n_lanes * length + total - 1) / total, lanes);
      mine = std::min(mine, length);
      int before = in.before, first = in.first;
      for (std::size_t k = 1; k <= mine; ++k) {
        const int cut = mine == length ? first : in.first + int(length * k / (mine + 1));
        if (first < cut) next_.push_back({first, cut - 1, before, cut, Value{}});
        cuts_[n++] = before = cut;
        first = cut + 1;
      }
      if (first <= in.last) next_.push_back({first, in.last, before, in.after, Value{}});
    }
    return n;
  }

  void look(std::size_t j, std::size_t column, std::size_t n) {
    kernel_.look(j, cuts_.data(), n, sums_.data(), count_.data(), left_.data(), right_.data());
    const Value alpha = problem_->alpha;
    for (std::size_t i = 0; i < n; ++i) {
      const int cut = cuts_[i];
      const Value one_left = problem_->costs.leaf(left_sums(cut)) + alpha,
                  one_right = problem_->costs.leaf(right_sums(cut)) + alpha;
      const Value two = alpha + alpha;
      const Value left = std::min(one_left, left_[i].own + two),
                  right = std::min(one_right, right_[i].own + two);
      envelope_.learn(cut, {left, std::min(one_left, left_[i].free + two)},
                      {right, std::min(one_right, right_[i].free + two)});
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
  std::vector<Value> extremes_, sums_, running_;
  std::vector<std::int64_t> count_;
  Envelope<Value> envelope_;
  std::vector<Interval<Value>> open_, next_;
  std::array<int, Kernel::n_lanes> cuts_;
  std::array<typename Kernel::Sides, Kernel::n_lanes> left_, right_;
};

}  // namespace arboretum::optimal
