#pragma once

#include <algorithm>
#include <variant>

#include "arboretum/core/large_array.hpp"
#include "arboretum/search_fast/ask_rows.hpp"
#include "arboretum/search_fast/encoded.hpp"
#include "arboretum/search_fast/growing_tree.hpp"
#include "arboretum/search_fast/two_branches.hpp"

namespace arboretum::fast {

/// Parts the samples of nodes with many of them.
///
/// Stably, so that rows stay in order and sums are the same however the tree is grown.
template <class Targets>
class SampleParter {
 public:
  using Sample = typename Targets::Sample;

  /// Samples from `begin` to before `end`, and what the branches hold of them.
  struct Stretch {
    std::size_t begin, end;
    double *first, *second;  ///< totals, which are added to
  };

  SampleParter(const Encoded& encoded, const Targets& targets, LargeArray<Sample>& samples)
      : encoded_(encoded), targets_(targets), samples_(samples) {}

  /// By a question; returns where the second branch begins.
  std::size_t part(const Stretch& at, const BinaryQuestion& question) {
    const auto f = static_cast<std::size_t>(question.feature);
    const EncodedFeature& feature = encoded_.feature(f);
    if (feature.storage == Storage::two_valued) {
      const std::size_t word = feature.slot / 64, bit = feature.slot % 64;
      return part_by(
          at, [&](std::uint32_t row) -> bool { return (encoded_.word(row, word) >> bit) & 1; });
    }
    if (feature.storage != Storage::wide) return part_by_bins(at, question);
    if (question.kind == static_cast<std::int8_t>(SplitKind::presence))
      return part_by(at, [codes = encoded_.codes(f)](std::uint32_t row) { return codes[row] < 0; });
    return part_by(at, [&, codes = encoded_.codes(f)](std::uint32_t row) -> bool {
      return question.branch_of_category(codes[row]) != 0;
    });
  }

  /// By what is said of each row, in their order.
  template <class GoesSecond>
  std::size_t part_by(const Stretch& at, const GoesSecond& goes_second) {
    const std::size_t n = at.end - at.begin;
    make_room(n);
    Sample *samples = samples_.data(), *spare = spare_.data();
    TwoBranches<Targets> branches(targets_);
    const BinColumn bins = encoded_.bin_column(0);
    std::size_t n_first = at.begin, n_second = 0;
    for (std::size_t i = at.begin; i < at.end; ++i) {
      if (i + 16 < at.end) bins.prefetch(samples[i + 16].row);
      const Sample s = samples[i];
      const bool is_second = goes_second(s.row);
      branches.add(s, is_second);
      samples[n_first] = s;
      spare[n_second] = s;
      n_first += is_second ? 0 : 1;
      n_second += is_second ? 1 : 0;
    }
    std::copy_n(spare, n_second, samples + n_first);
    branches.read(at.first, at.second);
    return n_first;
  }

 private:
  /// Spare memory for n samples.  What the largest nodes need is given back below them, where the
  /// tree needs room; making pages again for every node would take longer than parting it.
  void make_room(std::size_t n) {
    const std::size_t least = std::max(n, samples_.size() / 4);
    if (n > spare_.size() || 2 * least <= spare_.size()) spare_.renew(least);
  }

  /// Only rows in bins that the threshold runs through are looked up in the data.
  std::size_t part_by_bins(const Stretch& at, const BinaryQuestion& question) {
    const auto f = static_cast<std::size_t>(question.feature);
    const EncodedFeature& feature = encoded_.feature(f);
    const SideOfBin side = sides(feature, question);
    return std::visit(
        [&](const auto& column) {
          return part_by(at,
                         [&, bins = encoded_.bin_column(feature.slot),
                          threshold = question.threshold](std::uint32_t row) -> bool {
                           const std::uint8_t s = side[bins[row]];
                           return s == side_unknown ? static_cast<double>(column[row]) > threshold
                                                    : s != 0;
                         });
        },
        encoded_.input().features[f].column);
  }

  static SideOfBin sides(const EncodedFeature& feature, const BinaryQuestion& question) {
    SideOfBin side{};
    switch (static_cast<SplitKind>(question.kind)) {
      case SplitKind::presence:
        side[missing_bin] = 1;
        break;
      case SplitKind::category:
        for (std::size_t code = 0; code < question.branches.size(); ++code)
          side[code] = question.branch_of_category(static_cast<std::int32_t>(code)) != 0;
        side[missing_bin] = question.branch_of_category(-1) != 0;
        break;
      case SplitKind::interval:
        side =
            sides_of_threshold(feature, question.threshold, question.missing_branch == 0 ? 0 : 1);
        break;
    }
    return side;
  }

  const Encoded& encoded_;
  const Targets& targets_;
  LargeArray<Sample>& samples_;
  LargeArray<Sample> spare_;  ///< for the second branch
};

}  // namespace arboretum::fast
