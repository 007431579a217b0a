#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <variant>
#include <vector>

#include "arboretum/core/question.hpp"
#include "arboretum/search_fast/encoded.hpp"

namespace arboretum::fast {

/// The branch of a sample that cannot answer, as a side.
constexpr std::uint8_t no_side = 2;

/// The side of each bin, where a question is about numbers or has few categories.
using SideOfBin = std::array<std::uint8_t, n_bins>;
/// The side of a bin that the threshold runs through: its rows are looked up in the data.
constexpr std::uint8_t side_unknown = 3;

/// The sides of `x <= threshold`.
inline SideOfBin sides_of_threshold(const EncodedFeature& feature, double threshold,
                                    std::uint8_t of_missing) {
  SideOfBin side;
  for (std::size_t b = 0; b < missing_bin; ++b) {
    if (feature.edges[b] <= threshold)
      side[b] = 0;
    else if (b > 0 && feature.edges[b - 1] >= threshold)
      side[b] = 1;
    else if (feature.is_single[b])
      side[b] = feature.single_value[b] <= threshold ? 0 : 1;
    else
      side[b] = side_unknown;
  }
  side[missing_bin] = of_missing;
  return side;
}

/// Asks rows one question of two branches.
class RowAsker {
 public:
  explicit RowAsker(const Encoded& encoded) : encoded_(encoded) {}

  /// Calls `take(i, side)` for each of n rows; the side is 0, 1 or `no_side`.
  template <class RowAt, class Take>
  void ask(const Question& question, std::size_t n, const RowAt& row_at, const Take& take) {
    const auto f = static_cast<std::size_t>(question.feature);
    const EncodedFeature& feature = encoded_.feature(f);
    if (feature.storage == Storage::categories)
      ask_bins(question, n, row_at, take, sides_of_codes(question));
    else if (feature.storage == Storage::wide)
      ask_codes(question, n, row_at, take);
    else if (feature.storage == Storage::two_valued)
      for (std::size_t i = 0; i < n; ++i)
        take(i, static_cast<std::uint8_t>(
                    (encoded_.word(row_at(i), feature.slot / 64) >> (feature.slot % 64)) & 1));
    else
      ask_bins(question, n, row_at, take,
               sides_of_threshold(feature, question.thresholds[0], no_side));
  }

 private:
  template <class RowAt, class Take>
  void ask_codes(const Question& question, std::size_t n, const RowAt& row_at, const Take& take) {
    const auto f = static_cast<std::size_t>(question.feature);
    const CodeColumn& codes = encoded_.codes(f);
    side_of_code_.resize(std::max(side_of_code_.size(), encoded_.n_categories(f)), no_side);
    for (std::size_t i = 0; i < question.codes.size(); ++i)
      side_of_code_[question.codes[i]] = static_cast<std::uint8_t>(question.branches[i]);
    for (std::size_t i = 0; i < n; ++i) {
      const std::int32_t code = codes[row_at(i)];
      take(i, code < 0 ? no_side : side_of_code_[code]);
    }
    for (const std::int32_t code : question.codes) side_of_code_[code] = no_side;
  }

  static SideOfBin sides_of_codes(const Question& question) {
    SideOfBin side;
    side.fill(no_side);
    for (std::size_t i = 0; i < question.codes.size(); ++i)
      side[question.codes[i]] = static_cast<std::uint8_t>(question.branches[i]);
    return side;
  }

  template <class RowAt, class Take>
  void ask_bins(const Question& question, std::size_t n, const RowAt& row_at, const Take& take,
                const SideOfBin& side) const {
    const auto f = static_cast<std::size_t>(question.feature);
    const BinColumn bins = encoded_.bin_column(encoded_.feature(f).slot);
    const double threshold = question.thresholds.empty() ? 0.0 : question.thresholds[0];
    std::visit(
        [&, bins, threshold](const auto& column) {
          for (std::size_t i = 0; i < n; ++i) {
            const std::size_t row = row_at(i);
            const std::uint8_t found = side[bins[row]];
            take(i, found != side_unknown
                        ? found
                        : static_cast<std::uint8_t>(static_cast<double>(column[row]) > threshold));
          }
        },
        encoded_.input().features[f].column);
  }

  const Encoded& encoded_;
  std::vector<std::uint8_t> side_of_code_;
};

}  // namespace arboretum::fast
