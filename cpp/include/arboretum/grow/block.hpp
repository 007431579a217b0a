#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "arboretum/grow/block_sort.hpp"
#include "arboretum/grow/category_search.hpp"
#include "arboretum/grow/encoded.hpp"
#include "arboretum/grow/grown_tree.hpp"
#include "arboretum/grow/node.hpp"
#include "arboretum/grow/ranking.hpp"
#include "arboretum/grow/scan.hpp"

namespace arboretum::grow {

/// Where a cut was found in a sorted list: after `position` entries.
struct ListPlace {
  bool is_presence = false;
  std::uint32_t position = 0;
  std::uint8_t variant = 0;  ///< the branch that missing values go to, where there are some

  bool operator<(const ListPlace& other) const {
    if (is_presence != other.is_presence) return !is_presence;
    if (position != other.position) return position < other.position;
    return variant < other.variant;
  }
};

/// Grows the whole subtree of a node whose samples fit into the cache.
///
/// Every numeric feature is sorted once, into a list of entries (rank | id of the sample in
/// the block).  A node is the same range in all lists; splitting it parts every list stably,
/// so nothing is ever sorted again.
template <class Targets, class Criterion>
class Block {
 public:
  using Sample = typename Targets::Sample;
  using Mark = typename Targets::Mark;

  /// Ids and ranks have 16 bits, and the last rank is for missing values.
  static constexpr std::size_t max_size = max_list;
  /// Nodes with fewer samples take less time than asking whether to go on is worth.
  static constexpr std::uint32_t min_asking = 64;
  /// Likewise for each of its lists.
  static constexpr std::uint32_t min_asking_a_list = 4096;

