#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "arboretum/core/check.hpp"

namespace arboretum {

/// How a split turns a value into a branch; the numbers are part of the tree format.
enum class SplitKind : std::int8_t { interval = 0, category = 1, presence = 2 };

/// As the branch of a row that cannot answer: it stays at the node ...
inline constexpr std::int32_t kNoBranch = -1;
/// ... or goes down every branch, in part.
inline constexpr std::int32_t kSpreads = -2;

inline bool is_missing(double value) { return std::isnan(value); }
inline bool is_missing(float value) { return std::isnan(value); }
inline bool is_missing(std::int32_t code) { return code < 0; }

/// A value as a number, NaN if missing: of an ordered category its position.
inline double as_number(double value) { return value; }
inline double as_number(float value) { return value; }
inline double as_number(std::int32_t code) {
  return is_missing(code) ? std::numeric_limits<double>::quiet_NaN() : code;
}

/// The number half-way between two neighbours, at which `x <= number` separates them; the
/// smaller where that rounds to the larger.
inline double midpoint(double low, double high) {
  const double middle = low / 2 + high / 2;  // halving first cannot overflow
  return low <= middle && middle < high ? middle : low;
}

/// Number of thresholds below the value: `x <= thresholds[0]` is branch 0.
inline std::int32_t interval_branch(double value, std::span<const double> thresholds) {
  if (thresholds.size() == 1) return value > thresholds[0];
  return static_cast<std::int32_t>(std::ranges::lower_bound(thresholds, value) -
                                   thresholds.begin());
}

inline std::int32_t category_branch(std::int32_t code, std::span<const std::int32_t> branches) {
  if (!is_within(code, branches.size()))
    refuse("category code " + std::to_string(code) + " in a split that knows " +
           std::to_string(branches.size()) + " categories");
  return branches[code];
}

/// The question of one node, on arrays that someone else owns.
struct SplitView {
  SplitKind kind;
  std::span<const double> thresholds;      ///< of an interval split, ascending
  std::span<const std::int32_t> branches;  ///< of a category split: branch of each code
  std::int32_t missing_branch;

  /// Branch of one value; `kNoBranch` or below if the row stays at the node.
  template <class T>
  std::int32_t branch(T value) const {
    if (kind == SplitKind::presence) return is_missing(value) ? 1 : 0;
    if (is_missing(value)) return missing_branch;
    if (kind == SplitKind::interval) return interval_branch(static_cast<double>(value), thresholds);
    if constexpr (std::is_same_v<T, std::int32_t>) {
      const std::int32_t branch = category_branch(value, branches);
      return branch < 0 ? missing_branch : branch;
    } else {
      refuse("a category split needs int32 codes, not numbers");
    }
  }
};

/// Throws unless `thresholds` are numbers in strictly ascending order.
inline void check_ascending(std::span<const double> thresholds) {
  for (std::size_t i = 0; i < thresholds.size(); ++i)
    if (std::isnan(thresholds[i]) || (i > 0 && !(thresholds[i - 1] < thresholds[i])))
      refuse(entry("thresholds", i, thresholds[i]) + ", but thresholds must ascend");
}

}  // namespace arboretum
