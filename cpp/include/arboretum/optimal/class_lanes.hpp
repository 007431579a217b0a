#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/optimal/class_rows.hpp"
#include "arboretum/optimal/judged.hpp"
#include "arboretum/optimal/shared_columns.hpp"

namespace arboretum::optimal {

/// So many numbers that they fill a register of the kind that most have.
template <class Number>
struct LanesOf;
template <>
struct LanesOf<std::int16_t> {
  using Type = std::int16_t __attribute__((vector_size(64)));
};
template <>
struct LanesOf<std::int32_t> {
  using Type = std::int32_t __attribute__((vector_size(64)));
};

/// The best second questions on both sides of many cuts, a cut a lane: for classes.
///
/// The rows are read in the order of a second column.  In each lane the gains of those on the
/// right of its cut add up; where a value ends the rows so far and the rest could be split.
template <class Number, bool has_min_count>
class ClassLanes {
 public:
  using Costs = ClassCosts;
  using Value = Costs::Value;
  using Lanes = typename LanesOf<Number>::Type;
  static constexpr std::size_t n_lanes = sizeof(Lanes) / sizeof(Number);
  /// So many cuts of one column are tried before others are chosen by what they cost.
  static constexpr std::size_t n_tries = n_lanes / 2;
  static constexpr bool mixes_columns = true;

  /// Whether sums of some rows fit into lanes of this kind.
  static bool fits(const Summary<Value>& rows, std::size_t n_classes) {
    return ReadRows::fits(rows, n_classes);
  }

  void open(const Problem<Costs>& problem, const Rows<Value>& rows, std::size_t step) {
    problem_ = &problem;
    rows_.open(problem, rows, step);
    masked_.resize(rows_.n());
  }

  void use_threads(int n_threads) { shared_.use_threads(n_threads); }

  const auto& columns() const { return rows_.columns(); }
  Row row(std::size_t id) const { return rows_.row(id); }

  /// What the rows on the left of each cut of a column cost in the worst case.
  void add_up(std::size_t j, std::vector<Value>& most) const {
    most.resize(std::size_t(columns()[j].n_cuts()));
    for (std::size_t cut = 0; cut < most.size(); ++cut)
      most[cut] = Value(rows_.at(j, cut).most) * problem_->costs.unit();
  }
  /// The samples on the left of a cut.
  std::int64_t count(const TriedCut& cut) const { return at(cut).count; }

  /// What one side of a cut costs in one leaf, and in two: with leaves that are large enough, and
  /// of any size.
  struct Sides {
    Value one, own, free;
  };

  /// What both sides of some cuts cost, of which those of a column follow each other.
  void look(std::span<const TriedCut> cuts, Sides* left, Sides* right) {
    fast::with_simd([&] { mask(cuts); });
    shared_.each_part(rows_, [&](std::size_t part, std::size_t from, std::size_t to) {
      fast::with_simd([&] {
        if (rows_.n_classes() == 2)
          look_at_two(from, to, shared_.of(part));
        else
          look_at_many(from, to, shared_.of(part));
      });
    });
    const Sided found = shared_.joined();
    const Sums& all = rows_.all();
    for (std::size_t i = 0; i < cuts.size(); ++i) {
      const Sums& own = at(cuts[i]);
      left[i] = sides(own, found.left, i);
      right[i] =
          sides({Number(all.difference - own.difference), Number(all.most - own.most), Number{}},
                found.right, i);
    }
  }

 private:
  using ReadRows = ClassRows<Number, has_min_count>;
  using Sums = typename ReadRows::Sums;
  /// Whether what rows gain is added up without asking which side they are on.
  static constexpr bool adds_masked = !has_min_count;

  /// A vector that is aligned wherever it is kept.
  struct alignas(64) Aligned {
    Lanes lanes{};
  };
  /// The least and the largest of two classes' difference; of more classes, in `high`, what two
  /// leaves save.
  struct alignas(64) Reach {
    Lanes low{}, high{};

    void take(const Lanes& sum) {
      low = sum < low ? sum : low;
      high = sum > high ? sum : high;
    }
    void take_high(const Lanes& sum) { high = sum > high ? sum : high; }
  };
  /// What was found of one side of the cuts; one leaf for more than two classes.
  struct Found {
    Reach one, own, free;

    void join(const Found& other) {
      for (auto reach : {&Found::one, &Found::own, &Found::free}) {
        (this->*reach).take((other.*reach).low);
        (this->*reach).take_high((other.*reach).high);
      }
    }
  };
  struct Sided {
    Found left, right;

    void join(const Sided& other) {
      left.join(other.left);
      right.join(other.right);
    }
  };
  /// Both sides of the cuts.
  struct alignas(64) Both {
    Lanes left{}, right{};

    void add(const Lanes& on_left, const Lanes& on_right) {
      left += on_left;
      right += on_right;
    }
    void rise(const Both& other) {
      left = other.left > left ? other.left : left;
      right = other.right > right ? other.right : right;
    }
  };

  const Sums& at(const TriedCut& tried) const {
    return rows_.at(tried.column, std::size_t(tried.cut));
  }

  Sides sides(const Sums& sums, const Found& found, std::size_t lane) const {
    const Value unit = problem_->costs.unit();
    const Reach& large = has_min_count ? found.own : found.free;
    if (rows_.n_classes() != 2) {
      const auto cost = [&](const Reach& reach) {
        return Value(sums.most - reach.high[lane]) * unit;
      };
      return {cost(found.one), cost(large), cost(found.free)};
    }
    // The dearer of two classes gains nothing: the sums of both follow from two numbers.
    const Value first = (Value(sums.most) + sums.difference) / 2, second = sums.most - first;
    const auto cost = [&](const Reach& reach) {
      return (sums.most - std::max(second + reach.high[lane], first - reach.low[lane])) * unit;
    };
    return {std::min(first, second) * unit, cost(large), cost(found.free)};
  }

