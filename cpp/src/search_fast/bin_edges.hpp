#pragma once

#include <span>

#include "arboretum/search_fast/encoded.hpp"

namespace arboretum::fast {

/// What a sample says about a column of numbers.
struct BinPlan {
  bool is_two_valued = false;  ///< two values and none missing, in the sample
  bool whole_numbers = false;  ///< single bins rely on all values being whole numbers
};

/// Chooses the bins of a feature from a sample, which is sorted in place.
/// Without `guess`, nothing is taken for granted of the values outside the sample.
BinPlan plan_bins(std::span<double> sample, bool has_missing, bool guess, EncodedFeature& feature);

}  // namespace arboretum::fast
