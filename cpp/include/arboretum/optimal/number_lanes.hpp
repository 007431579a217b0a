#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/judged.hpp"
#include "arboretum/optimal/local_rows.hpp"
#include "arboretum/optimal/shared_columns.hpp"

namespace arboretum::optimal {

/// The best second questions on both sides of many cuts of one column, a cut a lane: for numbers.
///
/// Of rows with weight N and sum T, a part with weight W and sum S saves D^2 / (N W (N - W)) with
/// D = S N - T W.  Two such savings are compared without a division.
class NumberLanes {
 public:
  using Costs = NumberCosts;
  using Value = Costs::Value;
  using Local = LocalRows<double, std::uint32_t>;
  static constexpr std::size_t n_lanes = fast::n_lanes, n_tries = n_lanes;
  static constexpr bool mixes_columns = false;
  using Lanes = fast::Doubles;

  /// What one side of a cut costs in one leaf, and in two: with leaves that are large enough, and
  /// of any size.
  struct Sides {
    Value one, own, free;
  };

  void open(const Problem<Costs>& problem, const Rows<Value>& rows, std::size_t step) {
    problem_ = &problem;
    all_ = rows.sums;
    all_count_ = double(rows.count);
    extremes_ = problem.costs.extremes(rows.by(0));
    local_.take(rows, problem.columns, step);
    rows_.clear();
    for (const auto& column : local_.columns())
      for (std::size_t i = 0; i < local_.n(); ++i) {
        const Row row = local_.row(column.order[i]);
        const Value* own = problem.costs.of(row);
        rows_.push_back({own[0], own[1], double(problem.count[row])});
      }
  }

  void use_threads(int n_threads) { shared_.use_threads(n_threads); }

  const std::vector<Local::Local>& columns() const { return local_.columns(); }
  Row row(std::size_t id) const { return local_.row(id); }

  /// Adds up the rows on the left of each cut of a column; what they cost in the worst case is
  /// written to `most`.
  void add_up(std::size_t j, std::vector<Value>& most) {
    const auto& column = columns()[j];
    const std::size_t n_cuts = std::size_t(column.n_cuts());
    sums_.resize(n_cuts);
    counts_.resize(n_cuts);
    most.resize(n_cuts);
    Sums running{};
    std::int64_t count = 0;
    Value worst{};
    std::size_t i = 0;
    for (std::size_t cut = 0; cut < n_cuts; ++cut) {
      for (; i < column.ends[cut]; ++i) {
        const Row row = local_.row(column.order[i]);
        const Value* own = problem_->costs.of(row);
        for (std::size_t k = 0; k < running.size(); ++k) running[k] += own[k];
        count += problem_->count[row];
        worst += problem_->costs.most(row, extremes_);
      }
      sums_[cut] = running;
      counts_[cut] = count;
      most[cut] = worst;
    }
  }
  /// The samples on the left of a cut of the column that was added up last.
  std::int64_t count(const TriedCut& tried) const { return counts_[std::size_t(tried.cut)]; }

  /// What both sides of some cuts of that column cost.
  void look(std::span<const TriedCut> cuts, Sides* left, Sides* right) {
    for (std::size_t i = 0; i < n_lanes; ++i) {
      const std::size_t cut = std::size_t(cuts[std::min(i, cuts.size() - 1)].cut);
      const Sums& own = sums_[cut];
      cut_[i] = double(cut);
      left_.set(i, own[0], own[1], double(counts_[cut]));
      right_.set(i, all_[0] - own[0], all_[1] - own[1], all_count_ - double(counts_[cut]));
    }
    const std::size_t first = cuts.front().column;
    shared_.each_part(local_, [&](std::size_t part, std::size_t from, std::size_t to) {
      fast::with_simd([&] { read_columns(first, from, to, shared_.of(part)); });
    });
    const Sided found = shared_.joined();
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Sums& own = sums_[std::size_t(cuts[i].cut)];
      const Sums rest{all_[0] - own[0], all_[1] - own[1], all_[2] - own[2]};
      left[i] = found.left.cost(i, problem_->costs.leaf(own.data()));
      right[i] = found.right.cost(i, problem_->costs.leaf(rest.data()));
    }
  }