  /// Which rows are on the right of the cuts: all bits in their lanes, or what they add there.
  void mask(std::span<const TriedCut> cuts) {
    const Lanes none{};
    const bool adds = adds_masked && rows_.n_classes() == 2;
    for (std::size_t from = 0, to = 0; from < cuts.size(); from = to) {
      Lanes cut = std::numeric_limits<Number>::max() - none;
      for (; to < cuts.size() && cuts[to].column == cuts[from].column; ++to) {
        cut[to] = Number(cuts[to].cut);
        if (has_min_count) count_left_[to] = at(cuts[to]).count;
      }
      const Number* const rank = columns()[cuts[from].column].rank;
      for (std::size_t id = 0; id < rows_.n(); ++id) {
        const Lanes is_right = (rank[id] - none) > cut;
        const Lanes own = adds ? is_right & (rows_.of(id).difference - none) : is_right;
        masked_[id].lanes = from == 0 ? own : masked_[id].lanes | own;
      }
    }
  }

  void look_at_two(std::size_t from, std::size_t to, Sided& found) const {
    const Lanes none{};
    const Aligned* const masked = masked_.data();
    Found left, right;
    for (std::size_t j = from; j < to; ++j) {
      const auto* const order = columns()[j].order;
      Lanes on_right{}, count_right{};
      std::size_t i = 0;
      for (const auto& stop : rows_.stops(j)) {
        for (; i < stop.end; ++i) {
          const std::size_t id = order[i];
          if (adds_masked) {
            on_right += masked[id].lanes;
          } else {
            on_right += masked[id].lanes & (rows_.of(id).difference - none);
            count_right += masked[id].lanes & (rows_.of(id).count - none);
          }
        }
        const Lanes on_left = (stop.difference - none) - on_right;
        left.free.take(on_left);
        right.free.take(on_right);
        if (!has_min_count) continue;
        const Both is_large = large_enough(stop.count, count_right);
        left.own.take(on_left & is_large.left);
        right.own.take(on_right & is_large.right);
      }
    }
    found = {left, right};
  }

  /// In which lanes so many samples of a column's first rows leave enough for two leaves.
  Both large_enough(Number count, const Lanes& count_right) const {
    const Number least = Number(
        std::min<std::int64_t>(problem_->limits.min_count, std::numeric_limits<Number>::max()));
    const Lanes none{}, min_count = least - none, count_left = (count - none) - count_right;
    const Lanes all_right = (rows_.all().count - none) - count_left_;
    return {(count_left >= min_count) & (count_left_ - count_left >= min_count),
            (count_right >= min_count) & (all_right - count_right >= min_count)};
  }

  /// Read once from either end, the rows up to each stop and those behind it are known by the gains
  /// of their best classes, which only grow.
  void look_at_many(std::size_t from, std::size_t to, Sided& found) const {
    const Lanes none{};
    std::vector<Both> best_before(rows_.n());
    std::vector<Aligned> counts_right(has_min_count ? rows_.n() : 0);
    std::vector<Both> by_class(rows_.n_classes());
    Both one;
    for (std::size_t id = 0; id < rows_.n(); ++id) take_row(id, by_class, one);
    Found left, right;
    left.one.high = left.own.high = left.free.high = one.left;
    right.one.high = right.own.high = right.free.high = one.right;
    for (std::size_t j = from; j < to; ++j) {
      const auto* const order = columns()[j].order;
      const auto stops = rows_.stops(j);
      Both best;
      by_class.assign(by_class.size(), {});
      Lanes count_right{};
      std::size_t i = 0;
      for (std::size_t s = 0; s < stops.size(); ++s) {
        for (; i < stops[s].end; ++i) {
          take_row(order[i], by_class, best);
          if (has_min_count)
            count_right += masked_[order[i]].lanes & (rows_.of(order[i]).count - none);
        }
        best_before[s] = best;
        if (has_min_count) counts_right[s].lanes = count_right;
      }
      best = {};
      by_class.assign(by_class.size(), {});
      i = rows_.n();
      for (std::size_t s = stops.size(); s-- > 0;) {
        while (i > stops[s].end) take_row(order[--i], by_class, best);
        const Lanes two_left = best_before[s].left + best.left,
                    two_right = best_before[s].right + best.right;
        left.free.take_high(two_left);
        right.free.take_high(two_right);
        if (!has_min_count) continue;
        const Both is_large = large_enough(stops[s].count, counts_right[s].lanes);
        left.own.take_high(is_large.left ? two_left : one.left);
        right.own.take_high(is_large.right ? two_right : one.right);
      }
    }
    found = {left, right};
  }

  /// Adds a row to the sums of its classes, and those to the best of them.
  void take_row(std::size_t id, std::vector<Both>& by_class, Both& best) const {
    const Lanes none{}, is_right = masked_[id].lanes;
    for (const auto& gain : rows_.gains(id)) {
      Both& own = by_class[gain.of_class];
      const Lanes on_right = is_right & (gain.gain - none);
      own.add((gain.gain - none) - on_right, on_right);
      best.rise(own);
    }
  }

  const Problem<Costs>* problem_ = nullptr;
  ReadRows rows_;
  /// Of each row what it adds in each lane, or on the right of which cuts it is.
  std::vector<Aligned> masked_;
  alignas(64) Lanes count_left_{};
  SharedColumns<Sided> shared_;
};

}  // namespace arboretum::optimal
