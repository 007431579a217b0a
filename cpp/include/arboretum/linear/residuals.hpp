#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/column.hpp"

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
  /// And then those that leave more than this by more than that, but for the best.
  double most = std::numeric_limits<double>::infinity();
};

/// How well linear fits of rows do: what RETIS and MAUVE compare branches by.
class Residuals {
 public:
  /// `terms` has `n_terms` numbers a row, in units of their standard deviation; `ridge` is the
  /// price of a squared coefficient.
  Residuals(std::span<const double> terms, std::size_t n_terms, std::span<const double> targets,
            Column<double> weights, FitKind kind, double ridge);

  std::size_t n_rows() const { return targets_.size(); }
  std::span<const double> targets() const { return targets_; }
  double weight(std::int32_t row) const { return weights_[row]; }

  /// Of all rows together.
  Residual of(std::span<const std::int32_t> rows) const;

  /// Of the rows before and from each position on, for those that are wanted, ascending.
  ///
  /// Sums are running ones: of all rows between every so many positions, and where a position
  /// between them may be the best, of the rows from the nearest.  What the fit of more rows leaves
  /// is never less, so both ends of a stretch bound what the cuts inside it leave.
  void cuts(std::span<const std::int32_t> rows, std::span<const std::int32_t> positions,
            WantedCuts wanted, std::vector<ResidualCut>& out) const;

 private:
  std::span<const double> terms_;
  std::size_t n_terms_;
  std::span<const double> targets_;
  Column<double> weights_;
  FitKind kind_;
  double ridge_;
};

}  // namespace arboretum::linear
