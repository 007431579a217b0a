#include "arboretum/core/random.hpp"

#include <numeric>
#include <utility>

namespace arboretum {

std::vector<std::int32_t> shuffled(std::int32_t n, std::uint64_t key) {
  std::vector<std::int32_t> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  Random random(key);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace arboretum
