#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "arboretum/search_fast/input.hpp"

/// What is counted: the first template axis of the grower.
///
/// A policy says what a sample carries (`Sample`, moved along with its row when
/// nodes are partitioned), what a cell of a histogram holds (`Cell`, `stride` of
/// them), and how both become totals: `width` statistics as float64, followed by
/// the number of samples.

namespace arboretum::fast {

/// Totals are sums of what is there, never differences: a class that is not there has 0.
inline bool holds_one_class(const double* totals, std::size_t n_classes) {
  return std::count_if(totals, totals + n_classes, [](double w) { return w > 0; }) <= 1;
}

/// What the weights of classes are multiplied by before they are scored: see
/// `criteria/nested.py`.  What is counted stays as it is.
class Multipliers {
 public:
  Multipliers() = default;
  explicit Multipliers(const std::vector<double>& given)
      : given_(given.empty() ? nullptr : given.data()) {}

  bool are_given() const { return given_ != nullptr; }
  double operator[](std::size_t k) const { return given_ == nullptr ? 1.0 : given_[k]; }

 private:
  const double* given_ = nullptr;  ///< null: all are 1
};

/// Classes, every sample counting once.
class Counts {
 public:
  struct Sample {
    std::uint32_t row;
    std::uint32_t cls;
  };
  using Cell = std::uint32_t;
  using Mark = std::uint16_t;  ///< what a scan reads of a sample

  /// Cells of up to eight classes are padded to a power of two: finding one is then a shift.
  explicit Counts(const Input& input)
      : n_classes_(input.n_classes),
        stride_(n_classes_ <= 8 ? std::bit_ceil(n_classes_) : n_classes_) {}

  std::size_t width() const { return n_classes_; }
  std::size_t stride() const { return stride_; }
  Sample sample(const Input& input, std::size_t row) const {
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(input.classes[row])};
  }
  void add(Cell* cell, const Sample& s) const { ++cell[s.cls]; }
  void add(double* totals, const Sample& s) const {
    totals[s.cls] += 1.0;
    totals[n_classes_] += 1.0;
  }
  /// Adds a cell to totals; returns the number of samples in it.
  double add(double* totals, const Cell* cell) const {
    std::uint32_t n = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      totals[k] += cell[k];
      n += cell[k];
    }
    totals[n_classes_] += n;
    return n;
  }
  /// How many samples are in a cell.
  double size(const Cell* cell) const {
    std::uint32_t n = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) n += cell[k];
    return n;
  }
  /// Whether that is the number of rows.
  static constexpr bool counts_rows() { return true; }
  bool is_empty(const Cell* cell) const {
    for (std::size_t k = 0; k < n_classes_; ++k)
      if (cell[k] != 0) return false;
    return true;
  }
  void subtract(Cell* from, const Cell* cell) const {
    for (std::size_t k = 0; k < n_classes_; ++k) from[k] -= cell[k];
  }
  template <class At>
  bool is_constant(const double* totals, std::size_t, const At&) const {
    return holds_one_class(totals, n_classes_);
  }
  static Mark mark(const Sample& s) { return static_cast<Mark>(s.cls); }
  static constexpr bool is_weighted() { return false; }
  static constexpr bool survives_subtraction(const double*, const double*) { return true; }
  static constexpr bool has_exact_sums() { return true; }
  static constexpr bool fills_registers() { return false; }
  static double weight(const Sample&) { return 1.0; }
  static double count(double) { return 1.0; }

 private:
  std::size_t n_classes_, stride_;
};

/// Classes of weighted samples.  A cell ends with the number of samples: whether a
/// cell is empty must never depend on what is left of a difference of weights.
class Weights {
 public:
  struct Sample {
    std::uint32_t row;
    std::uint32_t cls;
    double weight;
  };
  using Cell = double;
  using Mark = std::uint16_t;

  explicit Weights(const Input& input)
      : n_classes_(input.n_classes), weights_are_counts_(input.weights_are_counts) {}

