#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace arboretum {

/// A statistical test of whether groups of samples have the same target.
enum class TestName { pearson, likelihood_ratio, f };

/// "pearson", "likelihood_ratio" or "f".
TestName test_of(const std::string& name);

/// Logarithm of the probability that groups which are alike differ as much as these.
///
/// A group is `width` statistics: class weights for the first two tests, else a weight, the sums
/// and the sums of squares of one or several numbers; of several numbers it is the mean.  Groups
/// and classes without weight do not count; 0, that is p = 1, where nothing is left to compare.
double log_p_alike(TestName test, std::span<const double* const> groups, std::size_t width);

/// How far groups are from being alike: twice the logarithm of the likelihood ratio, or of numbers
/// the sum of squares between the groups, over all targets.
double unlikeness(TestName test, std::span<const double* const> groups, std::size_t width);

}  // namespace arboretum
