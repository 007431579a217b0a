#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arboretum/agreement.hpp"
#include "arboretum/column.hpp"
#include "arboretum/general/proposal.hpp"
#include "arboretum/general/question.hpp"

namespace arboretum::general {

/// Writes the question of a feature by the bins that `agreement` holds, and returns the bin after
/// which its threshold comes: what lies on both sides of it the caller knows.  Nothing if no
/// threshold is worth asking for.
std::optional<std::size_t> ask_cut(Agreement& agreement, const SurrogateLimits& limits,
                                   std::int32_t feature, Surrogate& surrogate);
/// The same by categories; false if no sets are worth asking for.  `upper` is the branch with the
/// larger mean of the target.
bool ask_set(Agreement& agreement, const SurrogateLimits& limits, std::int32_t feature,
             std::int32_t upper, Surrogate& surrogate);

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

/// The best of some surrogates, the one that agrees most first; equals in their order.
std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n);

}  // namespace arboretum::general
