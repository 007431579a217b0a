#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "arboretum/core/question.hpp"

namespace arboretum {

/// The best split of one feature at one node, with what it was scored by.
struct Choice {
  Question question;
  double score = 0.0;
  double merit = 0.0;  ///< what features are ranked by: the score, or what a cost makes of it
  bool is_tie = false;
  bool is_estimate = false;      ///< near enough to be ranked, and not to be kept
  std::size_t n_candidates = 1;  ///< admissible ones of one proposal, of which this is the best
  double most_bits = std::numeric_limits<double>::infinity();  ///< that name it among these
  std::int32_t n_categories = 0;                               ///< of the feature; 0 for numbers
  double share = 1.0;                                          ///< what the score was multiplied by
  double left_out = 0.0;         ///< weight of rows that are in no branch, as the scorer was told
  double log_trials = 0.0;       ///< what it was corrected for
  std::vector<double> parent;    ///< statistics that the branches were compared with
  std::vector<double> counts;    ///< samples of each branch
  std::vector<double> branches;  ///< statistics of each branch
  std::vector<Surrogate> surrogates;  ///< that rows are asked which cannot answer
  /// What part of a row that cannot answer goes down each branch, for every class or for all;
  /// nothing: it goes down the question's missing branch.
  std::vector<double> shares;

  /// What it takes to name this question among all that its feature could have asked.
  double bits() const {
    constexpr double per_digit = std::numbers::ln10 / std::numbers::ln2;
    return std::min(std::log2(static_cast<double>(n_candidates)), most_bits) +
           log_trials * per_digit;
  }
};

}  // namespace arboretum
