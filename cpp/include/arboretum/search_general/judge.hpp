#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/recipe.hpp"

namespace arboretum::general {

/// What the rules say of the splits found at a node.
struct Verdict {
  std::int16_t rejected_by = -1;  ///< position of the first rule that rejects, or -1
  PValue p;                       ///< of that rule's test, else of the last one
  std::vector<Choice> ranked;     ///< the best that stand, best first; the selector may take none
};

/// Asks the rules about the best split of each feature: the twin of `growing/choose.py`.
///
/// `choices` come in the order of features; at most `n` of them are kept.
Verdict judge(const Recipe& recipe, const OpenNode& node, const Statistics& statistics,
              std::vector<Choice*> choices, std::size_t n, const Searched& searched);

}  // namespace arboretum::general