  Block(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
        const Limits& limits, bool order_is_exact, bool has_classes, double root_weight,
        Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        has_classes_(has_classes),
        has_size_limits_(limits.min_samples_leaf > 1 || limits.min_weight_leaf > 0),
        root_weight_(root_weight),
        width_(targets.width()),
        n_totals_(width_ + 1),
        scan_(width_),
        categories_(criterion, limits, width_, order_is_exact),
        bests_(encoded.n_features()),
        zero_(n_totals_, 0.0),
        pulse_(pulse) {
    for (std::size_t f = 0; f < encoded.n_features(); ++f) {
      const Storage storage = encoded.feature(f).storage;
      list_of_.push_back(static_cast<std::uint32_t>(sorted_.size()));
      if (storage == Storage::binned) sorted_.push_back(static_cast<std::uint32_t>(f));
      if (storage == Storage::categories || storage == Storage::wide)
        categorical_.push_back(static_cast<std::uint32_t>(f));
    }
  }

  /// Grows below `parent`, whose samples these are; appends the nodes to `tree`.
  void grow(std::span<const Sample> samples, std::int64_t depth, std::int32_t parent,
            const double* totals, GrownTree& tree) {
    samples_ = samples;
    tree_ = &tree;
    load();
    frames_.clear();
    actives_.clear();
    totals_.assign(totals, totals + n_totals_);
    for (std::size_t j = 0; j < sorted_.size(); ++j)
      actives_.push_back(static_cast<std::uint32_t>(j));
    Frame root{0, static_cast<std::uint32_t>(samples.size()), parent, Stop::none, depth,
               0, static_cast<std::uint32_t>(actives_.size())};
    root.stop = stop_before(root, totals);
    frames_.push_back(root);
    while (!frames_.empty()) {
      const Frame frame = frames_.back();
      frames_.pop_back();
      // Frames and their totals are stacks that go up and down together.
      here_.assign(totals_.end() - static_cast<std::ptrdiff_t>(n_totals_), totals_.end());
      totals_.resize(totals_.size() - n_totals_);
      visit(frame);
    }
  }

 private:
  struct Frame {
    std::uint32_t begin, n;
    std::int32_t parent;
    Stop stop;  ///< the rules that need no split have been asked
    std::int64_t depth;
    std::size_t first_active;  ///< of the sorted features that still vary, in `actives_`
    std::uint32_t n_active;
  };

  struct FeatureBest {
    Best<ListPlace> cut;
    bool has_missing = false;
    std::uint32_t n_known = 0;
    Grouping grouping;         ///< of a categorical feature
    std::vector<double> left;  ///< of a feature without a list
  };

  using View = NodeView<Criterion>;

  std::uint32_t* list(std::size_t j) { return &entries_[j * stride_]; }

  // Loading -------------------------------------------------------------------

  void load() {
    const std::size_t m = samples_.size();
    stride_ = m;
    marks_.resize(m);
    order_.resize(m);
    side_.resize(m);
    spare_.resize(m);
    proxies_.resize(m);
    rows_.resize(m);
    weights_.resize(targets_.is_weighted() ? m : 0);
    for (std::size_t i = 0; i < m; ++i) {
      marks_[i] = Targets::mark(samples_[i]);
      order_[i] = static_cast<std::uint16_t>(i);
      rows_[i] = samples_[i].row;
      if (targets_.is_weighted()) weights_[i] = Targets::weight(samples_[i]);
    }
    entries_.resize(sorted_.size() * stride_);
    for (std::size_t j = 0; j < sorted_.size(); ++j) {
      pulse_.check();
      sorter_.sort(encoded_, sorted_[j], rows_, list(j));
    }
    load_codes();
    const std::size_t n_words = encoded_.n_words();
    bits_.resize(m * n_words);
    for (std::size_t i = 0; i < m && n_words > 0; ++i)
      std::copy_n(encoded_.bits(rows_[i]), n_words, &bits_[i * n_words]);
  }

  void load_codes() {
    codes_.resize(categorical_.size() * stride_);
    for (std::size_t c = 0; c < categorical_.size(); ++c)
      for (std::size_t i = 0; i < samples_.size(); ++i)
        codes_[c * stride_ + i] = encoded_.code(categorical_[c], rows_[i]);
  }

  // Nodes ---------------------------------------------------------------------

  Stop stop_before(const Frame& frame, const double* totals) const {
    const View node(totals, width_, criterion_);
    const bool is_constant = targets_.is_constant(
        totals, frame.n, [&](std::size_t i) -> auto& { return samples_[order_[frame.begin + i]]; });
    return stop_before_search(node, limits_, frame.depth, is_constant, has_classes_);
  }

  void visit(const Frame& frame) {
    if (frame.n >= min_asking) pulse_.check();
    const std::int32_t id = tree_->begin(frame.parent, here_.data(), n_totals_);
    if (frame.stop != Stop::none) return tree_->end_as_leaf(frame.stop);
    const View node(here_.data(), width_, criterion_);
    const std::size_t first_active = actives_.size();
    search(frame, node);
    const auto proxy_of = [&](std::uint32_t f) { return bests_[f].cut.proxy; };
    const Ranking ranking = rank(contenders_, proxy_of, node.ties);
    if (ranking.winner < 0)
      return tree_->end_as_leaf(has_seen_ ? Stop::not_admitted : Stop::no_question);
    const FeatureBest& best = bests_[ranking.winner];
    if (const Stop stop = stop_after_search(node, limits_, best.cut.proxy, root_weight_);
        stop != Stop::none)
      return tree_->end_as_leaf(stop);
    Question runner_up;
    if (ranking.runner_up >= 0) {
      runner_up = ask(frame, ranking.runner_up);
      left_totals(frame, ranking.runner_up);
      if (!bests_[ranking.runner_up].has_missing)
        runner_up.missing_branch = criterion_.weight(left_.data()) * 2 >= node.weight ? 0 : 1;
    }
    Question question = ask(frame, ranking.winner);
    Frame below{frame.begin,
                frame.n,
                id,
                Stop::none,
                frame.depth + 1,
                first_active,
                static_cast<std::uint32_t>(actives_.size() - first_active)};
    split(below, static_cast<std::uint32_t>(ranking.winner), question);
    tree_->end_as_inner(question, ranking.is_tie || best.cut.is_tie, runner_up, left_.data(),
                        width_);
  }

  // Search --------------------------------------------------------------------

  FeatureBest& contender(std::uint32_t f) {
    contenders_.push_back(f);
    FeatureBest& best = bests_[f];
    best.cut = {};
    return best;
  }

  /// Leaves the lists that still vary at the end of `actives_`.
  void search(const Frame& frame, const View& node) {
    contenders_.clear();
    has_seen_ = false;
    top_ = {};
    for (std::uint32_t a = 0; a < frame.n_active; ++a) {
      const std::uint32_t j = actives_[frame.first_active + a];
      const std::uint32_t* entries = list(j) + frame.begin;
      if (rank_of(entries[0]) == rank_of(entries[frame.n - 1])) continue;
      if (frame.n >= min_asking_a_list) pulse_.check();
      scan_list(frame, node, j);
      actives_.push_back(j);
    }
    for (std::size_t c = 0; c < categorical_.size(); ++c) search_categories(frame, node, c);
    if (encoded_.n_words() > 0) score_bits(frame, node);
  }

  void scan_list(const Frame& frame, const View& node, std::uint32_t j) {
    const std::uint32_t* entries = list(j) + frame.begin;
    FeatureBest& best = contender(sorted_[j]);
    std::uint32_t n_known = frame.n;
    if (rank_of(entries[frame.n - 1]) == missing_rank)
      n_known = static_cast<std::uint32_t>(
          std::lower_bound(entries, entries + frame.n, missing_rank << 16) - entries);
    best.has_missing = n_known < frame.n;
    best.n_known = n_known;
    const ListView<Mark> known{entries,        n_known,      marks_.data(),
                               weights_data(), zero_.data(), node.totals};
    if (!best.has_missing) {
      scan_cuts(known, 0, node, best);
    } else {
      missing_.assign(n_totals_, 0.0);
      for (std::uint32_t i = n_known; i < frame.n; ++i)
        targets_.add(missing_.data(), samples_[id_of(entries[i])]);
      ListView<Mark> after_missing = known;
      after_missing.before = missing_.data();
      scan_cuts(after_missing, 0, node, best);
      scan_cuts(known, 1, node, best);
      offer_presence(node, best);
    }
    top_.add(best.cut.proxy);
  }

  const double* weights_data() const { return targets_.is_weighted() ? weights_.data() : nullptr; }

  void scan_cuts(const ListView<Mark>& view, std::uint8_t variant, const View& node,
                 FeatureBest& best) {
    if (rank_of(view.entries[0]) == rank_of(view.entries[view.n - 1])) return;
    has_seen_ = true;
    double most = scan_.run(view, proxies_.data());
    if (has_size_limits_) most = admit(view, node);
    // Neither the winner nor the runner-up: no need to know where.
    const double floor = most - node.ties.tolerance(most);
    if (most == no_proxy || most < top_.second - node.ties.tolerance(top_.second)) return;
    for (std::uint32_t i = 0; i + 1 < view.n; ++i)
      if (proxies_[i] >= floor && proxies_[i] >= best.cut.floor)
        best.cut.offer(proxies_[i], {false, i + 1, variant}, node.ties);
  }

  /// Takes cuts that leave too little in a branch out of the competition.
  double admit(const ListView<Mark>& view, const View& node) {
    double count = view.before[width_], weight = criterion_.weight(view.before);
    double most = no_proxy;
    for (std::uint32_t i = 0; i + 1 < view.n; ++i) {
      const double w = view.weights == nullptr ? 1.0 : view.weights[id_of(view.entries[i])];
      weight += w;
      count += targets_.count(w);
      if (!admits(limits_, count, node.n_samples() - count, weight, node.weight - weight))
        proxies_[i] = no_proxy;
      most = std::max(most, proxies_[i]);
    }
    return most;
  }

  void offer_presence(const View& node, FeatureBest& best) {
    has_seen_ = true;
    known_.resize(n_totals_);
    for (std::size_t k = 0; k < n_totals_; ++k) known_[k] = node.totals[k] - missing_[k];
    if (!admits(limits_, known_[width_], missing_[width_], criterion_.weight(known_.data()),
                criterion_.weight(missing_.data())))
      return;
    const double proxy = criterion_.proxy(known_.data(), missing_.data());
    if (proxy >= best.cut.floor) best.cut.offer(proxy, {true, 0, 1}, node.ties);
  }

  void search_categories(const Frame& frame, const View& node, std::size_t c) {
    const std::uint32_t f = categorical_[c];
    const std::int32_t* codes = &codes_[c * stride_];
    seen_codes_.clear();
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::int32_t code = codes[order_[frame.begin + i]];
      if (code >= 0) seen_codes_.push_back(code);
    }
    std::sort(seen_codes_.begin(), seen_codes_.end());
    seen_codes_.erase(std::unique(seen_codes_.begin(), seen_codes_.end()), seen_codes_.end());
    tables_.assign(seen_codes_.size() * n_totals_, 0.0);
    missing_.assign(n_totals_, 0.0);
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t id = order_[frame.begin + i];
      if (codes[id] < 0) {
        targets_.add(missing_.data(), samples_[id]);
        continue;
      }
      const auto at = std::lower_bound(seen_codes_.begin(), seen_codes_.end(), codes[id]);
      const auto position = static_cast<std::size_t>(at - seen_codes_.begin());
      targets_.add(&tables_[position * n_totals_], samples_[id]);
    }
    categories_.run(node, seen_codes_, tables_, missing_.data());
    has_seen_ |= categories_.has_seen;
    if (categories_.best.is_found()) take_categories(f);
  }

