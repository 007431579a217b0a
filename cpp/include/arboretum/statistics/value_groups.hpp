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
std::vector<std::int32_t> value_groups(std::span<const double> table, std::size_t width,
                                       double missing);

}  // namespace arboretum
