#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "arboretum/grow/simd.hpp"

/// Puts a few keys in order: there are many short lists of them, one a categorical feature and
/// node.

namespace arboretum::grow {

/// Compares each of a few keys with every other, eight at a time.
class KeyRanks {
 public:
  /// Up to so many keys that is quicker than comparisons whose outcome cannot be foreseen.
  static constexpr std::size_t most = 128;

  explicit KeyRanks(const std::vector<double>& keys) {
    const std::size_t n = keys.size();
    std::ranges::copy(keys, keys_);
    std::fill_n(keys_ + n, n_lanes, std::numeric_limits<double>::infinity());
    with_simd([&] {
      for (std::size_t begin = 0; begin < n; begin += n_lanes) rank_lanes(begin, n);
    });
  }

  /// How many keys come before the i-th.
  std::size_t operator[](std::size_t i) const { return static_cast<std::size_t>(ranks_[i]); }

 private:
  [[gnu::always_inline]] void rank_lanes(std::size_t begin, std::size_t n) {
    Doubles mine;
    std::memcpy(&mine, keys_ + begin, sizeof(mine));
    const auto other = [&](std::size_t j) { return Doubles{} + keys_[j]; };
    const Longs lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const std::size_t end = std::min(begin + n_lanes, n);
    Longs rank{};  // what is true is -1
    for (std::size_t j = 0; j < begin; ++j) rank -= other(j) <= mine;
    for (std::size_t j = begin; j < end; ++j) {
      const Longs comes_first = lane > Longs{} + static_cast<std::int64_t>(j - begin);
      rank -= (other(j) < mine) | ((other(j) == mine) & comes_first);
    }
    for (std::size_t j = end; j < n; ++j) rank -= other(j) < mine;
    std::memcpy(ranks_ + begin, &rank, sizeof(rank));
  }

  double keys_[most + n_lanes];
  std::int64_t ranks_[most + n_lanes];
};

/// Positions of the keys from the least to the largest, equals in their order.
inline void order_keys(const std::vector<double>& keys, std::vector<std::uint32_t>& order) {
  order.resize(keys.size());
  if (keys.size() <= KeyRanks::most) {
    const KeyRanks ranks(keys);
    for (std::size_t i = 0; i < keys.size(); ++i) order[ranks[i]] = static_cast<std::uint32_t>(i);
    return;
  }
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
  std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
  });
}

}  // namespace arboretum::grow
