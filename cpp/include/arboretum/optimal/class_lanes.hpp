#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "arboretum/core/simd.hpp"
#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/local_rows.hpp"
#include "arboretum/optimal/shared_columns.hpp"

namespace arboretum::optimal {

/// So many numbers that they fill a register.
template <class Number>
struct LanesOf;
template <>
struct LanesOf<std::int16_t> {
  using Type = std::int16_t __attribute__((vector_size(32)));
};
template <>
struct LanesOf<std::int32_t> {
  using Type = std::int32_t __attribute__((vector_size(32)));
};

/// The best second questions on both sides of many cuts of one column, a cut a lane: for classes.
///
/// The rows are read in the order of a second column.  In each lane the gains of those on the
/// right of its cut add up; where a value ends the rows so far and the rest could be split.
template <class Number, bool has_min_count>
class ClassLanes {
 public:
  using Costs = ClassCosts;
  using Value = Costs::Value;
  using Id = std::make_unsigned_t<Number>;
  using Local = LocalRows<Number, Id>;
  static constexpr std::size_t n_lanes = 32 / sizeof(Number);
  using Lanes = typename LanesOf<Number>::Type;

  /// Whether sums of some rows fit into lanes of this kind.
  static bool fits(const Summary<Value>& rows, std::size_t n_classes) {
    constexpr auto most = std::int64_t(std::numeric_limits<Number>::max());
    return rows.sums[n_classes] <= most && std::int64_t(rows.n) <= most &&
           (!has_min_count || rows.count <= most);
  }

  void open(const Problem<Costs>& problem, const Rows<Value>& rows, std::size_t step) {
    problem_ = &problem;
    n_classes_ = problem.costs.n_classes();
    all_ = rows.sums;
    local_.take(rows, problem.columns, step);
    const std::size_t n = local_.n(), k = n_classes_;
    gain_.resize(n * k);
    count_.resize(n);
    for (std::size_t id = 0; id < n; ++id) {
      const Value* own = problem.costs.of(local_.row(id));
      for (std::size_t c = 0; c < k; ++c) gain_[id * k + c] = Number(own[c]);
      count_[id] = Number(has_min_count ? problem.count[local_.row(id)] : 0);
    }
    all_count_ = Number(has_min_count ? rows.count : 0);
    prepare_stops();
  }

  void use_threads(int n_threads) { shared_.use_threads(n_threads); }

  const std::vector<typename Local::Local>& columns() const { return local_.columns(); }
  Row row(std::size_t id) const { return local_.row(id); }

  /// What two leaves cost at least on each side of some cuts of a column: with leaves that are
  /// large enough, and of any size.  `sums` and `counts` are those on the left of all cuts.
  struct Sides {
    Value own, free;
  };
  void look(std::size_t first, const int* cuts, std::size_t n_cuts, const Value* sums,
            const std::int64_t* counts, Sides* left, Sides* right) {
    std::array<int, n_lanes> at;
    for (std::size_t i = 0; i < n_lanes; ++i) at[i] = cuts[std::min(i, n_cuts - 1)];
    set_lanes(at, sums, counts);
    shared_.each_part(local_, [&](std::size_t part, std::size_t from, std::size_t to) {
      fast::with_simd([&] { read_columns(first, from, to, shared_.of(part)); });
    });
    const Reaches reaches = shared_.joined();
    const std::size_t width = n_classes_ + 1;
    for (std::size_t i = 0; i < n_cuts; ++i) {
      const Value* own = sums + std::size_t(cuts[i]) * width;
      left[i] = {cost(own, reaches.left_own, i), cost(own, reaches.left_free, i)};
      rest_.resize(width);
      for (std::size_t c = 0; c < width; ++c) rest_[c] = all_[c] - own[c];
      right[i] = {cost(rest_.data(), reaches.right_own, i),
                  cost(rest_.data(), reaches.right_free, i)};
      if (!has_min_count) {
        left[i].free = left[i].own;
        right[i].free = right[i].own;
      }
    }
  }

