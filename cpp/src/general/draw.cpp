#include "arboretum/general/draw.hpp"

#include <algorithm>
#include <utility>

#include "arboretum/random.hpp"

namespace arboretum::general {

std::uint64_t root_key(std::uint64_t seed) { return mix(seed); }

std::uint64_t child_key(std::uint64_t key, std::int32_t branch) {
  return mix(key ^ mix(static_cast<std::uint64_t>(branch) + 1));
}

std::vector<std::int32_t> draw_order(std::uint64_t key, std::int32_t n_features) {
  std::vector<std::pair<std::uint64_t, std::int32_t>> drawn;
  for (std::int32_t f = 0; f < n_features; ++f)
    drawn.emplace_back(mix(key ^ mix(~static_cast<std::uint64_t>(f))), f);
  std::ranges::sort(drawn);
  std::vector<std::int32_t> order;
  for (const auto& [_, feature] : drawn) order.push_back(feature);
  return order;
}

}  // namespace arboretum::general
