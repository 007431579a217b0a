#pragma once

#include <cstdint>
#include <span>

#include "arboretum/linear/residuals.hpp"

namespace arboretum::linear {

/// Of the rows of a node, by what their fit by all terms leaves of the targets: what the best fit
/// of that by one term leaves.  The sum is of the targets themselves.
Residual residual_of_remains(const Residuals& residuals, std::span<const std::int32_t> rows);

}  // namespace arboretum::linear
