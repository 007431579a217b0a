#include "arboretum/statistics/rank.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

template <class T>
using KeyOf = std::conditional_t<std::is_same_v<T, float>, std::uint32_t, std::uint64_t>;

/// A known value as an unsigned integer of the same order, and its row.
template <class Key>
struct Item {
  Key key;
  std::int32_t row;
};

template <class T>
constexpr KeyOf<T> kSign = KeyOf<T>{1} << (8 * sizeof(T) - 1);

/// Positive floats order like their bits; negative ones the other way round.
template <class T>
KeyOf<T> key_of(T value) {
  const auto bits = std::bit_cast<KeyOf<T>>(value + T{0});  // -0.0 + 0.0 is 0.0
  return bits & kSign<T> ? ~bits : bits | kSign<T>;
}

template <class T>
T value_of(KeyOf<T> key) {
  return std::bit_cast<T>(key & kSign<T> ? key & ~kSign<T> : ~key);
}

/// Least significant digit first: each pass keeps the order of the one before.
template <class Key>
void radix_sort(std::vector<Item<Key>>& items) {
  constexpr int kBits = 11;
  constexpr std::size_t kDigits = std::size_t{1} << kBits;
  constexpr int kPasses = (8 * sizeof(Key) + kBits - 1) / kBits;
  const auto digit = [](Key key, int pass) {
    return static_cast<std::size_t>(key >> (pass * kBits)) & (kDigits - 1);
  };

  std::vector<std::array<std::size_t, kDigits>> histograms(kPasses);
  for (auto& histogram : histograms) histogram.fill(0);
  for (const auto& item : items)
    for (int pass = 0; pass < kPasses; ++pass) ++histograms[pass][digit(item.key, pass)];

  std::vector<Item<Key>> sorted(items.size());
  for (int pass = 0; pass < kPasses; ++pass) {
    auto& start = histograms[pass];
    // Whole numbers and short decimals share most of their digits: nothing to do there.
    if (start[digit(items.front().key, pass)] == items.size()) continue;
    std::size_t sum = 0;
    for (std::size_t& count : start) sum += std::exchange(count, sum);
    for (const auto& item : items) sorted[start[digit(item.key, pass)]++] = item;
    items.swap(sorted);
  }
}

template <class Key>
void sort_by_key(std::vector<Item<Key>>& items) {
  constexpr std::size_t kRadixPays = 2048;  // below, clearing the histograms costs more
  if (items.size() >= kRadixPays)
    radix_sort(items);
  else
    std::ranges::sort(items, {}, &Item<Key>::key);
}

}  // namespace

template <class T>
Ranks rank(Column<T> values) {
  if (values.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
    refuse("values has length " + std::to_string(values.size()) + "; rows are counted in 31 bits");
  std::vector<Item<KeyOf<T>>> items;
  items.reserve(values.size());
  for (std::size_t row = 0; row < values.size(); ++row)
    if (const T value = values[row]; !std::isnan(value))
      items.push_back({key_of(value), static_cast<std::int32_t>(row)});
  sort_by_key(items);

  Ranks ranks;
  ranks.codes.assign(values.size(), -1);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i == 0 || items[i].key != items[i - 1].key)
      ranks.distinct.push_back(static_cast<double>(value_of<T>(items[i].key)));
    ranks.codes[items[i].row] = static_cast<std::int32_t>(ranks.distinct.size() - 1);
  }
  return ranks;
}

template Ranks rank<double>(Column<double>);
template Ranks rank<float>(Column<float>);

}  // namespace arboretum
