#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace arboretum::grow {

/// A value of a feature at one sample of a node.
struct Item {
  double value;
  std::uint32_t position = 0;  ///< of the sample in the node
};

/// Sorts items by value, stably.
///
/// Values in a bin are spread evenly enough that cells of a linear scale hold few of them: after
/// dealing them out, insertion finishes the work.  Where they are not, sorting by comparison does.
class ValueSorter {
 public:
  void sort(std::span<Item> items) {
    if (items.size() <= few) return insertion(items);
    double low = items[0].value, high = low;
    for (const Item& item : items) {
      low = std::min(low, item.value);
      high = std::max(high, item.value);
    }
    if (low == high) return;
    const std::size_t n_cells = std::bit_ceil(items.size());
    const double scale = static_cast<double>(n_cells - 1) / (high - low);
    if (!std::isfinite(scale) || !std::isfinite(high - low)) return by_comparison(items);
    deal(items, low, scale, n_cells);
    finish(items, n_cells);
  }

 private:
  static constexpr std::size_t few = 24;
  /// Distinct values in one cell that insertion would take too long for.
  static constexpr std::uint32_t crowd = 64;

  static void insertion(std::span<Item> items) {
    for (std::size_t i = 1; i < items.size(); ++i) {
      const Item item = items[i];
      std::size_t j = i;
      for (; j > 0 && items[j - 1].value > item.value; --j) items[j] = items[j - 1];
      items[j] = item;
    }
  }

  static void by_comparison(std::span<Item> items) {
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.value < b.value; });
  }

  void deal(std::span<Item> items, double low, double scale, std::size_t n_cells) {
    next_.assign(n_cells + 1, 0);
    for (const Item& item : items) ++next_[cell(item, low, scale) + 1];
    for (std::size_t c = 0; c < n_cells; ++c) next_[c + 1] += next_[c];
    dealt_.resize(items.size());
    for (const Item& item : items) dealt_[next_[cell(item, low, scale)]++] = item;
    std::copy(dealt_.begin(), dealt_.begin() + static_cast<std::ptrdiff_t>(items.size()),
              items.begin());
  }

  static std::size_t cell(const Item& item, double low, double scale) {
    return static_cast<std::size_t>((item.value - low) * scale);
  }

  /// After dealing, next_[c] is where cell c ends.
  void finish(std::span<Item> items, std::size_t n_cells) {
    std::uint32_t begin = 0;
    for (std::size_t c = 0; c < n_cells; ++c) {
      const std::uint32_t end = next_[c];
      if (end - begin > 1) {
        const auto held = items.subspan(begin, end - begin);
        if (held.size() > crowd)
          by_comparison(held);
        else
          insertion(held);
      }
      begin = end;
    }
  }

  std::vector<std::uint32_t> next_;
  std::vector<Item> dealt_;
};

}  // namespace arboretum::grow