 private:
  /// The least and the largest of two classes' difference; of more classes, in `high`, what two
  /// leaves save.
  struct alignas(32) Reach {
    Lanes low{}, high{};

    void take(const Lanes& sum) {
      low = sum < low ? sum : low;
      high = sum > high ? sum : high;
    }
    void take_high(const Lanes& sum) { high = sum > high ? sum : high; }
  };
  /// The reach on both sides of the cuts, with leaves that are large enough and of any size.
  struct Reaches {
    Reach left_own, right_own, left_free, right_free;

    void join(const Reaches& other) {
      for (auto reach :
           {&Reaches::left_own, &Reaches::right_own, &Reaches::left_free, &Reaches::right_free}) {
        (this->*reach).take((other.*reach).low);
        (this->*reach).take_high((other.*reach).high);
      }
    }
  };
  /// Of all rows on each side of the cuts, and of those read so far on the right, the gain of one
  /// class.  In structures, because a vector of plain lanes would not be aligned.
  struct alignas(32) Gain {
    Lanes left{}, right{};
  };
  struct alignas(32) Sum {
    Lanes lanes{};
  };
  /// Where rows in the order of a column can be split, and the sums up to there.
  struct Stop {
    std::uint32_t end;
    Number sum, count;
  };

  Value cost(const Value* sums, const Reach& reach, std::size_t lane) const {
    const Value top = sums[n_classes_], unit = problem_->costs.unit();
    if (n_classes_ != 2) return (top - reach.high[lane]) * unit;
    return (top - std::max(sums[1] + reach.high[lane], sums[0] - reach.low[lane])) * unit;
  }

  void prepare_stops() {
    const auto& columns = local_.columns();
    const std::size_t n = local_.n(), k = n_classes_;
    stops_.clear();
    stop_start_.assign(1, 0);
    const bool is_plain = has_plain_gains();
    in_order_.resize(k == 2 || is_plain ? n * columns.size() : 0);
    class_in_order_.resize(is_plain ? n * columns.size() : 0);
    prefix_.clear();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const auto& column = columns[j];
      if (is_plain) put_in_order(column, j * n);
      if (k == 2) {
        for (std::size_t i = 0; i < n; ++i) {
          const Number* own = gain_.data() + std::size_t(column.order[i]) * 2;
          in_order_[j * n + i] = Number(own[0] - own[1]);
        }
        stop_two(column, in_order_.data() + j * n);
      } else {
        stop_many(column);
      }
      stop_start_.push_back(stops_.size());
    }
  }

  /// Whether of more than two classes every row gains by one at most.
  bool has_plain_gains() const {
    if (n_classes_ == 2) return false;
    for (std::size_t id = 0; id < local_.n(); ++id) {
      const Number* own = gain_.data() + id * n_classes_;
      const auto gains = std::size_t(std::count(own, own + n_classes_, Number{}));
      if (gains + 1 < n_classes_) return false;
    }
    return true;
  }

  /// Writes the classes and the gains of the rows in the order of a column, from `at` on: reading
  /// them there is what takes the time.
  void put_in_order(const typename Local::Local& column, std::size_t at) {
    for (std::size_t i = 0; i < local_.n(); ++i) {
      const Number* own = gain_.data() + std::size_t(column.order[i]) * n_classes_;
      const Number* most = std::max_element(own, own + n_classes_);
      class_in_order_[at + i] = Id(most - own);
      in_order_[at + i] = *most;
    }
  }

  /// Between two values whose rows all gain by the same class a split is never best of all.
  void stop_two(const typename Local::Local& column, const Number* delta) {
    Number sum = 0, count = 0;
    std::size_t i = 0;
    int run = 0;  // which classes gain in the rows since the last stop
    for (std::uint32_t end : column.ends) {
      int gains = 0;
      const Stop here{std::uint32_t(i), sum, count};
      for (; i < end; ++i) {
        sum = Number(sum + delta[i]);
        gains |= delta[i] > 0 ? 1 : delta[i] < 0 ? 2 : 0;
        if (has_min_count) count = Number(count + count_[column.order[i]]);
      }
      const bool stops = here.end > 0 && (has_min_count || (run | gains) == 3);
      if (stops) stops_.push_back(here);
      run = stops ? gains : run | gains;
    }
  }

