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
/// values of one feature after another are looked up in the data and sorted, some bins at a time.
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
    if (chunk_.size() < features.size()) chunk_.resize(features.size());
    for (std::size_t q = 0; q < features.size(); ++q) {
      features_[q] = features[q];
      slots_[q] = encoded_.feature(features[q]).slot;
      picked_[q].clear();
    }
    for (std::size_t begin = 0; begin < samples.size(); begin += chunk_size)
      pick_chunk(begin, std::min(begin + chunk_size, samples.size()), features.size());
  }

  /// Deals the picked samples of the q-th feature out to those of its bins that are still open.
  void deal(std::size_t q, const BinMarks& is_open) {
    feature_ = features_[q];
    start_of_.fill(0);
    for (const Pick& pick : picked_[q]) start_of_[pick.bin + 1] += is_open[pick.bin];
    for (std::size_t b = 0; b < n_bins; ++b) start_of_[b + 1] += start_of_[b];
    std::array<std::uint32_t, n_bins> next;
    std::copy_n(start_of_.begin(), n_bins, next.begin());
    dealt_.resize(start_of_[n_bins] + 1);  // what is not wanted is written to the last
    for (const Pick& pick : picked_[q]) {
      const bool is_wanted = is_open[pick.bin] != 0;
      dealt_[is_wanted ? next[pick.bin] : start_of_[n_bins]] = pick.position;
      next[pick.bin] += is_wanted;
    }
  }

  /// Reads and sorts the values of the bins from `begin` on, until they are many; returns where it
  /// stopped.  Bins that are not wanted any more are taken for empty.
  template <class IsWanted>
  std::size_t read_some(std::size_t begin, const IsWanted& is_wanted) {
    items_.clear();
    first_ = begin;
    start_of_item_.assign(1, 0);
    std::size_t bin = begin;
    for (; bin < n_bins && items_.size() < many; ++bin) {
      const std::size_t n = start_of_[bin + 1] - start_of_[bin];
      if (n > 0 && is_wanted(bin)) read_bin(bin, n);
      start_of_item_.push_back(items_.size());
    }
    return bin;
  }

  /// The values in a bin that was read last, ascending.
  std::span<const Item> values(std::size_t bin) const {
    const std::size_t begin = start_of_item_[bin - first_];
    return std::span<const Item>(items_).subspan(begin, start_of_item_[bin - first_ + 1] - begin);
  }

 private:
  static constexpr std::size_t chunk_size = 2048;
  /// Values that are read and sorted together: memory is taken for no more at a time.
  static constexpr std::size_t many = 8192;

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

  void read_bin(std::size_t bin, std::size_t n) {
    pulse_.check();
    const std::uint32_t* position = dealt_.data() + start_of_[bin];
    const std::size_t before = items_.size();
    items_.resize(before + n);
    Item* items = items_.data() + before;
    std::visit(
        [&](const auto& column) {
          for (std::size_t i = 0; i < n; ++i) {
            if (i + 24 < n) __builtin_prefetch(&column[samples_[position[i + 24]].row]);
            items[i] = {static_cast<double>(column[samples_[position[i]].row]), position[i]};
          }
        },
        encoded_.input().features[feature_].column);
    value_sorter_.sort({items, n});
  }

  const Encoded& encoded_;
  Pulse& pulse_;
  std::span<const Sample> samples_;
  std::array<std::uint32_t, max_features> features_;
  std::array<std::size_t, max_features> slots_;
  std::array<BinMarks, max_features> marks_;
  /// On the heap, because the stack of a thread may be small; made when it is needed.
  std::vector<std::array<Pick, chunk_size + 1>> chunk_;
  std::array<std::vector<Pick>, max_features> picked_;
  std::uint32_t feature_ = 0;                       ///< whose samples were dealt
  std::vector<std::uint32_t> dealt_;                ///< their positions, bin after bin
  std::array<std::uint32_t, n_bins + 1> start_of_;  ///< where each bin begins in `dealt_`
  std::vector<Item> items_;                         ///< of the bins that were read last
  std::size_t first_ = 0;                           ///< the first of those bins
  std::vector<std::size_t> start_of_item_;
  ValueSorter value_sorter_;
};

}  // namespace arboretum::grow
