#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "arboretum/general/surrogate.hpp"
#include "arboretum/grow/ask_rows.hpp"
#include "arboretum/grow/block_lists.hpp"
#include "arboretum/grow/seen_codes.hpp"

namespace arboretum::grow {

/// Finds the surrogates of a split at a node of a block; `side` of the lists says how it parts.
template <class Targets>
class BlockSurrogates {
 public:
  BlockSurrogates(const Encoded& encoded, const Targets& targets, const SurrogateLimits& limits,
                  const BlockLists<Targets>& lists)
      : encoded_(encoded), targets_(targets), limits_(limits), lists_(lists) {}

  /// `varying` are the lists that vary at the node; `upper` is the branch with the larger mean.
  std::vector<general::Surrogate> find(Stretch at, std::span<const std::uint32_t> varying,
                                       std::int32_t without, std::int32_t upper) {
    if (limits_.max_surrogates == 0) return {};
    at_ = at;
    upper_ = upper;
    count_sides();
    rough_.clear();
    for (std::size_t f = 0; f < encoded_.n_features(); ++f)
      if (static_cast<std::int32_t>(f) != without) look_at(static_cast<std::uint32_t>(f), varying);
    std::ranges::stable_sort(rough_, std::ranges::greater{}, &Rough::rounded);
    if (rough_.size() > limits_.max_surrogates) rough_.resize(limits_.max_surrogates);
    std::vector<general::Surrogate> found;
    for (Rough& rough : rough_) {
      if (!rough.is_asked) ask(rough);
      found.push_back(std::move(rough.surrogate));
    }
    return found;
  }

 private:
  /// A surrogate of which at first only the agreement is known, if that is quicker.
  struct Rough {
    std::uint32_t feature;
    double rounded;  ///< agreement, by which surrogates are ranked
    bool is_asked;   ///< the question is known as well
    general::Surrogate surrogate;
  };

  /// Where samples all weigh 1, agreements are counts: most questions need not be written down.
  bool counts_only() const { return lists_.weights() == nullptr; }

  void look_at(std::uint32_t f, std::span<const std::uint32_t> varying) {
    const Storage storage = encoded_.feature(f).storage;
    if (storage == Storage::binned) {
      const std::uint32_t j = lists_.place_of(f);
      if (std::ranges::find(varying, j) == varying.end()) return;
      if (counts_only()) return keep_rough(f, most_of_list(lists_.list(j, at_)));
    } else if (storage != Storage::two_valued && counts_only()) {
      return keep_rough(f, most_of_codes(f));
    }
    Rough rough{f, 0.0, true, {}};
    if (!ask(rough)) return;
    rough.rounded = rounded_agreement(rough.surrogate.agreement);
    rough_.push_back(std::move(rough));
  }

  /// Writes the question of a feature with its agreement; false if none is worth asking.
  bool ask(Rough& rough) {
    const std::uint32_t f = rough.feature;
    agreement_.clear();
    switch (encoded_.feature(f).storage) {
      case Storage::binned:
        if (counts_only()) {
          locate(rough);
          return true;
        }
        read_list(lists_.place_of(f));
        return ask_cut(rough);
      case Storage::two_valued:
        read_bits(encoded_.feature(f).slot);
        return ask_cut(rough);
      case Storage::categories:
      case Storage::wide:
        read_codes(f);
        return general::ask_set(agreement_, limits_, static_cast<std::int32_t>(f), upper_,
                                rough.surrogate);
    }
    return false;
  }

  // Where samples all weigh 1 -----------------------------------------------------

  void count_sides() {
    const std::uint16_t* order = lists_.order(at_);
    n_of_side_[0] = n_of_side_[1] = n_of_side_[no_side] = 0;
    for (std::uint32_t i = 0; i < at_.n; ++i) ++n_of_side_[lists_.side[order[i]]];
  }

  void keep_rough(std::uint32_t f, std::int32_t agreeing) {
    if (agreeing < 0) return;
    Rough rough{f, 0.0, false, {}};
    general::Surrogate& surrogate = rough.surrogate;
    const double reached[2] = {static_cast<double>(reached_[0]), static_cast<double>(reached_[1])};
    const double missing[2] = {static_cast<double>(n_of_side_[0] - reached_[0]),
                               static_cast<double>(n_of_side_[1] - reached_[1])};
    if (!Agreement::measure(agreeing, reached, missing, limits_.among_both, surrogate.agreement,
                            surrogate.adjusted))
      return;
    rough.rounded = rounded_agreement(surrogate.agreement);
    rough_.push_back(std::move(rough));
  }

