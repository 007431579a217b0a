#pragma once

#include <string>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/split_test.hpp"

namespace arboretum {

/// `exact=` of the chi-square rule: "auto", "never" or "always".
inline SmallCounts small_counts(const std::string& exact, std::int64_t n_simulations) {
  using When = SmallCounts::When;
  if (exact == "auto") return {When::where_few, n_simulations};
  if (exact == "never") return {When::never, n_simulations};
  if (exact == "always") return {When::always, n_simulations};
  refuse("exact '" + exact + "' is not known");
}

}  // namespace arboretum
