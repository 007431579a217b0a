#pragma once

#include <bit>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "arboretum/search_fast/encoded.hpp"
#include "neighbours.hpp"

namespace arboretum::fast {

/// Sets the bits of some rows for all two-valued columns; false if a third value turns up.
///
/// Row by row: the columns of a row-major matrix lie side by side, and each word is written once.
class BitFinder {
 public:
  BitFinder(const Input& input, const std::vector<EncodedFeature>& features,
            const std::vector<std::uint32_t>& two_valued) {
    for (const std::uint32_t f : two_valued)
      std::visit(
          [&](const auto& column) {
            using Values = std::decay_t<decltype(column)>;
            using T = typename Values::value_type;
            std::get<List<Values>>(lists_).push_back({column, static_cast<T>(features[f].low),
                                                      static_cast<T>(features[f].high),
                                                      features[f].slot, f});
          },
          input.features[f].column);
    neighbours_.take_from(std::get<List<Column<double>>>(lists_));
  }

  /// `bits` are those of row `begin`, and `stride` bytes further those of the next one.
  bool run(std::size_t begin, std::size_t end, std::uint8_t* bits, std::size_t stride,
           std::vector<std::uint8_t>& broken) const {
    bool is_fine = neighbours_.run(begin, end, bits, stride, broken);
    std::apply(
        [&](const auto&... lists) {
          ((is_fine &= find(lists, begin, end, bits, stride, broken)), ...);
        },
        lists_);
    return is_fine;
  }

 private:
  template <class Values>
  using List = std::vector<TwoValued<Values>>;

  /// Numbers are compared by their bits, which is faster; adding 0 makes -0.0 into 0.0.
  template <class T>
  static bool same(T x, T y) {
    if constexpr (std::is_same_v<T, double>)
      return std::bit_cast<std::uint64_t>(x + 0.0) == std::bit_cast<std::uint64_t>(y + 0.0);
    else
      return x == y;
  }

  template <class Values>
  static bool find(const List<Values>& columns, std::size_t begin, std::size_t end,
                   std::uint8_t* bits, std::size_t stride, std::vector<std::uint8_t>& broken) {
    if (columns.empty()) return true;
    bool all_fine = true;
    for (std::size_t row = begin; row < end; ++row, bits += stride) {
      bool is_fine = true;
      std::uint64_t word = 0;
      std::size_t at = 0;
      for (const TwoValued<Values>& c : columns) {
        if (c.slot / 64 != at) {
          set_bits(bits, at, word);
          word = 0;
          at = c.slot / 64;
        }
        const auto x = c.column[row];
        const bool is_high = same(x, c.high);
        is_fine &= is_high | same(x, c.low);
        word |= std::uint64_t{is_high} << (c.slot % 64);
      }
      set_bits(bits, at, word);
      if (is_fine) continue;
      all_fine = false;
      for (const TwoValued<Values>& c : columns)
        if (c.column[row] != c.high && c.column[row] != c.low) mark(broken[c.feature]);
    }
    return all_fine;
  }

  Neighbours neighbours_;
  std::tuple<List<Column<double>>, List<Column<float>>, List<CodeColumn>> lists_;
};

}  // namespace arboretum::fast
