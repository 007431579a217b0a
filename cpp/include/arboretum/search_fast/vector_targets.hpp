#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>

#include "arboretum/search_fast/input.hpp"

namespace arboretum::fast {

/// Many numbers, every sample counting once: [w, y_1 .. y_d, q] and the number of samples, with q
/// the sum of squares of all numbers by the weights of the targets.
///
/// Where there are fewer numbers than the compiler was told, the others are 0 and weigh nothing.
template <std::size_t n_targets>
class VectorsOf {
 public:
  struct Sample {
    std::uint32_t row;
    const double* y;
    double square;
  };
  using Cell = double;
  /// The numbers times the roots of the target weights, so that a scan adds up plain squares.
  using Mark = std::array<double, n_targets>;

  explicit VectorsOf(const Input& input) : target_weights_(input.target_weights) {
    for (std::size_t k = 0; k < n_targets; ++k) roots_[k] = std::sqrt(target_weights_[k]);
  }

  std::span<const double> target_weights() const { return target_weights_; }
  const std::array<double, n_targets>& roots() const { return roots_; }

  std::size_t width() const { return n_targets + 2; }
  std::size_t stride() const { return n_targets + 3; }
  Sample sample(const Input& input, std::size_t row) const {
    const double* y = &input.vectors[row * n_targets];
    double square = 0;
    for (std::size_t k = 0; k < n_targets; ++k) square += target_weights_[k] * y[k] * y[k];
    return {static_cast<std::uint32_t>(row), y, square};
  }
  /// Cells and totals have the same layout.
  void add(double* totals, const Sample& s) const {
    totals[0] += 1.0;
    add_numbers(totals + 1, s.y);
    totals[1 + n_targets] += s.square;
    totals[2 + n_targets] += 1.0;
  }
  double add(double* totals, const Cell* cell) const {
    totals[0] += cell[0];
    add_numbers(totals + 1, cell + 1);
    for (std::size_t k = n_targets + 1; k < n_targets + 3; ++k) totals[k] += cell[k];
    return cell[n_targets + 2];
  }
  double size(const Cell* cell) const { return cell[n_targets + 2]; }
  static constexpr bool counts_rows() { return true; }
  bool is_empty(const Cell* cell) const { return size(cell) == 0.0; }
  void subtract(Cell* from, const Cell* cell) const {
    for (std::size_t k = 0; k < n_targets + 3; ++k) from[k] -= cell[k];
    if (is_empty(from)) std::fill_n(from, n_targets + 2, 0.0);
  }
  /// Asked of the samples, as for one number.
  template <class At>
  bool is_constant(const double*, std::size_t n, const At& sample_at) const {
    const double* y = sample_at(0).y;
    for (std::size_t i = 1; i < n; ++i)
      if (!std::equal(y, y + n_targets, sample_at(i).y)) return false;
    return true;
  }
  Mark mark(const Sample& s) const {
    Mark mark;
    for (std::size_t k = 0; k < n_targets; ++k) mark[k] = roots_[k] * s.y[k];
    return mark;
  }
  static constexpr bool is_weighted() { return false; }
  static constexpr bool has_exact_sums() { return false; }
  static constexpr bool fills_registers() { return false; }
  bool survives_subtraction(const double* node, const double* child) const {
    return node[1 + n_targets] <= 1e4 * child[1 + n_targets] && node[0] <= 1e4 * child[0];
  }
  static double weight(const Sample&) { return 1.0; }
  static double count(double) { return 1.0; }

 private:
  /// Several at a time: the compiler cannot know that one does not lie in the other.
  static void add_numbers(double* to, const double* numbers) {
    using Part = double __attribute__((vector_size(4 * sizeof(double))));
    static_assert(n_targets % 4 == 0);
    for (std::size_t k = 0; k < n_targets; k += 4) {
      Part sums, added;
      std::memcpy(&sums, to + k, sizeof sums);
      std::memcpy(&added, numbers + k, sizeof added);
      sums += added;
      std::memcpy(to + k, &sums, sizeof sums);
    }
  }

  std::span<const double> target_weights_;
  std::array<double, n_targets> roots_;
};

}  // namespace arboretum::fast
