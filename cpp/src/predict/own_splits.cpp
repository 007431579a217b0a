#include "arboretum/predict/own_splits.hpp"

namespace arboretum {

OwnSplits::OwnSplits(const SplitColumns& splits)
    : feature(splits.feature.begin(), splits.feature.end()),
      kind(splits.kind.begin(), splits.kind.end()),
      missing_branch(splits.missing_branch.begin(), splits.missing_branch.end()),
      value_start(splits.value_start.begin(), splits.value_start.end()),
      value_count(splits.value_count.begin(), splits.value_count.end()),
      thresholds(splits.thresholds.begin(), splits.thresholds.end()),
      branches(splits.branches.begin(), splits.branches.end()) {}

}  // namespace arboretum
