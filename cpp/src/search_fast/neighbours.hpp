#pragma once

#include <array>
#include <atomic>
#include <cstring>
#include <vector>

#include "arboretum/core/column.hpp"
#include "arboretum/core/simd.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#endif

namespace arboretum::fast {

/// A column that seems to hold two values only.
template <class Values>
struct TwoValued {
  Values column;
  typename Values::value_type low, high;
  std::size_t slot;
  std::uint32_t feature;
};

/// Sets bits of a word; behind bins it need not be aligned.
inline void set_bits(std::uint8_t* bits, std::size_t at, std::uint64_t word) {
  std::uint64_t old;
  std::memcpy(&old, bits + at * sizeof(old), sizeof(old));
  word |= old;
  std::memcpy(bits + at * sizeof(word), &word, sizeof(word));
}

/// Marks a feature as broken; several threads may find out at once.
inline void mark(std::uint8_t& broken) {
  std::atomic_ref(broken).store(1, std::memory_order_relaxed);
}

/// Two-valued columns of a row-major matrix that lie side by side: four are compared at once.
///
/// Without the instructions for it there are none, and columns are read one by one.
class Neighbours {
 public:
  /// Takes over the columns that it can read.
  void take_from(std::vector<TwoValued<Column<double>>>& columns) {
    if (simd_in_use().load() == Simd::portable) return;
    std::vector<TwoValued<Column<double>>> rest;
    for (std::size_t i = 0; i < columns.size();) {
      if (!starts_a_group(columns, i)) {
        rest.push_back(columns[i++]);
        continue;
      }
      Group group{columns[i].column, {}, {}, columns[i].slot, {}};
      for (std::size_t l = 0; l < width; ++l) {
        group.low[l] = columns[i + l].low;
        group.high[l] = columns[i + l].high;
        group.features[l] = columns[i + l].feature;
      }
      groups_.push_back(group);
      i += width;
    }
    columns = std::move(rest);
  }

  /// As `BitFinder::run`.
  bool run(std::size_t begin, std::size_t end, std::uint8_t* bits, std::size_t stride,
           std::vector<std::uint8_t>& broken) const {
    bool all_fine = true;
#if defined(__x86_64__) && defined(__GNUC__)
    for (std::size_t row = begin; row < end && !groups_.empty(); ++row, bits += stride) {
      if (set_row(row, bits)) continue;
      all_fine = false;
      mark_broken(row, broken);
    }
#endif
    return all_fine;
  }

 private:
  static constexpr std::size_t width = 4;

  struct Group {
    Column<double> column;  ///< the first; the others follow it in every row
    std::array<double, width> low, high;
    std::size_t slot;
    std::array<std::uint32_t, width> features;
  };

  static bool starts_a_group(const std::vector<TwoValued<Column<double>>>& columns, std::size_t i) {
    if (i + width > columns.size() || columns[i].slot % 64 > 64 - width) return false;
    const Column<double>& first = columns[i].column;
    if (first.size() < 2) return false;
    for (std::size_t l = 1; l < width; ++l) {
      const Column<double>& next = columns[i + l].column;
      if (columns[i + l].slot != columns[i].slot + l) return false;
      if (&next[0] != &first[0] + l || &next[1] != &first[1] + l) return false;
    }
    return true;
  }

#if defined(__x86_64__) && defined(__GNUC__)
  __attribute__((target("avx2"))) bool set_row(std::size_t row, std::uint8_t* bits) const {
    int seen = (1 << width) - 1;
    std::uint64_t word = 0;
    std::size_t at = 0;
    for (const Group& group : groups_) {
      if (group.slot / 64 != at) {
        set_bits(bits, at, word);
        word = 0;
        at = group.slot / 64;
      }
      const __m256d x = _mm256_loadu_pd(&group.column[row]);
      const __m256d is_high = _mm256_cmp_pd(x, _mm256_loadu_pd(group.high.data()), _CMP_EQ_OQ);
      const __m256d is_low = _mm256_cmp_pd(x, _mm256_loadu_pd(group.low.data()), _CMP_EQ_OQ);
      const int high = _mm256_movemask_pd(is_high);
      seen &= high | _mm256_movemask_pd(is_low);
      word |= static_cast<std::uint64_t>(high) << (group.slot % 64);
    }
    set_bits(bits, at, word);
    return seen == (1 << width) - 1;
  }
#endif

  void mark_broken(std::size_t row, std::vector<std::uint8_t>& broken) const {
    for (const Group& group : groups_)
      for (std::size_t l = 0; l < width; ++l) {
        const double x = (&group.column[row])[l];
        if (x != group.low[l] && x != group.high[l]) mark(broken[group.features[l]]);
      }
  }

  std::vector<Group> groups_;
};

}  // namespace arboretum::fast
