#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <type_traits>
#include <vector>

#include "arboretum/core/draw.hpp"
#include "arboretum/search_fast/block_bits.hpp"
#include "arboretum/search_fast/block_categories.hpp"
#include "arboretum/search_fast/block_cut.hpp"
#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/block_work.hpp"
#include "arboretum/search_fast/merits.hpp"
#include "arboretum/search_fast/most_possible.hpp"
#include "arboretum/search_fast/node.hpp"
#include "arboretum/search_fast/ranking.hpp"
#include "arboretum/search_fast/scan_lanes.hpp"

namespace arboretum::fast {

/// Finds the best split of nodes of a block.
///
/// Every feature is asked for its largest proxy only.  Where that lies, `locate` finds by
/// looking again, at the winner and the runner-up alone.
template <class Targets, class Criterion>
class BlockSearch {
 public:
  using Mark = typename Targets::Mark;
  using View = NodeView<Criterion>;

  /// Lists with fewer samples take less time than asking whether to go on is worth.
  static constexpr std::uint32_t min_asking = 4096;

  BlockSearch(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
              const Limits& limits, const BlockLists<Targets>& lists, bool order_is_exact,
              Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        lists_(lists),
        pulse_(pulse),
        has_size_limits_(limits.min_samples_leaf > 1 || limits.min_weight_leaf > 0),
        width_(targets.width()),
        n_totals_(width_ + 1),
        scan_(made_for<Scan<Targets, Criterion>>(criterion, width_)),
        lane_scan_(made_for<LaneScan<Targets, Criterion>>(criterion, width_)),
        categories_(targets, criterion, limits, lists, order_is_exact),
        bits_(encoded, targets, criterion, limits, lists),
        work_(targets, limits, lists, pulse.work_done()),
        draw_(limits.max_features, encoded.n_features()),
        merits_(limits),
        proxies_of_(merits_.are_proxies() ? 0 : encoded.n_features()),
        best_is_all_((width_ == 2 || std::is_same_v<Targets, Moments>) &&
                     limits.following.n_ranked() == 1 && !limits.following.is_wanted &&
                     merits_.are_proxies() && lists.sorted().size() == encoded.n_features()),
        zero_(n_totals_, 0.0) {}

  /// Ranks the features of a node.  `actives` ends with the lists that varied in its parent, from
  /// `first` on; those that vary here are appended.
  Ranking run(Stretch at, const View& node, const Place& place, std::size_t first,
              std::vector<std::uint32_t>& actives) {
    contenders_.clear();
    has_seen = false;
    draw_.turn_to(place.key);
    merits_.turn_to(node, place.asked);
    const std::size_t last = actives.size();
    search_lists(at, node, first, actives);
    categories_.begin(at);
    for (std::size_t c = 0; c < lists_.categorical().size(); ++c) {
      const std::uint32_t f = lists_.categorical()[c];
      // Surrogates are looked for among all features.
      if (draw_.has(f) || limits_.following.is_wanted) search_codes(at, node, c);
      if (draw_.has(f)) contend(f, categories_.proxy(c));
    }
    if (encoded_.n_words() > 0)
      search_bits(at, node, [&](std::uint32_t f) { return draw_.has(f); });
    if (draw_.is_made() && contenders_.empty()) go_on(at, node, std::span(actives).subspan(last));
    if (node.ties.slack > 0) settle(at, node);
    return rank(contenders_, merits_.ties(), limits_.following.keeps_runner_up);
  }

  /// Whether a list is the last that two rows need: it splits them, and no other is asked for.
  bool is_two_parted_by(std::uint32_t j, Stretch at) const {
    const std::uint32_t* entries = lists_.list(j, at);
    return best_is_all_ && !has_size_limits_ && !draw_.is_made() &&
           rank_of(entries[0]) != rank_of(entries[1]) && rank_of(entries[1]) != missing_rank;
  }

  /// When the merits of the node that was ranked last count as equal.
  const Ties& ties() const { return merits_.ties(); }

  /// The largest proxy of the feature that won.
  double proxy_of(const Ranking& ranking) const {
    return merits_.are_proxies() ? ranking.merit : proxies_of_[ranking.winner];
  }

  bool has_seen = false;  ///< whether there was any candidate, admitted or not
  bool is_vague = false;  ///< whether rounding may have decided about the splits that are kept

  /// The features that competed, with their merits.
  const std::vector<Contender>& contenders() const { return contenders_; }

  /// The categories of the c-th feature that has codes, at that node.
  const BlockCodes& codes(std::size_t c) const { return categories_.codes(c); }

  /// The best split of a feature of the node that was ranked last.
  void locate(Stretch at, const View& node, std::int32_t feature, BlockCut& cut) {
    const auto f = static_cast<std::uint32_t>(feature);
    cut.best = {};
    cut.has_missing = false;
    cut.known.clear();
    switch (encoded_.feature(f).storage) {
      case Storage::binned:
        return locate_in_list(at, node, lists_.place_of(f), cut);
      case Storage::two_valued:
        bits_.sum_left(node, encoded_.feature(f).slot, cut.left);
        cut.best.offer(0.0, {}, node.ties);
        return;
      case Storage::categories:
      case Storage::wide:
        return categories_.take(lists_.place_of(f), cut);
    }
  }

  /// Sums the totals of the first branch of a cut in a list.
  void sum_left(Stretch at, std::int32_t feature, BlockCut& cut) const {
    const SplitPlace& place = cut.best.place;
    const std::uint32_t* entries = lists_.list(lists_.place_of(feature), at);
    const std::uint32_t n_first = place.is_presence ? cut.n_known : place.number;
    cut.left.assign(n_totals_, 0.0);
    for (std::uint32_t i = 0; i < n_first; ++i)
      targets_.add(cut.left.data(), lists_.sample(id_of(entries[i])));
    if (cut.has_missing && cut.known.empty() && !place.is_presence && place.variant == 0)
      for (std::uint32_t i = cut.n_known; i < at.n; ++i)
        targets_.add(cut.left.data(), lists_.sample(id_of(entries[i])));
  }

 private:
  /// Lets the best features compete by the splits that are chosen of them, not by their best ones.
  void settle(Stretch at, const View& node) {
    const std::size_t n = limits_.following.n_ranked();
    const double least = least_of_best(contenders_, merits_.ties(), n);
    is_vague = false;
    for (Contender& contender : contenders_) {
      const std::uint32_t f = contender.feature;
      if (contender.merit < least || encoded_.feature(f).storage == Storage::two_valued) continue;
      locate(at, node, static_cast<std::int32_t>(f), settled_);
      is_vague |= settled_.best.is_vague;
      contender.merit = merits_.of(f, settled_.best.proxy);
      if (!merits_.are_proxies()) proxies_of_[f] = settled_.best.proxy;
    }
    is_vague |= fast::is_vague(contenders_, merits_.ties(), n);
  }

  void contend(std::uint32_t f, double proxy) {
    if (!std::isfinite(proxy)) return;
    contenders_.push_back({f, merits_.of(f, proxy)});
    if (!merits_.are_proxies()) proxies_of_[f] = proxy;
  }

  /// Of the features of two values that `competes(feature)` says.
  template <class Competes>
  void search_bits(Stretch at, const View& node, const Competes& competes) {
    has_seen |= bits_.search(at, node, competes, [&](std::uint32_t f, double proxy) {
      contend(f, proxy);
      if (work_.is_wanted()) work_.count(at, std::isfinite(proxy) ? 1 : 0);
    });
  }

  /// The categories of the c-th feature that has codes.
  void search_codes(Stretch at, const View& node, std::size_t c) {
    has_seen |= categories_.search(node, c);
    if (work_.is_wanted()) work_.count(at, categories_.n_scored(c));
  }

  /// As scikit-learn does: where none of the drawn features can split, the others are tried one
  /// after another until one can.  `varying` are the lists that vary.
  void go_on(Stretch at, const View& node, std::span<const std::uint32_t> varying) {
    varies_.assign(lists_.sorted().size(), 0);
    for (const std::uint32_t j : varying) varies_[j] = 1;
    for (const std::uint32_t f : draw_.others()) {
      const std::uint32_t place = lists_.place_of(f);
      switch (encoded_.feature(f).storage) {
        case Storage::binned:
          if (varies_[place] == 0) break;
          contend(f, most_of_list(at, node, place));
          if (work_.is_wanted()) work_.count_list(at, node, place);
          break;
        case Storage::two_valued:
          search_bits(at, node, [f](std::uint32_t other) { return other == f; });
          break;
        case Storage::categories:
        case Storage::wide:
          search_codes(at, node, place);
          contend(f, categories_.proxy(place));
          break;
      }
      if (!contenders_.empty()) return;
    }
  }

  // Lists -----------------------------------------------------------------------

  void search_lists(Stretch at, const View& node, std::size_t first,
                    std::vector<std::uint32_t>& actives) {
    const bool side_by_side =
        lane_scan_.prepare(node.totals) && (!has_size_limits_ || lists_.weights() == nullptr);
    const std::size_t last = actives.size();
    // Room for all at once: a small node would notice asking for each.
    actives.resize(last + (last - first));
    complete_.resize(last - first);
    std::size_t end = last, n_complete = 0;
    for (std::size_t a = first; a < last; ++a) {
      const std::uint32_t j = actives[a];
      const std::uint32_t* entries = lists_.list(j, at);
      if (rank_of(entries[0]) == rank_of(entries[at.n - 1])) continue;
      if (at.n >= min_asking) pulse_.check();
      actives[end++] = j;
      if (!draw_.has(lists_.sorted()[j])) continue;
      if (side_by_side && at.n > 2 && rank_of(entries[at.n - 1]) != missing_rank)
        complete_[n_complete++] = j;
      else
        contend(lists_.sorted()[j], most_of_list(at, node, j));
      if (at.n == 2 && are_two_rows_done()) break;
    }
    actives.resize(end);
    complete_.resize(n_complete);
    if (work_.is_wanted()) count_single_lists(at, node, std::span(actives).subspan(last));
    const bool may_settle =
        best_is_all_ && contenders_.empty() && complete_.size() > n_lanes && node.ties.slack == 0;
    const double most = may_settle ? most_possible(criterion_, lists_, at, node.totals) : unbounded;
    for (std::size_t i = 0; i < complete_.size(); i += n_lanes) {
      search_lanes(at, node,
                   std::span(complete_).subspan(i, std::min(n_lanes, complete_.size() - i)));
      if (most != unbounded && is_settled(most)) break;
    }
  }

  /// Those of the lists that vary which were searched one by one.
  void count_single_lists(Stretch at, const View& node, std::span<const std::uint32_t> varying) {
    for (const std::uint32_t j : varying)
      if (draw_.has(lists_.sorted()[j]) && !std::ranges::binary_search(complete_, j))
        work_.count_list(at, node, j);
  }

  /// Whether lists that are still to be searched cannot win: none has more than `most`, and of
  /// equals the first wins.  Unless one is equal to the best so far, yet not to `most`.
  bool is_settled(double most) const {
    double best = no_proxy;
    for (const Contender& contender : contenders_) best = std::max(best, contender.merit);
    const double floor = best - merits_.ties().tolerance(best);
    const double highest_floor = most - merits_.ties().tolerance(most);
    return best >= highest_floor && std::ranges::none_of(contenders_, [&](const Contender& c) {
             return c.merit >= floor && c.merit < highest_floor;
           });
  }

  /// Two rows can be parted in one way only: a list beyond those that are ranked would tie with
  /// them, unless features cost something.  It may be a surrogate, though, if a row stands for
  /// several samples.
  bool are_two_rows_done() const {
    const bool may_be_surrogates =
        limits_.following.surrogates.max_surrogates > 0 && lists_.weights() != nullptr;
    return contenders_.size() == limits_.following.n_ranked() && !may_be_surrogates &&
           merits_.are_proxies();
  }

  /// Lists without missing values.
  void search_lanes(Stretch at, const View& node, std::span<const std::uint32_t> some) {
    has_seen = true;
    ListLanes lanes;
    for (std::size_t l = 0; l < n_lanes; ++l)
      lanes[l] = lists_.list(some[std::min(l, some.size() - 1)], at);
    LaneProxies most{};
    const ListView<Mark> view{lanes[0],         at.n,         lists_.marks(),
                              lists_.weights(), zero_.data(), node.totals};
    lane_scan_.run(lanes, view, competing(at.n), most);
    for (std::size_t l = 0; l < some.size(); ++l) contend(lists_.sorted()[some[l]], most[l]);
    if (work_.is_wanted()) work_.count_lists(at, node, some);
  }

  /// Which cuts leave enough in both branches, where every sample counts once.
  CutRange competing(std::uint32_t n) const {
    if (!has_size_limits_) return {0, n - 1};
    const double least = std::ceil(std::max(limits_.min_samples_leaf, limits_.min_weight_leaf));
    if (2 * least > n) return {0, 0};
    const auto m = static_cast<std::uint32_t>(least);
    return {m - 1, n - m};
  }

  ListView<Mark> view_of(Stretch at, const View& node, std::uint32_t j) const {
    const std::uint32_t* entries = lists_.list(j, at);
    std::uint32_t n_known = at.n;
    if (rank_of(entries[at.n - 1]) == missing_rank)
      n_known = static_cast<std::uint32_t>(
          std::lower_bound(entries, entries + at.n, missing_rank << 16) - entries);
    return {entries, n_known, lists_.marks(), lists_.weights(), zero_.data(), node.totals};
  }

  double most_of_list(Stretch at, const View& node, std::uint32_t j) {
    ListView<Mark> known = view_of(at, node, j);
    if (known.n == at.n) return most_of_cuts(known);
    sum_missing(known, at.n);
    if (limits_.following.is_wanted) return most_of_cuts(among_known(known, node));
    ListView<Mark> after_missing = known;
    after_missing.before = missing_.data();
    const double most = std::max(most_of_cuts(after_missing), most_of_cuts(known));
    return std::max(most, presence(node));
  }

  /// The known samples by themselves; `missing_` has the others.
  ListView<Mark> among_known(ListView<Mark> known, const View& node) {
    known_.resize(n_totals_);
    for (std::size_t k = 0; k < n_totals_; ++k) known_[k] = node.totals[k] - missing_[k];
    known.total = known_.data();
    return known;
  }

  double most_of_cuts(const ListView<Mark>& view) {
    if (rank_of(view.entries[0]) == rank_of(view.entries[view.n - 1])) return no_proxy;
    has_seen = true;
    if (has_size_limits_ && view.weights == nullptr) {
      const auto [first, last] = admitted(view);
      return scan_.run(view, KeepMostWithin{{view.entries}, first, last - first}).largest.most;
    }
    if (has_size_limits_) return keep_cuts(view);
    return scan_.run(view, KeepMost{view.entries}).most;
  }

  /// Leaves the proxy of every admitted cut in `proxies_`.
  double keep_cuts(const ListView<Mark>& view) {
    proxies_.resize(std::max<std::size_t>(proxies_.size(), view.n));
    const double most = scan_.run(view, KeepAll{view.entries, proxies_.data()}).largest.most;
    if (!has_size_limits_) return most;
    return view.weights == nullptr ? admit_by_number(view) : admit(view);
  }

  /// The cuts of a list that leave enough, where every sample counts once.
  CutRange admitted(const ListView<Mark>& view) const {
    const std::uint32_t n_cuts = view.n - 1;
    const auto before = static_cast<std::uint32_t>(view.before[width_]);
    const auto [first, last] = competing(static_cast<std::uint32_t>(view.total[width_]));
    const std::uint32_t begin = std::min(first > before ? first - before : 0, n_cuts);
    return {begin, std::clamp(last > before ? last - before : 0, begin, n_cuts)};
  }

  double admit_by_number(const ListView<Mark>& view) {
    const auto [first, last] = admitted(view);
    std::fill_n(proxies_.begin(), first, no_proxy);
    std::fill(proxies_.begin() + last, proxies_.begin() + view.n - 1, no_proxy);
    double most = no_proxy;
    for (std::uint32_t i = first; i < last; ++i) most = std::max(most, proxies_[i]);
    return most;
  }

  /// Takes cuts that leave too little in a branch out of the competition.
  double admit(const ListView<Mark>& view) {
    const double all = criterion_.weight(view.total);
    double count = view.before[width_], weight = criterion_.weight(view.before);
    double most = no_proxy;
    for (std::uint32_t i = 0; i + 1 < view.n; ++i) {
      const double w = view.weights == nullptr ? 1.0 : view.weights[id_of(view.entries[i])];
      weight += w;
      count += targets_.count(w);
      if (!admits(limits_, count, view.total[width_] - count, weight, all - weight))
        proxies_[i] = no_proxy;
      most = std::max(most, proxies_[i]);
    }
    return most;
  }

  void sum_missing(const ListView<Mark>& known, std::uint32_t n) {
    missing_.assign(n_totals_, 0.0);
    for (std::uint32_t i = known.n; i < n; ++i)
      targets_.add(missing_.data(), lists_.sample(id_of(known.entries[i])));
  }

  /// The proxy of "known or missing?".
  double presence(const View& node) {
    has_seen = true;
    known_.resize(n_totals_);
    for (std::size_t k = 0; k < n_totals_; ++k) known_[k] = node.totals[k] - missing_[k];
    if (!admits(limits_, known_[width_], missing_[width_], criterion_.weight(known_.data()),
                criterion_.weight(missing_.data())))
      return no_proxy;
    return criterion_.proxy(known_.data(), missing_.data());
  }

  void locate_in_list(Stretch at, const View& node, std::uint32_t j, BlockCut& cut) {
    const ListView<Mark> known = view_of(at, node, j);
    cut.n_known = known.n;
    cut.has_missing = known.n < at.n;
    offer_list(at, node, known, cut);
    if (node.ties.slack > 0) cut.best.settle(node.ties);
  }

  void offer_list(Stretch at, const View& node, const ListView<Mark>& known, BlockCut& cut) {
    if (!cut.has_missing) return offer_cuts(known, 0, node, cut.best);
    sum_missing(known, at.n);
    if (limits_.following.is_wanted) {
      offer_cuts(among_known(known, node), 0, node, cut.best);
      cut.known = known_;
      return;
    }
    ListView<Mark> after_missing = known;
    after_missing.before = missing_.data();
    offer_cuts(after_missing, 0, node, cut.best);
    offer_cuts(known, 1, node, cut.best);
    const double proxy = presence(node);
    if (proxy != no_proxy && proxy >= cut.best.floor)
      cut.best.offer(proxy, {true, 0, 1}, node.ties);
  }

  void offer_cuts(const ListView<Mark>& view, std::uint8_t variant, const View& node,
                  Best<SplitPlace>& best) {
    if (rank_of(view.entries[0]) == rank_of(view.entries[view.n - 1])) return;
    const double most = keep_cuts(view);
    if (most == no_proxy) return;
    const double floor = node.ties.floor(most);
    for (std::uint32_t i = 0; i + 1 < view.n; ++i)
      if (proxies_[i] >= floor && proxies_[i] >= best.floor)
        best.offer(proxies_[i], {false, i + 1, variant}, node.ties);
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  const BlockLists<Targets>& lists_;
  Pulse& pulse_;
  bool has_size_limits_;
  std::size_t width_, n_totals_;
  Scan<Targets, Criterion> scan_;
  LaneScan<Targets, Criterion> lane_scan_;
  BlockCategories<Targets, Criterion> categories_;
  BlockBits<Targets, Criterion> bits_;
  BlockWork<Targets, Criterion> work_;

  Draw draw_;
  Merits merits_;
  std::vector<Contender> contenders_;
  std::vector<double> proxies_of_;    ///< of contenders, by feature, where merits differ from them
  bool best_is_all_;                  ///< nobody asks for more than the first of the best lists
  std::vector<std::uint8_t> varies_;  ///< of each list
  std::vector<std::uint32_t> complete_;  ///< lists that vary and miss nothing
  std::vector<double> zero_, proxies_, missing_, known_;
  BlockCut settled_;
};

}  // namespace arboretum::fast
