#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace arboretum {

/// Refuses an argument; `message` names the culprit.  Python sees a ValueError.
[[noreturn]] inline void refuse(const std::string& message) {
  throw std::invalid_argument(message);
}

/// Whether `index` is a position in an array of `size` entries.
constexpr bool is_within(std::integral auto index, std::size_t size) {
  return index >= 0 && std::cmp_less(index, size);
}

/// "codes[7] is 12": how every message about an array entry begins.
template <class T>
std::string entry(std::string_view array, std::size_t index, T value) {
  return std::string(array) + "[" + std::to_string(index) + "] is " + std::to_string(value);
}

inline void check_length(std::string_view array, std::size_t length, std::size_t expected) {
  if (length == expected) return;
  refuse(std::string(array) + " has length " + std::to_string(length) + ", expected " +
         std::to_string(expected));
}

/// Every row must be a position in a dataset of `n_rows`.
inline void check_rows(std::span<const std::int32_t> rows, std::size_t n_rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!is_within(rows[i], n_rows))
      refuse(entry("rows", i, rows[i]) + ", outside the dataset of " + std::to_string(n_rows) +
             " rows");
}

}  // namespace arboretum
