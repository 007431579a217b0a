#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// The group of each bin of a table of class weights, groups numbered by their first bin.
///
/// Starts with a group a bin.  Merges the two groups whose merger gives the highest gain ratio as
/// long as that raises the ratio and more than two groups are left (Quinlan 1993, ch. 7).
/// `table` holds `width` class weights a bin; `missing` is the weight of the samples in no bin,
/// one more group of what the split costs to describe.
///
/// If it is charged, the gain is less the bits that name a division into so many groups, and the
/// two groups are merged whose merger loses least of the gain.
std::vector<std::int32_t> value_groups(std::span<const double> table, std::size_t width,
                                       double missing, bool is_charged);

/// Decimal logarithm of the number of divisions of bins into so many groups.
double log_divisions(std::size_t n_bins, std::size_t n_groups);

}  // namespace arboretum
