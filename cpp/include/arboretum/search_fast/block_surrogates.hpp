#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "arboretum/core/surrogates.hpp"
#include "arboretum/search_fast/block_counts.hpp"
#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/seen_codes.hpp"

namespace arboretum::fast {

/// Finds the surrogates of a split at a node of a block; `side` of the lists says how it parts.
template <class Targets>
class BlockSurrogates {
 public:
  using Counted = BlockCounts<Targets>;

  BlockSurrogates(const Encoded& encoded, const Targets& targets, const SurrogateLimits& limits,
                  const BlockLists<Targets>& lists)
      : encoded_(encoded), targets_(targets), limits_(limits), lists_(lists), counted_(lists) {}

  /// `varying` are the lists that vary at the node, `codes_of(c)` its categories; `upper` is the
  /// branch with the larger mean.  What is found is there until the next node.
  template <class CodesOf>
  std::span<const Surrogate> find(Stretch at, std::span<const std::uint32_t> varying,
                                  const CodesOf& codes_of, std::int32_t without,
                                  std::int32_t upper) {
    if (limits_.max_surrogates == 0) return {};
    at_ = at;
    upper_ = upper;
    if (counts_only()) counted_.begin(at);
    best_.clear();
    asked_.resize(encoded_.n_features());
    mark_varying(varying);
    for (std::uint32_t f = 0; f < encoded_.n_features(); ++f)
      if (static_cast<std::int32_t>(f) != without && look_at(f, codes_of)) enter(f);
    found_.resize(std::max(found_.size(), best_.size()));
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const std::uint32_t f = best_[i].feature;
      if (is_rough(f)) ask_counted(f, codes_of);
      std::swap(found_[i], asked_[f]);
    }
    return std::span(found_).first(best_.size());
  }

 private:
  struct Place {
    std::uint32_t feature;
    double rounded;  ///< agreement, by which surrogates are ranked
  };

  /// Where samples all weigh 1, agreements are counts: most questions need not be written down.
  bool counts_only() const { return lists_.weights() == nullptr; }
  /// Whether of a surrogate only the agreement is known at first, because that is quicker.
  bool is_rough(std::uint32_t f) const {
    return counts_only() && encoded_.feature(f).storage != Storage::two_valued;
  }

  void mark_varying(std::span<const std::uint32_t> varying) {
    varies_.assign(lists_.sorted().size(), 0);
    for (const std::uint32_t j : varying) varies_[j] = 1;
  }

  /// Whether a question about the feature is worth asking; leaves its agreement in `asked_`.
  template <class CodesOf>
  bool look_at(std::uint32_t f, const CodesOf& codes_of) {
    const bool has_list = encoded_.feature(f).storage == Storage::binned;
    const std::uint32_t place = lists_.place_of(f);
    if (has_list && !varies_[place]) return false;
    Surrogate& surrogate = asked_[f];
    if (!is_rough(f)) return ask(f, surrogate);
    const std::int32_t most = has_list ? counted_.most_of_list(lists_.list(place, at_))
                                       : counted_.most_of_codes(place, codes_of(place));
    return most >= 0 &&
           counted_.measure(most, limits_.among_both, surrogate.agreement, surrogate.adjusted);
  }

  /// Gives a feature its place among the best; of equals the first stays first.
  void enter(std::uint32_t f) {
    const double rounded = rounded_agreement(asked_[f].agreement);
    const bool is_full = best_.size() == limits_.max_surrogates;
    if (is_full && !(rounded > best_.back().rounded)) return;
    if (is_full) best_.pop_back();
    const auto after =
        std::ranges::find_if(best_, [&](const Place& place) { return rounded > place.rounded; });
    best_.insert(after, {f, rounded});
  }

  /// Writes the question whose agreement is known.
  template <class CodesOf>
  void ask_counted(std::uint32_t f, const CodesOf& codes_of) {
    Surrogate& surrogate = asked_[f];
    Question& question = surrogate.question;
    const std::uint32_t place = lists_.place_of(f);
    surrogate.is_reversed = false;
    if (encoded_.feature(f).storage != Storage::binned) {
      question.reset(static_cast<std::int32_t>(f), SplitKind::category, 2, kNoBranch);
      return counted_.group(place, codes_of(place), upper_, question);
    }
    question.reset(static_cast<std::int32_t>(f), SplitKind::interval, 2, kNoBranch);
    const std::uint32_t* entries = lists_.list(place, at_);
    const std::uint32_t cut = counted_.locate(entries, surrogate.is_reversed);
    question.thresholds.push_back(
        encoded_.threshold(f, value(f, static_cast<std::int32_t>(id_of(entries[cut]))),
                           value(f, static_cast<std::int32_t>(id_of(entries[cut + 1])))));
  }

  /// Writes a question with its agreement; false if none is worth asking.
  bool ask(std::uint32_t f, Surrogate& surrogate) {
    agreement_.clear();
    switch (encoded_.feature(f).storage) {
      case Storage::binned:
        read_list(lists_.place_of(f));
        return ask_cut(f, surrogate);
      case Storage::two_valued:
        read_bits(encoded_.feature(f).slot);
        return ask_cut(f, surrogate);
      case Storage::categories:
      case Storage::wide:
        read_codes(f);
        return arboretum::ask_set(agreement_, limits_, static_cast<std::int32_t>(f), upper_,
                                  surrogate);
    }
    return false;
  }

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
    const std::uint32_t c = lists_.place_of(f);
    const std::uint16_t* order = lists_.order(at_);
    seen_.read(encoded_.n_categories(f), at_.n,
               [&](std::size_t i) { return lists_.code(c, order[i]); });
    for (const std::int32_t code : seen_.codes()) agreement_.bins.push_back({code, {}, {}});
    for (std::uint32_t i = 0; i < at_.n; ++i)
      if (const std::int32_t code = lists_.code(c, order[i]); code < 0)
        add_missing(order[i]);
      else
        add(agreement_.bins[seen_.position_of(code)], order[i]);
  }

  bool ask_cut(std::uint32_t f, Surrogate& surrogate) {
    const auto after =
        arboretum::ask_cut(agreement_, limits_, static_cast<std::int32_t>(f), surrogate);
    if (!after) return false;
    const auto& bins = agreement_.bins;
    surrogate.question.thresholds.push_back(
        encoded_.threshold(f, value(f, bins[*after].code), value(f, bins[*after + 1].code)));
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
  Agreement agreement_;
  Counted counted_;
  SeenCodes seen_;
  std::vector<std::uint8_t> varies_;  ///< of each list: whether it does at the node
  std::vector<Surrogate> asked_;      ///< of each feature
  std::vector<Place> best_;           ///< the best first
  std::vector<Surrogate> found_;
};

}  // namespace arboretum::fast
