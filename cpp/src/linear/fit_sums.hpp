#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "arboretum/linear/residuals.hpp"
#include "eight.hpp"

/// Sums that fits are worked out from, kept in whole vectors: the same numbers on every machine.

namespace arboretum::linear {

/// A term that varies by less than this share of its squares does not vary.
constexpr double kConstant = 1e-11;
/// A term of which others explain all but this share is explained by them.
constexpr double kExplained = 1e-9;
/// A term of which others leave a smaller share than this is made of them, up to rounding.
constexpr double kNothing = 1e-13;

inline std::size_t n_vectors(std::size_t n_numbers) { return (n_numbers + n_lanes - 1) / n_lanes; }

/// Numbers in whole vectors, the first at a place where a vector of the machine may start.
class Room {
 public:
  explicit Room(std::size_t n_numbers) : lanes_(n_vectors(n_numbers)) {}

  double* data() { return reinterpret_cast<double*>(lanes_.data()); }
  const double* data() const { return reinterpret_cast<const double*>(lanes_.data()); }
  double& operator[](std::size_t i) { return data()[i]; }
  double operator[](std::size_t i) const { return data()[i]; }

 private:
  std::vector<Lanes> lanes_;
};

/// Some rows as sums take them in, measured from the centre of a node.
struct Panel {
  /// So many rows at most: they stay in the nearest memory while sums pass over them.
  static constexpr std::size_t max_rows = 32;

  explicit Panel(std::size_t n_numbers)
      : n_values(n_numbers), values(max_rows * n_numbers), weighted(max_rows * n_numbers) {}

  /// Multiplies the values by the weights of their rows.  Apart from writing the values: what was
  /// just written number by number cannot be read in vectors at once.
  template <class Doubles>
  void weigh() {
    factors = values.data();
    if (std::all_of(weights.begin(), weights.begin() + n_rows, [](double w) { return w == 1.0; }))
      return;
    factors = weighted.data();
    for (std::size_t r = 0; r < n_rows; ++r)
      for (std::size_t k = r * n_values; k < (r + 1) * n_values; k += n_lanes)
        store(weights[r] * Doubles::load(values.data() + k), weighted.data() + k);
  }

  std::size_t n_rows = 0;
  std::size_t n_values;  ///< of each row: terms and what else a kind of sums wants
  Room values;
  Room weighted;                    ///< the same times the weight of the row
  const double* factors = nullptr;  ///< the weighted values: the values where all rows weigh 1
  std::array<double, max_rows> weights{};
  std::array<double, max_rows> targets{};
  std::array<double, max_rows> residuals{};  ///< that the fit of the node leaves, if it is known
};

/// Sums of squares and products of 1, all terms and the target: of a fit by all terms.
///
/// Row i of the upper triangle starts with the vector that holds column i: what stands before
/// column i is not read.
class FullSums {
 public:
  static constexpr bool is_full = true;

  FullSums(std::size_t n_terms, double ridge)
      : size_(n_terms + 2),
        vectors_(n_vectors(size_)),
        ridge_(ridge),
        start_(starts(size_)),
        scratch_(start_.back()),
        squares_(size_, 0.0) {}

  std::size_t width() const { return start_.back(); }

  /// From one position whose sums are kept to the next: inverting sums takes as long as adding so
  /// many rows, and a share of the smaller side is as good as what is bounded by them.
  std::size_t rows_to_next_stop(std::size_t position, std::size_t n_rows) const {
    return std::max(8 * size_, std::min(position, n_rows - position) / 16);
  }
  std::size_t n_values() const { return vectors_ * n_lanes; }

  /// A row of values is 1, the terms and the target.
  static Packing packing(std::size_t n_terms) { return {1, n_terms, n_terms + 2}; }

  /// Adds rows one after another, a few sums at a time: those stay in registers meanwhile.
  template <class Doubles>
  void add(const Panel& panel, double* sums) const {
    for (std::size_t i = 0; i + 1 < start_.size(); i += kAtOnce)
      for (std::size_t v = i / n_lanes; v < vectors_; ++v)
        add_some<Doubles>(panel, i, v * n_lanes, sums);
  }

  double weight(const double* sums) const { return at(sums, 0, 0); }
  double target(const double* sums) const { return at(sums, 0, size_ - 1); }
  double squares(const double* sums) const { return at(sums, size_ - 1, size_ - 1); }

  /// What is left of the squares of the target.
  double left(const double* sums) {
    if (!(weight(sums) > 0.0)) return 0.0;
    reduce(sums);
    return std::max(at(scratch_.data(), size_ - 1, size_ - 1), 0.0);
  }

