#pragma once

#include <cstdint>

#include "arboretum/core/code_column.hpp"

namespace arboretum {

enum class Kind : std::uint8_t { numeric, ordered, categorical };

/// One input column: numbers (NaN is missing) or codes (below 0 is missing).
struct Feature {
  AnyColumn column;
  Kind kind;
  std::int32_t n_categories;  ///< 0 for numbers
};

}  // namespace arboretum
