#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "arboretum/core/surrogates.hpp"
#include "arboretum/search_fast/agreement_reach.hpp"
#include "arboretum/search_fast/ask_rows.hpp"
#include "arboretum/search_fast/histogram.hpp"
#include "arboretum/search_fast/open_bins.hpp"
#include "arboretum/search_fast/seen_codes.hpp"

namespace arboretum::fast {

/// A node with many samples whose split is being made.
template <class Targets>
struct SplitNode {
  std::span<const typename Targets::Sample> samples;
  const std::vector<std::uint8_t>& sides;  ///< of each sample
  const double* totals;
  const Histogram<Targets>& all;
  const Histogram<Targets>& counted;  ///< of the samples on `counted_side`
  std::uint8_t counted_side;
  const Histogram<Targets>* without;  ///< of those that cannot answer, if there are any
  std::int32_t upper;                 ///< branch with the larger mean of the target
};

/// Finds the surrogates of a split where there are many samples.
///
/// How many samples of a bin go down each branch is known once one branch is counted, which it is
/// for its histogram anyway.  As in the search for splits, only bins that may hold a better cut
/// than those between bins are looked into.
template <class Targets>
class LargeSurrogates {
 public:
  using Sample = typename Targets::Sample;
  using Cell = typename Targets::Cell;