  /// The coefficients of 1 and each term; 0 of those that are passed over.
  std::vector<double> coefficients(const double* sums) {
    std::vector<double> found(size_ - 1, 0.0);
    if (!(weight(sums) > 0.0)) return found;
    reduce(sums);
    for (std::size_t i = size_ - 1; i-- > 0;) {
      if (!is_in(i)) continue;
      double rest = at(scratch_.data(), i, size_ - 1);
      for (std::size_t j = i + 1; j + 1 < size_; ++j) rest -= at(scratch_.data(), i, j) * found[j];
      found[i] = rest / at(scratch_.data(), i, i);
    }
    return found;
  }

  /// Whether the last fit passed over no term that may explain anything: then what it leaves is the
  /// least, and the fit of more rows cannot leave less.
  bool uses_all() const { return uses_all_; }
  /// Whether a term was not passed over by the last fit; 0 is the intercept.
  bool is_in(std::size_t k) const { return k == 0 || (squares_[k] > 0.0 && pivot(k) > least(k)); }
  /// The squares of a term about its mean in the last fit, 0 if it does not vary ...
  double squares_about_mean(std::size_t k) const { return squares_[k]; }
  /// ... and what the terms before it leave of them, with what the ridge adds.
  double pivot(std::size_t k) const { return at(scratch_.data(), k, k); }

  std::size_t row_start(std::size_t i) const { return start_[i]; }
  std::size_t size() const { return size_; }
  double ridge() const { return ridge_; }
  double at(const double* cells, std::size_t i, std::size_t j) const { return cells[place(i, j)]; }

 private:
  std::size_t place(std::size_t i, std::size_t j) const {
    return start_[i] + j - i / n_lanes * n_lanes;
  }
  /// So many rows of the triangle are summed at once.
  static constexpr std::size_t kAtOnce = 4;
  static_assert(n_lanes % kAtOnce == 0);

  /// Where the rows of the triangle start; their number is rounded up, to add all of them alike.
  static std::vector<std::size_t> starts(std::size_t size) {
    const std::size_t n_rows = (size + kAtOnce - 1) / kAtOnce * kAtOnce;
    std::vector<std::size_t> found(n_rows + 1, 0);
    for (std::size_t i = 0; i < n_rows; ++i)
      found[i + 1] = found[i] + (n_vectors(size) - i / n_lanes) * n_lanes;
    return found;
  }

  template <class Doubles>
  void add_some(const Panel& panel, std::size_t i, std::size_t column, double* sums) const {
    std::array<Doubles, kAtOnce> sum;
    const auto place_of = [&](std::size_t k) { return sums + place(i + k, column); };
    for (std::size_t k = 0; k < kAtOnce; ++k) sum[k] = Doubles::load(place_of(k));
    const double *values = panel.values.data() + column, *factors = panel.factors + i;
    for (std::size_t r = 0; r < panel.n_rows; ++r) {
      const Doubles row = Doubles::load(values + r * panel.n_values);
      for (std::size_t k = 0; k < kAtOnce; ++k) sum[k] += factors[r * panel.n_values + k] * row;
    }
    for (std::size_t k = 0; k < kAtOnce; ++k) store(sum[k], place_of(k));
  }

  double least(std::size_t k) const { return kExplained * squares_[k]; }

  void reduce(const double* sums) {
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) { reduce_by<Doubles>(sums); });
  }

  /// Eliminates terms one by one; those that do not vary or that others explain are passed over.
  template <class Doubles>
  void reduce_by(const double* sums) {
    double* cells = scratch_.data();
    std::copy_n(sums, width(), cells);
    eliminate<Doubles>(cells, 0);
    uses_all_ = true;
    for (std::size_t k = 1; k + 1 < size_; ++k) {
      const double square = at(cells, k, k);
      squares_[k] = square > kConstant * at(sums, k, k) ? square : 0.0;
      uses_all_ &= squares_[k] > 0.0 || !(square > kNothing * at(sums, k, k));
      cells[place(k, k)] = square + ridge_;
    }
    for (std::size_t k = 1; k + 1 < size_; ++k)
      if (is_in(k))
        eliminate<Doubles>(cells, k);
      else
        uses_all_ &= !(pivot(k) > kNothing * squares_[k]);
  }

  template <class Doubles>
  void eliminate(double* cells, std::size_t k) const {
    const double* of_pivot = cells + start_[k];  // from column k / n_lanes * n_lanes on
    const std::size_t skipped = k / n_lanes * n_lanes;
    const double inverse = 1.0 / of_pivot[k - skipped];
    for (std::size_t i = k + 1; i < size_; ++i) {
      const double factor = of_pivot[i - skipped] * inverse;
      const double* from = of_pivot + i / n_lanes * n_lanes - skipped;
      for (double *to = cells + start_[i], *end = cells + start_[i + 1]; to < end;
           to += n_lanes, from += n_lanes)
        store(Doubles::load(to) - factor * Doubles::load(from), to);
    }
  }

  std::size_t size_;
  std::size_t vectors_;  ///< in a whole row
  double ridge_;
  std::vector<std::size_t> start_;  ///< of each row
  Room scratch_;
  std::vector<double> squares_;  ///< of each term about its mean; 0 if that is but rounding
  bool uses_all_ = true;
};

