#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "arboretum/core/pages.hpp"
#include "arboretum/search_fast/block.hpp"
#include "arboretum/search_fast/histogram.hpp"
#include "arboretum/search_fast/merits.hpp"

namespace arboretum::fast {

/// What all threads of one growth share; the samples of different nodes never overlap.
template <class Targets, class Criterion>
struct Growth {
  using Sample = typename Targets::Sample;

  Growth(const Encoded& features, const Criterion& scores, const Limits& rules)
      : encoded(features),
        targets(features.input()),
        criterion(scores),
        limits(rules),
        width(targets.width()),
        has_classes(!features.input().classes.empty()),
        order_is_exact(has_classes ? width <= 2 : width == 3),
        block_size(size_of_blocks(width, has_classes)),
        counts_drawn(pays_to_count_drawn(rules, features.n_features())),
        samples(features.input().n_samples()) {
    prefer_huge_pages(samples.data(), samples.size() * sizeof(Sample));
  }

  /// A histogram costs as much as it has cells, a sorted list as much as it has samples: with
  /// many classes lists pay for larger nodes.
  static std::size_t size_of_blocks(std::size_t width, bool has_classes) {
    const std::size_t wanted = has_classes ? 128 * width : 0;
    return std::clamp<std::size_t>(wanted, 2048, Block<Targets, Criterion>::max_size);
  }

  /// Whether counting the features that are drawn, of every sample of a node, is less work than
  /// counting all of them for the smaller child and finding its sibling by subtraction.
  /// Surrogates are looked for among all.
  static bool pays_to_count_drawn(const Limits& limits, std::size_t n_features) {
    return limits.max_features > 0 && 2 * limits.max_features <= n_features &&
           !limits.following.is_wanted;
  }

  const Encoded& encoded;
  Targets targets;
  Criterion criterion;
  const Limits& limits;
  std::size_t width;
  bool has_classes;
  bool order_is_exact;
  std::size_t block_size;
  bool counts_drawn;  ///< histograms hold the drawn features alone
  LargeArray<Sample> samples;
  double root_weight = 0;
};

/// A node that waits to be searched.
template <class Targets>
struct OpenNode {
  std::size_t begin, end;  ///< of its samples
  std::int64_t depth;
  std::int32_t parent;
  std::vector<double> totals;
  std::unique_ptr<Histogram<Targets>> histogram;  ///< where it has been counted already
  Place place = {};

  std::size_t size() const { return end - begin; }
};

}  // namespace arboretum::fast
