#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "arboretum/grow/encoded.hpp"
#include "arboretum/grow/value_sort.hpp"

namespace arboretum::grow {

/// Which bins of a feature are open: 1, or 0 for those that need no look.
using BinMarks = std::array<std::uint8_t, n_bins>;

/// What a threshold between two bins lies between.
struct BinGap {
  double low, high;
};

/// Stands for a bin that nothing lies in.
constexpr std::uint32_t no_bin = n_bins;

/// The largest value of a node's samples in one bin and the smallest in another, in one pass.
template <class Sample>
BinGap gap_between(const Encoded& encoded, std::span<const Sample> samples, std::uint32_t f,
                   std::uint32_t low_bin, std::uint32_t high_bin) {
  const EncodedFeature& feature = encoded.feature(f);
  const std::size_t slot = feature.slot;
  BinGap gap{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const auto is_single = [&](std::uint32_t bin) { return bin < n_bins && feature.is_single[bin]; };
  if (is_single(low_bin)) gap.low = feature.single_value[low_bin];
  if (is_single(high_bin)) gap.high = feature.single_value[high_bin];
  const auto is_known = [&](std::uint32_t bin) { return bin == no_bin || is_single(bin); };
  if (is_known(low_bin) && is_known(high_bin)) return gap;
  std::visit(
      [&](const auto& column) {
        for (const Sample& s : samples) {
          const std::uint8_t bin = encoded.bins(s.row)[slot];
          if (bin != low_bin && bin != high_bin) continue;
          const auto x = static_cast<double>(column[s.row]);
          if (bin == low_bin)
            gap.low = std::max(gap.low, x);
          else
            gap.high = std::min(gap.high, x);
        }
      },
      encoded.input().features[f].column);
  return gap;
}

/// Reads the values in the bins of a large node that are worth looking into.
///
/// One pass over the samples picks those in open bins, for several features at once; then the
/// values of one feature after another are looked up in the data and sorted.
template <class Sample>
class OpenBins {
 public:
  static constexpr std::size_t max_features = 16;

  OpenBins(const Encoded& encoded, Pulse& pulse) : encoded_(encoded), pulse_(pulse) {}

  /// To be marked before `pick`: the open bins of the q-th feature.
  BinMarks& marks(std::size_t q) { return marks_[q]; }

  /// Picks the samples in open bins of at most `max_features` features.
  void pick(std::span<const Sample> samples, std::span<const std::uint32_t> features) {
    samples_ = samples;
    for (std::size_t q = 0; q < features.size(); ++q) {
      features_[q] = features[q];
      slots_[q] = encoded_.feature(features[q]).slot;
      picked_[q].clear();
    }
    for (std::size_t begin = 0; begin < samples.size(); begin += chunk_size)
      pick_chunk(begin, std::min(begin + chunk_size, samples.size()), features.size());
  }

  /// Sorts the values of the q-th feature in those of its bins that are still open.
  void sort(std::size_t q, const BinMarks& is_open) {
    read_items(q, is_open);
    start_of_.fill(0);
    for (const Item& item : items_) ++start_of_[item.bin + 1];
    for (std::size_t b = 0; b < n_bins; ++b) start_of_[b + 1] += start_of_[b];
    std::array<std::uint32_t, n_bins> next;
    std::copy_n(start_of_.begin(), n_bins, next.begin());
    sorted_.resize(items_.size());
    for (const Item& item : items_) sorted_[next[item.bin]++] = item;
    for (std::size_t b = 0; b < n_bins; ++b) {
      if (start_of_[b + 1] == start_of_[b]) continue;
      pulse_.check();
      value_sorter_.sort(std::span(sorted_).subspan(start_of_[b], start_of_[b + 1] - start_of_[b]));
    }
  }

  /// The values in a bin of the feature that was sorted last, ascending.
  std::span<const Item> values(std::size_t bin) const {
    return std::span<const Item>(sorted_).subspan(start_of_[bin],
                                                  start_of_[bin + 1] - start_of_[bin]);
  }

 private:
  static constexpr std::size_t chunk_size = 2048;

  /// A sample of a node that lies in an open bin.
  struct Pick {
    std::uint32_t position;
    std::uint32_t bin;
  };

  void pick_chunk(std::size_t begin, std::size_t end, std::size_t n_features) {
    std::array<std::size_t, max_features> n_picked{};
    for (std::size_t i = begin; i < end; ++i) {
      if (i + 16 < end) encoded_.prefetch(samples_[i + 16].row);
      const std::uint8_t* bins = encoded_.bins(samples_[i].row);
      // Always written, kept by moving on: cheaper than a branch that cannot be foreseen.
      for (std::size_t q = 0; q < n_features; ++q) {
        const std::uint8_t bin = bins[slots_[q]];
        chunk_[q][n_picked[q]] = {static_cast<std::uint32_t>(i), bin};
        n_picked[q] += marks_[q][bin];
      }
    }
    for (std::size_t q = 0; q < n_features; ++q)
      picked_[q].insert(picked_[q].end(), chunk_[q].begin(),
                        chunk_[q].begin() + static_cast<std::ptrdiff_t>(n_picked[q]));
  }

  void read_items(std::size_t q, const BinMarks& is_open) {
    const std::span<const Pick> picked = picked_[q];
    const std::size_t n = picked.size();
    items_.resize(n + 1);
    std::size_t n_items = 0;
    std::visit(
        [&](const auto& column) {
          for (std::size_t i = 0; i < n; ++i) {
            if (i + 24 < n) __builtin_prefetch(&column[samples_[picked[i + 24].position].row]);
            const auto& [position, bin] = picked[i];
            items_[n_items] = {static_cast<double>(column[samples_[position].row]), position, bin};
            n_items += is_open[bin];
          }
        },
        encoded_.input().features[features_[q]].column);
    items_.resize(n_items);
  }

  const Encoded& encoded_;
  Pulse& pulse_;
  std::span<const Sample> samples_;
  std::array<std::uint32_t, max_features> features_;
  std::array<std::size_t, max_features> slots_;
  std::array<BinMarks, max_features> marks_;
  /// On the heap: the stack of a thread may be small.
  std::vector<std::array<Pick, chunk_size + 1>> chunk_ =
      std::vector<std::array<Pick, chunk_size + 1>>(max_features);
  std::array<std::vector<Pick>, max_features> picked_;
  std::vector<Item> items_, sorted_;
  std::array<std::uint32_t, n_bins + 1> start_of_;  ///< where each bin begins in `sorted_`
  ValueSorter value_sorter_;
};

}  // namespace arboretum::grow
