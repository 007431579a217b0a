#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/linear/residuals.hpp"
#include "fit_sums.hpp"
#include "node_sums.hpp"

namespace arboretum::linear {

/// The inverse of the sums of squares and products of 1 and all terms, as a quadratic form.
class InverseForm {
 public:
  explicit InverseForm(const FullSums& layout)
      : layout_(layout),
        n_(layout.size() - 1),
        columns_(layout.n_values()),
        cells_(n_ * columns_),
        squares_(n_),
        factors_(n_),
        form_(layout.width()) {}

  /// Inverts the sums of some rows; false where too few digits would be left.
  ///
  /// Terms whose `unexplained` squares are known to be nothing, in whatever rows, are left out.
  bool invert(const double* sums, std::span<const double> unexplained) {
    bool is_done = false;
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      is_done = sweep_all<Doubles>(sums, unexplained);
    });
    if (is_done) write_form(unexplained);
    return is_done;
  }

  /// The values of the form for several vectors, which stand one after another.
  template <class Doubles>
  std::array<double, n_lanes> values(const double* vectors) const {
    std::array<Doubles, n_lanes> products{};
    for (std::size_t column = 0; column < n_; column += n_lanes) {
      std::array<Doubles, n_lanes> sum{};
      const std::size_t end = std::min(column + n_lanes, n_);
      for (std::size_t i = 0; i < end; ++i) {
        const Doubles row =
            Doubles::load(form_.data() + layout_.row_start(i) + column - i / n_lanes * n_lanes);
        for (std::size_t v = 0; v < n_lanes; ++v) sum[v] += vectors[v * columns_ + i] * row;
      }
      for (std::size_t v = 0; v < n_lanes; ++v)
        products[v] += sum[v] * Doubles::load(vectors + v * columns_ + column);
    }
    std::array<double, n_lanes> found{};
    for (std::size_t v = 0; v < n_lanes; ++v)
      for (std::size_t lane = 0; lane < n_lanes; ++lane) found[v] += products[v][lane];
    return found;
  }

 private:
  /// A pivot that is a smaller share than this of what it was has too few digits left.
  static constexpr double kFewDigits = 1e-6;

  static bool is_left_out(std::size_t k, std::span<const double> unexplained) {
    return unexplained[k] < std::numeric_limits<double>::infinity();
  }

  template <class Doubles>
  bool sweep_all(const double* sums, std::span<const double> unexplained) {
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = i; j < n_; ++j)
        cells_[i * columns_ + j] = cells_[j * columns_ + i] = layout_.at(sums, i, j);
    if (!(cells_[0] > 0.0)) return false;
    sweep<Doubles>(0);
    for (std::size_t k = 1; k < n_; ++k) {
      double& square = cells_[k * columns_ + k];
      squares_[k] = square;
      square += layout_.ridge();
    }
    for (std::size_t k = 1; k < n_; ++k) {
      const double pivot = cells_[k * columns_ + k];
      if (is_left_out(k, unexplained)) {
        if (unexplained[k] > kExplained / 10.0 * squares_[k]) return false;
      } else if (pivot > kFewDigits * squares_[k] &&
                 squares_[k] > kFewDigits * layout_.at(sums, k, k)) {
        sweep<Doubles>(k);
      } else {
        return false;
      }
    }
    return true;
  }

  /// Replaces row and column k of the matrix by those of its inverse.
  template <class Doubles>
  void sweep(std::size_t k) {
    double* of_pivot = cells_.data() + k * columns_;
    const double inverse = 1.0 / of_pivot[k];
    for (std::size_t j = 0; j < columns_; j += n_lanes)
      store(inverse * Doubles::load(of_pivot + j), of_pivot + j);
    for (std::size_t i = 0; i < n_; ++i) {
      double* row = cells_.data() + i * columns_;
      factors_[i] = row[k];
      if (i == k) continue;
      for (std::size_t j = 0; j < columns_; j += n_lanes)
        store(Doubles::load(row + j) - factors_[i] * Doubles::load(of_pivot + j), row + j);
    }
    // Apart: what was just written as a number cannot be read in a vector at once.
    for (std::size_t i = 0; i < n_; ++i) cells_[i * columns_ + k] = -factors_[i] * inverse;
    of_pivot[k] = inverse;
  }

  /// The upper triangle, what is beside the diagonal twice.
  void write_form(std::span<const double> unexplained) {
    std::fill_n(form_.data(), layout_.width(), 0.0);
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_left_out(i, unexplained)) continue;
      double* to = form_.data() + layout_.row_start(i) - i / n_lanes * n_lanes;
      to[i] = cells_[i * columns_ + i];
      for (std::size_t j = i + 1; j < n_; ++j)
        to[j] = is_left_out(j, unexplained) ? 0.0 : 2.0 * cells_[i * columns_ + j];
    }
  }

  const FullSums& layout_;
  std::size_t n_;        ///< 1 and all terms
  std::size_t columns_;  ///< of a row of `cells_`, in whole vectors
  Room cells_;
  std::vector<double> squares_;  ///< of each term about its mean
  std::vector<double> factors_;  ///< of the pivot's row, one for each row
  Room form_;                    ///< laid out as sums are
};