  LargeSurrogates(const Encoded& encoded, const Targets& targets, const SurrogateLimits& limits,
                  Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        limits_(limits),
        width_(targets.width()),
        pulse_(pulse),
        open_bins_(encoded, targets, pulse),
        closed_(encoded.binned().size()) {}

  std::vector<Surrogate> find(const SplitNode<Targets>& node, std::int32_t without) {
    if (limits_.max_surrogates == 0) return {};
    node_ = &node;
    found_.assign(encoded_.n_features(), std::nullopt);
    gaps_.resize(encoded_.n_features());
    pending_.clear();
    runs_.clear();
    for (std::size_t f = 0; f < encoded_.n_features(); ++f) {
      if (static_cast<std::int32_t>(f) == without) continue;
      pulse_.check();
      look_at(static_cast<std::uint32_t>(f));
    }
    look_inside();
    std::vector<Surrogate> found;
    for (std::optional<Surrogate>& surrogate : found_)
      if (surrogate) found.push_back(std::move(*surrogate));
    found = take_surrogates(std::move(found), limits_.max_surrogates);
    for (Surrogate& surrogate : found) tell_threshold(surrogate.question);
    return found;
  }

 private:
  static constexpr std::size_t max_features = OpenBins<Targets>::max_features;

  /// What a threshold lies beside: a bin, or a value of an opened one.
  struct Edge {
    std::int32_t bin = -1;  ///< -1: the value
    double value = 0;
  };
  /// Values of an opened bin that no cut worth a look lies between.
  struct Run {
    double first, last;
  };
  struct Gap {
    Edge low, high;
  };

  /// A feature with bins to be opened.
  struct Pending {
    std::uint32_t feature;
    double most;  ///< share that may agree
    AgreementReach reach;
  };

  void look_at(std::uint32_t f) {
    const EncodedFeature& feature = encoded_.feature(f);
    agreement_.clear();
    switch (feature.storage) {
      case Storage::two_valued:
        read_two_values(feature.slot);
        return ask_cut(f);
      case Storage::binned:
        read_bins(feature.slot);
        ask_cut(f);
        return look_for_open_bins(f);
      case Storage::categories:
        read_bins(feature.slot);
        return ask_set(f);
      case Storage::wide:
        read_codes(f);
        return ask_set(f);
    }
  }

  /// Weight and number of the samples in a cell.
  struct Size {
    double weight = 0, count = 0;
  };

  Size size_of(const Cell* cell) const {
    const double n = targets_.size(cell);
    if constexpr (Targets::is_weighted())
      return {targets_.weight_in(cell), n};
    else
      return {n, n};
  }

  /// Of all samples, of those on the counted side, and of those without an answer.
  Agreement::Bin sided(std::int32_t code, Size all, Size counted, Size without) const {
    const double n_other = all.count - counted.count - without.count;
    const double other = n_other > 0 ? all.weight - counted.weight - without.weight : 0.0;
    Agreement::Bin bin{code, {}, {}};
    bin.weights[node_->counted_side] = counted.weight;
    bin.counts[node_->counted_side] = counted.count;
    bin.weights[1 - node_->counted_side] = other;
    bin.counts[1 - node_->counted_side] = n_other;
    return bin;
  }

  void read_bins(std::size_t slot) {
    const auto bin_of = [&](std::size_t b) {
      const Size without = node_->without ? size_of(node_->without->bin(slot, b)) : Size{};
      return sided(static_cast<std::int32_t>(b), size_of(node_->all.bin(slot, b)),
                   size_of(node_->counted.bin(slot, b)), without);
    };
    for (std::size_t b = 0; b < missing_bin; ++b)
      if (!targets_.is_empty(node_->all.bin(slot, b))) agreement_.bins.push_back(bin_of(b));
    const Agreement::Bin missing = bin_of(missing_bin);
    std::copy_n(missing.weights, 2, agreement_.missing);
  }

  void read_two_values(std::size_t slot) {
    const Size high = size_of(node_->all.high(slot)), counted = size_of(node_->counted.high(slot));
    const Size without = node_->without ? size_of(node_->without->high(slot)) : Size{};
    const Agreement::Bin upper = sided(1, high, counted, without);
    Agreement::Bin lower{0, {}, {}};
    double weights[2] = {0, 0}, counts[2] = {0, 0};
    sum_sides(weights, counts);
    for (int b = 0; b < 2; ++b) {
      lower.counts[b] = counts[b] - upper.counts[b];
      lower.weights[b] = lower.counts[b] > 0 ? weights[b] - upper.weights[b] : 0.0;
    }
    if (high.count > 0 && high.count < node_->totals[width_]) agreement_.bins = {lower, upper};
  }

  /// Sizes of both branches among the samples that answer.
  void sum_sides(double* weights, double* counts) const {
    for (std::size_t i = 0; i < node_->samples.size(); ++i) {
      const std::uint8_t side = node_->sides[i];
      if (side == no_side) continue;
      weights[side] += Targets::weight(node_->samples[i]);
      counts[side] += targets_.count(Targets::weight(node_->samples[i]));
    }
  }

  /// A feature with too many categories for a histogram is counted here.
  void read_codes(std::uint32_t f) {
    const CodeColumn& codes = encoded_.codes(f);
    seen_.read(encoded_.n_categories(f), node_->samples.size(),
               [&](std::size_t i) { return codes[node_->samples[i].row]; });
    for (const std::int32_t code : seen_.codes()) agreement_.bins.push_back({code, {}, {}});
    for (std::size_t i = 0; i < node_->samples.size(); ++i) {
      const std::uint8_t side = node_->sides[i];
      if (side == no_side) continue;
      const double weight = Targets::weight(node_->samples[i]);
      const std::int32_t code = codes[node_->samples[i].row];
      if (code < 0) {
        agreement_.missing[side] += weight;
        continue;
      }
      Agreement::Bin& bin = agreement_.bins[seen_.position_of(code)];
      bin.weights[side] += weight;
      bin.counts[side] += targets_.count(weight);
    }
  }

  // Cuts inside bins --------------------------------------------------------------

  /// Puts a feature off that has bins to be opened, and its bins aside.
  void look_for_open_bins(std::uint32_t f) {
    const AgreementReach reach(agreement_, limits_.among_both);
    const double most = mark_open_bins(f, agreement_, reach, open_bins_.marks(0));
    if (most == Agreement::none) return;
    pending_.push_back({f, most, reach});
    std::swap(agreement_, closed_[encoded_.feature(f).slot]);
  }

  /// Looks into the bins of features that may still be among the best.
  void look_inside() {
    const double least = last_agreement();
    std::erase_if(pending_,
                  [&](const Pending& p) { return p.most < least - AgreementReach::slack; });
    for (std::size_t i = 0; i < pending_.size(); i += max_features) {
      const std::size_t n = std::min(max_features, pending_.size() - i);
      std::array<std::uint32_t, max_features> ids;
      for (std::size_t q = 0; q < n; ++q) {
        Pending& p = pending_[i + q];
        p.reach.require(least);
        mark_open_bins(p.feature, closed_of(p), p.reach, open_bins_.marks(q));
        ids[q] = p.feature;
      }
      open_bins_.pick(node_->samples, node_->all, std::span(ids).first(n));
      for (std::size_t q = 0; q < n; ++q) open(pending_[i + q], q);
    }
  }

  const Agreement& closed_of(const Pending& pending) const {
    return closed_[encoded_.feature(pending.feature).slot];
  }

  /// The agreement of the last surrogate that would be kept; agreements are shares of the same
  /// samples, unless only those count that answer both.
  double last_agreement() const {
    std::vector<double> agreements;
    for (const std::optional<Surrogate>& surrogate : found_)
      if (surrogate) agreements.push_back(surrogate->agreement);
    if (limits_.among_both || agreements.size() < limits_.max_surrogates) return Agreement::none;
    const auto last = agreements.begin() + static_cast<std::ptrdiff_t>(limits_.max_surrogates - 1);
    std::ranges::nth_element(agreements, last, std::greater{});
    return *last;
  }

  /// Puts the values of open bins in the place of the bins.
  void open(const Pending& pending, std::size_t q) {
    open_bins_.turn_to(q);
    const Agreement& closed = closed_of(pending);
    agreement_.clear();
    std::copy_n(closed.missing, 2, agreement_.missing);
    runs_.clear();
    AgreementReach reach = pending.reach;
    std::size_t n_read = 0;
    for (const Agreement::Bin& bin : closed.bins) {
      const auto b = static_cast<std::size_t>(bin.code);
      while (n_read <= b) n_read = open_bins_.read_some(n_read, [](std::size_t) { return true; });
      const std::span<const Item> held = open_bins_.values(b);
      if (held.empty())
        agreement_.bins.push_back(bin);
      else
        add_values(held, reach);
      reach.pass(bin);
    }
    ask_cut(pending.feature);
  }

  /// Marks the bins in which a cut may agree as much as the best between bins; returns the share
  /// that may agree there at most.
  double mark_open_bins(std::uint32_t f, const Agreement& closed, AgreementReach reach,
                        BinMarks& is_open) const {
    is_open.fill(0);
    double most = Agreement::none;
    for (const Agreement::Bin& bin : closed.bins) {
      const double share =
          encoded_.feature(f).is_single[bin.code] ? Agreement::none : reach.inside(bin);
      is_open[bin.code] = share != Agreement::none;
      most = std::max(most, share);
      reach.pass(bin);
    }
    return most;
  }

  /// Adds the values of a bin, those together that no cut worth a look lies between: few are left
  /// of many.  Weights are so added in another order than value by value, which may show in the
  /// last bits of an agreement.
  void add_values(std::span<const Item> held, AgreementReach reach) {
    Run run{held[0].value, 0};
    double weights[3] = {0, 0, 0}, counts[3] = {0, 0, 0};  // the last of what has no side
    const auto end_run = [&](double last) {
      run.last = last;
      agreement_.bins.push_back({static_cast<std::int32_t>(n_bins + runs_.size()),
                                 {weights[0], weights[1]},
                                 {counts[0], counts[1]}});
      runs_.push_back(run);
      reach.pass(agreement_.bins.back());
      std::fill_n(weights, 2, 0.0);
      std::fill_n(counts, 2, 0.0);
    };
    for (std::size_t i = 0; i < held.size(); ++i) {
      if (i > 0 && held[i].value != held[i - 1].value && reach.is_reached(weights[0], weights[1])) {
        end_run(held[i - 1].value);
        run.first = held[i].value;
      }
      const std::uint8_t side = node_->sides[held[i].position];
      const double weight = Targets::weight(node_->samples[held[i].position]);
      weights[side] += weight;
      counts[side] += targets_.count(weight);
    }
    end_run(held.back().value);
  }

  // Questions -----------------------------------------------------------------------

  /// Both leave the question in `found_`, if it is worth asking.
  void ask_cut(std::uint32_t f) {
    Surrogate surrogate;
    const auto after =
        arboretum::ask_cut(agreement_, limits_, static_cast<std::int32_t>(f), surrogate);
    if (!after) return;
    gaps_[f] = {edge(agreement_.bins[*after].code, &Run::last),
                edge(agreement_.bins[*after + 1].code, &Run::first)};
    found_[f] = std::move(surrogate);
  }

  Edge edge(std::int32_t code, double Run::* end) const {
    const bool is_open = code >= static_cast<std::int32_t>(n_bins);
    return is_open ? Edge{-1, runs_[code - n_bins].*end} : Edge{code, 0.0};
  }

  /// Thresholds are told of those surrogates only that are kept: reading them off takes a pass
  /// over the samples.
  void tell_threshold(Question& question) const {
    if (question.kind == SplitKind::category) return;
    const auto f = static_cast<std::uint32_t>(question.feature);
    const auto& [low, high] = gaps_[f];
    const EncodedFeature& feature = encoded_.feature(f);
    BinGap gap{low.value, high.value};
    if (feature.storage == Storage::two_valued) {
      gap = {feature.low, feature.high};
    } else if (low.bin >= 0 || high.bin >= 0) {
      // What is known already is not looked for: in no bin of numbers, that is.
      const auto bin_of = [](const Edge& edge) {
        return edge.bin >= 0 ? static_cast<std::uint32_t>(edge.bin) : no_bin;
      };
      const BinGap read = gap_between(encoded_, node_->samples, f, bin_of(low), bin_of(high));
      if (low.bin >= 0) gap.low = read.low;
      if (high.bin >= 0) gap.high = read.high;
    }
    question.thresholds.push_back(encoded_.threshold(f, gap.low, gap.high));
  }

  void ask_set(std::uint32_t f) {
    Surrogate surrogate;
    if (arboretum::ask_set(agreement_, limits_, static_cast<std::int32_t>(f), node_->upper,
                           surrogate))
      found_[f] = std::move(surrogate);
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const SurrogateLimits& limits_;
  std::size_t width_;
  Pulse& pulse_;
  OpenBins<Targets> open_bins_;
  const SplitNode<Targets>* node_ = nullptr;
  Agreement agreement_;
  std::vector<std::optional<Surrogate>> found_;  ///< of each feature
  std::vector<Gap> gaps_;                        ///< of each feature, where its threshold lies
  std::vector<Pending> pending_;
  std::vector<Agreement> closed_;  ///< of each slot, bins of which some are opened
  std::vector<Run> runs_;          ///< of opened bins
  SeenCodes seen_;
};

}  // namespace arboretum::fast
