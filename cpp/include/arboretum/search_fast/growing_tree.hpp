#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/grown.hpp"
#include "arboretum/search_fast/input.hpp"
#include "arboretum/search_fast/merits.hpp"

namespace arboretum::fast {

/// A node whose split may be cut off: its competitors, and surrogates that no sample needs, are
/// found later, if at all.
struct PutOff {
  std::int32_t node;
  std::size_t begin, end;  ///< of its samples
  Place place;
  Choice choice;
};

/// A tree while it grows, in depth-first pre-order: a parent before its children, the first branch
/// first.
///
/// It has a row per node, unless samples that know a feature were searched alone: the scores of
/// such splits cannot be worked out from the children, who hold the other samples as well.  Of
/// runner-ups that nobody wants it has none.
struct GrowingTree : Grown {
  std::vector<PutOff> put_off;  ///< what is to be found of nodes later

  explicit GrowingTree(const Following& following = {});

  /// Starts the next node; returns its number.
  std::int32_t begin_node(std::int32_t parent_node, const double* node_totals,
                          std::size_t n_totals);
  void end_as_leaf(Stop why);
  /// Ends it with a question and the one it nearly asked (feature -1 if none).
  void end_as_inner(const BinaryQuestion& question, bool is_tie, const BinaryQuestion& runner_up,
                    const double* runner_up_first, std::size_t width);
  /// Ends it with the best splits, the first of which is made.
  void end_as_inner(std::span<const Choice> ranked, std::span<const Surrogate> found,
                    const Following& following, const std::vector<Feature>& features);
  /// Keeps the splits of a node behind the best one.
  void keep_others(std::int32_t node, std::span<const Choice> ranked, const Following& following,
                   const std::vector<Feature>& features);
  void keep_surrogates(std::int32_t node, std::span<const Surrogate> found,
                       const std::vector<Feature>& features);

  void append(GrowingTree&& other);
};

}  // namespace arboretum::fast