/// The least that cuts can leave, for each group of rows that they may be in.
///
/// Let r be what a fit b of the whole node leaves of a row, and of the rows of a branch u the sum
/// of w r x, less what the ridge pulls back, and G the sum of w x x', with the ridge.  Then the
/// best fit of the branch leaves, exactly,
///
///     sum of w r^2 + ridge |b|^2 - u' inverse(G) u.
///
/// A branch with more rows has a larger G and leaves more.  So for all cuts between two stops G is
/// inverted at the stops alone, and for all cuts inside a group u is that of the rows around it.
class CutBounds {
 public:
  CutBounds(const FullSums& layout, const NodeFit& fit)
      : layout_(layout),
        fit_(fit),
        before_(layout),
        after_(layout),
        of_first_(n_lanes * layout.n_values()),
        of_rest_(n_lanes * layout.n_values()) {}

  Pulls& pulls() { return pulls_; }

  /// To be called when the pulls of all groups are there.
  void start() {
    const std::size_t n_values = layout_.n_values(), n_groups = pulls_.squares.size();
    least_.assign(n_groups, -std::numeric_limits<double>::infinity());
    pull_of_all_.assign(n_values, 0.0);
    all_ = 0.0;
    for (std::size_t group = 0; group < n_groups; ++group) {
      all_ += pulls_.squares[group];
      add(group, pull_of_all_);
    }
    for (std::size_t k = 1; k < fit_.coefficients.size(); ++k)
      all_ += 2.0 * layout_.ridge() * fit_.coefficients[k] * fit_.coefficients[k];
  }

  /// Takes the sums of fewer rows than any of some cuts has before and after it; false where they
  /// bound nothing.
  bool aim(const double* first, const double* rest) {
    return before_.invert(first, fit_.unexplained) && after_.invert(rest, fit_.unexplained);
  }

