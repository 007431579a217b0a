#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/column.hpp"
#include "arboretum/general/proposal.hpp"
#include "arboretum/general/question.hpp"

namespace arboretum::general {

/// What the policy that finds surrogates is asked for: the twin of `missing/surrogate.py`.
struct SurrogateLimits {
  std::size_t max_surrogates = 0;  ///< 0: none are looked for
  bool are_asked = true;
  bool among_both = false;  ///< agreement among rows that answer the surrogate as well
};

/// Finds the question of one feature that parts the rows of a node most like its split does:
/// the twin of `growing/surrogates.py`.
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
  /// Rows of one value or category by the branch that the split sends them down.
  struct Bin {
    std::int32_t code;
    std::int32_t row;
    double weights[2];
    double counts[2];
  };

  void read(std::span<const Entry> entries, std::span<const std::int32_t> branch_of_row);
  /// Both return the weight that agrees, or less than any.
  double ask_cut(const FeatureColumn& column, Surrogate& surrogate) const;
  double ask_set(const FeatureColumn& column, std::int32_t upper, Surrogate& surrogate) const;
  /// Calls `work(bin, direct, reversed)` with the weights that agree, for every cut after a bin
  /// that leaves enough samples on both sides.
  template <class Work>
  void for_cuts(const Work& work) const;

  const SurrogateLimits& limits_;
  Column<double> weights_;
  Column<double> counts_;
  std::vector<Bin> bins_;
  double reached_[2];  ///< weights of all bins
  double missing_[2];  ///< of the rows without a value that answer the split
};

/// The best of some surrogates, the one that agrees most first; equals in their order.
std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n);

}  // namespace arboretum::general
