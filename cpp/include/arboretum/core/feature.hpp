#pragma once

#include <cmath>
#include <cstdint>

#include "arboretum/core/code_column.hpp"
#include "arboretum/core/split.hpp"

namespace arboretum {

enum class Kind : std::uint8_t { numeric, ordered, categorical };

/// One input column: numbers (NaN is missing) or codes (below 0 is missing).
struct Feature {
  AnyColumn column;
  Kind kind;
  std::int32_t n_categories;    ///< 0 for numbers
  bool is_closed_left = false;  ///< `x < t` is asked: see `Feature.closed` in data/schema.py

  /// The threshold half-way between two neighbours, as routing asks it: `x <= threshold`.
  double threshold(double low, double high) const {
    const double middle = midpoint(low, high);
    return is_closed_left && low < middle ? std::nextafter(middle, low) : middle;
  }
};

}  // namespace arboretum
