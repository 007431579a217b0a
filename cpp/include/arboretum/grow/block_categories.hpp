#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "arboretum/grow/block_cut.hpp"
#include "arboretum/grow/block_lists.hpp"
#include "arboretum/grow/category_search.hpp"
#include "arboretum/grow/seen_codes.hpp"

namespace arboretum::grow {

/// The categories of a feature at a node of a block.
struct BlockCodes {
  std::vector<std::int32_t> codes;  ///< those that occur, ascending
  /// Where the category of each sample stands among them, in row order; behind them if missing.
  std::vector<std::uint16_t> positions;
};

/// Finds the best groupings of categories at a node of a block, and keeps them until the next.
template <class Targets, class Criterion>
class BlockCategories {
 public:
  using View = NodeView<Criterion>;

  BlockCategories(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
                  const Limits& limits, const BlockLists<Targets>& lists, bool order_is_exact)
      : encoded_(encoded),
        targets_(targets),
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
    read(c, feature.at_node);
    const std::size_t n_codes = feature.at_node.codes.size();
    count(feature.at_node.positions.data(), n_codes + 1, feature.tables);
    const double* missing = &feature.tables[n_codes * n_totals_];
    feature.search.run(node, feature.at_node.codes,
                       std::span(feature.tables).first(n_codes * n_totals_), missing);
    return feature.search.has_seen;
  }

  double proxy(std::size_t c) const { return features_[c].search.best.proxy; }
  const BlockCodes& codes(std::size_t c) const { return features_[c].at_node; }

  /// Writes down what was found.
  void take(std::size_t c, BlockCut& cut) const {
    const CategorySearch<Criterion>& search = features_[c].search;
    const Best<CategoryPlace>& found = search.best;
    cut.has_missing = search.has_missing();
    cut.best.proxy = found.proxy;
    cut.best.is_tie = found.is_tie;
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

  void read(std::size_t c, BlockCodes& at_node) {
    const std::int32_t* codes = lists_.codes(c);
    const std::uint16_t* order = lists_.order(at_);
    const std::uint32_t n = at_.n;
    seen_.read(encoded_.n_categories(lists_.categorical()[c]), n,
               [=](std::size_t i) { return codes[order[i]]; });
    at_node.codes = seen_.codes();
    at_node.positions.resize(n);
    std::uint16_t* positions = at_node.positions.data();
    for (std::uint32_t i = 0; i < n; ++i)
      positions[i] = static_cast<std::uint16_t>(seen_.position_of(codes[order[i]]));
  }

  /// Counts what each of n positions holds.  Cells that are no totals are smaller, and adding to
  /// them is quicker.
  void count(const std::uint16_t* positions, std::size_t n, std::vector<double>& tables) {
    const std::size_t n_totals = n_totals_, n_samples = samples_.size();
    const typename Targets::Sample* samples = samples_.data();
    const Targets targets = targets_;  // known to no one else: sums cannot change it
    tables.assign(n * n_totals, 0.0);
    if constexpr (std::is_same_v<typename Targets::Cell, double>) {
      double* totals = tables.data();
      for (std::size_t i = 0; i < n_samples; ++i)
        targets.add(totals + positions[i] * n_totals, samples[i]);
    } else {
      const std::size_t stride = targets.stride();
      cells_.assign(n * stride, {});
      typename Targets::Cell* cells = cells_.data();
      for (std::size_t i = 0; i < n_samples; ++i)
        targets.add(cells + positions[i] * stride, samples[i]);
      for (std::size_t p = 0; p < n; ++p) targets.add(&tables[p * n_totals], cells + p * stride);
    }
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const BlockLists<Targets>& lists_;
  bool follows_;
  std::size_t n_totals_;
  Stretch at_{};
  std::vector<Searched> features_;                 ///< those that have codes
  std::vector<typename Targets::Sample> samples_;  ///< of the node, in row order
  std::vector<typename Targets::Cell> cells_;
  SeenCodes seen_;
};

}  // namespace arboretum::grow
