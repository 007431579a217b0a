#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/search_general/proposal.hpp"

namespace arboretum::general {

/// The numbers behind the bins of a table, ascending.
std::vector<double> values_of(const Table& table, const FeatureColumn& column);

/// Thresholds between all neighbouring values.
std::vector<double> midpoints(const std::vector<double>& values);

/// Thresholds such that each of `n` intervals holds about as many samples.
std::vector<double> equal_frequency(const std::vector<double>& values,
                                    const std::vector<double>& counts, std::size_t n);

/// The intervals that hold a value: the thresholds between them, and where each value lies.
struct Occupied {
  std::vector<double> thresholds;
  std::vector<std::int32_t> labels;
};
Occupied occupied_intervals(const std::vector<double>& thresholds,
                            const std::vector<double>& values);

}  // namespace arboretum::general