  void take_categories(std::uint32_t f) {
    const Best<CategoryPlace>& found = categories_.best;
    FeatureBest& best = contender(f);
    best.has_missing = missing_[width_] > 0;
    best.cut.proxy = found.proxy;
    best.cut.is_tie = found.is_tie;
    best.cut.place = {found.place.is_presence, 0, found.place.variant};
    best.left = categories_.left;
    if (!found.place.is_presence) best.grouping = categories_.grouping();
    top_.add(found.proxy);
  }

  void score_bits(const Frame& frame, const View& node) {
    const std::size_t n_words = encoded_.n_words();
    const std::size_t cell = targets_.stride();
    high_.resize(encoded_.two_valued().size() * cell);
    touched_.clear();
    is_touched_.assign(encoded_.two_valued().size(), 0);
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t id = order_[frame.begin + i];
      for (std::size_t w = 0; w < n_words; ++w)
        for (std::uint64_t rest = bits_[id * n_words + w]; rest != 0; rest &= rest - 1) {
          const std::size_t slot = w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest));
          typename Targets::Cell* high = &high_[slot * cell];
          if (!is_touched_[slot]) {
            is_touched_[slot] = 1;
            touched_.push_back(static_cast<std::uint32_t>(slot));
            std::fill_n(high, cell, typename Targets::Cell{});
          }
          targets_.add(high, samples_[id]);
        }
    }
    for (const std::uint32_t slot : touched_) score_two_valued(node, slot);
  }

  void score_two_valued(const View& node, std::size_t slot) {
    known_.assign(n_totals_, 0.0);
    targets_.add(known_.data(), &high_[slot * targets_.stride()]);
    const double* high = known_.data();
    if (high[width_] == node.n_samples()) return;
    has_seen_ = true;
    left_.resize(n_totals_);
    for (std::size_t k = 0; k < n_totals_; ++k) left_[k] = node.totals[k] - high[k];
    if (!admits(limits_, left_[width_], high[width_], criterion_.weight(left_.data()),
                criterion_.weight(high)))
      return;
    const double proxy = criterion_.proxy(left_.data(), high);
    if (proxy < top_.second - node.ties.tolerance(top_.second)) return;
    FeatureBest& best = contender(encoded_.two_valued()[slot]);
    best.has_missing = false;
    best.cut.offer(proxy, {}, node.ties);
    best.left.assign(left_.begin(), left_.end());
    top_.add(proxy);
  }

  // Splitting -----------------------------------------------------------------

  bool has_list(std::uint32_t f) const { return encoded_.feature(f).storage == Storage::binned; }

  /// Puts the totals of the first branch of the best split of a feature into `left_`.
  void left_totals(const Frame& frame, std::int32_t f) {
    const FeatureBest& best = bests_[f];
    if (!has_list(static_cast<std::uint32_t>(f))) {
      left_ = best.left;
      return;
    }
    const ListPlace& place = best.cut.place;
    const std::uint32_t* entries = list(list_of_[f]) + frame.begin;
    const std::uint32_t n_first = place.is_presence ? best.n_known : place.position;
    left_.assign(n_totals_, 0.0);
    for (std::uint32_t i = 0; i < n_first; ++i)
      targets_.add(left_.data(), samples_[id_of(entries[i])]);
    if (best.has_missing && !place.is_presence && place.variant == 0)
      for (std::uint32_t i = best.n_known; i < frame.n; ++i)
        targets_.add(left_.data(), samples_[id_of(entries[i])]);
  }

  /// The question; without missing values at the node, where they go is not decided yet.
  Question ask(const Frame& frame, std::int32_t feature) {
    const auto f = static_cast<std::uint32_t>(feature);
    const FeatureBest& best = bests_[f];
    Question question;
    question.feature = feature;
    question.missing_branch = best.cut.place.variant;
    if (best.cut.place.is_presence) {
      question.kind = static_cast<std::int8_t>(SplitKind::presence);
    } else if (encoded_.feature(f).storage == Storage::two_valued) {
      question.threshold = midpoint(encoded_.feature(f).low, encoded_.feature(f).high);
    } else if (has_list(f)) {
      const std::uint32_t* entries = list(list_of_[f]) + frame.begin;
      const std::uint32_t p = best.cut.place.position;
      question.threshold = midpoint(encoded_.value(f, rows_[id_of(entries[p - 1])]),
                                    encoded_.value(f, rows_[id_of(entries[p])]));
    } else {
      question.kind = static_cast<std::int8_t>(SplitKind::category);
      question.branches = best.grouping.branches(encoded_.n_categories(f));
    }
    return question;
  }

  /// `below` holds what both children have in common.
  void split(const Frame& below, std::uint32_t f, Question& question) {
    mark_sides(below, f, question);
    first_.assign(n_totals_, 0.0);
    second_.assign(n_totals_, 0.0);
    Frame first = below, second = below;
    first.n = part_order(below);
    second.begin += first.n;
    second.n -= first.n;
    if (!bests_[f].has_missing)
      question.missing_branch =
          criterion_.weight(first_.data()) >= criterion_.weight(second_.data()) ? 0 : 1;
    first.stop = stop_before(first, first_.data());
    second.stop = stop_before(second, second_.data());
    if (first.stop == Stop::none || second.stop == Stop::none)
      for (std::uint32_t a = 0; a < below.n_active; ++a)
        part_list(list(actives_[below.first_active + a]) + below.begin, below.n);
    push(second, second_);
    push(first, first_);
  }

  void push(const Frame& frame, const std::vector<double>& totals) {
    frames_.push_back(frame);
    totals_.insert(totals_.end(), totals.begin(), totals.end());
  }

  /// Parts the samples in row order, sums both branches, returns the size of the first.
  std::uint32_t part_order(const Frame& node) {
    std::uint32_t n_first = 0, n_second = 0;
    std::uint16_t* order = &order_[node.begin];
    const std::size_t cell = targets_.stride();
    cells_.assign(2 * cell, {});
    for (std::uint32_t i = 0; i < node.n; ++i) {
      const std::uint16_t id = order[i];
      const bool is_second = side_[id] != 0;
      targets_.add(&cells_[is_second ? cell : 0], samples_[id]);
      order[n_first] = id;
      spare_[n_second] = id;
      n_first += is_second ? 0 : 1;
      n_second += is_second ? 1 : 0;
    }
    for (std::uint32_t i = 0; i < n_second; ++i)
      order[n_first + i] = static_cast<std::uint16_t>(spare_[i]);
    targets_.add(first_.data(), &cells_[0]);
    targets_.add(second_.data(), &cells_[cell]);
    return n_first;
  }

  /// Stable: both branches stay sorted.
  void part_list(std::uint32_t* entries, std::uint32_t n) {
    std::uint32_t first = 0, second = 0;
    const std::uint8_t* side = side_.data();
    std::uint32_t* spare = spare_.data();
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t entry = entries[i];
      const std::uint32_t is_second = side[id_of(entry)];
      entries[first] = entry;
      spare[second] = entry;
      first += 1 - is_second;
      second += is_second;
    }
    std::copy_n(spare, second, entries + first);
  }

  void mark_sides(const Frame& node, std::uint32_t f, const Question& question) {
    const FeatureBest& best = bests_[f];
    if (encoded_.feature(f).storage == Storage::two_valued) {
      const std::size_t slot = encoded_.feature(f).slot, n_words = encoded_.n_words();
      for (std::uint32_t i = 0; i < node.n; ++i) {
        const std::uint16_t id = order_[node.begin + i];
        side_[id] = (bits_[id * n_words + slot / 64] >> (slot % 64)) & 1;
      }
    } else if (has_list(f)) {
      const std::uint32_t* entries = list(list_of_[f]) + node.begin;
      const ListPlace& place = best.cut.place;
      const std::uint32_t n_first = place.is_presence ? best.n_known : place.position;
      for (std::uint32_t i = 0; i < node.n; ++i) side_[id_of(entries[i])] = i >= n_first;
      if (best.has_missing && !place.is_presence)
        for (std::uint32_t i = best.n_known; i < node.n; ++i)
          side_[id_of(entries[i])] = place.variant;
    } else {
      mark_category_sides(node, f, question);
    }
  }

  void mark_category_sides(const Frame& node, std::uint32_t f, const Question& question) {
    const auto c = static_cast<std::size_t>(
        std::lower_bound(categorical_.begin(), categorical_.end(), f) - categorical_.begin());
    for (std::uint32_t i = 0; i < node.n; ++i) {
      const std::uint16_t id = order_[node.begin + i];
      const std::int32_t code = codes_[c * stride_ + id];
      if (bests_[f].cut.place.is_presence)
        side_[id] = code < 0;
      else
        side_[id] =
            static_cast<std::uint8_t>(code < 0 ? question.missing_branch : question.branches[code]);
    }
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  bool has_classes_;
  bool has_size_limits_;
  double root_weight_;
  std::size_t width_, n_totals_;
  Scan<Targets, Criterion> scan_;
  CategorySearch<Criterion> categories_;
  std::vector<std::uint32_t> sorted_, categorical_;  ///< features, ascending
  std::vector<std::uint32_t> list_of_;               ///< of each feature, if it has one

  std::span<const Sample> samples_;
  GrownTree* tree_ = nullptr;
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> entries_;
  std::vector<Mark> marks_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint16_t> order_;  ///< ids of the samples of each node, in row order
  std::vector<std::uint8_t> side_;
  std::vector<std::uint32_t> spare_;
  std::vector<std::int32_t> codes_;
  std::vector<std::uint64_t> bits_;
  std::vector<Frame> frames_;
  std::vector<double> totals_;  ///< of the frames, one after another
  std::vector<std::uint32_t> actives_;
  std::vector<FeatureBest> bests_;
  std::vector<std::uint32_t> contenders_;
  TopTwo top_;
  bool has_seen_ = false;
  std::vector<double> zero_, here_, first_, second_;
  std::vector<double> proxies_, left_, missing_, known_, tables_;
  std::vector<typename Targets::Cell> cells_;  ///< of the two branches of a split
  std::vector<typename Targets::Cell> high_;   ///< of each two-valued feature: the larger value
  std::vector<std::uint32_t> touched_;
  std::vector<std::uint8_t> is_touched_;
  std::vector<std::int32_t> seen_codes_;
  BlockSorter sorter_;
  Pulse& pulse_;
};

}  // namespace arboretum::grow
