#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arboretum/core/agreement.hpp"
#include "arboretum/core/question.hpp"

namespace arboretum {

/// Writes the question of a feature by the bins that `agreement` holds, and returns the bin after
/// which its threshold comes: what lies on both sides of it the caller knows.  Nothing if no
/// threshold is worth asking for.
std::optional<std::size_t> ask_cut(Agreement& agreement, const SurrogateLimits& limits,
                                   std::int32_t feature, Surrogate& surrogate);
/// The same by categories; false if no sets are worth asking for.  `upper` is the branch with the
/// larger mean of the target.
bool ask_set(Agreement& agreement, const SurrogateLimits& limits, std::int32_t feature,
             std::int32_t upper, Surrogate& surrogate);

/// The best of some surrogates, the one that agrees most first; equals in their order.
std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n);

}  // namespace arboretum
