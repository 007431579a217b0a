#pragma once

#include "arboretum/grow/encoded.hpp"
#include "arboretum/grow/grown_tree.hpp"
#include "arboretum/grow/input.hpp"
#include "arboretum/pulse.hpp"

/// The grower made for each criterion.  The few together in a file keep the compiler busy for
/// half a minute; in one file they would for minutes.

namespace arboretum::grow {

using GrowBy = GrownTree(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                         Pulse& pulse);

GrowBy grow_by_gini, grow_by_entropy, grow_by_error, grow_by_gain_ratio, grow_by_chi_square,
    grow_by_twoing, grow_by_variance, grow_by_vector_variance;

}  // namespace arboretum::grow
