#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// The price a leaf at which each inner node, seen alone, becomes a leaf; NaN for a leaf.
///
/// Among the trees that hang on node t and are pruned in any way, the largest of
/// (risk(t) - risk(tree)) / (leaves(tree) - 1).  `parent` numbers nodes in pre-order.
std::vector<double> weakest_links(std::span<const std::int32_t> parent,
                                  std::span<const double> risk);

/// The same as R's rpart works it out, for any arity.
///
/// Of the trees that hang on a node only those are looked at whose children are leaves or the
/// trees that were best for these children alone; the price found may be too low.
std::vector<double> rpart_links(std::span<const std::int32_t> parent, std::span<const double> risk);

/// Which inner nodes are not cut off if a leaf costs `price`; prices as rpart works them out.
std::vector<bool> pays_for_leaves(std::span<const std::int32_t> parent,
                                  std::span<const double> risk, double price);

/// The smallest of the numbers on the way from the root to each node, both included; NaN, which
/// only a leaf may have, stays.
std::vector<double> path_minima(std::span<const std::int32_t> parent,
                                std::span<const double> number);

}  // namespace arboretum
