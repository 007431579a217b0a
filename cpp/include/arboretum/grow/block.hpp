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
  static constexpr std::size_t max_size = 32768;

  Block(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
        const Limits& limits, bool order_is_exact, bool has_classes, double root_weight)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        has_classes_(has_classes),
        root_weight_(root_weight),
        width_(targets.width()),
        scan_(targets),
        categories_(criterion, limits, width_, order_is_exact),
        bests_(encoded.n_features()) {
    for (std::size_t f = 0; f < encoded.n_features(); ++f) {
      const Storage storage = encoded.feature(f).storage;
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
    Frame root{0, static_cast<std::uint32_t>(samples.size()), parent, depth, 0, 0, {}};
    root.totals.assign(totals, totals + width_ + 1);
    for (std::size_t j = 0; j < sorted_.size(); ++j)
      actives_.push_back(static_cast<std::uint16_t>(j));
    root.n_active = static_cast<std::uint32_t>(actives_.size());
    frames_.push_back(std::move(root));
    while (!frames_.empty()) {
      Frame frame = std::move(frames_.back());
      frames_.pop_back();
      visit(frame);
    }
  }

 private:
  struct Frame {
    std::uint32_t begin, n;
    std::int32_t parent;
    std::int64_t depth;
    std::size_t first_active;  ///< of the sorted features that still vary, in `actives_`
    std::uint32_t n_active;
    std::vector<double> totals;
  };

  struct FeatureBest {
    Best<ListPlace> cut;
    double proxy = no_proxy;
    bool has_missing = false;
    std::uint32_t n_known = 0;
    std::vector<std::int32_t> branches;
    std::vector<double> left;
  };

  std::uint32_t* list(std::size_t j) { return &entries_[j * stride_]; }
  static std::uint32_t rank_of(std::uint32_t entry) { return entry >> 16; }
  static std::uint32_t id_of(std::uint32_t entry) { return entry & 0xffff; }

  void load() {
    const std::size_t m = samples_.size();
    stride_ = m;
    marks_.resize(m);
    order_.resize(m);
    side_.resize(m);
    spare_.resize(m);
    for (std::size_t i = 0; i < m; ++i) {
      marks_[i] = Targets::mark(samples_[i]);
      order_[i] = static_cast<std::uint16_t>(i);
    }
    entries_.resize(sorted_.size() * stride_);
    rows_.resize(m);
    for (std::size_t i = 0; i < m; ++i) rows_[i] = samples_[i].row;
    for (std::size_t j = 0; j < sorted_.size(); ++j)
      sorter_.sort(encoded_, sorted_[j], rows_, list(j));
    codes_.resize(categorical_.size() * stride_);
    for (std::size_t c = 0; c < categorical_.size(); ++c)
      for (std::size_t i = 0; i < m; ++i)
        codes_[c * stride_ + i] = encoded_.code(categorical_[c], samples_[i].row);
    const std::size_t n_words = encoded_.n_words();
    bits_.resize(m * n_words);
    for (std::size_t i = 0; i < m; ++i)
      std::copy_n(encoded_.bits(samples_[i].row), n_words, &bits_[i * n_words]);
  }

  bool is_constant(const Frame& frame) const {
    const Sample& first = samples_[order_[frame.begin]];
    for (std::uint32_t i = 1; i < frame.n; ++i)
      if (!Targets::same_target(first, samples_[order_[frame.begin + i]])) return false;
    return true;
  }

  Stop stop_before(const Frame& frame) const {
    const NodeView<Criterion> node(frame.totals.data(), width_, criterion_);
    return stop_before_search(node, limits_, frame.depth, is_constant(frame), has_classes_);
  }

  std::int32_t emit(const Frame& frame) {
    const auto id = static_cast<std::int32_t>(tree_->n_nodes());
    tree_->parent.push_back(frame.parent);
    tree_->totals.insert(tree_->totals.end(), frame.totals.begin(), frame.totals.end());
    return id;
  }

  void leaf(Stop stop) {
    tree_->stop.push_back(static_cast<std::int8_t>(stop));
    tree_->tie.push_back(0);
    tree_->questions.push({});
    tree_->runner_ups.push({});
    tree_->runner_up_left.insert(tree_->runner_up_left.end(), width_, 0.0);
  }

  void visit(Frame& frame) {
    const std::int32_t id = emit(frame);
    if (const Stop stop = stop_before(frame); stop != Stop::none) return leaf(stop);
    const NodeView<Criterion> node(frame.totals.data(), width_, criterion_);
    search(frame, node);
    Ranking ranking = rank(bests_, node.ties);
    if (ranking.winner < 0) return leaf(has_seen_ ? Stop::not_admitted : Stop::no_question);
    const FeatureBest& best = bests_[ranking.winner];
    if (const Stop stop = stop_after_search(node, limits_, best.proxy, root_weight_);
        stop != Stop::none)
      return leaf(stop);
    const Question question = ask(frame, node, ranking.winner);
    tree_->stop.push_back(static_cast<std::int8_t>(Stop::none));
    tree_->tie.push_back(ranking.is_tie || best.cut.is_tie);
    tree_->questions.push(question);
    record_runner_up(frame, node, ranking.runner_up);
    split(frame, id, ranking.winner, question);
  }

  void record_runner_up(const Frame& frame, const NodeView<Criterion>& node,
                        std::ptrdiff_t runner_up) {
    if (runner_up < 0) {
      tree_->runner_ups.push({});
      tree_->runner_up_left.insert(tree_->runner_up_left.end(), width_, 0.0);
      return;
    }
    tree_->runner_ups.push(ask(frame, node, runner_up));
    const std::vector<double> left = left_totals(frame, runner_up);
    tree_->runner_up_left.insert(tree_->runner_up_left.end(), left.begin(), left.begin() + width_);
  }

  // Search --------------------------------------------------------------------

  void search(Frame& frame, const NodeView<Criterion>& node) {
    for (FeatureBest& best : bests_) {
      best.cut = {};
      best.proxy = no_proxy;
    }
    has_seen_ = false;
    const std::size_t first = actives_.size();
    for (std::uint32_t a = 0; a < frame.n_active; ++a) {
      const std::uint16_t j = actives_[frame.first_active + a];
      if (scan_list(frame, node, j)) actives_.push_back(j);
    }
    frame.first_active = first;
    frame.n_active = static_cast<std::uint32_t>(actives_.size() - first);
    for (std::size_t c = 0; c < categorical_.size(); ++c) search_categories(frame, node, c);
    if (encoded_.n_words() > 0) score_bits(frame, node);
  }

  /// False if the feature does not vary at the node.
  bool scan_list(const Frame& frame, const NodeView<Criterion>& node, std::uint16_t j) {
    const std::uint32_t* entries = list(j) + frame.begin;
    const std::uint32_t n = frame.n;
    if (rank_of(entries[0]) == rank_of(entries[n - 1])) return false;
    FeatureBest& best = bests_[sorted_[j]];
    std::uint32_t n_known = n;
    if (rank_of(entries[n - 1]) == missing_rank)
      n_known = static_cast<std::uint32_t>(
          std::lower_bound(entries, entries + n, std::uint32_t{missing_rank} << 16) - entries);
    best.has_missing = n_known < n;
    best.n_known = n_known;
    if (best.has_missing) {
      missing_.assign(width_ + 1, 0.0);
      for (std::uint32_t i = n_known; i < n; ++i)
        targets_.add(missing_.data(), samples_[id_of(entries[i])]);
    }
    const bool varies = rank_of(entries[0]) != rank_of(entries[n_known - 1]);
    for (std::uint8_t variant = 0; variant < (best.has_missing ? 2 : 1); ++variant) {
      start_scan(node, best.has_missing && variant == 0);
      if (varies) scan_cuts(entries, n_known, variant, node.ties, best.cut);
    }
    if (best.has_missing) {
      known_.resize(width_ + 1);
      for (std::size_t k = 0; k <= width_; ++k) known_[k] = node.totals[k] - missing_[k];
      offer_presence(node, best);
    }
    best.proxy = best.cut.proxy;
    return true;
  }

  void start_scan(const NodeView<Criterion>& node, bool missing_first) {
    left_.assign(width_ + 1, 0.0);
    right_.assign(node.totals, node.totals + width_ + 1);
    if (missing_first)
      for (std::size_t k = 0; k <= width_; ++k) {
        left_[k] = missing_[k];
        right_[k] -= missing_[k];
      }
    scan_.start(left_.data(), right_.data(), width_);
  }

  void scan_cuts(const std::uint32_t* entries, std::uint32_t n_known, std::uint8_t variant,
                 const Ties& ties, Best<ListPlace>& best) {
    has_seen_ = true;
    for (std::uint32_t i = 0; i + 1 < n_known; ++i) {
      scan_.step(marks_[id_of(entries[i])]);
      if (((entries[i] ^ entries[i + 1]) >> 16) == 0) continue;
      const double proxy = scan_.proxy();
      if (proxy >= best.floor && admits(limits_, scan_.left_count, scan_.right_count,
                                        scan_.left_weight, scan_.right_weight))
        best.offer(proxy, {false, i + 1, variant}, ties);
    }
  }

  void offer_presence(const NodeView<Criterion>& node, FeatureBest& best) {
    has_seen_ = true;
    if (!admits(limits_, known_[width_], missing_[width_], criterion_.weight(known_.data()),
                criterion_.weight(missing_.data())))
      return;
    const double proxy = criterion_.proxy(known_.data(), missing_.data());
    if (proxy >= best.cut.floor) best.cut.offer(proxy, {true, 0, 1}, node.ties);
  }

  void search_categories(const Frame& frame, const NodeView<Criterion>& node, std::size_t c) {
    const std::uint32_t f = categorical_[c];
    const std::int32_t* codes = &codes_[c * stride_];
    seen_codes_.clear();
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::int32_t code = codes[order_[frame.begin + i]];
      if (code >= 0) seen_codes_.push_back(code);
    }
    std::sort(seen_codes_.begin(), seen_codes_.end());
    seen_codes_.erase(std::unique(seen_codes_.begin(), seen_codes_.end()), seen_codes_.end());
    tables_.assign(seen_codes_.size() * (width_ + 1), 0.0);
    missing_.assign(width_ + 1, 0.0);
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t id = order_[frame.begin + i];
      if (codes[id] < 0) {
        targets_.add(missing_.data(), samples_[id]);
        continue;
      }
      const auto at = std::lower_bound(seen_codes_.begin(), seen_codes_.end(), codes[id]);
      targets_.add(&tables_[static_cast<std::size_t>(at - seen_codes_.begin()) * (width_ + 1)],
                   samples_[id]);
    }
    categories_.run(node, seen_codes_, tables_, missing_.data());
    has_seen_ |= categories_.has_seen;
    FeatureBest& best = bests_[f];
    best.has_missing = missing_[width_] > 0;
    if (!categories_.best.is_found()) return;
    best.proxy = best.cut.proxy = categories_.best.proxy;
    best.cut.is_tie = categories_.best.is_tie;
    best.cut.place = {categories_.best.place.is_presence, 0, categories_.best.place.variant};
    best.left = categories_.left;
    best.branches =
        categories_.branches(static_cast<std::size_t>(encoded_.input().features[f].n_categories));
  }

  void score_bits(const Frame& frame, const NodeView<Criterion>& node) {
    const std::size_t n_words = encoded_.n_words();
    high_.assign(encoded_.two_valued().size() * (width_ + 1), 0.0);
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t id = order_[frame.begin + i];
      for (std::size_t w = 0; w < n_words; ++w)
        for (std::uint64_t rest = bits_[id * n_words + w]; rest != 0; rest &= rest - 1) {
          const std::size_t slot = w * 64 + static_cast<std::size_t>(__builtin_ctzll(rest));
          targets_.add(&high_[slot * (width_ + 1)], samples_[id]);
        }
    }
    for (std::size_t slot = 0; slot < encoded_.two_valued().size(); ++slot)
      score_two_valued(node, slot);
  }

  void score_two_valued(const NodeView<Criterion>& node, std::size_t slot) {
    const double* high = &high_[slot * (width_ + 1)];
    if (high[width_] == 0 || high[width_] == node.n_samples()) return;
    has_seen_ = true;
    left_.resize(width_ + 1);
    for (std::size_t k = 0; k <= width_; ++k) left_[k] = node.totals[k] - high[k];
    if (!admits(limits_, left_[width_], high[width_], criterion_.weight(left_.data()),
                criterion_.weight(high)))
      return;
    FeatureBest& best = bests_[encoded_.two_valued()[slot]];
    best.has_missing = false;
    best.cut.offer(criterion_.proxy(left_.data(), high), {}, node.ties);
    best.proxy = best.cut.proxy;
    best.left.assign(left_.begin(), left_.end());
  }

  // Splitting -----------------------------------------------------------------

  std::size_t list_of(std::uint32_t f) const {
    return static_cast<std::size_t>(std::lower_bound(sorted_.begin(), sorted_.end(), f) -
                                    sorted_.begin());
  }
  bool is_sorted(std::uint32_t f) const {
    return std::binary_search(sorted_.begin(), sorted_.end(), f);
  }

  /// Totals of the first branch of the best split of a feature.
  std::vector<double> left_totals(const Frame& frame, std::ptrdiff_t feature) {
    const auto f = static_cast<std::uint32_t>(feature);
    const FeatureBest& best = bests_[f];
    if (!is_sorted(f)) return best.left;
    const ListPlace& place = best.cut.place;
    const std::uint32_t* entries = list(list_of(f)) + frame.begin;
    const std::uint32_t n_first = place.is_presence ? best.n_known : place.position;
    std::vector<double> left(width_ + 1, 0.0);
    for (std::uint32_t i = 0; i < n_first; ++i)
      targets_.add(left.data(), samples_[id_of(entries[i])]);
    if (best.has_missing && !place.is_presence && place.variant == 0)
      for (std::uint32_t i = best.n_known; i < frame.n; ++i)
        targets_.add(left.data(), samples_[id_of(entries[i])]);
    return left;
  }

  Question ask(const Frame& frame, const NodeView<Criterion>& node, std::ptrdiff_t feature) {
    const auto f = static_cast<std::uint32_t>(feature);
    const FeatureBest& best = bests_[f];
    Question question;
    question.feature = static_cast<std::int32_t>(f);
    const Storage storage = encoded_.feature(f).storage;
    if (best.cut.place.is_presence) {
      question.kind = static_cast<std::int8_t>(SplitKind::presence);
    } else if (storage == Storage::two_valued) {
      question.threshold = midpoint(encoded_.feature(f).low, encoded_.feature(f).high);
    } else if (is_sorted(f)) {
      const std::uint32_t* entries = list(list_of(f)) + frame.begin;
      const std::uint32_t p = best.cut.place.position;
      question.threshold = midpoint(encoded_.value(f, rows_[id_of(entries[p - 1])]),
                                    encoded_.value(f, rows_[id_of(entries[p])]));
    } else {
      question.kind = static_cast<std::int8_t>(SplitKind::category);
      question.branches = best.branches;
    }
    question.missing_branch = best.has_missing ? best.cut.place.variant
                                               : heavier_branch(node, left_totals(frame, feature));
    return question;
  }

  std::int32_t heavier_branch(const NodeView<Criterion>& node, const std::vector<double>& left) {
    return criterion_.weight(left.data()) * 2 >= node.weight ? 0 : 1;
  }

  void split(Frame& frame, std::int32_t id, std::ptrdiff_t winner, const Question& question) {
    const auto f = static_cast<std::uint32_t>(winner);
    mark_sides(frame, f, question);
    Frame first{frame.begin, 0, id, frame.depth + 1, frame.first_active, frame.n_active, {}};
    Frame second = first;
    first.totals.assign(width_ + 1, 0.0);
    second.totals.assign(width_ + 1, 0.0);
    std::uint32_t n_first = 0, n_second = 0;
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t sample = order_[frame.begin + i];
      const bool goes_second = side_[sample] != 0;
      targets_.add(goes_second ? second.totals.data() : first.totals.data(), samples_[sample]);
      order_[frame.begin + n_first] = sample;
      spare_[n_second] = sample;
      n_first += goes_second ? 0 : 1;
      n_second += goes_second ? 1 : 0;
    }
    for (std::uint32_t i = 0; i < n_second; ++i)
      order_[frame.begin + n_first + i] = static_cast<std::uint16_t>(spare_[i]);
    first.n = n_first;
    second.begin = frame.begin + n_first;
    second.n = n_second;
    const bool keep_first = stop_before(first) == Stop::none;
    const bool keep_second = stop_before(second) == Stop::none;
    if (keep_first || keep_second)
      for (std::uint32_t a = 0; a < frame.n_active; ++a)
        part_list(list(actives_[frame.first_active + a]) + frame.begin, frame.n, n_first);
    frames_.push_back(std::move(second));
    frames_.push_back(std::move(first));
  }

  /// Stable: both branches stay sorted.
  void part_list(std::uint32_t* entries, std::uint32_t n, std::uint32_t n_first) {
    std::uint32_t first = 0, second = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t entry = entries[i];
      const std::uint32_t goes_second = side_[id_of(entry)];
      entries[first] = entry;
      spare_[second] = entry;
      first += 1 - goes_second;
      second += goes_second;
    }
    std::copy_n(spare_.begin(), n - n_first, entries + n_first);
  }

  void mark_sides(const Frame& frame, std::uint32_t f, const Question& question) {
    const FeatureBest& best = bests_[f];
    if (encoded_.feature(f).storage == Storage::two_valued) {
      const std::size_t slot = encoded_.feature(f).slot;
      const std::size_t n_words = encoded_.n_words();
      for (std::uint32_t i = 0; i < frame.n; ++i) {
        const std::uint16_t id = order_[frame.begin + i];
        side_[id] = (bits_[id * n_words + slot / 64] >> (slot % 64)) & 1;
      }
    } else if (is_sorted(f)) {
      const std::uint32_t* entries = list(list_of(f)) + frame.begin;
      const std::uint32_t n_first =
          best.cut.place.is_presence ? best.n_known : best.cut.place.position;
      for (std::uint32_t i = 0; i < frame.n; ++i) side_[id_of(entries[i])] = i >= n_first;
      if (best.has_missing && !best.cut.place.is_presence)
        for (std::uint32_t i = best.n_known; i < frame.n; ++i)
          side_[id_of(entries[i])] = best.cut.place.variant;
    } else {
      mark_category_sides(frame, f, question);
    }
  }

  void mark_category_sides(const Frame& frame, std::uint32_t f, const Question& question) {
    const auto c = static_cast<std::size_t>(
        std::lower_bound(categorical_.begin(), categorical_.end(), f) - categorical_.begin());
    const bool is_presence = question.branches.empty() || bests_[f].cut.place.is_presence;
    for (std::uint32_t i = 0; i < frame.n; ++i) {
      const std::uint16_t id = order_[frame.begin + i];
      const std::int32_t code = codes_[c * stride_ + id];
      if (is_presence)
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
  double root_weight_;
  std::size_t width_;
  Scan<Targets, Criterion> scan_;
  CategorySearch<Criterion> categories_;
  std::vector<std::uint32_t> sorted_, categorical_;  ///< features, ascending

  std::span<const Sample> samples_;
  GrownTree* tree_ = nullptr;
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> entries_;
  std::vector<Mark> marks_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint16_t> order_;  ///< ids of the samples of each node, in row order
  std::vector<std::uint8_t> side_;
  std::vector<std::uint32_t> spare_;
  std::vector<std::int32_t> codes_;
  std::vector<std::uint64_t> bits_;
  std::vector<Frame> frames_;
  std::vector<std::uint16_t> actives_;
  std::vector<FeatureBest> bests_;
  bool has_seen_ = false;
  std::vector<double> left_, right_, missing_, known_, tables_, high_;
  std::vector<std::int32_t> seen_codes_;
  BlockSorter sorter_;
};

}  // namespace arboretum::grow