  void stop_many(const typename Local::Local& column) {
    std::vector<Number> sums(n_classes_);
    Number count = 0;
    std::size_t i = 0;
    for (std::size_t v = 0; v + 1 < column.ends.size(); ++v) {
      for (; i < column.ends[v]; ++i) {
        const std::size_t id = column.order[i];
        for (std::size_t c = 0; c < n_classes_; ++c)
          sums[c] = Number(sums[c] + gain_[id * n_classes_ + c]);
        if (has_min_count) count = Number(count + count_[id]);
      }
      stops_.push_back({column.ends[v], 0, count});
      prefix_.insert(prefix_.end(), sums.begin(), sums.end());
    }
  }

  /// What is on both sides of each cut, and the cuts.
  void set_lanes(const std::array<int, n_lanes>& cuts, const Value* sums,
                 const std::int64_t* counts) {
    const std::size_t k = n_classes_;
    gains_.resize(k == 2 ? 0 : k);
    for (std::size_t i = 0; i < n_lanes; ++i) {
      const std::size_t cut = std::size_t(cuts[i]);
      cut_[i] = Number(cuts[i]);
      if (has_min_count) count_left_[i] = Number(counts[cut]);
      for (std::size_t c = 0; c < gains_.size(); ++c) {
        const Value left = sums[cut * (k + 1) + c];
        gains_[c].left[i] = Number(left);
        gains_[c].right[i] = Number(all_[c] - left);
      }
    }
  }

  /// Reads the rows in the order of some columns.
  void read_columns(std::size_t first, std::size_t from, std::size_t to, Reaches& found) const {
    if (n_classes_ == 2)
      look_at_two(first, from, to, found);
    else if (class_in_order_.empty())
      look_at_many<false>(first, from, to, found);
    else
      look_at_many<true>(first, from, to, found);
  }

  void look_at_two(std::size_t first, std::size_t from, std::size_t to, Reaches& found) const {
    const std::size_t n = local_.n();
    const auto& columns = local_.columns();
    const Number* const rank = columns[first].rank;
    const Lanes cut = cut_;
    const Number least = has_min_count ? clipped_min_count() : Number{};
    const Lanes none{}, min_count = least - none;
    Reach left_own, left_free, right_own, right_free;
    for (std::size_t j = from; j < to; ++j) {
      const Id* const order = columns[j].order;
      const Number* const delta = in_order_.data() + j * n;
      Lanes right{}, right_count{};
      std::uint32_t i = 0;
      for (std::size_t s = stop_start_[j]; s < stop_start_[j + 1]; ++s) {
        const Stop stop = stops_[s];
        for (; i < stop.end; ++i) {
          const Lanes is_right = (rank[order[i]] - none) > cut;
          right += is_right & (delta[i] - none);
          if (has_min_count) right_count += is_right & (count_[order[i]] - none);
        }
        const Lanes left = (stop.sum - none) - right;
        left_free.take(left);
        right_free.take(right);
        if (!has_min_count) continue;
        const Lanes left_count = (stop.count - none) - right_count;
        const Lanes ok_left = (left_count >= min_count) & (count_left_ - left_count >= min_count);
        const Lanes ok_right = (right_count >= min_count) &
                               ((all_count_ - none) - count_left_ - right_count >= min_count);
        left_own.take(left & ok_left);
        right_own.take(right & ok_right);
      }
    }
    found = {has_min_count ? left_own : left_free, has_min_count ? right_own : right_free,
             left_free, right_free};
  }