  /// Counts in `reached_` what answers the split and a list; returns how many entries are known.
  std::uint32_t count_known(const std::uint32_t* entries) {
    reached_[0] = n_of_side_[0];
    reached_[1] = n_of_side_[1];
    std::uint32_t n = at_.n;
    for (; n > 0 && rank_of(entries[n - 1]) == missing_rank; --n)
      if (const std::uint8_t side = lists_.side[id_of(entries[n - 1])]; side != no_side)
        --reached_[side];
    return n;
  }

  /// Calls `work(i, ahead)` for every cut after entry i of a list that leaves enough on both
  /// sides; `ahead` is by how much the first branch leads the second below it.
  template <class Work>
  void for_cuts(const std::uint32_t* entries, std::uint32_t n_known, const Work& work) const {
    const std::uint8_t* sides = lists_.side.data();
    const std::int32_t n_samples = reached_[0] + reached_[1];
    constexpr auto least = static_cast<std::int32_t>(Agreement::min_samples);
    std::int32_t ahead = 0, n_below = 0;
    for (std::uint32_t i = 0; i + 1 < n_known; ++i) {
      const std::uint8_t side = sides[id_of(entries[i])];
      ahead += side == 0 ? 1 : -(side & 1);
      n_below += side < no_side ? 1 : 0;
      const bool is_cut = rank_of(entries[i]) != rank_of(entries[i + 1]);
      if (is_cut & (n_below >= least) & (n_samples - n_below >= least)) work(i, ahead);
    }
  }

  /// How many samples the best cut of a list sends the same way; less than 0 if there is no cut.
  std::int32_t most_of_list(const std::uint32_t* entries) {
    const std::uint32_t n_known = count_known(entries);
    std::int32_t most = -1;
    for_cuts(entries, n_known, [&](std::uint32_t, std::int32_t ahead) {
      most = std::max({most, reached_[1] + ahead, reached_[0] - ahead});
    });
    return most;
  }

  /// Finds the first cut that agrees as much as is known of the feature.
  void locate(Rough& rough) {
    const std::uint32_t* entries = lists_.list(lists_.place_of(rough.feature), at_);
    const std::int32_t most = most_of_list(entries);
    std::uint32_t cut = at_.n;
    for_cuts(entries, count_known(entries), [&](std::uint32_t i, std::int32_t ahead) {
      if (cut < at_.n || (reached_[1] + ahead != most && reached_[0] - ahead != most)) return;
      cut = i;
      rough.surrogate.is_reversed = reached_[1] + ahead != most;
    });
    const auto value = [&](std::uint32_t i) {
      return encoded_.value(rough.feature, lists_.row(id_of(entries[i])));
    };
    general::Question& question = rough.surrogate.question;
    question.reset(static_cast<std::int32_t>(rough.feature), SplitKind::interval, 2, kNoBranch);
    question.thresholds.push_back(midpoint(value(cut), value(cut + 1)));
  }

  /// How many samples go the same way if each category goes where most of it goes.
  std::int32_t most_of_codes(std::uint32_t f) {
    const std::int32_t* codes = lists_.codes(lists_.place_of(f));
    const std::uint16_t* order = lists_.order(at_);
    counts_.resize(std::max(counts_.size(), 3 * encoded_.n_categories(f)), 0);
    counted_.clear();
    for (std::uint32_t i = 0; i < at_.n; ++i) {
      const std::int32_t code = codes[order[i]];
      if (code < 0) continue;
      std::int32_t* counts = &counts_[3 * static_cast<std::size_t>(code)];
      if (counts[0] + counts[1] + counts[2] == 0) counted_.push_back(code);
      ++counts[lists_.side[order[i]]];
    }
    std::int32_t agreeing = 0, disagreeing = 0;
    reached_[0] = reached_[1] = 0;
    for (const std::int32_t code : counted_) {
      std::int32_t* counts = &counts_[3 * static_cast<std::size_t>(code)];
      agreeing += std::max(counts[0], counts[1]);
      disagreeing += std::min(counts[0], counts[1]);
      for (int b = 0; b < 2; ++b) reached_[b] += counts[b];
      std::fill_n(counts, 3, 0);
    }
    return counted_.size() < 2 || disagreeing < Agreement::min_samples ? -1 : agreeing;
  }

