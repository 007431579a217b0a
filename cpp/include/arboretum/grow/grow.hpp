#pragma once

#include <functional>

#include "arboretum/grow/grown_tree.hpp"
#include "arboretum/grow/input.hpp"

namespace arboretum::grow {

enum class CriterionName { gini, entropy, error, gain_ratio, chi_square, twoing, squared_error };

/// Grows a whole tree of binary splits.  `pulse` is called now and then with the number of
/// rows that are done; what it throws ends the growth.
GrownTree grow(const Input& input, const Limits& limits, CriterionName criterion,
               std::size_t n_threads, const std::function<void(std::size_t)>& pulse);

}  // namespace arboretum::grow
