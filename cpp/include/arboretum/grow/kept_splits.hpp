#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/general/grown.hpp"
#include "arboretum/grow/input.hpp"

namespace arboretum::grow {

/// What nodes keep of a search among the samples that know a feature: the splits, those that
/// lost, and surrogates, in the form of the general grower.
///
/// The scores of such splits cannot be worked out from the children, who hold the other samples
/// as well.
struct KeptSplits {
  general::ScoredSplits splits, runner_ups, competitors;
  general::SurrogateSplits surrogates;

  /// Keeps the best splits of a node, best first, and its surrogates.
  void push(std::int32_t node, const std::vector<general::Choice>& ranked,
            std::size_t max_competitors, const std::vector<general::Surrogate>& found,
            const std::vector<Feature>& features);
  /// Adds those of another tree, whose nodes come after `offset` others.
  void append(const KeptSplits& other, std::int32_t offset);
};

}  // namespace arboretum::grow