  // In general --------------------------------------------------------------------

  double weight(std::uint32_t id) const {
    return lists_.weights() == nullptr ? 1.0 : lists_.weights()[id];
  }

  void add(Agreement::Bin& bin, std::uint32_t id) const {
    const std::uint8_t side = lists_.side[id];
    if (side == no_side) return;
    bin.weights[side] += weight(id);
    bin.counts[side] += targets_.count(weight(id));
  }

  void read_list(std::uint32_t j) {
    const std::uint32_t* entries = lists_.list(j, at_);
    std::uint32_t i = 0;
    for (; i < at_.n && rank_of(entries[i]) != missing_rank; ++i) {
      // Samples that cannot answer the split count nothing, yet a threshold may lie beside them.
      if (i == 0 || rank_of(entries[i]) != rank_of(entries[i - 1]))
        agreement_.bins.push_back({static_cast<std::int32_t>(id_of(entries[i])), {}, {}});
      add(agreement_.bins.back(), id_of(entries[i]));
    }
    for (; i < at_.n; ++i) add_missing(id_of(entries[i]));
  }

  void add_missing(std::uint32_t id) {
    if (lists_.side[id] != no_side) agreement_.missing[lists_.side[id]] += weight(id);
  }

  void read_bits(std::size_t slot) {
    const std::uint16_t* order = lists_.order(at_);
    Agreement::Bin bins[2] = {{0, {}, {}}, {1, {}, {}}};
    bool is_there[2] = {false, false};
    for (std::uint32_t i = 0; i < at_.n; ++i) {
      const std::uint64_t high = (lists_.bits(order[i])[slot / 64] >> (slot % 64)) & 1;
      is_there[high] = true;
      add(bins[high], order[i]);
    }
    if (is_there[0] && is_there[1]) agreement_.bins.assign(bins, bins + 2);
  }

  void read_codes(std::uint32_t f) {
    const std::int32_t* codes = lists_.codes(lists_.place_of(f));
    const std::uint16_t* order = lists_.order(at_);
    seen_.read(encoded_.n_categories(f), at_.n, [&](std::size_t i) { return codes[order[i]]; });
    for (const std::int32_t code : seen_.codes()) agreement_.bins.push_back({code, {}, {}});
    for (std::uint32_t i = 0; i < at_.n; ++i)
      if (const std::int32_t code = codes[order[i]]; code < 0)
        add_missing(order[i]);
      else
        add(agreement_.bins[seen_.position_of(code)], order[i]);
  }

  bool ask_cut(Rough& rough) {
    const std::uint32_t f = rough.feature;
    const auto after =
        general::ask_cut(agreement_, limits_, static_cast<std::int32_t>(f), rough.surrogate);
    if (!after) return false;
    const auto& bins = agreement_.bins;
    rough.surrogate.question.thresholds.push_back(
        midpoint(value(f, bins[*after].code), value(f, bins[*after + 1].code)));
    return true;
  }

  double value(std::uint32_t f, std::int32_t code) const {
    const EncodedFeature& feature = encoded_.feature(f);
    if (feature.storage == Storage::two_valued) return code == 0 ? feature.low : feature.high;
    return encoded_.value(f, lists_.row(static_cast<std::uint32_t>(code)));
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const SurrogateLimits& limits_;
  const BlockLists<Targets>& lists_;
  Stretch at_{};
  std::int32_t upper_ = 0;
  std::int32_t n_of_side_[3] = {0, 0, 0};
  std::int32_t reached_[2] = {0, 0};  ///< samples that answer the split and a feature, by side
  Agreement agreement_;
  std::vector<Rough> rough_;
  SeenCodes seen_;
  std::vector<std::int32_t> counts_;   ///< of each code, by side
  std::vector<std::int32_t> counted_;  ///< codes that have counts
};

}  // namespace arboretum::grow