  /// Bounds cuts inside some groups, so many at a time; `pull` is that of all rows before them, and
  /// then of theirs, too.
  void bound(std::size_t begin, std::size_t end, std::size_t at_a_time, std::vector<double>& pull) {
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      bound_by<Doubles>(begin, end, at_a_time, pull);
    });
  }

  /// As many groups as may be bounded together where cuts are to leave no more than `most`: their
  /// squares, which the bound gives away, are then little of what must be saved.
  std::size_t groups_at_a_time(double most) const {
    const double of_group = all_ / static_cast<double>(pulls_.squares.size());
    const double n = (all_ - most) / (kGivenAway * of_group);
    return n > 1.0 ? static_cast<std::size_t>(std::min(n, 1e6)) : 1;
  }

  /// What the cut after each row of one group leaves at least, from the pulls of its rows.
  std::array<double, kGroup> of_rows(std::size_t n, const double* pulls_of_rows,
                                     std::vector<double> pull) {
    static_assert(kGroup == n_lanes);
    std::array<double, kGroup> least;
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      for (std::size_t r = 0; r < n; ++r) {
        for (std::size_t k = 0; k < pull.size(); ++k) pull[k] += pulls_of_rows[r * pull.size() + k];
        write_before(pull, r);
        write_after(pull, r);
      }
      least = saved_at_most<Doubles>();
    });
    for (double& number : least) number = all_ - number;
    return least;
  }

  /// Adds the pull of a group to that of others.
  void add(std::size_t group, std::vector<double>& pull) const {
    const double* more = pulls_.sums.data() + group * layout_.n_values();
    for (std::size_t k = 0; k < pull.size(); ++k) pull[k] += more[k];
  }

  /// The least that cuts inside some groups can leave.
  double least(std::size_t begin, std::size_t end) const {
    return *std::min_element(least_.begin() + static_cast<std::ptrdiff_t>(begin),
                             least_.begin() + static_cast<std::ptrdiff_t>(end));
  }

 private:
  /// One part of so many of what must be saved may be given away.
  static constexpr double kGivenAway = 8.0;
  /// What is saved is worked out to more digits than this.
  static constexpr double kSafely = 1.0 + 1e-7;

  template <class Doubles>
  void bound_by(std::size_t begin, std::size_t end, std::size_t at_a_time,
                std::vector<double>& pull) {
    while (begin < end) {
      std::array<std::size_t, n_lanes + 1> starts{begin};
      std::array<double, n_lanes> squares{};
      std::size_t n = 0;
      for (; n < n_lanes && begin < end; ++n) {
        write_before(pull, n);
        starts[n + 1] = std::min(begin + at_a_time, end);
        for (; begin < starts[n + 1]; ++begin) {
          add(begin, pull);
          squares[n] += pulls_.squares[begin];
        }
        write_after(pull, n);
      }
      const std::array<double, n_lanes> saved = saved_at_most<Doubles>();
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t group = starts[i]; group < starts[i + 1]; ++group)
          least_[group] = all_ - squares[i] - saved[i];
    }
  }

  /// u of the rows before a cut, and of those after it, as the `place`th that are looked at.
  void write_before(const std::vector<double>& pull, std::size_t place) {
    double* to = of_first_.data() + place * layout_.n_values();
    for (std::size_t k = 0; k + 1 < layout_.size(); ++k) to[k] = pull[k] - pulled_back(k);
  }
  void write_after(const std::vector<double>& pull, std::size_t place) {
    double* to = of_rest_.data() + place * layout_.n_values();
    for (std::size_t k = 0; k + 1 < layout_.size(); ++k)
      to[k] = pull_of_all_[k] - pull[k] - pulled_back(k);
  }
  double pulled_back(std::size_t k) const {
    return k == 0 ? 0.0 : layout_.ridge() * fit_.coefficients[k];
  }

  template <class Doubles>
  std::array<double, n_lanes> saved_at_most() const {
    std::array<double, n_lanes> saved = before_.values<Doubles>(of_first_.data());
    const std::array<double, n_lanes> after = after_.values<Doubles>(of_rest_.data());
    for (std::size_t i = 0; i < n_lanes; ++i) saved[i] = kSafely * (saved[i] + after[i]);
    return saved;
  }

  const FullSums& layout_;
  const NodeFit& fit_;
  InverseForm before_;
  InverseForm after_;
  Pulls pulls_;
  Room of_first_;  ///< u of several cuts, one after another
  Room of_rest_;
  std::vector<double> least_;        ///< for each group; minus infinity where that is not known
  std::vector<double> pull_of_all_;  ///< of all groups
  double all_ = 0.0;                 ///< what is left where nothing is saved
};

}  // namespace arboretum::linear
