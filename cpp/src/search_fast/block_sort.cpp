#include "arboretum/search_fast/block_sort.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

namespace arboretum::fast {
namespace {

/// Keys are linear in the value; what falls on the same key is sorted by comparison after.
constexpr int key_bits = 22;
constexpr double key_range = (1 << key_bits) - 1;
/// Of fewer keys it takes longer to go through the values of two wide digits than of three narrow
/// ones.
constexpr std::size_t n_keys_for_wide_digits = 1024;

std::uint32_t position_of(std::uint64_t key) { return key & 0xffff; }

}  // namespace

void BlockSorter::sort(const Encoded& encoded, std::uint32_t feature,
                       std::span<const std::uint32_t> rows, std::uint32_t* entries) {
  if (sort_by_bins(encoded, feature, rows, entries)) return;
  const std::size_t n = rows.size();
  values_.resize(n);
  std::visit(
      [&](const auto& column) {
        for (std::size_t i = 0; i < n; ++i) values_[i] = as_number(column[rows[i]]);
      },
      encoded.input().features[feature].column);
  double low = std::numeric_limits<double>::infinity(), high = -low;
  keys_.resize(n);
  std::size_t n_known = 0, n_missing = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double x = values_[i];
    keys_[n_known] = i;
    if (std::isnan(x)) {
      ++n_missing;
      entries[n - n_missing] = missing_rank << 16 | static_cast<std::uint32_t>(i);
      continue;
    }
    ++n_known;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  keys_.resize(n_known);
  // Missing values in row order, like everything else.
  std::reverse(entries + (n - n_missing), entries + n);
  sort_known(low, high);
  std::uint32_t rank = 0;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (i > 0 && values_[position_of(keys_[i])] != values_[position_of(keys_[i - 1])]) ++rank;
    entries[i] = rank << 16 | position_of(keys_[i]);
  }
}

/// Where every bin that occurs holds one value, bins are ranks and no value need be read.
bool BlockSorter::sort_by_bins(const Encoded& encoded, std::uint32_t feature,
                               std::span<const std::uint32_t> rows, std::uint32_t* entries) {
  const EncodedFeature& plan = encoded.feature(feature);
  const std::size_t n = rows.size();
  std::array<std::uint32_t, n_bins> next{};
  bins_.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint8_t bin = encoded.bins(rows[i])[plan.slot];
    if (bin != missing_bin && !plan.is_single[bin]) return false;
    bins_[i] = bin;
    ++next[bin];
  }
  std::array<std::uint32_t, n_bins> rank{};
  std::uint32_t start = 0, n_ranks = 0;
  for (std::size_t b = 0; b < n_bins; ++b) {
    if (next[b] == 0) continue;
    rank[b] = b == missing_bin ? missing_rank : n_ranks++;
    start += std::exchange(next[b], start);
  }
  for (std::size_t i = 0; i < n; ++i)
    entries[next[bins_[i]]++] = rank[bins_[i]] << 16 | static_cast<std::uint32_t>(i);
  return true;
}

/// Counts all digits in one pass over the keys, and sorts by one after the other, the lowest first.
template <int digit_bits>
void BlockSorter::radix_passes() {
  constexpr int n_digits = (key_bits + digit_bits - 1) / digit_bits;
  constexpr std::uint32_t n_values = 1 << digit_bits;
  const auto digit = [](std::uint64_t key, int d) {
    return (key >> (16 + d * digit_bits)) & (n_values - 1);
  };
  std::array<std::array<std::uint32_t, n_values>, n_digits> next{};
  for (const std::uint64_t key : keys_)
    for (int d = 0; d < n_digits; ++d) ++next[d][digit(key, d)];
  std::array<std::uint32_t, n_digits> sum{};
  for (std::uint32_t v = 0; v < n_values; ++v)
    for (int d = 0; d < n_digits; ++d) sum[d] += std::exchange(next[d][v], sum[d]);
  spare_.resize(keys_.size());
  for (int d = 0; d < n_digits; ++d) {
    for (const std::uint64_t key : keys_) spare_[next[d][digit(key, d)]++] = key;
    keys_.swap(spare_);
  }
}

void BlockSorter::sort_known(double low, double high) {
  if (keys_.empty() || low == high) return;
  const double scale = key_range / (high - low);
  if (!std::isfinite(scale) || !std::isfinite(high - low)) {
    // Numbers too far apart or too close together for a linear key.
    std::stable_sort(keys_.begin(), keys_.end(), [&](std::uint64_t a, std::uint64_t b) {
      return values_[position_of(a)] < values_[position_of(b)];
    });
    return;
  }
  for (std::uint64_t& key : keys_) {
    const auto linear = static_cast<std::uint64_t>((values_[position_of(key)] - low) * scale);
    key |= linear << 16;
  }
  keys_.size() < n_keys_for_wide_digits ? radix_passes<8>() : radix_passes<11>();
  sort_runs();
}

/// Sorts by value where keys are equal.
void BlockSorter::sort_runs() {
  const std::size_t n = keys_.size();
  for (std::size_t i = 0; i + 1 < n;) {
    std::size_t end = i + 1;
    while (end < n && keys_[end] >> 16 == keys_[i] >> 16) ++end;
    const auto is_first = [&](std::uint64_t key) {
      return values_[position_of(key)] == values_[position_of(keys_[i])];
    };
    if (!std::all_of(&keys_[i], &keys_[i] + (end - i), is_first))
      std::stable_sort(keys_.begin() + static_cast<std::ptrdiff_t>(i),
                       keys_.begin() + static_cast<std::ptrdiff_t>(end),
                       [&](std::uint64_t a, std::uint64_t b) {
                         return values_[position_of(a)] < values_[position_of(b)];
                       });
    i = end;
  }
}

}  // namespace arboretum::fast
