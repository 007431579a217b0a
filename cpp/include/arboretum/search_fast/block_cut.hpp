#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/search_fast/best.hpp"
#include "arboretum/search_fast/category_search.hpp"

namespace arboretum::fast {

/// The best split of one feature at a node of a block.
struct BlockCut {
  Best<SplitPlace> best;
  bool has_missing = false;
  std::uint32_t n_known = 0;        ///< entries of its list, if it has one
  std::uint32_t low = 0, high = 0;  ///< rows on both sides of a cut in a list
  Grouping grouping;                ///< of a categorical feature
  std::vector<double> left;         ///< totals of the first branch; of a list, on request
  std::vector<double> known;        ///< totals of what is parted, where not all samples are
};

}  // namespace arboretum::fast
