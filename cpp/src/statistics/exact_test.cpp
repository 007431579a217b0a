#include "arboretum/statistics/exact_test.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "arboretum/core/random.hpp"
#include "arboretum/statistics/special.hpp"

namespace arboretum {
namespace {

/// Tables as probable as the one found may differ from it in the last bits.
constexpr double kSame = 1e-7;
/// Looking at more tables takes longer than drawing some.
constexpr std::int64_t kMostSteps = 20'000;
/// Larger tables are never few.
constexpr std::size_t kMostCells = 64;

/// Logarithm of n!; those of small numbers are worked out once.
double log_factorial_of(std::int64_t n) {
  static const auto small = [] {
    std::array<double, 1024> result;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = log_factorial(static_cast<double>(i));
    return result;
  }();
  const auto at = static_cast<std::size_t>(n);
  return at < small.size() ? small[at] : log_factorial(static_cast<double>(n));
}

/// Tables with the margins of another.
class SameMargins {
 public:
  explicit SameMargins(const CountTable& table)
      : table_(table), n_(std::accumulate(table.rows.begin(), table.rows.end(), std::int64_t{0})) {
    of_margins_ = -log_factorial_of(n_);
    for (const std::int64_t sum : table.rows) of_margins_ += log_factorial_of(sum);
    for (const std::int64_t sum : table.columns) of_margins_ += log_factorial_of(sum);
    observed_ = of_margins_ + kSame;
    for (const std::int64_t cell : table.cells) observed_ -= log_factorial_of(cell);
  }

  std::optional<double> exact() {
    room_ = table_.rows;
    sum_ = 0.0;
    n_steps_ = 0;
    return fill(0, 0, table_.columns[0], of_margins_) ? std::optional(sum_) : std::nullopt;
  }

  double simulated(std::int64_t n_tables, std::uint64_t key) {
    Random random(key);
    std::int64_t n_extreme = 1;
    for (std::int64_t i = 0; i < n_tables; ++i) n_extreme += draw(random) <= observed_;
    return static_cast<double>(n_extreme) / static_cast<double>(n_tables + 1);
  }

 private:
  /// Puts what is left of a column into its cells from `row` on, in every way, and goes on with
  /// the next column; false once there are too many ways.
  bool fill(std::size_t column, std::size_t row, std::int64_t left, double log_p) {
    if (++n_steps_ > kMostSteps) return false;
    if (column + 1 == table_.columns.size()) {  // the rows decide the last column
      for (const std::int64_t cell : room_) log_p -= log_factorial_of(cell);
      if (log_p <= observed_) sum_ += std::exp(log_p);
      return true;
    }
    if (row + 1 == table_.rows.size()) {
      room_[row] -= left;
      const bool is_done =
          fill(column + 1, 0, table_.columns[column + 1], log_p - log_factorial_of(left));
      room_[row] += left;
      return is_done;
    }
    const std::int64_t below = std::accumulate(room_.begin() + static_cast<std::ptrdiff_t>(row) + 1,
                                               room_.end(), std::int64_t{0});
    const std::int64_t least = std::max<std::int64_t>(0, left - below);
    for (std::int64_t cell = least; cell <= std::min(left, room_[row]); ++cell) {
      room_[row] -= cell;
      const bool is_done = fill(column, row + 1, left - cell, log_p - log_factorial_of(cell));
      room_[row] += cell;
      if (!is_done) return false;
    }
    return true;
  }

  /// Draws a table, cell by cell; returns the logarithm of its probability.
  double draw(Random& random) {
    room_ = table_.rows;
    std::int64_t room = n_;
    double log_p = of_margins_;
    for (const std::int64_t sum : table_.columns) {
      std::int64_t left = sum, others = room;
      for (std::int64_t& of_row : room_) {
        const std::int64_t cell = draw_cell(left, of_row, others, random);
        others -= of_row;
        of_row -= cell;
        left -= cell;
        log_p -= log_factorial_of(cell);
      }
      room -= sum;
    }
    return log_p;
  }

  /// Of `n` draws from `room` places without putting back, how many hit the first `good`.
  ///
  /// Inverts the distribution from its most probable value outward: as many steps as it is wide.
  std::int64_t draw_cell(std::int64_t n, std::int64_t good, std::int64_t room, Random& random) {
    const std::int64_t least = std::max<std::int64_t>(0, n + good - room), most = std::min(n, good);
    if (least == most) return least;
    const std::int64_t bad = room - good;
    std::int64_t low = std::clamp(mode(n, good, room), least, most), high = low;
    double p_low = std::exp(log_choose(good, low) + log_choose(bad, n - low) - log_choose(room, n));
    double p_high = p_low, left = random.uniform() - p_low;
    while (left >= 0.0 && (low > least || high < most)) {
      if (high < most) {
        p_high *= ratio(good - high, n - high) / ratio(high + 1, bad - n + high + 1);
        ++high;
        if ((left -= p_high) < 0.0) return high;
      }
      if (low > least) {
        p_low *= ratio(low, bad - n + low) / ratio(good - low + 1, n - low + 1);
        --low;
        if ((left -= p_low) < 0.0) return low;
      }
    }
    return left < 0.0 ? low : most;
  }

  static std::int64_t mode(std::int64_t n, std::int64_t good, std::int64_t room) {
    const double at = static_cast<double>(n + 1) * static_cast<double>(good + 1);
    return static_cast<std::int64_t>(at / static_cast<double>(room + 2));
  }
  static double ratio(std::int64_t a, std::int64_t b) {
    return static_cast<double>(a) * static_cast<double>(b);
  }
  static double log_choose(std::int64_t n, std::int64_t k) {
    return log_factorial_of(n) - log_factorial_of(k) - log_factorial_of(n - k);
  }

  const CountTable& table_;
  std::int64_t n_;
  double of_margins_;
  double observed_;                 ///< log probability of the table found, and a little more
  std::vector<std::int64_t> room_;  ///< what each row may still take
  double sum_ = 0.0;
  std::int64_t n_steps_ = 0;
};

}  // namespace

std::optional<double> exact_p(const CountTable& table) {
  if (table.cells.size() > kMostCells) return std::nullopt;
  const std::optional<double> p = SameMargins(table).exact();
  return p ? std::optional(std::min(1.0, *p)) : p;
}

double simulated_p(const CountTable& table, std::int64_t n, std::uint64_t key) {
  return SameMargins(table).simulated(n, key);
}

}  // namespace arboretum
