#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// Splits with the arrays that hold them, for those who outlive the arrays they were given.
struct OwnSplits {
  explicit OwnSplits(const SplitColumns& splits);

  SplitView operator[](std::size_t row) const { return columns().split(row); }
  bool has_split(std::size_t row) const { return feature[row] >= 0; }
  SplitColumns columns() const {
    return {feature, kind, missing_branch, value_start, value_count, thresholds, branches};
  }

  std::vector<std::int32_t> feature;
  std::vector<std::int8_t> kind;
  std::vector<std::int32_t> missing_branch;
  std::vector<std::int64_t> value_start;
  std::vector<std::int32_t> value_count;
  std::vector<double> thresholds;
  std::vector<std::int32_t> branches;
};

}  // namespace arboretum
