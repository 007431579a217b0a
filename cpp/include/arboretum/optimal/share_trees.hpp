#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arboretum/optimal/count_trees.hpp"
#include "arboretum/optimal/near_trees.hpp"

namespace arboretum::optimal {

/// What whole trees may cost, with the features that they ask, in ascending order.
using Taken = std::vector<std::pair<NearTrees::Value, std::uint64_t>>;

/// How many trees decide for each class of each row: rows of `n_classes` numbers, rounded only
/// where they are too large for a double.
std::vector<double> deciding_trees(const NearTrees& trees, std::span<const Column> columns,
                                   const ClassCosts& costs, NearTrees::Value alpha,
                                   const Wanted& wanted, const Taken& taken);

}  // namespace arboretum::optimal
