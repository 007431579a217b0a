#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/grown.hpp"
#include "arboretum/grow/merits.hpp"

namespace arboretum::grow {

/// A node whose split may be cut off: its competitors, and surrogates that no sample needs, are
/// found later, if at all.
struct PutOff {
  std::int32_t node;
  std::size_t begin, end;  ///< of its samples
  Place place;
  Choice choice;
};

/// What nodes keep of a search among the samples that know a feature: the splits, those that
/// lost, and surrogates, in the form of the general grower.
///
/// The scores of such splits cannot be worked out from the children, who hold the other samples
/// as well.
struct KeptSplits {
  ScoredSplits splits, runner_ups, competitors;
  SurrogateSplits surrogates;

  /// With narrow branches: splits have two.
  KeptSplits();

  /// Keeps the split of a node.
  void push_split(std::int32_t node, const Choice& choice, const std::vector<Feature>& features);
  /// Keeps those that lost, behind the best.
  void push_others(std::int32_t node, std::span<const Choice> ranked, std::size_t max_competitors,
                   const std::vector<Feature>& features);
  void push_surrogates(std::int32_t node, std::span<const Surrogate> found,
                       const std::vector<Feature>& features);
  /// Adds those of another tree, whose nodes come after `offset` others.
  void append(const KeptSplits& other, std::int32_t offset);
};

}  // namespace arboretum::grow
