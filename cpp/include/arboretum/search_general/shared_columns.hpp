#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"

namespace arboretum::general {

/// What rows weigh and contribute at the node that is looked at.
///
/// A row may be at several nodes, each with a share of it.  Statistics read these copies of
/// weights, counts and contributions, in which every row of the node is multiplied by its share:
/// they need not know of shares, and a row is at most once at a node.
class SharedColumns {
 public:
  /// Makes a copy, with the same values until `set`; it moves no more.  Columns of the same one
  /// value, as weights and counts mostly are, have one copy.
  Column<double> add(Column<double> whole);
  std::span<const double> add(std::span<const double> whole, std::size_t width);

  bool is_empty() const { return columns_.empty(); }

  /// Multiplies what some rows add by their shares; no shares: they are there whole.
  void set(std::span<const std::int32_t> rows, std::span<const double> shares);

 private:
  struct Shared {
    Column<double> whole;  ///< the first of `width` values of each row
    std::size_t width;
    std::vector<double> current;
  };

  const std::vector<double>& push(Column<double> whole, std::size_t width);

  std::vector<Shared> columns_;
  bool is_whole_ = true;  ///< no row was ever multiplied
};

}  // namespace arboretum::general
