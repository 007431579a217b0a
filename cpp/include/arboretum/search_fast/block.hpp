#pragma once

#include <span>
#include <vector>

#include "arboretum/search_fast/block_search.hpp"
#include "arboretum/search_fast/block_surrogates.hpp"
#include "arboretum/search_fast/following.hpp"
#include "arboretum/search_fast/growing_tree.hpp"

namespace arboretum::fast {

/// Grows the whole subtree of a node whose samples fit into the cache.
template <class Targets, class Criterion>
class Block {
 public:
  using Sample = typename Targets::Sample;

  /// Ids and ranks have 16 bits, and the last rank is for missing values.
  static constexpr std::size_t max_size = max_list;
  /// Nodes with fewer samples take less time than asking whether to go on is worth.
  static constexpr std::uint32_t min_asking = 64;

  Block(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
        const Limits& limits, bool order_is_exact, bool has_classes, double root_weight,
        Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        criterion_(criterion),
        limits_(limits),
        has_classes_(has_classes),
        root_weight_(root_weight),
        width_(targets.width()),
        n_totals_(width_ + 1),
        pulse_(pulse),
        lists_(encoded, targets, pulse),
        search_(encoded, targets, criterion, limits, lists_, order_is_exact, pulse),
        asker_(encoded),
        surrogates_(encoded, targets, limits.following.surrogates, lists_) {}

  /// Grows below `parent`, whose samples these are; appends the nodes to `tree`.
  void grow(std::span<const Sample> samples, std::int64_t depth, std::int32_t parent,
            const Place& place, const double* totals, GrowingTree& tree) {
    tree_ = &tree;
    root_depth_ = depth;
    above_ = place.asked;
    lists_.load(samples);
    frames_.clear();
    actives_.resize(lists_.sorted().size());
    for (std::size_t j = 0; j < actives_.size(); ++j) actives_[j] = static_cast<std::uint32_t>(j);
    totals_.assign(totals, totals + n_totals_);
    Frame root{{0, static_cast<std::uint32_t>(samples.size())},
               parent,
               Stop::none,
               depth,
               place.key,
               0,
               actives_.size()};
    root.stop = stop_before(root, totals);
    frames_.push_back(root);
    while (!frames_.empty()) {
      const Frame frame = frames_.back();
      frames_.pop_back();
      // Frames, their totals and their actives are stacks that go up and down together.
      here_.assign(totals_.end() - static_cast<std::ptrdiff_t>(n_totals_), totals_.end());
      totals_.resize(totals_.size() - n_totals_);
      actives_.resize(frame.first_active + frame.n_active);
      visit(frame);
    }
    read_thresholds();
  }

 private:
  struct Frame {
    Stretch at;
    std::int32_t parent;
    Stop stop;  ///< the rules that need no split have been asked
    std::int64_t depth;
    std::uint64_t key;                   ///< of the draw of features
    std::size_t first_active, n_active;  ///< of the lists that still vary, in `actives_`
  };

  /// A threshold of the tree, half-way between the values of a feature in two rows.
  struct Promised {
    std::vector<double>* thresholds;
    std::size_t at;
    std::uint32_t feature, low, high;
  };

  using View = NodeView<Criterion>;

  Stop stop_before(const Frame& frame, const double* totals) const {
    const std::uint16_t* order = lists_.order(frame.at);
    const bool is_constant = targets_.is_constant(
        totals, frame.at.n, [&](std::size_t i) -> auto& { return lists_.sample(order[i]); });
    return stop_before_search(totals, width_, limits_, frame.depth, is_constant, has_classes_,
                              criterion_);
  }

  Stop stop_after(const Frame& frame, const View& node, const Ranking& ranking) {
    const double proxy = search_.proxy_of(ranking);
    const Stop stop = stop_after_search(node, limits_, proxy, root_weight_);
    if (stop != Stop::none) return stop;
    if (limits_.looks_ahead) {
      look_up(frame, node, ranking.winner);
      if (prospect_of(node, cut_.left, cut_.known, limits_, criterion_).is_vain(limits_.min_risk))
        return Stop::min_risk;
    }
    return gains_too_little(node, limits_, proxy) ? Stop::needs_gain : Stop::none;
  }

  void visit(const Frame& frame) {
    if (frame.at.n >= min_asking) pulse_.check();
    const std::int32_t id = tree_->begin_node(frame.parent, here_.data(), n_totals_);
    if (frame.stop != Stop::none) return tree_->end_as_leaf(frame.stop);
    const View node(here_.data(), width_, criterion_, limits_);
    const std::size_t first = actives_.size();
    turn_to(frame);
    if (WorkDone* work = pulse_.work_done()) work->search_at(frame.depth);
    const Ranking ranking = search_.run(frame.at, node, place_, frame.first_active, actives_);
    if (ranking.winner < 0)
      return tree_->end_as_leaf(search_.has_seen ? Stop::not_admitted : Stop::no_question);
    if (search_.is_vague || node.is_vague(search_.proxy_of(ranking)))
      return tree_->end_as_leaf(Stop::handed_over);
    if (const Stop stop = stop_after(frame, node, ranking); stop != Stop::none)
      return tree_->end_as_leaf(stop);
    const Frame below{
        frame.at, id, Stop::none, frame.depth + 1, frame.key, first, actives_.size() - first};
    remember(frame, ranking.winner);
    if (limits_.following.is_wanted) return follow(frame, node, below);
    locate(frame, node, ranking.runner_up, runner_up_, second_cut_);
    search_.locate(frame.at, node, ranking.winner, cut_);
    ask(frame, ranking.winner, cut_, question_);
    mark_sides(frame.at);
    split(below);
    tree_->end_as_inner(question_, ranking.is_tie || cut_.best.is_tie, runner_up_,
                        second_cut_.left.data(), width_);
    promise(question_, cut_, tree_->splits.thresholds);
    promise(runner_up_, second_cut_, tree_->runner_ups.thresholds);
  }

  /// Finds out where a node is.  Nodes come in pre-order: those above it were the last to ask at
  /// their depths.
  void turn_to(const Frame& frame) {
    place_.key = frame.key;
    if (!limits_.costs || !limits_.costs->once()) return;
    place_.asked.assign(path_.begin(), path_.begin() + (frame.depth - root_depth_));
    place_.asked.insert(place_.asked.end(), above_.begin(), above_.end());
    std::ranges::sort(place_.asked);
  }

  void remember(const Frame& frame, std::int32_t asked) {
    if (!limits_.costs || !limits_.costs->once()) return;
    path_.resize(static_cast<std::size_t>(frame.depth - root_depth_));
    path_.push_back(asked);
  }

  /// Remembers that the threshold just added is still to be read off.
  void promise(const BinaryQuestion& question, const BlockCut& cut,
               std::vector<double>& thresholds) {
    if (question.feature < 0 || !has_list(question.feature) || cut.best.place.is_presence) return;
    const auto f = static_cast<std::uint32_t>(question.feature);
    promised_.push_back({&thresholds, thresholds.size() - 1, f, cut.low, cut.high});
  }

  /// All at once: values lie far apart in memory, and one read need not wait for another.
  void read_thresholds() {
    for (const Promised& p : promised_)
      (*p.thresholds)[p.at] = encoded_.threshold(p.feature, encoded_.value(p.feature, p.low),
                                                 encoded_.value(p.feature, p.high));
    promised_.clear();
  }

  /// The question a node nearly asked, with the totals of its first branch.
  void locate(const Frame& frame, const View& node, std::int32_t feature, BinaryQuestion& question,
              BlockCut& cut) {
    question.reset();
    if (feature < 0) return;
    search_.locate(frame.at, node, feature, cut);
    ask(frame, feature, cut, question);
    if (has_list(feature)) search_.sum_left(frame.at, feature, cut);
    const double first = criterion_.weight(cut.left.data());
    if (!cut.has_missing) question.missing_branch = heavier_branch(first, node.weight - first);
  }

  bool has_list(std::int32_t f) const { return encoded_.feature(f).storage == Storage::binned; }

  /// The question; without missing values at the node, where they go is not decided yet, and the
  /// threshold of a list is read off later.
  void ask(const Frame& frame, std::int32_t feature, BlockCut& cut, BinaryQuestion& question) {
    const auto f = static_cast<std::uint32_t>(feature);
    question.reset();
    question.feature = feature;
    question.missing_branch = cut.best.place.variant;
    if (cut.best.place.is_presence) {
      question.kind = static_cast<std::int8_t>(SplitKind::presence);
    } else if (encoded_.feature(f).storage == Storage::two_valued) {
      question.threshold = encoded_.threshold(f, encoded_.feature(f).low, encoded_.feature(f).high);
    } else if (has_list(feature)) {
      const std::uint32_t* entries = lists_.list(lists_.place_of(f), frame.at);
      const std::uint32_t p = cut.best.place.number;
      cut.low = lists_.row(id_of(entries[p - 1]));
      cut.high = lists_.row(id_of(entries[p]));
    } else {
      question.kind = static_cast<std::int8_t>(SplitKind::category);
      cut.grouping.write(encoded_.n_categories(f), question.branches);
    }
  }

  /// Makes the split that the sides of samples say; `below` holds what both children have in
  /// common.
  void split(const Frame& below) {
    Frame first = below, second = below;
    first.at.n = part_order(below.at);
    second.at.begin += first.at.n;
    second.at.n -= first.at.n;
    first.key = child_key(below.key, 0);
    second.key = child_key(below.key, 1);
    if (!cut_.has_missing)
      question_.missing_branch =
          heavier_branch(criterion_.weight(first_.data()), criterion_.weight(second_.data()));
    first.stop = stop_before(first, first_.data());
    second.stop = stop_before(second, second_.data());
    part_lists(below, first, second);
    push(second, second_);
    push(first, first_);
  }

  // Following surrogates ----------------------------------------------------------

  /// Keeps the best splits of a node with the surrogates of the best, and makes it.
  void follow(const Frame& frame, const View& node, Frame below) {
    const Following& following = limits_.following;
    const std::vector<Ranked> best =
        rank_best(search_.contenders(), search_.ties(), following.n_ranked());
    choices_.resize(std::max(choices_.size(), best.size()));
    for (std::size_t i = best.size(); i-- > 0;) choose(frame, node, best[i], choices_[i]);
    const std::span<const Choice> ranked = std::span(choices_).first(best.size());
    // The best was looked at last: `cut_` and `question_` are about it.
    cut_.best.place.variant = question_.missing_branch = no_side;
    mark_sides(frame.at);
    const std::span<const Surrogate> found = surrogates_.find(
        frame.at, std::span(actives_).subspan(below.first_active, below.n_active),
        [&](std::size_t c) -> auto& { return search_.codes(c); }, question_.feature,
        upper_branch(ranked[0], has_classes_));
    if (settle(frame.at, ranked[0].question, found)) leave_out(below);
    split(below);
    tree_->end_as_inner(ranked, found, following, encoded_.input().features);
  }

  void choose(const Frame& frame, const View& node, const Ranked& ranked, Choice& choice) {
    const auto f = static_cast<std::int32_t>(ranked.feature);
    look_up(frame, node, f);
    fast::choose(limits_.following, criterion_, node, ranked.feature, cut_.left, cut_.known,
                 cut_.grouping, choice);
    choice.is_tie = ranked.is_tie || cut_.best.is_tie;
    if (has_list(f))
      choice.question.thresholds.push_back(
          encoded_.threshold(ranked.feature, encoded_.value(ranked.feature, cut_.low),
                             encoded_.value(ranked.feature, cut_.high)));
    else if (cut_.grouping.codes.empty())
      choice.question.thresholds.push_back(question_.threshold);
  }

  /// The split of a feature, in `cut_` and `question_`.
  void look_up(const Frame& frame, const View& node, std::int32_t feature) {
    cut_.grouping.clear();
    search_.locate(frame.at, node, feature, cut_);
    ask(frame, feature, cut_, question_);
    if (has_list(feature)) search_.sum_left(frame.at, feature, cut_);
  }

  /// Asks the surrogates of samples that cannot answer; whether some stay at the node.
  bool settle(Stretch at, const Question& question, std::span<const Surrogate> found) {
    const std::uint16_t* order = lists_.order(at);
    others_.clear();
    for (std::uint32_t i = 0; i < at.n; ++i)
      if (lists_.side[order[i]] == no_side) others_.push_back(order[i]);
    bool stay = false;
    follow_surrogates(
        asker_, limits_.following.surrogates, question, found, others_,
        [&](std::uint32_t id) { return lists_.row(id); },
        [&](std::uint32_t id, std::uint8_t side) {
          lists_.side[id] = side;
          stay |= side == no_side;
        });
    return stay;
  }

  void leave_out(Frame& below) {
    for (std::size_t a = 0; a < below.n_active; ++a)
      lists_.leave_out(actives_[below.first_active + a], below.at, no_side);
    below.at.n = lists_.leave_out(below.at, no_side);
  }

  /// A leaf needs no lists, and two rows perhaps only the first that tells them apart.
  void part_lists(const Frame& below, Frame& first, Frame& second) {
    const bool first_goes_on = first.stop == Stop::none, second_goes_on = second.stop == Stop::none;
    const auto is_done = [&](const Frame& child, std::uint32_t j) {
      return child.stop != Stop::none || (child.at.n == 2 && search_.is_two_parted_by(j, child.at));
    };
    if (!first_goes_on && !second_goes_on) return;
    for (std::size_t a = 0; a < below.n_active; ++a) {
      const std::uint32_t j = actives_[below.first_active + a];
      if (first_goes_on && second_goes_on)
        lists_.part_list(j, below.at);
      else if (first_goes_on)
        lists_.keep_first(j, below.at);
      else
        lists_.keep_second(j, below.at);
      if (is_done(first, j) && is_done(second, j)) {
        first.n_active = second.n_active = a + 1;
        return;
      }
    }
  }

  void push(const Frame& frame, const std::vector<double>& totals) {
    frames_.push_back(frame);
    totals_.insert(totals_.end(), totals.begin(), totals.end());
  }

  /// Parts the samples in row order, sums both branches, returns the size of the first.
  std::uint32_t part_order(Stretch at) {
    const std::size_t cell = targets_.stride();
    cells_.assign(2 * cell, {});
    const std::uint32_t n_first = lists_.part_order(at, [&](const Sample& sample, bool is_second) {
      targets_.add(&cells_[is_second ? cell : 0], sample);
    });
    first_.assign(n_totals_, 0.0);
    second_.assign(n_totals_, 0.0);
    targets_.add(first_.data(), &cells_[0]);
    targets_.add(second_.data(), &cells_[cell]);
    return n_first;
  }

  void mark_sides(Stretch at) {
    const std::uint16_t* order = lists_.order(at);
    const SplitPlace& place = cut_.best.place;
    const EncodedFeature& feature = encoded_.feature(question_.feature);
    if (feature.storage == Storage::two_valued) {
      for (std::uint32_t i = 0; i < at.n; ++i)
        lists_.side[order[i]] =
            (lists_.bits(order[i])[feature.slot / 64] >> (feature.slot % 64)) & 1;
    } else if (has_list(question_.feature)) {
      const std::uint32_t* entries = lists_.list(lists_.place_of(question_.feature), at);
      const std::uint32_t n_first = place.is_presence ? cut_.n_known : place.number;
      for (std::uint32_t i = 0; i < at.n; ++i) lists_.side[id_of(entries[i])] = i >= n_first;
      if (cut_.has_missing && !place.is_presence)
        for (std::uint32_t i = cut_.n_known; i < at.n; ++i)
          lists_.side[id_of(entries[i])] = place.variant;
    } else {
      mark_category_sides(at);
    }
  }

  void mark_category_sides(Stretch at) {
    const std::uint16_t* order = lists_.order(at);
    const std::uint32_t c = lists_.place_of(question_.feature);
    const bool is_presence = cut_.best.place.is_presence;
    for (std::uint32_t i = 0; i < at.n; ++i) {
      const std::int32_t code = lists_.code(c, order[i]);
      const std::int32_t branch = is_presence ? code < 0 : question_.branch_of_category(code);
      lists_.side[order[i]] = static_cast<std::uint8_t>(branch);
    }
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  bool has_classes_;
  double root_weight_;
  std::size_t width_, n_totals_;
  Pulse& pulse_;
  BlockLists<Targets> lists_;
  BlockSearch<Targets, Criterion> search_;

  GrowingTree* tree_ = nullptr;
  std::int64_t root_depth_ = 0;
  std::vector<std::int32_t> above_;  ///< features asked above the root
  std::vector<std::int32_t> path_;   ///< and from there on, by depth
  Place place_;                      ///< of the node that is searched
  std::vector<Frame> frames_;
  std::vector<double> totals_;  ///< of the frames, one after another
  std::vector<std::uint32_t> actives_;
  std::vector<double> here_, first_, second_;
  BlockCut cut_, second_cut_;
  std::vector<Promised> promised_;
  BinaryQuestion question_, runner_up_;
  std::vector<typename Targets::Cell> cells_;  ///< of the two branches of a split
  RowAsker asker_;
  BlockSurrogates<Targets> surrogates_;
  std::vector<Choice> choices_;        ///< the best of a node, first those that are ranked now
  std::vector<std::uint32_t> others_;  ///< ids of samples that cannot answer
};

}  // namespace arboretum::fast
