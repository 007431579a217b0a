#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <vector>

#include "arboretum/grow/simd.hpp"

/// Sums that fits are worked out from, kept in whole vectors: the same numbers on every machine.

namespace arboretum::linear {

using grow::Doubles;
using grow::n_lanes;

/// A term that varies by less than this share of its squares does not vary.
constexpr double kConstant = 1e-11;
/// A term of which others explain all but this share is explained by them.
constexpr double kExplained = 1e-9;

inline std::size_t n_vectors(std::size_t n_numbers) { return (n_numbers + n_lanes - 1) / n_lanes; }

inline Doubles load(const double* from) {
  Doubles vector;
  std::memcpy(&vector, from, sizeof vector);
  return vector;
}

inline void store(Doubles vector, double* to) { std::memcpy(to, &vector, sizeof vector); }

/// A row as sums take it in, measured from the centre of a node.
struct CentredRow {
  double weight;
  double target;
  const double* values;  ///< terms and what else a kind of sums wants, in whole vectors
};

/// Sums of squares and products of 1, all terms and the target: of a fit by all terms.
///
/// Row i of the upper triangle starts with the vector that holds column i: what stands before
/// column i is not read.
class FullSums {
 public:
  FullSums(std::size_t n_terms, double ridge)
      : size_(n_terms + 2),
        vectors_(n_vectors(size_)),
        ridge_(ridge),
        start_(size_ + 1, 0),
        squares_(size_, 0.0) {
    for (std::size_t i = 0; i < size_; ++i)
      start_[i + 1] = start_[i] + (vectors_ - i / n_lanes) * n_lanes;
    scratch_.resize(width());
  }

  std::size_t width() const { return start_[size_]; }
  std::size_t n_values() const { return vectors_ * n_lanes; }

  /// Writes what is not a term: 1 before the terms, the target after them.
  void complete(double target, double* values) const {
    values[0] = 1.0;
    values[size_ - 1] = target;
  }
  static constexpr std::size_t first_term = 1;

  /// Adds several rows at a time: the sums are then read and written once for all of them.
  template <std::size_t n>
  void add(const std::array<CentredRow, n>& rows, double* sums) const {
    for (std::size_t i = 0; i < size_; ++i) {
      std::array<double, n> factor;
      for (std::size_t r = 0; r < n; ++r) factor[r] = rows[r].weight * rows[r].values[i];
      double* to = sums + start_[i];
      for (std::size_t v = i / n_lanes; v < vectors_; ++v, to += n_lanes) {
        Doubles sum = load(to);
        for (std::size_t r = 0; r < n; ++r) sum += factor[r] * load(rows[r].values + v * n_lanes);
        store(sum, to);
      }
    }
  }

  double weight(const double* sums) const { return at(sums, 0, 0); }
  double target(const double* sums) const { return at(sums, 0, size_ - 1); }
  double squares(const double* sums) const { return at(sums, size_ - 1, size_ - 1); }

  /// What is left of the squares of the target: terms are eliminated one by one, those that do not
  /// vary or that others explain are passed over.
  double left(const double* sums) {
    double* cells = scratch_.data();
    std::copy_n(sums, width(), cells);
    if (!(at(cells, 0, 0) > 0.0)) return 0.0;
    eliminate(cells, 0);
    for (std::size_t k = 1; k + 1 < size_; ++k) {
      const double square = at(cells, k, k);
      squares_[k] = square > kConstant * at(sums, k, k) ? square : 0.0;
    }
    for (std::size_t k = 1; k + 1 < size_; ++k) {
      double& pivot = cells[place(k, k)];
      pivot += ridge_;
      if (squares_[k] > 0.0 && pivot > kExplained * squares_[k]) eliminate(cells, k);
    }
    return std::max(at(cells, size_ - 1, size_ - 1), 0.0);
  }

 private:
  std::size_t place(std::size_t i, std::size_t j) const {
    return start_[i] + j - i / n_lanes * n_lanes;
  }
  double at(const double* cells, std::size_t i, std::size_t j) const { return cells[place(i, j)]; }

  void eliminate(double* cells, std::size_t k) const {
    const double* of_pivot = cells + start_[k];  // from column k / n_lanes * n_lanes on
    const std::size_t skipped = k / n_lanes * n_lanes;
    const double inverse = 1.0 / of_pivot[k - skipped];
    for (std::size_t i = k + 1; i < size_; ++i) {
      const double factor = of_pivot[i - skipped] * inverse;
      const double* from = of_pivot + i / n_lanes * n_lanes - skipped;
      for (double *to = cells + start_[i], *end = cells + start_[i + 1]; to < end;
           to += n_lanes, from += n_lanes)
        store(load(to) - factor * load(from), to);
    }
  }

  std::size_t size_;
  std::size_t vectors_;  ///< in a whole row
  double ridge_;
  std::vector<std::size_t> start_;  ///< of each row
  std::vector<double> scratch_;
  std::vector<double> squares_;  ///< of each term about its mean; 0 if that is but rounding
};

/// The sums that fits by one term each need: three numbers a term.
class SingleSums {
 public:
  SingleSums(std::size_t n_terms, double ridge)
      : padded_(n_vectors(n_terms) * n_lanes), ridge_(ridge) {}

  std::size_t width() const { return n_lanes + 3 * padded_; }
  std::size_t n_values() const { return padded_; }
  void complete(double, double*) const {}
  static constexpr std::size_t first_term = 0;

  template <std::size_t n>
  void add(const std::array<CentredRow, n>& rows, double* sums) const {
    for (const CentredRow& row : rows) {
      sums[0] += row.weight;
      sums[1] += row.weight * row.target;
      sums[2] += row.weight * row.target * row.target;
    }
    double *first = sums + n_lanes, *square = first + padded_, *product = square + padded_;
    for (std::size_t k = 0; k < padded_; k += n_lanes) {
      Doubles ones = load(first + k), squares = load(square + k), products = load(product + k);
      for (const CentredRow& row : rows) {
        const Doubles terms = load(row.values + k), weighted = row.weight * terms;
        ones += weighted;
        squares += weighted * terms;
        products += weighted * row.target;
      }
      store(ones, first + k);
      store(squares, square + k);
      store(products, product + k);
    }
  }

  double weight(const double* sums) const { return sums[0]; }
  double target(const double* sums) const { return sums[1]; }
  double squares(const double* sums) const { return sums[2]; }

  double left(const double* sums) const {
    if (!(sums[0] > 0.0)) return 0.0;
    const double *first = sums + n_lanes, *square = first + padded_, *product = square + padded_;
    const double mean = sums[1] / sums[0], inverse = 1.0 / sums[0];
    Doubles explained = {};
    for (std::size_t k = 0; k < padded_; k += n_lanes) {
      const Doubles ones = load(first + k), squares = load(square + k);
      const Doubles about_mean = squares - ones * ones * inverse;
      const Doubles shared = load(product + k) - ones * mean;
      const Doubles gain = shared * shared / (about_mean + ridge_);
      explained = (about_mean > kConstant * squares) & (gain > explained) ? gain : explained;
    }
    double most = 0.0;
    for (std::size_t lane = 0; lane < n_lanes; ++lane) most = std::max(most, explained[lane]);
    return std::max(sums[2] - sums[1] * mean - most, 0.0);
  }

 private:
  std::size_t padded_;
  double ridge_;
};

}  // namespace arboretum::linear
