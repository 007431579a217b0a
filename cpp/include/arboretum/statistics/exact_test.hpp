#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace arboretum {

/// Whole numbers in rows and columns, none of which is empty.
struct CountTable {
  std::vector<std::int64_t> cells;  ///< row after row
  std::vector<std::int64_t> rows;   ///< their sums
  std::vector<std::int64_t> columns;
};

/// Probability of the tables with these margins that are no more probable than this one; none if
/// there are too many tables to look at each.
std::optional<double> exact_p(const CountTable& table);

/// The same, estimated from `n` tables drawn at random; this one counts among them.
double simulated_p(const CountTable& table, std::int64_t n, std::uint64_t key);

}  // namespace arboretum