  std::size_t width() const { return n_classes_; }
  std::size_t stride() const { return n_classes_ + 1; }
  Sample sample(const Input& input, std::size_t row) const {
    return {static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(input.classes[row]),
            input.weights[row]};
  }
  /// Cells and totals have the same layout.
  void add(double* totals, const Sample& s) const {
    totals[s.cls] += s.weight;
    totals[n_classes_] += count(s.weight);
  }
  double add(double* totals, const Cell* cell) const {
    for (std::size_t k = 0; k <= n_classes_; ++k) totals[k] += cell[k];
    return cell[n_classes_];
  }
  double size(const Cell* cell) const { return cell[n_classes_]; }
  double weight_in(const Cell* cell) const {
    double weight = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) weight += cell[k];
    return weight;
  }
  bool counts_rows() const { return !weights_are_counts_; }
  bool is_empty(const Cell* cell) const { return size(cell) == 0.0; }
  void subtract(Cell* from, const Cell* cell) const {
    for (std::size_t k = 0; k <= n_classes_; ++k) from[k] -= cell[k];
    if (is_empty(from)) std::fill(from, from + n_classes_, 0.0);
  }
  template <class At>
  bool is_constant(const double* totals, std::size_t, const At&) const {
    return holds_one_class(totals, n_classes_);
  }
  static Mark mark(const Sample& s) { return static_cast<Mark>(s.cls); }
  static constexpr bool is_weighted() { return true; }
  static constexpr bool has_exact_sums() { return false; }
  static constexpr bool fills_registers() { return false; }
  /// Whether enough digits of a node's sums are left in those of a child that is found by
  /// subtraction; if not, the child is counted.
  bool survives_subtraction(const double* node, const double* child) const {
    double of_node = 0, of_child = 0;
    for (std::size_t k = 0; k < n_classes_; ++k) {
      of_node += node[k];
      of_child += child[k];
    }
    return of_node <= 1e4 * of_child;
  }
  static double weight(const Sample& s) { return s.weight; }
  /// How many samples a row of this weight stands for.
  double count(double weight) const { return weights_are_counts_ ? weight : 1.0; }

 private:
  std::size_t n_classes_;
  bool weights_are_counts_;
};

/// A number, every sample counting once.
struct PlainNumber {
  std::uint32_t row;
  double y;

  static constexpr bool is_weighted = false;
  static PlainNumber read(const Input& input, std::size_t row) {
    return {static_cast<std::uint32_t>(row), input.numbers[row]};
  }
  static constexpr double weight() { return 1.0; }
};

/// A number of a weighted sample.
struct WeightedNumber {
  std::uint32_t row;
  double y;
  double w;

  static constexpr bool is_weighted = true;
  static WeightedNumber read(const Input& input, std::size_t row) {
    return {static_cast<std::uint32_t>(row), input.numbers[row], input.weights[row]};
  }
  double weight() const { return w; }
};

/// One number: [w, wy, wyy] and the number of samples.
template <class Number>
class MomentsOf {
 public:
  using Sample = Number;
  using Cell = double;
  using Mark = double;
  using Four = double __attribute__((vector_size(4 * sizeof(double))));

  explicit MomentsOf(const Input& input) : weights_are_counts_(input.weights_are_counts) {}

  std::size_t width() const { return 3; }
  std::size_t stride() const { return 4; }
  Sample sample(const Input& input, std::size_t row) const { return Number::read(input, row); }
  void add(double* totals, const Sample& s) const {
    const double wy = s.weight() * s.y;
    const Four added = {s.weight(), wy, wy * s.y, count(s.weight())};
    Four sums;
    std::memcpy(&sums, totals, sizeof(sums));
    sums += added;
    std::memcpy(totals, &sums, sizeof(sums));
  }
  /// Whether a sample is added to a cell in one step where registers are wide.
  static constexpr bool fills_registers() { return true; }
  double add(double* totals, const Cell* cell) const {
    for (int k = 0; k < 4; ++k) totals[k] += cell[k];
    return cell[3];
  }
  double size(const Cell* cell) const { return cell[3]; }
  static double weight_in(const Cell* cell) { return cell[0]; }
  bool counts_rows() const { return !Number::is_weighted || !weights_are_counts_; }
  bool is_empty(const Cell* cell) const { return size(cell) == 0.0; }
  void subtract(Cell* from, const Cell* cell) const {
    for (int k = 0; k < 4; ++k) from[k] -= cell[k];
    if (is_empty(from)) from[0] = from[1] = from[2] = 0.0;
  }
  /// Asked of the samples: a variance of 1e-20 says nothing for certain.
  template <class At>
  bool is_constant(const double*, std::size_t n, const At& sample_at) const {
    const double y = sample_at(0).y;
    for (std::size_t i = 1; i < n; ++i)
      if (sample_at(i).y != y) return false;
    return true;
  }
  static Mark mark(const Sample& s) { return s.y; }
  static constexpr bool is_weighted() { return Number::is_weighted; }
  static constexpr bool has_exact_sums() { return false; }
  /// As for weights; the largest of the sums is that of the squares.
  bool survives_subtraction(const double* node, const double* child) const {
    return node[2] <= 1e4 * child[2] && node[0] <= 1e4 * child[0];
  }
  static double weight(const Sample& s) { return s.weight(); }
  /// How many samples a row of this weight stands for.
  double count(double weight) const {
    return Number::is_weighted && weights_are_counts_ ? weight : 1.0;
  }

 private:
  bool weights_are_counts_;
};

using Moments = MomentsOf<PlainNumber>;
using WeightedMoments = MomentsOf<WeightedNumber>;

}  // namespace arboretum::fast
