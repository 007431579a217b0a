#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arboretum {

/// Different numbers in the order in which they first come.
struct FirstSeen {
  std::vector<std::int64_t> at;     ///< where each comes first
  std::vector<std::int32_t> codes;  ///< which of them stands in each place
};

FirstSeen first_seen(std::span<const std::int64_t> values);

}  // namespace arboretum
