#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arboretum/core/simd.hpp"

/// Puts a few keys in order: there are many short lists of them, one a categorical feature and
/// node.

namespace arboretum::fast {

/// Compares each of a few keys with every other, eight at a time.
class KeyRanks {
 public:
  /// Up to so many keys that is quicker than comparisons whose outcome cannot be foreseen.
  static constexpr std::size_t most = 128;

  explicit KeyRanks(const std::vector<double>& keys) {
    const std::size_t n = keys.size();
    std::ranges::copy(keys, keys_);
    std::fill_n(keys_ + n, n_lanes, 0.0);
    with_simd([&]() __attribute__((always_inline)) {
      for (std::size_t begin = 0; begin < n; begin += n_lanes) rank_lanes(begin, n);
    });
  }

  /// How many keys are less than the i-th.
  std::size_t operator[](std::size_t i) const { return static_cast<std::size_t>(n_less_[i]); }

 private:
  /// In plain loops: comparisons of the compiler's own vectors are made one number at a time where
  /// not every machine has registers as wide.
  [[gnu::always_inline]] inline void rank_lanes(std::size_t begin, std::size_t n) {
    std::int64_t n_less[n_lanes] = {};
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < n_lanes; ++l) n_less[l] += keys_[j] < keys_[begin + l];
    std::copy_n(n_less, n_lanes, n_less_ + begin);
  }

  double keys_[most + n_lanes];
  std::int64_t n_less_[most + n_lanes];
};

/// Positions of the keys from the least to the largest, equals in their order; none may be NaN.
inline void order_keys(const std::vector<double>& keys, std::vector<std::uint32_t>& order) {
  order.resize(keys.size());
  if (keys.size() > KeyRanks::most) {
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint32_t>(i);
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
    });
    return;
  }
  const KeyRanks ranks(keys);
  std::uint8_t n_equal[KeyRanks::most] = {};  // that were put in order, by rank
  for (std::size_t i = 0; i < keys.size(); ++i)
    order[ranks[i] + n_equal[ranks[i]]++] = static_cast<std::uint32_t>(i);
}

}  // namespace arboretum::fast
