#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arboretum/statistics/alike.hpp"

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

/// How categories are merged.
struct MergeRules {
  TestName test;
  double alpha = 0.05;                  ///< a pair is merged while its p is above
  std::optional<double> alpha_resplit;  ///< a merged group is parted if a p is below
  bool is_exhaustive = false;           ///< merge down to two groups, keep the best on the way
  double min_samples = 1.0;             ///< a smaller group is merged with the most similar one
};

/// The group of each category, after merging those that do not differ (Kass 1980).
///
/// `counts` has the samples of each category, `sums` its statistics.  Groups are numbered in the
/// order of their first category.
std::vector<std::int32_t> merge_categories(std::span<const double> counts,
                                           std::span<const double> sums, MergeableBins bins,
                                           const MergeRules& rules);

}  // namespace arboretum
