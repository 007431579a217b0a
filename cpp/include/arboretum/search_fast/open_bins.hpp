#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <variant>
#include <vector>

#include "arboretum/search_fast/encoded.hpp"
#include "arboretum/search_fast/histogram.hpp"
#include "arboretum/search_fast/renew.hpp"
#include "arboretum/search_fast/value_sort.hpp"

namespace arboretum::fast {

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
  BinGap gap{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  const auto is_single = [&](std::uint32_t bin) { return bin < n_bins && feature.is_single[bin]; };
  if (is_single(low_bin)) gap.low = feature.single_value[low_bin];
  if (is_single(high_bin)) gap.high = feature.single_value[high_bin];
  const auto is_known = [&](std::uint32_t bin) { return bin == no_bin || is_single(bin); };
  if (is_known(low_bin) && is_known(high_bin)) return gap;
  const BinColumn bins = encoded.bin_column(feature.slot);
  std::visit(
      [&](const auto& column) {
        for (const Sample& s : samples) {
          const std::uint8_t bin = bins[s.row];
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
/// One pass over the samples deals those in open bins out to their bins, for several features at
/// once; then the values of one feature after another are looked up in the data and sorted, some
/// bins at a time.
template <class Targets>
class OpenBins {
 public:
  using Sample = typename Targets::Sample;
  static constexpr std::size_t max_features = 16;

  OpenBins(const Encoded& encoded, const Targets& targets, Pulse& pulse)
      : encoded_(encoded), targets_(targets), pulse_(pulse), held_(chunk_size) {}

  /// To be marked before `pick`: the open bins of the q-th feature.
  BinMarks& marks(std::size_t q) { return marks_[q]; }

  /// Picks the samples in open bins of at most `max_features` features.
  void pick(std::span<const Sample> samples, const Histogram<Targets>& histogram,
            std::span<const std::uint32_t> features) {
    samples_ = samples;
    n_features_ = features.size();
    if (starts_.size() < n_features_) starts_.resize(n_features_);
    if (next_.size() < n_features_) next_.resize(n_features_);
    for (std::size_t q = 0; q < n_features_; ++q) {
      features_[q] = features[q];
      slots_[q] = encoded_.feature(features[q]).slot;
    }
    if (targets_.counts_rows())
      take_sizes(histogram);
    else
      count_rows();
    lay_out();
    deal_out();
  }

  /// Turns to the picked samples of the q-th feature.
  void turn_to(std::size_t q) {
    feature_ = features_[q];
    start_of_ = starts_[q].data();
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
  /// Samples whose bins are looked at for one feature after another.
  static constexpr std::size_t chunk_size = 2048;
  /// Values that are read and sorted together: memory is taken for no more at a time.
  static constexpr std::size_t many = 8192;

  using Places = std::array<std::uint32_t, n_bins + 1>;

  /// A sample in an open bin.
  struct Held {
    std::uint32_t position, bin;
  };

  /// Calls `what(q, begin, end)` for samples and every feature, a few samples at a time.
  template <class What>
  void for_each_feature(const What& what) {
    in_pieces(0, samples_.size(), chunk_size, pulse_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t q = 0; q < n_features_; ++q) what(q, begin, end);
    });
  }

  void take_sizes(const Histogram<Targets>& histogram) {
    for (std::size_t q = 0; q < n_features_; ++q)
      for (std::size_t b = 0; b < n_bins; ++b)
        if (marks_[q][b] != 0)
          next_[q][b] = static_cast<std::uint32_t>(targets_.size(histogram.bin(slots_[q], b)));
  }

  void count_rows() {
    for (Places& sizes : next_) sizes.fill(0);
    for_each_feature([&](std::size_t q, std::size_t begin, std::size_t end) {
      const BinColumn bins = encoded_.bin_column(slots_[q]);
      for (std::size_t i = begin; i < end; ++i) ++next_[q][bins[samples_[i].row]];
    });
  }

  /// Turns the sizes of open bins in `next_` into places.
  void lay_out() {
    std::uint32_t n_picked = 0;
    for (std::size_t q = 0; q < n_features_; ++q) {
      for (std::size_t b = 0; b < n_bins; ++b) {
        starts_[q][b] = n_picked;
        if (marks_[q][b] != 0) n_picked += next_[q][b];
      }
      starts_[q][n_bins] = n_picked;
    }
    renew(picked_, n_picked);
    for (std::size_t q = 0; q < n_features_; ++q)
      std::copy_n(starts_[q].begin(), n_bins, next_[q].begin());
  }

  /// Deals the samples in open bins out to these, a few at a time: which they are is found before,
  /// because a branch that cannot be foreseen costs more than writing all.
  void deal_out() {
    for_each_feature([&](std::size_t q, std::size_t begin, std::size_t end) {
      const std::uint8_t* marks = marks_[q].data();
      const BinColumn bins = encoded_.bin_column(slots_[q]);
      const Sample* samples = samples_.data();
      Held* last = held_.data();
      for (std::size_t i = begin; i < end; ++i) {
        if (q == 0 && i + 16 < end) bins.prefetch(samples[i + 16].row);
        const std::uint32_t bin = bins[samples[i].row];
        *last = {static_cast<std::uint32_t>(i), bin};
        last += marks[bin];
      }
      std::uint32_t *next = next_[q].data(), *picked = picked_.data();
      for (const Held* held = held_.data(); held < last; ++held)
        picked[next[held->bin]++] = held->position;
    });
  }

  void read_bin(std::size_t bin, std::size_t n) {
    pulse_.check();
    if (WorkDone* work = pulse_.work_done()) {
      work->read(n);
      work->sorted(n);
    }
    const std::uint32_t* position = picked_.data() + start_of_[bin];
    const std::size_t before = items_.size();
    items_.resize(before + n);
    Item* items = items_.data() + before;
    std::visit(
        [&](const auto& column) {
          for (std::size_t i = 0; i < n; ++i) {
            if (i + 24 < n) column.prefetch(samples_[position[i + 24]].row);
            items[i] = {static_cast<double>(column[samples_[position[i]].row]), position[i]};
          }
        },
        encoded_.input().features[feature_].column);
    value_sorter_.sort({items, n});
  }

  const Encoded& encoded_;
  const Targets& targets_;
  Pulse& pulse_;
  std::span<const Sample> samples_;
  std::size_t n_features_ = 0;
  std::array<std::uint32_t, max_features> features_;
  std::array<std::size_t, max_features> slots_;
  std::array<BinMarks, max_features> marks_;
  /// Where each bin begins in `picked_`, and where its next sample goes; on the heap, because the
  /// stack of a thread may be small.
  std::vector<Places> starts_, next_;
  std::vector<Held> held_;             ///< of one feature, among few samples
  std::vector<std::uint32_t> picked_;  ///< positions of samples, feature by feature, bin by bin
  std::uint32_t feature_ = 0;          ///< that was turned to
  const std::uint32_t* start_of_ = nullptr;
  std::vector<Item> items_;  ///< of the bins that were read last
  std::size_t first_ = 0;    ///< the first of those bins
  std::vector<std::size_t> start_of_item_;
  ValueSorter value_sorter_;
};

}  // namespace arboretum::fast
