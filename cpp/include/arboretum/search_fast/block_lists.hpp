#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_fast/block_sort.hpp"
#include "arboretum/search_fast/encoded.hpp"
#include "arboretum/search_fast/renew.hpp"
#include "arboretum/search_fast/scan.hpp"
#include "arboretum/search_fast/seen_codes.hpp"

namespace arboretum::fast {

/// The samples of a node in a block: the same stretch of every list.
struct Stretch {
  std::uint32_t begin, n;
};

/// The samples of a block, few enough to stay in the cache.
///
/// Every numeric feature is sorted once, into a list of entries (rank | id of the sample in the
/// block).  Splitting a node parts its stretch of every list stably, so nothing is ever sorted
/// again.
template <class Targets>
class BlockLists {
 public:
  using Sample = typename Targets::Sample;
  using Mark = typename Targets::Mark;

  BlockLists(const Encoded& encoded, const Targets& targets, Pulse& pulse)
      : encoded_(encoded), targets_(targets), pulse_(pulse) {
    is_weighted_ = targets.is_weighted();
    for (std::size_t f = 0; f < encoded.n_features(); ++f) {
      const Storage storage = encoded.feature(f).storage;
      const bool has_codes = storage == Storage::categories || storage == Storage::wide;
      place_of_.push_back(
          static_cast<std::uint32_t>(has_codes ? categorical_.size() : sorted_.size()));
      if (storage == Storage::binned) sorted_.push_back(static_cast<std::uint32_t>(f));
      if (has_codes) categorical_.push_back(static_cast<std::uint32_t>(f));
    }
  }

  void load(std::span<const Sample> samples) {
    const std::size_t m = samples.size();
    samples_ = samples;
    stride_ = m;
    marks_.resize(m);
    order_.resize(m);
    side.resize(m);
    spare_.resize(m);
    rows_.resize(m);
    weights_.resize(is_weighted_ ? m : 0);
    for (std::size_t i = 0; i < m; ++i) {
      marks_[i] = targets_.mark(samples[i]);
      order_[i] = static_cast<std::uint16_t>(i);
      rows_[i] = samples[i].row;
      if (is_weighted_) weights_[i] = Targets::weight(samples[i]);
    }
    renew(entries_, sorted_.size() * stride_);
    for (std::size_t j = 0; j < sorted_.size(); ++j) {
      pulse_.check();
      sorter_.sort(encoded_, sorted_[j], rows_, &entries_[j * stride_]);
    }
    if (WorkDone* work = pulse_.work_done()) work->sorted(m * sorted_.size());
    load_codes();
    load_bits();
  }

  /// Features that have a list, and those that have codes, ascending.
  const std::vector<std::uint32_t>& sorted() const { return sorted_; }
  const std::vector<std::uint32_t>& categorical() const { return categorical_; }
  /// Position of a feature among the sorted or the categorical ones.
  std::uint32_t place_of(std::size_t feature) const { return place_of_[feature]; }

  const std::uint32_t* list(std::size_t j, Stretch at) const {
    return &entries_[j * stride_ + at.begin];
  }
  /// Ids of the samples of a node, in row order.
  const std::uint16_t* order(Stretch at) const { return &order_[at.begin]; }
  const Sample& sample(std::uint32_t id) const { return samples_[id]; }
  std::uint32_t row(std::uint32_t id) const { return rows_[id]; }
  const Mark* marks() const { return marks_.data(); }
  const double* weights() const { return is_weighted_ ? weights_.data() : nullptr; }
  /// The categories of a feature that occur in the block, ascending, and -1 behind them.
  const std::vector<std::int32_t>& codes(std::size_t c) const { return codes_[c]; }
  /// Where the category of each id stands among those.
  const std::uint16_t* keys(std::size_t c) const { return &keys_[c * stride_]; }
  std::int32_t code(std::size_t c, std::uint32_t id) const { return codes_[c][keys(c)[id]]; }
  const std::uint64_t* bits(std::uint32_t id) const { return &bits_[id * encoded_.n_words()]; }

  /// Parts the samples in row order by `side`, telling each to `visit(sample, is_second)`;
  /// returns the size of the first branch.
  template <class Visit>
  std::uint32_t part_order(Stretch at, const Visit& visit) {
    std::uint32_t n_first = 0, n_second = 0;
    std::uint16_t* order = &order_[at.begin];
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::uint16_t id = order[i];
      const bool is_second = side[id] != 0;
      visit(samples_[id], is_second);
      order[n_first] = id;
      spare_[n_second] = id;
      n_first += is_second ? 0 : 1;
      n_second += is_second ? 1 : 0;
    }
    for (std::uint32_t i = 0; i < n_second; ++i)
      order[n_first + i] = static_cast<std::uint16_t>(spare_[i]);
    return n_first;
  }

