#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "arboretum/search_fast/block_cut.hpp"
#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/category_search.hpp"

namespace arboretum::fast {

/// The categories of a feature at a node of a block; a key is where one stands among those of the
/// block.
struct BlockCodes {
  std::vector<std::int32_t> codes;             ///< those that occur, ascending
  std::vector<std::uint16_t> keys;             ///< of these
  std::vector<std::uint16_t> keys_of_samples;  ///< in row order
  std::size_t n_keys = 0;                      ///< of the block; the last is for what is missing
};

/// Finds the best groupings of categories at a node of a block, and keeps them until the next.
template <class Targets, class Criterion>
class BlockCategories {
 public:
  using View = NodeView<Criterion>;

  BlockCategories(const Targets& targets, const Criterion& criterion, const Limits& limits,
                  const BlockLists<Targets>& lists, bool order_is_exact)
      : targets_(targets),
        lists_(lists),
        follows_(limits.following.is_wanted),
        n_totals_(targets.width() + 1),
        features_(lists.categorical().size(),
                  {{}, {}, {criterion, limits, targets.width(), order_is_exact}}) {}

  /// Turns to a node.
  void begin(Stretch at) {
    at_ = at;
    if (features_.empty()) return;
    const std::uint16_t* order = lists_.order(at);
    samples_.resize(at.n);
    for (std::uint32_t i = 0; i < at.n; ++i) samples_[i] = lists_.sample(order[i]);
  }

  /// Finds the best grouping of the c-th feature; returns whether there was any, admitted or not.
  bool search(const View& node, std::size_t c) {
    Searched& feature = features_[c];
    count(c, feature.at_node);
    collect(c, feature);
    const std::size_t n_codes = feature.at_node.codes.size();
    const double* missing = &feature.tables[n_codes * n_totals_];
    feature.search.run(node, feature.at_node.codes,
                       std::span(feature.tables).first(n_codes * n_totals_), missing);
    return feature.search.has_seen;
  }

  double proxy(std::size_t c) const { return features_[c].search.best.proxy; }
  const BlockCodes& codes(std::size_t c) const { return features_[c].at_node; }
  std::size_t n_scored(std::size_t c) const { return features_[c].search.n_scored; }

  /// Writes down what was found.
  void take(std::size_t c, BlockCut& cut) const {
    const CategorySearch<Criterion>& search = features_[c].search;
    const Best<SplitPlace>& found = search.best;
    cut.has_missing = search.has_missing();
    cut.best.proxy = found.proxy;
    cut.best.is_tie = found.is_tie;
    cut.best.is_vague = found.is_vague;
    cut.best.place = {found.place.is_presence, 0, found.place.variant};
    cut.left = search.left;
    if (follows_ && cut.has_missing) cut.known.assign(search.total(), search.total() + n_totals_);
    if (!found.place.is_presence) search.group(cut.grouping);
  }

 private:
  struct Searched {
    BlockCodes at_node;
    std::vector<double> tables;  ///< totals of each code, then of samples without one
    CategorySearch<Criterion> search;
  };

  /// Marks the keys of the node and counts what each holds; `collect` clears both.
  void count(std::size_t c, BlockCodes& at_node) {
    const std::size_t stride = targets_.stride(), n = at_.n;
    at_node.n_keys = lists_.codes(c).size();
    at_node.keys_of_samples.resize(n);
    if (marks_.size() < at_node.n_keys + n_together) {
      marks_.resize(at_node.n_keys + n_together);
      cells_.resize(at_node.n_keys * stride);
    }
    const std::uint16_t *keys = lists_.keys(c), *order = lists_.order(at_);
    const typename Targets::Sample* samples = samples_.data();
    const Targets targets = targets_;  // known to no one else: sums cannot change it
    std::uint16_t* keys_of_samples = at_node.keys_of_samples.data();
    std::uint8_t* marks = marks_.data();
    typename Targets::Cell* cells = cells_.data();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint16_t key = keys_of_samples[i] = keys[order[i]];
      marks[key] = 1;
      targets.add(cells + key * stride, samples[i]);
    }
  }

  void collect(std::size_t c, Searched& feature) {
    BlockCodes& at_node = feature.at_node;
    const std::size_t n_codes = read_marks(at_node.n_keys - 1, at_node.keys);
    at_node.codes.resize(n_codes);
    feature.tables.assign((n_codes + 1) * n_totals_, 0.0);
    for (std::size_t p = 0; p < n_codes; ++p) {
      at_node.codes[p] = lists_.codes(c)[at_node.keys[p]];
      take_cell(at_node.keys[p], &feature.tables[p * n_totals_]);
    }
    take_cell(at_node.n_keys - 1, &feature.tables[n_codes * n_totals_]);
  }

  /// Writes which of n keys are marked, and clears the marks; most may not be.
  std::size_t read_marks(std::size_t n, std::vector<std::uint16_t>& keys) {
    keys.resize(n);
    std::size_t n_marked = 0;
    for (std::size_t begin = 0; begin < n; begin += n_together) {
      std::uint64_t together;
      std::memcpy(&together, &marks_[begin], n_together);
      if (together == 0) continue;
      for (std::size_t key = begin; key < std::min(begin + n_together, n); ++key) {
        keys[n_marked] = static_cast<std::uint16_t>(key);  // written over unless it is marked
        n_marked += marks_[key];
      }
    }
    std::fill_n(marks_.begin(), n + 1, 0);
    keys.resize(n_marked);
    return n_marked;
  }

  void take_cell(std::size_t key, double* totals) {
    typename Targets::Cell* cell = &cells_[key * targets_.stride()];
    targets_.add(totals, std::as_const(cell));
    std::fill_n(cell, targets_.stride(), typename Targets::Cell{});
  }

  static constexpr std::size_t n_together = sizeof(std::uint64_t);

  const Targets& targets_;
  const BlockLists<Targets>& lists_;
  bool follows_;
  std::size_t n_totals_;
  Stretch at_{};
  std::vector<Searched> features_;                 ///< those that have codes
  std::vector<typename Targets::Sample> samples_;  ///< of the node, in row order
  std::vector<std::uint8_t> marks_;                ///< of each key; 0 between features
  std::vector<typename Targets::Cell> cells_;      ///< of each key; empty between features
};

}  // namespace arboretum::fast
