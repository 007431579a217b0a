#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_fast/key_order.hpp"
#include "arboretum/search_fast/node.hpp"
#include "arboretum/statistics/principal.hpp"

namespace arboretum::fast {

/// The categories that occur at a node in two branches.
///
/// Made for every feature that competes, so no larger than the node; only a question that is
/// kept speaks of every category there is.
struct Grouping {
  std::vector<std::int32_t> codes;
  std::vector<std::uint8_t> is_left;

  /// Branch of each category, -1 where it does not occur.
  void write(std::size_t n_categories, std::vector<std::int8_t>& branches) const {
    branches.assign(n_categories, -1);
    for (std::size_t i = 0; i < codes.size(); ++i) branches[codes[i]] = is_left[i] ? 0 : 1;
  }

  /// Keeps the room.
  void clear() {
    codes.clear();
    is_left.clear();
  }
};

/// Best grouping of the categories that occur at a node into two branches.
///
/// `codes` ascend; `tables` holds the totals of each, `missing` those of the rest.  Categories
/// with too few samples take no part in the groups: to those they are missing, too.
template <class Criterion>
class CategorySearch {
 public:
  CategorySearch(const Criterion& criterion, const Limits& limits, std::size_t width,
                 bool order_is_exact)
      : criterion_(criterion), limits_(limits), width_(width), is_exact_(order_is_exact) {}

  void run(const NodeView<Criterion>& node, std::span<const std::int32_t> codes,
           std::span<const double> tables, const double* missing) {
    read(codes, tables, missing);
    total_ = node.totals;
    if (limits_.following.is_wanted) sum_known(node);
    best = {};
    has_seen = false;
    n_scored = 0;
    rest_.resize(width_ + 1);
    left.resize(width_ + 1);
    is_ordered_ = is_exact_ || codes_.size() > limits_.max_exhaustive;
    if (codes_.size() >= 2) {
      if (is_ordered_)
        by_order(node);
      else
        by_all_groupings(node);
    }
    if (missing[width_] > 0 && !codes.empty() && !limits_.following.is_wanted)
      by_presence(node, tables);
    if (node.ties.slack > 0 && best.is_found()) {
      left = firsts_[best.settle(node.ties)];
      firsts_.clear();
    }
  }

  /// Totals of the samples that are parted.
  const double* total() const { return total_; }

  /// Whether the winner says where missing values go.
  bool has_missing() const { return missing_[width_] > 0; }

  /// Of the winner, unless that is presence; only its number was kept, for there may be a million
  /// categories.
  void group(Grouping& grouping) const {
    grouping.codes.assign(codes_.begin(), codes_.end());
    grouping.is_left.resize(codes_.size());
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const std::size_t category = is_ordered_ ? order_[i] : i;
      grouping.is_left[category] =
          is_ordered_ ? i <= best.place.number : is_left(best.place.number, category);
    }
  }

  Best<SplitPlace> best;
  std::vector<double> left;  ///< totals of the first branch of the winner
  bool has_seen = false;     ///< whether there was any candidate, admitted or not
  std::size_t n_scored = 0;  ///< candidates that were admitted

