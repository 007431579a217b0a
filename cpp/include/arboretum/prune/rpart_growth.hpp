#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// Which nodes R's rpart would have split, of a binary tree that was grown at least as far.
///
/// A node is split only if that saves more than `price` a leaf.  rpart grows the child of smaller
/// `place` to its end before it turns to the other, and does not even try where it takes a node
/// for hopeless: a split saves no more than the risk of its node, nor, rpart thinks, more than one
/// of the parent may save less `price`.  That is no bound, so that some splits which would pay are
/// never found.  What hangs on a node that is not split counts for nothing.  `parent` numbers nodes
/// in pre-order.
std::vector<bool> splits_of_rpart(std::span<const std::int32_t> parent,
                                  std::span<const double> risk, std::span<const double> place,
                                  double price);

}  // namespace arboretum
