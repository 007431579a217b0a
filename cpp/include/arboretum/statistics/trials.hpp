#pragma once

#include <cstddef>

namespace arboretum {

/// What categories may be merged into.
struct MergeableBins {
  bool is_ordered;   ///< only neighbours may be merged
  bool has_missing;  ///< the last category is for missing values; it may join any other
};

/// Decimal logarithm of the number of ways to merge categories into groups (Kass 1980); for the
/// exhaustive search, of the number of pairs that are compared on the way (Biggs et al. 1991).
double log_trials(std::size_t n_categories, std::size_t n_groups, MergeableBins bins,
                  bool is_exhaustive);

}  // namespace arboretum
