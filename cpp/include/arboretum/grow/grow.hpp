#pragma once

#include "arboretum/core/grown.hpp"
#include "arboretum/grow/encoded.hpp"
#include "arboretum/grow/input.hpp"
#include "arboretum/pulse.hpp"

namespace arboretum::grow {

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

}  // namespace arboretum::grow