  /// Parts a list by `side`.  Stable: both branches stay sorted.
  void part_list(std::size_t j, Stretch at) {
    std::uint32_t* entries = &entries_[j * stride_ + at.begin];
    std::uint32_t first = 0, second = 0;
    const std::uint8_t* sides = side.data();
    std::uint32_t* spare = spare_.data();
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::uint32_t entry = entries[i];
      const std::uint32_t is_second = sides[id_of(entry)];
      // Always written to both, kept by moving on: a branch here cannot be foreseen.
      entries[first] = entry;
      spare[second] = entry;
      first += 1 - is_second;
      second += is_second;
    }
    std::copy_n(spare, second, entries + first);
  }

  /// Takes samples whose side is `without` out of a node, in row order and in a list; returns how
  /// many are left.
  std::uint32_t leave_out(Stretch at, std::uint8_t without) {
    std::uint16_t* order = &order_[at.begin];
    std::uint16_t* end =
        std::remove_if(order, order + at.n, [&](std::uint16_t id) { return side[id] == without; });
    return static_cast<std::uint32_t>(end - order);
  }
  void leave_out(std::size_t j, Stretch at, std::uint8_t without) {
    std::uint32_t* entries = &entries_[j * stride_ + at.begin];
    std::remove_if(entries, entries + at.n,
                   [&](std::uint32_t entry) { return side[id_of(entry)] == without; });
  }

  /// Keeps the first branch only, where the second is a leaf; and the other way round.
  void keep_first(std::size_t j, Stretch at) {
    std::uint32_t* entries = &entries_[j * stride_ + at.begin];
    const std::uint8_t* sides = side.data();
    std::uint32_t n_kept = 0;
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::uint32_t entry = entries[i];
      entries[n_kept] = entry;
      n_kept += 1 - sides[id_of(entry)];
    }
  }

  void keep_second(std::size_t j, Stretch at) {
    std::uint32_t* entries = &entries_[j * stride_ + at.begin];
    const std::uint8_t* sides = side.data();
    std::uint32_t* last = entries + at.n - 1;
    for (std::uint32_t i = at.n; i-- > 0;) {
      const std::uint32_t entry = entries[i];
      *last = entry;
      last -= sides[id_of(entry)];
    }
  }

  std::vector<std::uint8_t> side;  ///< of each sample in the split being made: 1 is the second

 private:
  void load_codes() {
    codes_.resize(categorical_.size());
    renew(keys_, categorical_.size() * stride_);
    for (std::size_t c = 0; c < categorical_.size(); ++c) {
      const EncodedFeature& feature = encoded_.feature(categorical_[c]);
      if (feature.storage == Storage::wide) {
        const CodeColumn& column = encoded_.codes(categorical_[c]);
        load_keys(c, [&](std::size_t i) { return std::max(column[rows_[i]], -1); });
      } else {
        load_keys(c, [&](std::size_t i) {
          const std::uint8_t bin = encoded_.bins(rows_[i])[feature.slot];
          return bin == missing_bin ? -1 : std::int32_t{bin};
        });
      }
    }
  }

  template <class CodeAt>
  void load_keys(std::size_t c, const CodeAt& code_at) {
    seen_.read(encoded_.n_categories(categorical_[c]), rows_.size(), code_at);
    codes_[c] = seen_.codes();
    codes_[c].push_back(-1);
    std::uint16_t* to = &keys_[c * stride_];
    for (std::size_t i = 0; i < rows_.size(); ++i)
      to[i] = static_cast<std::uint16_t>(seen_.position_of(code_at(i)));
  }

  void load_bits() {
    const std::size_t n_words = encoded_.n_words();
    bits_.resize(rows_.size() * n_words);
    for (std::size_t i = 0; i < rows_.size(); ++i)
      for (std::size_t w = 0; w < n_words; ++w) bits_[i * n_words + w] = encoded_.word(rows_[i], w);
  }

  const Encoded& encoded_;
  const Targets& targets_;
  Pulse& pulse_;
  bool is_weighted_;
  std::vector<std::uint32_t> sorted_, categorical_, place_of_;
  std::span<const Sample> samples_;
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> entries_;
  std::vector<Mark> marks_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint16_t> order_;
  std::vector<std::uint32_t> spare_;
  std::vector<std::vector<std::int32_t>> codes_;  ///< of each categorical feature
  std::vector<std::uint16_t> keys_;
  SeenCodes seen_;
  std::vector<std::uint64_t> bits_;
  BlockSorter sorter_;
};

}  // namespace arboretum::fast
