#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// Positions after which to cut the bins of a table of class weights, ascending.
///
/// Recursive cuts of least class entropy that pay for their own description (Fayyad & Irani 1993).
/// `table` holds `width` class weights a bin.
std::vector<std::int64_t> description_length_cuts(std::span<const double> table, std::size_t width);

}  // namespace arboretum
