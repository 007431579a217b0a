#pragma once

#include "arboretum/core/grown.hpp"
#include "arboretum/core/pulse.hpp"
#include "arboretum/search_fast/encoded.hpp"
#include "arboretum/search_fast/input.hpp"

namespace arboretum::fast {

enum class CriterionName {
  gini,
  entropy,
  error,
  gain_ratio,
  chi_square,
  twoing,
  squared_error,
  vector_variance,
};

/// Grows a whole tree of binary splits from the input of an encoding.  `pulse` is told how many
/// rows are done.
Grown grow(const Encoded& encoded, const Limits& limits, CriterionName criterion,
           std::size_t n_threads, Pulse& pulse);

}  // namespace arboretum::fast
