#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_fast/encoded.hpp"

namespace arboretum::fast {

/// Rank of a missing value in the lists of a block.
constexpr std::uint32_t missing_rank = 0xffff;

/// Sorts the values of a feature at the rows of a block into entries (rank << 16 | position).
class BlockSorter {
 public:
  void sort(const Encoded& encoded, std::uint32_t feature, std::span<const std::uint32_t> rows,
            std::uint32_t* entries);

 private:
  bool sort_by_bins(const Encoded& encoded, std::uint32_t feature,
                    std::span<const std::uint32_t> rows, std::uint32_t* entries);
  void sort_known(double low, double high);
  template <int digit_bits>
  void radix_passes();
  void sort_runs();

  std::vector<std::uint8_t> bins_;
  std::vector<double> values_;
  std::vector<std::uint64_t> keys_, spare_;  ///< key << 16 | position
};

}  // namespace arboretum::fast
