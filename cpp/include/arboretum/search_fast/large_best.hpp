#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "arboretum/search_fast/best.hpp"
#include "arboretum/search_fast/category_search.hpp"
#include "arboretum/search_fast/merits.hpp"

namespace arboretum::fast {

/// Where a cut of numbers was found: after all of bin `bin`, or after `value` inside it.
struct CutPlace {
  bool is_presence = false;
  std::uint32_t bin = 0;
  double value = std::numeric_limits<double>::infinity();  ///< infinity: after the whole bin
  double next_value = 0;                                   ///< inside a bin: the next larger one
  std::uint8_t variant = 0;  ///< the branch that missing values go to, where there are some

  bool is_inside() const { return value != std::numeric_limits<double>::infinity(); }
  auto operator<=>(const CutPlace&) const = default;
};

/// The best split of one feature at a large node.
struct FeatureBest {
  double proxy = no_proxy;
  bool is_tie = false;
  bool has_missing = false;
  bool is_presence = false;
  std::uint8_t variant = 0;
  Best<CutPlace> cut;                      ///< of a binned feature
  Grouping grouping;                       ///< of a categorical feature
  std::vector<double> left;                ///< totals of the first branch ...
  std::vector<std::vector<double>> lefts;  ///< ... and of all offers, where these are put off
  std::vector<double> known;               ///< totals of what is parted, where not all samples are
};

/// The merit of the n-th best feature.
inline double nth_best(const std::vector<FeatureBest>& features, const Merits& merits,
                       std::size_t n) {
  if (n > features.size()) return no_proxy;
  const auto merit_of = [&](std::size_t f) {
    return merits.of(static_cast<std::uint32_t>(f), features[f].proxy);
  };
  if (n > 2) {
    std::vector<double> all;
    for (std::size_t f = 0; f < features.size(); ++f) all.push_back(merit_of(f));
    const auto nth = all.begin() + static_cast<std::ptrdiff_t>(n - 1);
    std::ranges::nth_element(all, nth, std::greater{});
    return *nth;
  }
  double first = no_proxy, second = no_proxy;
  for (std::size_t f = 0; f < features.size(); ++f) {
    const double merit = merit_of(f);
    if (merit > first) {
      second = first;
      first = merit;
    } else if (merit > second) {
      second = merit;
    }
  }
  return n == 1 ? first : second;
}

}  // namespace arboretum::fast
