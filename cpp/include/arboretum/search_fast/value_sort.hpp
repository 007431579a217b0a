#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace arboretum::fast {

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
    if (items.size() <= few) return insertion(items, items.data());
    const auto [low, high] = range(items);
    if (low == high) return;
    const std::size_t n_cells = 2 * std::bit_ceil(items.size());
    const double scale = static_cast<double>(n_cells - 1) / (high - low);
    if (!std::isfinite(scale) || !std::isfinite(high - low)) return by_comparison(items);
    const std::uint32_t most = count(items, low, scale, n_cells);
    deal(items);
    if (most > crowd) sort_crowds();
    insertion(items, dealt_.data());
  }

 private:
  static constexpr std::size_t few = 12;
  /// Values in one cell that insertion would take too long for.
  static constexpr std::uint32_t crowd = 64;

  struct Range {
    double low, high;
  };

  /// Not inlined: amid all else the compiler would keep the range in memory, which takes longer.
  [[gnu::noinline]] static Range range(std::span<const Item> items) {
    Range range{items[0].value, items[0].value};
    for (const Item& item : items) {
      range.low = item.value < range.low ? item.value : range.low;
      range.high = item.value > range.high ? item.value : range.high;
    }
    return range;
  }

  /// Inserts one value after another where it belongs; they may lie there already.
  static void insertion(std::span<Item> items, const Item* from) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      const Item item = from[i];
      std::size_t j = i;
      for (; j > 0 && items[j - 1].value > item.value; --j) items[j] = items[j - 1];
      items[j] = item;
    }
  }

  static void by_comparison(std::span<Item> items) {
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.value < b.value; });
  }

  /// Finds the cell of each value and where each cell begins; returns how many the fullest holds.
  std::uint32_t count(std::span<const Item> items, double low, double scale, std::size_t n_cells) {
    next_.assign(n_cells, 0);
    cells_.resize(items.size());
    std::uint32_t *next = next_.data(), *cells = cells_.data();
    for (std::size_t i = 0; i < items.size(); ++i) {
      cells[i] = static_cast<std::uint32_t>((items[i].value - low) * scale);
      ++next[cells[i]];
    }
    std::uint32_t before = 0, most = 0;
    for (std::size_t c = 0; c < n_cells; ++c) {
      most = std::max(most, next[c]);
      before += std::exchange(next[c], before);
    }
    return most;
  }

  void deal(std::span<const Item> items) {
    dealt_.resize(items.size());
    std::uint32_t* next = next_.data();
    Item* dealt = dealt_.data();
    for (std::size_t i = 0; i < items.size(); ++i) dealt[next[cells_[i]]++] = items[i];
  }

  /// After dealing, next_[c] is where cell c ends.
  void sort_crowds() {
    std::uint32_t begin = 0;
    for (const std::uint32_t end : next_) {
      if (end - begin > crowd) by_comparison(std::span(dealt_).subspan(begin, end - begin));
      begin = end;
    }
  }

  std::vector<std::uint32_t> next_;   ///< where the next value of each cell goes
  std::vector<std::uint32_t> cells_;  ///< of each value
  std::vector<Item> dealt_;
};

}  // namespace arboretum::fast