/// The sums that fits by one term each need: three numbers a term.
class SingleSums {
 public:
  static constexpr bool is_full = false;

  SingleSums(std::size_t n_terms, double ridge)
      : padded_(n_vectors(n_terms) * n_lanes), ridge_(ridge) {}

  std::size_t width() const { return n_lanes + 3 * padded_; }
  static constexpr bool uses_all() { return true; }
  std::size_t rows_to_next_stop(std::size_t, std::size_t) const { return 64; }
  std::size_t n_values() const { return padded_; }
  /// A row of values is the terms alone.
  static Packing packing(std::size_t n_terms) { return {0, n_terms, n_terms}; }

  template <class Doubles>
  void add(const Panel& panel, double* sums) const {
    for (std::size_t r = 0; r < panel.n_rows; ++r) {
      const double weighted = panel.weights[r] * panel.targets[r];
      sums[0] += panel.weights[r];
      sums[1] += weighted;
      sums[2] += weighted * panel.targets[r];
    }
    double *first = sums + n_lanes, *square = first + padded_, *product = square + padded_;
    for (std::size_t k = 0; k < padded_; k += n_lanes) {
      Doubles ones = Doubles::load(first + k), squares = Doubles::load(square + k),
              products = Doubles::load(product + k);
      for (std::size_t r = 0; r < panel.n_rows; ++r) {
        const std::size_t place = r * panel.n_values + k;
        const Doubles weighted = Doubles::load(panel.factors + place);
        ones += weighted;
        squares += weighted * Doubles::load(panel.values.data() + place);
        products += panel.targets[r] * weighted;
      }
      store(ones, first + k);
      store(squares, square + k);
      store(products, product + k);
    }
  }

  double weight(const double* sums) const { return sums[0]; }
  double target(const double* sums) const { return sums[1]; }
  double squares(const double* sums) const { return sums[2]; }
  /// Of each term: sums, squares, and products with the target.
  const double* ones(const double* sums) const { return sums + n_lanes; }
  const double* squares_of_terms(const double* sums) const { return ones(sums) + padded_; }
  const double* products(const double* sums) const { return squares_of_terms(sums) + padded_; }
  double ridge() const { return ridge_; }

  double left(const double* sums) const {
    if (!(sums[0] > 0.0)) return 0.0;
    const double mean = sums[1] / sums[0];
    double most = 0.0;
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      most = most_explained<Doubles>(sums, mean);
    });
    return std::max(sums[2] - sums[1] * mean - most, 0.0);
  }

 private:
  /// By the best of all terms.
  template <class Doubles>
  double most_explained(const double* sums, double mean) const {
    const double *first = sums + n_lanes, *square = first + padded_, *product = square + padded_;
    const double inverse = 1.0 / sums[0];
    Doubles explained = {};
    for (std::size_t k = 0; k < padded_; k += n_lanes) {
      const Doubles ones = Doubles::load(first + k), squares = Doubles::load(square + k);
      const Doubles about_mean = squares - inverse * (ones * ones);
      const Doubles shared = Doubles::load(product + k) - mean * ones;
      explained = Doubles::each(
          [this](auto most, auto with_target, auto spread, auto of_all) {
            const auto gain = with_target * with_target / (spread + ridge_);
            return (spread > kConstant * of_all) & (gain > most) ? gain : most;
          },
          explained, shared, about_mean, squares);
    }
    double most = 0.0;
    for (std::size_t lane = 0; lane < n_lanes; ++lane) most = std::max(most, explained[lane]);
    return most;
  }

  std::size_t padded_;
  double ridge_;
};

}  // namespace arboretum::linear
