#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/node.hpp"

namespace arboretum::fast {

/// The splits of features of two values, at one node of a block after another.
template <class Targets, class Criterion>
class BlockBits {
 public:
  using View = NodeView<Criterion>;

  BlockBits(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
            const Limits& limits, const BlockLists<Targets>& lists)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        lists_(lists),
        width_(targets.width()) {}

  /// Calls `contend(feature, proxy)` for those that vary, of the features that `competes(feature)`
  /// says; whether there are any.
  template <class Competes, class Contend>
  bool search(Stretch at, const View& node, const Competes& competes, const Contend& contend) {
    const std::size_t cell = targets_.stride();
    const std::uint16_t* order = lists_.order(at);
    bool any = false;
    high_.resize(encoded_.two_valued().size() * cell);
    for (std::size_t w = 0; w < encoded_.n_words(); ++w) {
      std::uint64_t vary = bits_that_vary(at, w);
      for_each_slot(vary, w, [&](std::size_t slot) {
        if (!competes(encoded_.two_valued()[slot])) vary &= ~(std::uint64_t{1} << (slot % 64));
      });
      if (vary == 0) continue;
      any = true;
      for_each_slot(vary, w, [&](std::size_t slot) {
        std::fill_n(&high_[slot * cell], cell, typename Targets::Cell{});
      });
      for (std::uint32_t i = 0; i < at.n; ++i)
        for_each_slot(lists_.bits(order[i])[w] & vary, w, [&](std::size_t slot) {
          targets_.add(&high_[slot * cell], lists_.sample(order[i]));
        });
      for_each_slot(vary, w, [&](std::size_t slot) {
        contend(encoded_.two_valued()[slot], proxy_of(node, slot));
      });
    }
    return any;
  }

  /// Totals of the node without the samples that have the larger value.
  void sum_left(const View& node, std::size_t slot, std::vector<double>& left) {
    right_.assign(width_ + 1, 0.0);
    targets_.add(right_.data(), &high_[slot * targets_.stride()]);
    left.resize(width_ + 1);
    for (std::size_t k = 0; k <= width_; ++k) left[k] = node.totals[k] - right_[k];
  }

 private:
  /// Deep in a tree few of many features still have both values.
  std::uint64_t bits_that_vary(Stretch at, std::size_t w) const {
    const std::uint16_t* order = lists_.order(at);
    std::uint64_t some = 0, all = ~std::uint64_t{0};
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::uint64_t bits = lists_.bits(order[i])[w];
      some |= bits;
      all &= bits;
    }
    return some & ~all;
  }

  double proxy_of(const View& node, std::size_t slot) {
    sum_left(node, slot, left_);
    if (!admits(limits_, left_[width_], right_[width_], criterion_.weight(left_.data()),
                criterion_.weight(right_.data())))
      return no_proxy;
    return criterion_.proxy(left_.data(), right_.data());
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  const BlockLists<Targets>& lists_;
  std::size_t width_;
  std::vector<typename Targets::Cell> high_;  ///< of each feature: those with the larger value
  std::vector<double> left_, right_;
};

}  // namespace arboretum::fast
