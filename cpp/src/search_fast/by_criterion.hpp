#pragma once

#include "arboretum/core/grown.hpp"
#include "arboretum/search_fast/encoded.hpp"

/// The grower made for each criterion.  Those of classes are in one file, those of numbers in
/// another: what they have in common is compiled once in each.

namespace arboretum::fast {

using GrowBy = Grown(const Encoded& encoded, const Limits& limits, std::size_t n_threads,
                     Pulse& pulse);

GrowBy grow_by_gini, grow_by_entropy, grow_by_variance, grow_by_vector_variance;

enum class CriterionName;
/// By one that compares branches.
Grown grow_by_comparison(CriterionName name, const Encoded& encoded, const Limits& limits,
                         std::size_t n_threads, Pulse& pulse);

}  // namespace arboretum::fast
