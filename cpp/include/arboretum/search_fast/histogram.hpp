#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/core/parallel.hpp"
#include "arboretum/core/simd.hpp"
#include "arboretum/search_fast/encoded.hpp"

namespace arboretum::fast {

/// Statistics of a node for every bin of every binned feature and for the larger value of
/// every two-valued one.
template <class Targets>
class Histogram {
 public:
  using Cell = typename Targets::Cell;
  using Sample = typename Targets::Sample;

  Histogram(const Encoded& encoded, const Targets& targets)
      : stride_(targets.stride()),
        n_binned_(encoded.binned().size()),
        size_((n_binned_ * n_bins + encoded.two_valued().size()) * stride_),
        memory_(std::make_unique<Cell[]>(size_ + alignment / sizeof(Cell))),
        cells_(aligned(memory_.get())) {}

  Cell* bin(std::size_t slot, std::size_t b) { return &cells_[(slot * n_bins + b) * stride_]; }
  const Cell* bin(std::size_t slot, std::size_t b) const {
    return &cells_[(slot * n_bins + b) * stride_];
  }
  Cell* high(std::size_t slot) { return &cells_[(n_binned_ * n_bins + slot) * stride_]; }
  const Cell* high(std::size_t slot) const {
    return &cells_[(n_binned_ * n_bins + slot) * stride_];
  }

  /// Threads share out the features, never the rows: sums are taken in one order always.
  void count(const Encoded& encoded, const Targets& targets, std::span<const Sample> samples,
             std::size_t n_threads, Pulse& pulse) {
    if (WorkDone* work = pulse.work_done())
      work->read(samples.size() * (n_binned_ + encoded.two_valued().size()));
    const std::size_t n_useful = samples.size() < min_parallel ? 1 : n_threads;
    parallel_for(n_binned_ + 1, n_useful, 1, pulse, [&](std::size_t begin, std::size_t end) {
      in_pieces(0, samples.size(), samples_at_once, pulse, [&](std::size_t from, std::size_t to) {
        // The two-valued features count as one more, after the binned ones.
        count_features(encoded, targets, samples.subspan(from, to - from), begin,
                       std::min(end, n_binned_), end > n_binned_);
      });
    });
  }

  /// Counts some features alone, each for the first time.
  void count_some(const Encoded& encoded, const Targets& targets, std::span<const Sample> samples,
                  std::span<const std::uint32_t> features, std::size_t n_threads, Pulse& pulse) {
    if (WorkDone* work = pulse.work_done()) work->read(samples.size() * features.size());
    std::vector<std::size_t> slots;
    std::vector<std::uint64_t> bits(encoded.n_words());
    for (const std::uint32_t f : features) {
      const EncodedFeature& feature = encoded.feature(f);
      if (feature.storage == Storage::two_valued)
        bits[feature.slot / 64] |= std::uint64_t{1} << (feature.slot % 64);
      else if (feature.storage != Storage::wide)
        slots.push_back(feature.slot);
    }
    std::ranges::sort(slots);
    const bool has_bits = std::ranges::any_of(bits, [](std::uint64_t word) { return word != 0; });
    const std::size_t n_useful = samples.size() < min_parallel ? 1 : n_threads;
    parallel_for(slots.size() + (has_bits ? 1 : 0), n_useful, 1, pulse,
                 [&](std::size_t begin, std::size_t end) {
                   in_pieces(0, samples.size(), samples_at_once, pulse,
                             [&](std::size_t from, std::size_t to) {
                               const auto piece = samples.subspan(from, to - from);
                               const std::size_t last = std::min(end, slots.size());
                               count_slots(encoded, targets, piece,
                                           std::span(slots).subspan(begin, last - begin));
                               if (end > slots.size()) count_bits(encoded, targets, piece, bits);
                             });
                 });
  }

  /// Leaves what the sibling of a counted child holds.
  void subtract(const Histogram& child, const Targets& targets) {
    for (std::size_t i = 0; i < size_; i += stride_) targets.subtract(&cells_[i], &child.cells_[i]);
  }

 private:
  /// No cell of four numbers lies across two lines of the cache.  Asked for aligned memory, the
  /// library would not use again what another histogram has left.
  static constexpr std::size_t alignment = 64;
  static Cell* aligned(Cell* cells) {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(cells) % alignment;
    return cells + (alignment - beyond) % alignment / sizeof(Cell);
  }

  static constexpr std::size_t min_parallel = 16384;
  static constexpr std::size_t samples_at_once = 8192;

  void count_features(const Encoded& encoded, const Targets& targets,
                      std::span<const Sample> samples, std::size_t first_slot,
                      std::size_t last_slot, bool with_bits) {
    const std::size_t n_words = with_bits ? encoded.n_words() : 0;
    count_columns(
        encoded, targets, samples, first_slot, last_slot - first_slot,
        [](std::size_t k) { return k; },
        [&, n_words](const Sample& s) {
          for (std::size_t w = 0; w < n_words; ++w)
            for_each_slot(encoded.word(s.row, w), w,
                          [&](std::size_t slot) { targets.add(high(slot), s); });
        });
  }

  void count_slots(const Encoded& encoded, const Targets& targets, std::span<const Sample> samples,
                   std::span<const std::size_t> slots) {
    count_columns(
        encoded, targets, samples, 0, slots.size(),
        [slot = slots.data()](std::size_t k) { return slot[k]; }, [](const Sample&) {});
  }

  /// Counts samples in columns from a first one on: the k-th is `place_of(k)` behind it.
  template <class PlaceOf, class Also>
  void count_columns(const Encoded& encoded, const Targets& targets,
                     std::span<const Sample> samples, std::size_t first_slot, std::size_t n_columns,
                     const PlaceOf& place_of, const Also& also) {
    const auto count_samples = [&] {
      // Copies: where cells are written, all that is reached through a reference is read again.
      Cell* const cells = bin(first_slot, 0);
      const BinColumn columns = encoded.bin_column(first_slot);
      const std::size_t n = samples.size(), n_wanted = n_columns, stride = targets.stride();
      const PlaceOf place = place_of;
      const Sample* const held = samples.data();
      constexpr std::size_t ahead = 16;
      for (std::size_t i = 0; i < n; ++i) {
        const Sample s = held[i];
        if (i + ahead < n) columns.prefetch(held[i + ahead].row);
        const std::uint8_t* bins = columns.from(s.row);
        for (std::size_t k = 0; k < n_wanted; ++k)
          targets.add(cells + (place(k) * n_bins + bins[place(k)]) * stride, s);
        also(s);
      }
    };
    if constexpr (Targets::fills_registers())
      with_simd(count_samples);
    else
      count_samples();
  }

  void count_bits(const Encoded& encoded, const Targets& targets, std::span<const Sample> samples,
                  std::span<const std::uint64_t> wanted) {
    for (const Sample& s : samples)
      for (std::size_t w = 0; w < wanted.size(); ++w)
        for_each_slot(encoded.word(s.row, w) & wanted[w], w,
                      [&](std::size_t slot) { targets.add(high(slot), s); });
  }

  std::size_t stride_, n_binned_, size_;
  std::unique_ptr<Cell[]> memory_;
  Cell* cells_;
};

}  // namespace arboretum::fast
