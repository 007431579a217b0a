#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/core/simd.hpp"

namespace arboretum::linear {

/// What a set of rows is fitted by.
enum class FitKind : std::uint8_t {
  full,    ///< all terms together
  single,  ///< the best of all terms, alone
};

/// Weight of some rows, weighted sum of their targets, and what the best fit leaves of the squares.
struct Residual {
  double weight = 0.0;
  double target = 0.0;
  double left = 0.0;
  double at_least = 0.0;  ///< that the fit of more rows leaves
};

/// Both sides of a cut.
struct ResidualCut {
  std::size_t cut = 0;  ///< its number
  Residual first;
  Residual rest;
};

/// Which cuts are wanted.
struct WantedCuts {
  std::size_t begin = 0;  ///< the first of them ...
  std::size_t end = 0;    ///< ... and one past the last
  /// Cuts that leave more than the best by more than this, a unit of weight, may be left out;
  /// below 0 none is.
  double slack = -1.0;
  /// And then those that leave more than this by more than that, except for the best.
  double most = std::numeric_limits<double>::infinity();
};

/// What linear fits are of.
struct ModelRows {
  std::span<const double> terms;  ///< `n_terms` numbers per row
  std::size_t n_terms = 0;
  std::span<const double> targets;
  Column<double> weights;

  std::size_t n_rows() const { return targets.size(); }
  const double* of(std::int32_t row) const {
    return terms.data() + static_cast<std::size_t>(row) * n_terms;
  }
};

/// Numbers that fill a vector and start where one of the machine may.
struct alignas(fast::n_lanes * sizeof(double)) Lanes {
  std::array<double, fast::n_lanes> numbers{};
};

/// Where the numbers of a row are when they stand side by side, in whole vectors.
struct Packing {
  std::size_t first_term;
  std::size_t n_terms;
  std::size_t n_values;  ///< those that are multiplied with each other come first

  std::size_t target() const { return first_term + n_terms; }
  std::size_t weight() const { return target() + 1; }
  std::size_t residual() const { return target() + 2; }
  std::size_t length() const {
    return (residual() + fast::n_lanes) / fast::n_lanes * fast::n_lanes;
  }
};

/// The rows of a node, packed, and what a fit of all of them leaves: from that follows what cuts
/// can save at most.
struct NodeFit {
  std::vector<Lanes> packed;         ///< the node's rows, one after another
  std::vector<std::int32_t> place;   ///< among them of a row, one for each of all rows
  std::vector<double> coefficients;  ///< of 1 and each term, where all are fitted together
  /// What the other terms leave of each that they explain up to rounding, or that is constant;
  /// infinity for the others.  0 is the intercept.
  std::vector<double> unexplained;

  const double* row(std::int32_t row, const Packing& packing) const {
    return reinterpret_cast<const double*>(packed.data()) +
           static_cast<std::size_t>(place[row]) * packing.length();
  }
  double* row(std::int32_t row, const Packing& packing) {
    return reinterpret_cast<double*>(packed.data()) +
           static_cast<std::size_t>(place[row]) * packing.length();
  }
};

/// How well linear fits of rows do: what RETIS and MAUVE compare branches by.
class Residuals {
 public:
  /// Terms are in units of their standard deviation; `ridge` is the price of a squared coefficient.
  Residuals(const ModelRows& rows, FitKind kind, double ridge);

  std::size_t n_rows() const { return rows_.n_rows(); }
  const ModelRows& rows() const { return rows_; }
  double ridge() const { return ridge_; }

  /// Of all rows together.
  Residual of(std::span<const std::int32_t> rows) const;

  /// Of the rows before and from each position on, for those that are wanted, ascending.
  ///
  /// Sums are running ones: of all rows between every so many positions, and where a position
  /// between them may be the best, of the rows from the nearest.  What the fit of more rows leaves
  /// is never less, unless a term comes in that was passed over, so both ends of a stretch bound
  /// what the cuts inside it leave.
  void cuts(std::span<const std::int32_t> rows, std::span<const std::int32_t> positions,
            WantedCuts wanted, const NodeFit* fit, std::vector<ResidualCut>& out) const;

  /// Fits all rows of a node, before its features are looked at.
  void fit(std::span<const std::int32_t> rows, NodeFit& out) const;

  /// What a fit by all terms leaves of the target of each of some rows.
  std::vector<double> remains(std::span<const std::int32_t> rows) const;

  /// The same rows with other targets.
  Residuals with_targets(std::span<const double> targets) const;

 private:
  template <class Work>
  void with_sums(std::span<const std::int32_t> rows, const NodeFit* fit, const Work& work) const;
  bool is_constant(std::span<const std::int32_t> rows, std::size_t term) const;
  Packing packing() const;
  void pack(std::span<const std::int32_t> rows, const Packing& packing, NodeFit& out) const;
  template <class Fitted>
  void find_explained(std::span<const std::int32_t> rows, const Fitted& fitted, NodeFit& out) const;

  ModelRows rows_;
  FitKind kind_;
  double ridge_;
};

/// Of the rows of a node, by what their fit by all terms leaves of the targets: what the best fit
/// of that by one term leaves.  The sum is of the targets themselves.
Residual residual_of_remains(const Residuals& residuals, std::span<const std::int32_t> rows);

}  // namespace arboretum::linear