 private:
  /// Sets rare categories aside.
  void read(std::span<const std::int32_t> codes, std::span<const double> tables,
            const double* missing) {
    codes_ = codes;
    tables_ = tables;
    missing_ = missing;
    if (limits_.min_samples_category <= 1) return;
    kept_codes_.clear();
    kept_tables_.clear();
    with_rare_.assign(missing, missing + width_ + 1);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const double* totals = table(i);
      if (totals[width_] >= limits_.min_samples_category) {
        kept_codes_.push_back(codes[i]);
        kept_tables_.insert(kept_tables_.end(), totals, totals + width_ + 1);
      } else {
        for (std::size_t k = 0; k <= width_; ++k) with_rare_[k] += totals[k];
      }
    }
    codes_ = kept_codes_;
    tables_ = kept_tables_;
    missing_ = with_rare_.data();
  }

  void sum_known(const NodeView<Criterion>& node) {
    if (missing_[width_] == 0) return;
    known_.resize(width_ + 1);
    for (std::size_t k = 0; k <= width_; ++k) known_[k] = node.totals[k] - missing_[k];
    total_ = known_.data();
  }

  const double* table(std::size_t i) const { return &tables_[i * (width_ + 1)]; }

  /// The share of the second class, or the mean: what `order_key` is in Python.
  double key(std::size_t i) const {
    const double w = criterion_.weight(table(i));
    return w > 0 ? table(i)[1] / w : 0.0;
  }

  /// Of more than two classes: where the shares of each category lie along their first component.
  void find_component() {
    shares_.resize(codes_.size() * width_);
    weights_.resize(codes_.size());
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const double w = weights_[i] = criterion_.weight(table(i));
      for (std::size_t k = 0; k < width_; ++k)
        shares_[i * width_ + k] = w > 0 ? table(i)[k] / w : 0.0;
    }
    keys_ = first_component(shares_, weights_);
  }

  void by_order(const NodeView<Criterion>& node) {
    if (is_exact_) {
      keys_.resize(codes_.size());
      for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i] = key(i);
    } else {
      find_component();
    }
    if (limits_.descending)
      for (double& one : keys_) one = -one;
    order_keys(keys_, order_);
    first_.assign(width_ + 1, 0.0);
    for (std::size_t i = 0; i + 1 < order_.size(); ++i) {
      const double* added = table(order_[i]);
      for (std::size_t k = 0; k <= width_; ++k) first_[k] += added[k];
      offer_variants(node, static_cast<std::uint32_t>(i));
    }
  }

  /// Grouping number g puts category j + 1 into the second branch if bit j of g is set.
  static bool is_left(std::uint32_t g, std::size_t i) {
    return i == 0 || ((g >> (i - 1)) & 1) == 0;
  }

  void by_all_groupings(const NodeView<Criterion>& node) {
    const std::uint32_t n_groupings = (1u << (codes_.size() - 1)) - 1;
    for (std::uint32_t g = 1; g <= n_groupings; ++g) {
      first_.assign(width_ + 1, 0.0);
      for (std::size_t i = 0; i < codes_.size(); ++i) {
        if (!is_left(g, i)) continue;
        for (std::size_t k = 0; k <= width_; ++k) first_[k] += table(i)[k];
      }
      offer_variants(node, g);
    }
  }

  void by_presence(const NodeView<Criterion>& node, std::span<const double> tables) {
    first_.assign(width_ + 1, 0.0);
    for (std::size_t i = 0; i < tables.size(); ++i) first_[i % (width_ + 1)] += tables[i];
    offer(node, {true, 0, 1});
  }

  void offer_variants(const NodeView<Criterion>& node, std::uint32_t candidate) {
    if (missing_[width_] == 0 || limits_.following.is_wanted)
      return offer(node, {false, candidate, 0});
    offer(node, {false, candidate, 1});
    for (std::size_t k = 0; k <= width_; ++k) first_[k] += missing_[k];
    offer(node, {false, candidate, 0});
    for (std::size_t k = 0; k <= width_; ++k) first_[k] -= missing_[k];
  }

  void offer(const NodeView<Criterion>& node, const SplitPlace& place) {
    has_seen = true;
    for (std::size_t k = 0; k <= width_; ++k) rest_[k] = total_[k] - first_[k];
    if (!admits(limits_, first_[width_], rest_[width_], criterion_.weight(first_.data()),
                criterion_.weight(rest_.data())))
      return;
    ++n_scored;
    const double proxy = criterion_.proxy(first_.data(), rest_.data());
    if (proxy < best.floor || !best.offer(proxy, place, node.ties)) return;
    if (node.ties.slack > 0) return firsts_.push_back(first_);
    std::ranges::copy(first_, left.begin());
  }

  const Criterion& criterion_;
  const Limits& limits_;
  std::size_t width_;
  bool is_exact_;
  bool is_ordered_ = true;  ///< whether cuts of an order were tried, not all groupings
  std::span<const std::int32_t> codes_;
  std::span<const double> tables_;
  const double* missing_ = nullptr;
  const double* total_ = nullptr;
  std::vector<std::uint32_t> order_;
  std::vector<double> keys_, first_, rest_, known_, shares_, weights_;
  std::vector<std::vector<double>> firsts_;  ///< of all offers, where these are put off
  std::vector<std::int32_t> kept_codes_;
  std::vector<double> kept_tables_, with_rare_;  ///< the latter: of missing and rare together
};

}  // namespace arboretum::fast
