#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// Rows on their way down a tree: row i is at node[start[i]] to node[start[i + 1] - 1], where it
/// costs `loss`, and what it costs is multiplied by its weights.
struct CostsAlongPaths {
  std::span<const std::int64_t> start;
  std::span<const std::int32_t> node;
  std::span<const double> loss;            ///< of each place on each way
  std::span<const double> weight;          ///< of each row, and ...
  std::span<const double> squared_weight;  ///< ... for the sums that its variance is made of
};

/// What is saved by going on from nodes, summed by how many of the `asked` prices, which rise, are
/// below the `price` of the node that is left.
///
/// Three times one sum more than prices are asked, of w l, w² l and w² l².  Rows are added one
/// after another, each from the root on.
std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked);

}  // namespace arboretum
