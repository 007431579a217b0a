#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "arboretum/core/p_value.hpp"

namespace arboretum {

/// When a table of branches by classes is tested without the chi-square distribution.
struct SmallCounts {
  enum class When { never, where_few, always };
  When when = When::where_few;
  std::int64_t n_simulations = 1999;  ///< where there are too many tables to look at each
};

/// `exact=` of the chi-square rule: "auto", "never" or "always".
SmallCounts small_counts_of(const std::string& exact, std::int64_t n_simulations);

/// Whether branches and classes are independent.
///
/// `weights` are those of each class in each branch, scaled here so that they add up to
/// `n_samples`.  Classes and branches without weight do not count.  Where fewer than 5 samples
/// are expected in a cell, the p-value is Fisher's (as Freeman and Halton have it for larger
/// tables): the probability of all tables no more probable than this one.
PValue chi_square_test(std::span<const double> weights, std::size_t n_branches, double n_samples,
                       SmallCounts small, std::uint64_t key);

/// Whether the means of branches are equal: one-way analysis of variance.
///
/// `moments` has the weight, the sum and the sum of squares of each branch.
PValue f_test(std::span<const double> moments, double n_samples);

/// The same of many targets, from sums of squares between and within branches.
PValue f_test_of_squares(double between, double within, double n_branches, double n_samples);

/// Bonferroni's bound for the best of `n` tests.
PValue best_of(PValue one, std::size_t n);

}  // namespace arboretum
