#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "arboretum/search_fast/bin_scan.hpp"
#include "arboretum/search_fast/category_counts.hpp"
#include "arboretum/search_fast/category_search.hpp"
#include "arboretum/search_fast/histogram.hpp"
#include "arboretum/search_fast/inside_scan.hpp"
#include "arboretum/search_fast/large_best.hpp"
#include "arboretum/search_fast/open_bins.hpp"
#include "arboretum/search_fast/ranking.hpp"

namespace arboretum::fast {

/// Finds the best split of nodes with many samples.
///
/// Bins first: every cut between bins is scored exactly, and every bin that holds several
/// values gets a bound on the cuts inside it.  Only bins whose bound reaches what has been
/// found are then sorted by value and scored cut by cut.  The result is the exact best of
/// all midpoints for the winning and the second-best feature, and as many more as are kept.
template <class Targets, class Criterion>
class LargeNodeSearch {
 public:
  using Sample = typename Targets::Sample;

  LargeNodeSearch(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
                  const Limits& limits, bool order_is_exact, Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        width_(targets.width()),
        has_size_limits_(limits.min_samples_leaf > 1 || limits.min_weight_leaf > 0),
        bin_scan_(criterion, width_),
        inside_scan_(targets, criterion),
        columns_(width_ + 1),
        categories_(criterion, limits, width_, order_is_exact),
        bounds_(encoded.binned().size() * 2 * n_bins),
        open_bins_(encoded, targets, pulse),
        counts_(targets),
        merits_(limits),
        pulse_(pulse),
        work_(pulse.work_done()) {}

  /// Searches some features of a node; of all that are searched there the `n_ranked` best are
  /// searched to the end, with all that tie with them.
  void run(const NodeView<Criterion>& node, const Place& place, const Histogram<Targets>& histogram,
           std::span<const Sample> samples, std::span<const std::uint32_t> some,
           std::size_t n_ranked) {
    node_ = &node;
    merits_.turn_to(node, place.asked);
    histogram_ = &histogram;
    samples_ = samples;
    has_seen = false;
    features_.assign(encoded_.n_features(), {});
    binned_.clear();
    n_ranked_ = n_ranked;
    search_more(some);
  }

  /// Searches more features of the same node.
  void search_more(std::span<const std::uint32_t> some) {
    for (const std::uint32_t f : some) search(f);
    refine();
  }

  /// What was found, by feature.
  const std::vector<FeatureBest>& bests() const { return features_; }

  /// The features that may split the node, with their merits, and when these count as equal.
  const std::vector<Contender>& contenders() {
    contenders_.clear();
    for (std::uint32_t f = 0; f < features_.size(); ++f)
      if (std::isfinite(features_[f].proxy))
        contenders_.push_back({f, merits_.of(f, features_[f].proxy)});
    return contenders_;
  }
  const Ties& ties() const { return merits_.ties(); }

  /// Chooses among all offers of each feature, where these are put off; whether rounding may have
  /// decided about the n best features.
  bool settle(std::size_t n) {
    rank_more(n);
    const double least = least_of_best(contenders(), merits_.ties(), n);
    bool is_vague = false;
    for (std::uint32_t f = 0; f < features_.size(); ++f) {
      FeatureBest& feature = features_[f];
      const bool is_good = std::isfinite(feature.proxy) && merits_.of(f, feature.proxy) >= least;
      if (!feature.lefts.empty()) {
        feature.left = std::move(feature.lefts[feature.cut.settle(node_->ties)]);
        feature.lefts.clear();
        feature.proxy = feature.cut.proxy;
        feature.is_tie = feature.cut.is_tie;
        take_cut(feature);
      }
      is_vague |= is_good && feature.cut.is_vague;
    }
    return is_vague || fast::is_vague(contenders(), merits_.ties(), n);
  }

  /// Searches more features of the same node to the end.
  void rank_more(std::size_t n_ranked) {
    if (n_ranked <= n_ranked_) return;
    n_ranked_ = n_ranked;
    refine();
  }

  bool has_seen = false;  ///< whether any feature had a candidate, admitted or not

 private:
  static constexpr std::size_t max_features = OpenBins<Targets>::max_features;
  static constexpr double min_picked = 4096;  ///< samples that are picked together in any case

  void search(std::uint32_t f) {
    pulse_.check();
    switch (encoded_.feature(f).storage) {
      case Storage::binned:
        binned_.push_back(f);
        return scan_bins(f);
      case Storage::two_valued:
        return score_two_valued(f);
      case Storage::categories:
        counts_.read_bins(*histogram_, encoded_.feature(f).slot);
        return take_categories(f);
      case Storage::wide:
        if (work_ != nullptr) work_->read(samples_.size());
        counts_.read_codes(encoded_.codes(f), encoded_.n_categories(f), samples_);
        return take_categories(f);
    }
  }

  double& bound(std::size_t slot, std::size_t variant, std::size_t bin) {
    return bounds_[(slot * 2 + variant) * n_bins + bin];
  }

  std::vector<double> totals_of(const typename Targets::Cell* cell) const {
    std::vector<double> totals(width_ + 1, 0.0);
    targets_.add(totals.data(), cell);
    return totals;
  }

  /// Whether the branches are large enough; the totals of the second are then in `right_`.
  bool admits_branches(const FeatureBest& feature, const double* left) {
    right_.resize(width_ + 1);
    const double* total = total_of(feature);
    for (std::size_t k = 0; k <= width_; ++k) right_[k] = total[k] - left[k];
    return admits(limits_, left[width_], right_[width_], criterion_.weight(left),
                  criterion_.weight(right_.data()));
  }

  /// The same of the cut after the i-th of the bins that are laid out.
  bool admits_cut(const FeatureBest& feature, std::size_t i) {
    columns_.read_before(i + 1, left_);
    return admits_branches(feature, left_.data());
  }

  /// Offers the cut whose first branch has the totals `left`.
  void offer(FeatureBest& feature, const CutPlace& place, const double* left) {
    has_seen = true;
    if (!admits_branches(feature, left)) return;
    const double proxy = criterion_.proxy(left, right_.data());
    const bool is_best = proxy >= feature.cut.floor && feature.cut.offer(proxy, place, node_->ties);
    feature.proxy = feature.cut.proxy;
    feature.is_tie = feature.cut.is_tie;
    if (!is_best) return;
    if (node_->ties.slack > 0) {
      feature.lefts.emplace_back(left, left + width_ + 1);
    } else {
      take_cut(feature);
      feature.left.assign(left, left + width_ + 1);
    }
  }

  static void take_cut(FeatureBest& feature) {
    feature.is_presence = feature.cut.place.is_presence;
    feature.variant = feature.cut.place.variant;
  }

  bool is_among_known() const { return limits_.following.is_wanted; }

  std::size_t n_variants(const FeatureBest& feature) const {
    return feature.has_missing && !is_among_known() ? 2 : 1;
  }

  /// Totals of the samples that a feature parts.
  const double* total_of(const FeatureBest& feature) const {
    return feature.known.empty() ? node_->totals : feature.known.data();
  }

  /// Leaves samples without a value aside, if they are to be.
  void take_known(FeatureBest& feature, const double* missing) {
    if (!is_among_known() || missing[width_] == 0) return;
    feature.known.resize(width_ + 1);
    for (std::size_t k = 0; k <= width_; ++k) feature.known[k] = node_->totals[k] - missing[k];
  }

  /// Totals of the first branch before the first bin.
  void start(std::vector<double>& left, const FeatureBest& feature, std::size_t slot,
             std::size_t variant) const {
    left.assign(width_ + 1, 0.0);
    if (feature.has_missing && variant == 0 && !is_among_known())
      targets_.add(left.data(), histogram_->bin(slot, missing_bin));
  }

  void scan_bins(std::uint32_t f) {
    const EncodedFeature& encoded = encoded_.feature(f);
    const std::size_t slot = encoded.slot;
    FeatureBest& feature = features_[f];
    feature.has_missing = !targets_.is_empty(histogram_->bin(slot, missing_bin));
    if (feature.has_missing)
      take_known(feature, totals_of(histogram_->bin(slot, missing_bin)).data());
    const typename Criterion::Bound inside(criterion_, total_of(feature));
    columns_.take(targets_, *histogram_, slot);
    for (std::size_t variant = 0; variant < n_variants(feature); ++variant) {
      start(left_, feature, slot, variant);
      columns_.sum_from(left_);
      bin_scan_.run(total_of(feature), inside, columns_);
      std::fill_n(&bound(slot, variant, 0), n_bins, no_proxy);
      for (std::size_t i = 0; i < columns_.n; ++i)
        if (!encoded.is_single[columns_.bins[i]])
          bound(slot, variant, columns_.bins[i]) = columns_.bounds[i];
      offer_bins(feature, static_cast<std::uint8_t>(variant));
    }
    if (n_variants(feature) == 2 && columns_.n > 0) {
      // The second variant leaves the missing aside: what lies before the end is all that is known.
      columns_.read_before(columns_.n, left_);
      offer(feature, {.is_presence = true, .variant = 1}, left_.data());
      count_if_admitted(feature);
    }
  }

  void offer_bins(FeatureBest& feature, std::uint8_t variant) {
    if (columns_.n < 2) return;
    has_seen = true;
    const double* proxies = columns_.proxies.data();
    std::size_t begin = 0, end = columns_.n - 1;
    // Branches grow and shrink along the bins: cuts that may not compete lie at the ends.
    while (has_size_limits_ && begin < end && !admits_cut(feature, begin)) ++begin;
    while (has_size_limits_ && begin < end && !admits_cut(feature, end - 1)) --end;
    if (begin == end) return;
    if (work_ != nullptr) work_->scored(end - begin);
    const double most = *std::max_element(proxies + begin, proxies + end);
    const double floor =
        std::max(feature.cut.floor, node_->ties.floor(most) - node_->ties.tolerance(most));
    for (std::size_t i = begin; i < end; ++i) {
      if (proxies[i] < floor) continue;
      columns_.read_before(i + 1, left_);
      offer(feature, {.bin = columns_.bins[i], .variant = variant}, left_.data());
    }
  }

  void score_two_valued(std::uint32_t f) {
    const std::vector<double> high = totals_of(histogram_->high(encoded_.feature(f).slot));
    if (high[width_] == 0 || high[width_] == node_->n_samples()) return;
    left_.resize(width_ + 1);
    for (std::size_t k = 0; k <= width_; ++k) left_[k] = node_->totals[k] - high[k];
    offer(features_[f], {}, left_.data());
    count_if_admitted(features_[f]);
  }

  /// Counts the candidate whose first branch is in `left_`.
  void count_if_admitted(const FeatureBest& feature) {
    if (work_ != nullptr && admits_branches(feature, left_.data())) work_->scored(1);
  }

  /// The best sets of the categories that were counted.
  void take_categories(std::uint32_t f) {
    const double* missing = counts_.missing().data();
    categories_.run(*node_, counts_.codes(), counts_.totals(), missing);
    has_seen |= categories_.has_seen;
    if (work_ != nullptr) work_->scored(categories_.n_scored);
    FeatureBest& feature = features_[f];
    feature.has_missing = categories_.has_missing();
    take_known(feature, missing);
    if (!categories_.best.is_found()) return;
    feature.proxy = categories_.best.proxy;
    feature.is_tie = categories_.best.is_tie;
    feature.cut.is_vague = categories_.best.is_vague;
    feature.is_presence = categories_.best.place.is_presence;
    feature.variant = categories_.best.place.variant;
    feature.left = categories_.left;
    if (!feature.is_presence) categories_.group(feature.grouping);
  }

  // Refinement ----------------------------------------------------------------

  /// What a cut of feature f must reach to matter: its own best, or the last best that is kept.
  double floor_of(std::uint32_t f, double last) const {
    const double own = features_[f].proxy;
    const double least =
        last == no_proxy ? no_proxy : merits_.least_proxy(f, merits_.ties().floor(last));
    return own == no_proxy ? least : std::max(node_->ties.floor(own), least);
  }

  /// The merit of the last feature that is searched to the end.
  double last_best() const { return nth_best(features_, merits_, n_ranked_); }

  /// Bins of a feature that may hold a cut that matters, for either variant.
  bool mark_open_bins(std::uint32_t f, double last, BinMarks& is_open) {
    const std::size_t slot = encoded_.feature(f).slot;
    const double floor = floor_of(f, last);
    bool any = false;
    for (std::size_t b = 0; b < missing_bin; ++b) {
      double most = bound(slot, 0, b);
      if (n_variants(features_[f]) == 2) most = std::max(most, bound(slot, 1, b));
      is_open[b] = most != no_proxy && most + node_->ties.noise >= floor;
      any |= is_open[b] != 0;
    }
    is_open[missing_bin] = 0;
    return any;
  }

  void refine() {
    std::vector<std::uint32_t> open;
    BinMarks is_open;
    const double last = last_best();
    for (const std::uint32_t f : binned_)
      if (mark_open_bins(f, last, is_open)) open.push_back(f);
    // The most promising feature first, alone: what it finds closes bins of the others.
    std::sort(open.begin(), open.end(), [&](std::uint32_t a, std::uint32_t b) {
      const double of_a = merits_.of(a, features_[a].proxy);
      const double of_b = merits_.of(b, features_[b].proxy);
      return of_a != of_b ? of_a > of_b : a < b;
    });
    if (open.empty()) return;
    refine_features(std::span(open).first(1));
    refine_features(std::span(open).subspan(1));
  }

  /// As many features together as one pass over the samples should pick samples for: those take
  /// memory, and what is found closes bins of the features that wait.
  void refine_features(std::span<const std::uint32_t> features) {
    const double enough = static_cast<double>(samples_.size()) / 4 + min_picked;
    std::array<std::uint32_t, max_features> ids;
    std::size_t n_open = 0;
    double n_held = 0, last = last_best();
    for (std::size_t i = 0; i < features.size() || n_open > 0;) {
      if (i < features.size() && n_open < max_features && n_held < enough) {
        const std::uint32_t f = features[i++];
        if (!mark_open_bins(f, last, open_bins_.marks(n_open))) continue;
        n_held += n_in_bins(f, open_bins_.marks(n_open));
        ids[n_open++] = f;
        continue;
      }
      open_bins_.pick(samples_, *histogram_, std::span(ids).first(n_open));
      for (std::size_t q = 0; q < n_open; ++q) refine_feature(ids[q], q);
      n_open = 0;
      n_held = 0;
      last = last_best();
    }
  }

  double n_in_bins(std::uint32_t f, const BinMarks& is_open) const {
    const std::size_t slot = encoded_.feature(f).slot;
    double n = 0;
    for (std::size_t b = 0; b < missing_bin; ++b)
      if (is_open[b] != 0) n += targets_.size(histogram_->bin(slot, b));
    return n;
  }

  void refine_feature(std::uint32_t f, std::size_t q) {
    // Bins may have closed since the samples were picked.
    BinMarks is_open;
    if (!mark_open_bins(f, last_best(), is_open)) return;
    open_bins_.turn_to(q);
    const std::size_t slot = encoded_.feature(f).slot;
    FeatureBest& feature = features_[f];
    std::vector<double> before[2];  // of either variant, what lies before the bins to come
    for (std::size_t v = 0; v < n_variants(feature); ++v) start(before[v], feature, slot, v);
    const auto may_hold_the_best = [&](std::size_t v, std::size_t b) {
      return bound(slot, v, b) + node_->ties.noise >= feature.cut.floor;
    };
    for (std::size_t b = 0; b < missing_bin;) {
      const std::size_t end = open_bins_.read_some(b, [&](std::size_t bin) {
        return is_open[bin] != 0 && (may_hold_the_best(0, bin) ||
                                     (n_variants(feature) == 2 && may_hold_the_best(1, bin)));
      });
      for (std::size_t v = 0; v < n_variants(feature); ++v)
        for (std::size_t bin = b; bin < std::min<std::size_t>(end, missing_bin); ++bin) {
          const std::span<const Item> held = open_bins_.values(bin);
          if (!held.empty() && may_hold_the_best(v, bin)) {
            left_ = before[v];
            scan_inside(f, static_cast<std::uint32_t>(bin), static_cast<std::uint8_t>(v), held);
            bound(slot, v, bin) = no_proxy;  // no cut is offered twice: it would tie with itself
          }
          targets_.add(before[v].data(), histogram_->bin(slot, bin));
        }
      b = end;
    }
  }

  /// Scores the cuts between the values of one bin; `left_` holds what lies before it.
  void scan_inside(std::uint32_t f, std::uint32_t bin, std::uint8_t variant,
                   std::span<const Item> held) {
    if (work_ != nullptr) work_->scored(n_cuts(held));
    FeatureBest& feature = features_[f];
    const auto offer_after = [&](std::size_t i) {
      offer(
          feature,
          {.bin = bin, .value = held[i].value, .next_value = held[i + 1].value, .variant = variant},
          left_.data());
    };
    const auto sample_at = [&](std::size_t i) -> const Sample& {
      return samples_[held[i].position];
    };
    has_seen |= inside_scan_.run(total_of(feature), left_, {held, node_->ties, feature.cut.floor},
                                 sample_at, offer_after);
  }

  static std::size_t n_cuts(std::span<const Item> values) {
    std::size_t n = 0;
    for (std::size_t i = 1; i < values.size(); ++i) n += values[i - 1].value != values[i].value;
    return n;
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  std::size_t width_;
  bool has_size_limits_;
  std::size_t n_ranked_ = 2;
  BinScan<Criterion> bin_scan_;
  InsideScan<Targets, Criterion> inside_scan_;
  BinColumns columns_;
  CategorySearch<Criterion> categories_;

  const NodeView<Criterion>* node_ = nullptr;
  const Histogram<Targets>* histogram_ = nullptr;
  std::span<const Sample> samples_;
  std::vector<FeatureBest> features_;
  std::vector<std::uint32_t> binned_;  ///< those with bins that were searched
  std::vector<Contender> contenders_;
  std::vector<double> bounds_;
  OpenBins<Targets> open_bins_;
  std::vector<double> left_, right_;
  CategoryCounts<Targets> counts_;
  Merits merits_;
  Pulse& pulse_;
  WorkDone* const work_;  ///< null if nobody wants to know
};

}  // namespace arboretum::fast