 private:
  using Sums = std::array<Value, Costs::width()>;

  struct Sum {
    double weight, sum, count;
  };

  /// The most that is saved, as a fraction whose parts are kept apart.
  struct alignas(sizeof(Lanes)) Best {
    Lanes above{}, below{};

    void take(const Lanes& other_above, const Lanes& other_below) {
      const auto is_better = other_above * below > above * other_below;
      above = is_better ? other_above : above;
      below = is_better ? other_below : below;
    }
  };

  /// One side of the cuts.
  struct alignas(sizeof(Lanes)) Side {
    Lanes weight{}, sum{}, count{};
    Best own, free;

    void set(std::size_t lane, double w, double s, double n) {
      weight[lane] = w;
      sum[lane] = s;
      count[lane] = n;
      for (Best* best : {&own, &free}) {
        best->above[lane] = 0.0;
        best->below[lane] = 1.0;
      }
    }

    /// Some rows of the side as one leaf, the others as the second.
    void take(const Lanes& w, const Lanes& s, const Lanes& n, const Lanes& least) {
      const Lanes none{}, one = 1.0 - none;
      const Lanes apart = s * weight - sum * w, below = w * (weight - w);
      const auto exists = (n >= one) & (count - n >= one);
      const Lanes above = exists ? apart * apart : none;
      const Lanes safe = exists ? below : one;
      free.take(above, safe);
      const auto is_large = (n >= least) & (count - n >= least);
      own.take(is_large ? above : none, safe);
    }

    Sides cost(std::size_t lane, Value leaf) const {
      const auto saved = [&](const Best& best) {
        return weight[lane] > 0.0 ? best.above[lane] / (best.below[lane] * weight[lane]) : 0.0;
      };
      return {leaf, std::max(0.0, leaf - saved(own)), std::max(0.0, leaf - saved(free))};
    }
  };

  /// Both sides of the cuts.
  struct Sided {
    Side left, right;

    void join(const Sided& other) {
      for (auto side : {&Sided::left, &Sided::right})
        for (auto best : {&Side::own, &Side::free})
          (this->*side.*best).take((other.*side.*best).above, (other.*side.*best).below);
    }
  };

  /// Reads the rows in the order of some columns.
  void read_columns(std::size_t first, std::size_t from, std::size_t to, Sided& found) const {
    const Lanes none{}, cut = cut_;
    const double min_count = double(problem_->limits.min_count);
    const Lanes least = min_count - none;
    const auto& columns = local_.columns();
    const double* const rank = columns[first].rank;
    Side left = left_, right = right_;
    for (std::size_t j = from; j < to; ++j) {
      const std::uint32_t* const order = columns[j].order;
      const Sum* const rows = rows_.data() + j * local_.n();
      Lanes weight{}, sum{}, count{};
      Sum all{0.0, 0.0, 0.0};
      std::uint32_t i = 0;
      for (std::size_t v = 0; v + 1 < columns[j].ends.size(); ++v) {
        for (; i < columns[j].ends[v]; ++i) {
          const auto is_right = (rank[order[i]] - none) > cut;
          weight += is_right ? rows[i].weight - none : none;
          sum += is_right ? rows[i].sum - none : none;
          count += is_right ? rows[i].count - none : none;
          all.weight += rows[i].weight;
          all.sum += rows[i].sum;
          all.count += rows[i].count;
        }
        left.take((all.weight - none) - weight, (all.sum - none) - sum, (all.count - none) - count,
                  least);
        right.take(weight, sum, count, least);
      }
    }
    found = {left, right};
  }

  const Problem<Costs>* problem_ = nullptr;
  Local local_;
  std::vector<Value> all_, extremes_;
  double all_count_ = 0.0;
  std::vector<Sums> sums_;
  std::vector<std::int64_t> counts_;
  std::vector<Sum> rows_;
  Lanes cut_{};
  Side left_, right_;
  SharedColumns<Sided> shared_;
};

}  // namespace arboretum::optimal