  /// With `is_plain` every row gains by one class at most.
  template <bool is_plain>
  void look_at_many(std::size_t first, std::size_t from, std::size_t to, Reaches& found) const {
    const std::size_t k = n_classes_, n = local_.n();
    const auto& columns = local_.columns();
    const Number* const rank = columns[first].rank;
    const Lanes cut = cut_;
    const Number least = has_min_count ? clipped_min_count() : Number{};
    const Lanes none{}, min_count = least - none;
    const Gain* const all = gains_.data();
    std::vector<Sum> sums(k);
    Sum* const gain = sums.data();
    // One leaf on a side saves what its best class does.
    Reach left_own, right_own;
    left_own.high = right_own.high = std::numeric_limits<Number>::min() - none;
    for (std::size_t c = 0; c < k; ++c) {
      left_own.take_high(all[c].left);
      right_own.take_high(all[c].right);
    }
    const Lanes one_left = left_own.high, one_right = right_own.high;
    Reach left_free = left_own, right_free = right_own;
    for (std::size_t j = from; j < to; ++j) {
      const Id* const order = columns[j].order;
      const Number* const own = is_plain ? in_order_.data() + j * n : nullptr;
      const Id* const of_class = is_plain ? class_in_order_.data() + j * n : nullptr;
      for (std::size_t c = 0; c < k; ++c) gain[c].lanes = none;
      Lanes right_count{};
      std::uint32_t i = 0;
      for (std::size_t s = stop_start_[j]; s < stop_start_[j + 1]; ++s) {
        const Stop stop = stops_[s];
        for (; i < stop.end; ++i) {
          const std::size_t id = order[i];
          const Lanes is_right = (rank[id] - none) > cut;
          if constexpr (is_plain)
            gain[of_class[i]].lanes += is_right & (own[i] - none);
          else
            for (std::size_t c = 0; c < k; ++c)
              gain[c].lanes += is_right & (gain_[id * k + c] - none);
          if (has_min_count) right_count += is_right & (count_[id] - none);
        }
        const Number* const prefix = prefix_.data() + s * k;
        Lanes right_a = gain[0].lanes, right_b = all[0].right - right_a;
        Lanes left_a = (prefix[0] - none) - right_a, left_b = all[0].left - left_a;
        for (std::size_t c = 1; c < k; ++c) {
          const Lanes right = gain[c].lanes, left = (prefix[c] - none) - right;
          const Lanes left_rest = all[c].left - left, right_rest = all[c].right - right;
          left_a = left > left_a ? left : left_a;
          left_b = left_rest > left_b ? left_rest : left_b;
          right_a = right > right_a ? right : right_a;
          right_b = right_rest > right_b ? right_rest : right_b;
        }
        const Lanes two_left = left_a + left_b, two_right = right_a + right_b;
        left_free.take_high(two_left);
        right_free.take_high(two_right);
        if (!has_min_count) continue;
        const Lanes left_count = (stop.count - none) - right_count;
        const Lanes ok_left = (left_count >= min_count) & (count_left_ - left_count >= min_count);
        const Lanes ok_right = (right_count >= min_count) &
                               ((all_count_ - none) - count_left_ - right_count >= min_count);
        left_own.take_high(ok_left ? two_left : one_left);
        right_own.take_high(ok_right ? two_right : one_right);
      }
    }
    found = {has_min_count ? left_own : left_free, has_min_count ? right_own : right_free,
             left_free, right_free};
  }

  Number clipped_min_count() const {
    return Number(
        std::min<std::int64_t>(problem_->limits.min_count, std::numeric_limits<Number>::max()));
  }

  const Problem<Costs>* problem_ = nullptr;
  std::size_t n_classes_ = 0;
  Local local_;
  std::vector<Value> all_, rest_;
  Number all_count_ = 0;
  std::vector<Number> gain_, count_, in_order_, prefix_;
  std::vector<Id> class_in_order_;
  std::vector<Stop> stops_;
  std::vector<std::size_t> stop_start_;
  std::vector<Gain> gains_;
  alignas(32) Lanes cut_{}, count_left_{};
  SharedColumns<Reaches> shared_;
};

}  // namespace arboretum::optimal
