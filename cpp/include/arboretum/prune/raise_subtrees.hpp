#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "arboretum/predict/predict.hpp"

namespace arboretum {

/// How many errors to expect of a leaf, from those it makes on its training samples.
///
/// The upper limit of a binomial proportion at a confidence, by the normal approximation with
/// its continuity correction; exact where there is no error, and on a line from there to one.
struct ErrorLimit {
  double confidence;     ///< probability that the limit is too low
  double deviate;        ///< of the normal distribution, for that confidence
  double of_the_others;  ///< share of the right samples that is added where almost all are wrong
  double least;          ///< as many of those there are at least

  /// Errors to expect beyond the `errors` that are made among `n` samples.
  double extra(double n, double errors) const;

  /// Errors to expect among `n` samples; none of no sample.
  double expected(double n, double errors) const {
    return n > 0.0 ? errors + extra(n, errors) : 0.0;
  }
};

/// The samples a tree was grown from, on arrays that someone else owns.
struct TrainingRows {
  std::span<const AnyColumn> columns;
  std::span<const std::int32_t> codes;   ///< row by row, for each target: its class in a value
  std::span<const std::int64_t> blocks;  ///< where the classes of each target begin; their number
  std::span<const double> weights;       ///< in samples
  std::span<const double> counts;
  std::span<const double> costs;  ///< of one target, (true, decided); empty if all mistakes are 1

  std::size_t n_rows() const { return weights.size(); }
  std::size_t n_targets() const { return blocks.size() - 1; }
  std::size_t width() const { return static_cast<std::size_t>(blocks.back()); }
};

/// A pruned tree, its nodes in depth-first pre-order.
struct RaisedTree {
  std::vector<std::int32_t> parent;
  std::vector<std::int32_t> place;  ///< the node of the grown tree that stands here
  std::vector<std::int32_t> asks;   ///< the node whose question it asks; -1 at a leaf
  std::vector<std::uint8_t> moved;  ///< whether other samples come here than in the grown tree
  std::vector<double> n_samples;
  std::vector<double> values;  ///< weight of each class, node by node
};

/// Prunes a tree by the errors to expect: a subtree gives way to a leaf, or to its largest branch.
///
/// Children come before their parents.  Samples of the other branches are routed again through a
/// branch that takes the place of its parent.  Throws unless every walk
/// stays inside the arrays; the tree must not be so deep that recursion fails.
RaisedTree raise_subtrees(const TreeView& tree, const std::optional<SurrogateView>& surrogates,
                          const TrainingRows& rows, const ErrorLimit& limit, Pulse& pulse);

}  // namespace arboretum
