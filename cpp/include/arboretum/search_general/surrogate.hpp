#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/core/surrogates.hpp"
#include "arboretum/search_general/proposal.hpp"

namespace arboretum::general {

/// Finds the question of one feature that parts the rows of a node most like its split does.
///
/// Keeps its memory from one feature to the next; each thread has its own.
class SurrogateSearch {
 public:
  SurrogateSearch(const SurrogateLimits& limits, Column<double> weights, Column<double> counts)
      : limits_(limits), weights_(weights), counts_(counts) {}

  /// Writes the best question of a feature; false if none is worth asking.  `branch_of_row` says
  /// where the split sends each row; below 0 are rows that cannot answer it.  `upper` is the
  /// branch with the larger mean of the target.
  bool find(const FeatureColumn& column, std::span<const Entry> entries,
            std::span<const std::int32_t> branch_of_row, std::int32_t upper, Surrogate& surrogate);

 private:
  void read(std::span<const Entry> entries, std::span<const std::int32_t> branch_of_row);

  const SurrogateLimits& limits_;
  Column<double> weights_;
  Column<double> counts_;
  Agreement agreement_;
  std::vector<std::int32_t> rows_;  ///< one of each bin
};

}  // namespace arboretum::general
