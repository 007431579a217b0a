#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "arboretum/prune/weakest_links.hpp"
#include "arboretum/search_fast/growth.hpp"
#include "arboretum/search_fast/large_node.hpp"
#include "arboretum/search_fast/large_sides.hpp"
#include "arboretum/search_fast/sample_parter.hpp"

namespace arboretum::fast {

/// Grows everything below a node.
///
/// Nodes with many samples are searched through histograms; once a node is small enough its
/// whole subtree is grown at once in a block.
template <class Targets, class Criterion>
class SubtreeGrower {
 public:
  using Sample = typename Targets::Sample;
  using Open = OpenNode<Targets>;
  /// Takes a node over; false if it is to be grown here.
  using Defer = std::function<bool(Open&)>;

  SubtreeGrower(Growth<Targets, Criterion>& growth, std::size_t n_threads, Pulse& pulse)
      : growth_(growth),
        encoded_(growth.encoded),
        targets_(growth.targets),
        criterion_(growth.criterion),
        limits_(growth.limits),
        width_(growth.width),
        n_threads_(n_threads),
        pulse_(pulse),
        search_(encoded_, targets_, criterion_, limits_, growth.order_is_exact, pulse),
        block_(encoded_, targets_, criterion_, limits_, growth.order_is_exact, growth.has_classes,
               growth.root_weight, pulse),
        draw_(limits_.max_features, encoded_.n_features()),
        parter_(encoded_, targets_, growth.samples),
        sides_(encoded_, targets_, limits_.following.surrogates, growth.has_classes, pulse) {
    for (std::uint32_t f = 0; f < encoded_.n_features(); ++f) all_.push_back(f);
  }

  /// How many threads count a histogram together.
  void use_threads(std::size_t n) { n_threads_ = n; }

  void run(Open&& root, GrowingTree& tree, const Defer& defer) {
    tree_ = &tree;
    open_.push_back(std::move(root));
    while (!open_.empty()) {
      Open node = std::move(open_.back());
      open_.pop_back();
      if (defer(node)) continue;
      if (node.size() <= growth_.block_size && stop_before(node) == Stop::none) {
        block_.grow(samples_of(node), node.depth, node.parent, node.place, node.totals.data(),
                    *tree_);
        pulse_.done(node.size());
      } else {
        visit(node);
      }
    }
  }

  /// Finds what was put off of nodes that will not be cut off.
  void make_up(GrowingTree& tree) {
    if (tree.put_off.empty()) return;
    std::vector<double> risk(tree.n_nodes());
    for (std::size_t node = 0; node < risk.size(); ++node)
      risk[node] = risk_of(&tree.totals[node * (width_ + 1)], width_, limits_, criterion_);
    const std::vector<bool> pays = pays_for_leaves(tree.parent, risk, limits_.min_risk);
    // Putting the samples of a node in order takes those of its branches apart, so these go first.
    for (auto late = tree.put_off.rbegin(); late != tree.put_off.rend(); ++late)
      if (pays[late->node]) make_up(*late, tree);
    tree.put_off.clear();
  }

 private:
  std::span<const Sample> samples_of(const Open& node) const {
    return std::span<const Sample>(growth_.samples).subspan(node.begin, node.size());
  }

  std::unique_ptr<Histogram<Targets>> count(const Open& node) const {
    auto histogram = no_counts();
    histogram->count(encoded_, targets_, samples_of(node), n_threads_, pulse_);
    return histogram;
  }

  Stop stop_before(const Open& node) const {
    const bool is_constant = targets_.is_constant(
        node.totals.data(), node.size(),
        [&](std::size_t i) -> auto& { return growth_.samples[node.begin + i]; });
    return stop_before_search(node.totals.data(), width_, limits_, node.depth, is_constant,
                              growth_.has_classes, criterion_);
  }

  void leaf(Stop stop, const Open& node) {
    tree_->end_as_leaf(stop);
    pulse_.done(node.size());
  }

  void visit(Open& node) {
    const std::int32_t id = tree_->begin_node(node.parent, node.totals.data(), width_ + 1);
    if (const Stop stop = stop_before(node); stop != Stop::none) return leaf(stop, node);
    if (WorkDone* work = pulse_.work_done()) work->search_at(node.depth);
    const NodeView<Criterion> view(node.totals.data(), width_, criterion_, limits_);
    search(node, view, limits_.following.is_wanted ? 1 : limits_.following.n_ranked());
    const std::vector<FeatureBest>& bests = search_.bests();
    const Ranking ranking =
        rank(search_.contenders(), search_.ties(), limits_.following.keeps_runner_up);
    if (is_vague_ || (ranking.winner >= 0 && view.is_vague(bests[ranking.winner].proxy)))
      return leaf(Stop::handed_over, node);
    if (const Stop stop = stop_after(view, ranking, bests); stop != Stop::none)
      return leaf(stop, node);
    const FeatureBest& best = bests[ranking.winner];
    if (limits_.following.is_wanted) return follow(node, id, view, bests, ranking.winner);
    const BinaryQuestion question = ask(node, view, ranking.winner, best);
    BinaryQuestion runner_up;
    const double* runner_up_left = nullptr;
    if (ranking.runner_up >= 0) {
      runner_up = ask(node, view, ranking.runner_up, bests[ranking.runner_up]);
      runner_up_left = bests[ranking.runner_up].left.data();
    }
    tree_->end_as_inner(question, ranking.is_tie || best.is_tie, runner_up, runner_up_left, width_);
    split(node, id, question);
  }

  /// Searches the features that compete at a node.  As scikit-learn does: where none of those that
  /// were drawn can split it, the others are tried one after another until one can.
  void search(Open& node, const NodeView<Criterion>& view, std::size_t n_ranked) {
    search_drawn(node, view, n_ranked);
    is_vague_ = view.ties.slack > 0 && search_.settle(limits_.following.n_ranked());
  }

  void search_drawn(Open& node, const NodeView<Criterion>& view, std::size_t n_ranked) {
    draw_.turn_to(node.place.key);
    const std::span<const std::uint32_t> some = draw_.is_made() ? draw_.drawn() : all_;
    if (!node.histogram) node.histogram = growth_.counts_drawn ? no_counts() : count(node);
    if (growth_.counts_drawn) count_some(node, some);
    search_.run(view, node.place, *node.histogram, samples_of(node), some, n_ranked);
    if (!draw_.is_made() || !search_.contenders().empty()) return;
    const std::span<const std::uint32_t> others = draw_.others();
    for (std::size_t i = 0; i < others.size() && search_.contenders().empty(); ++i) {
      if (growth_.counts_drawn) count_some(node, others.subspan(i, 1));
      search_.search_more(others.subspan(i, 1));
    }
  }

  std::unique_ptr<Histogram<Targets>> no_counts() const {
    return std::make_unique<Histogram<Targets>>(encoded_, targets_);
  }

  void count_some(Open& node, std::span<const std::uint32_t> some) const {
    node.histogram->count_some(encoded_, targets_, samples_of(node), some, n_threads_, pulse_);
  }

  Stop stop_after(const NodeView<Criterion>& view, const Ranking& ranking,
                  const std::vector<FeatureBest>& bests) const {
    if (ranking.winner < 0) return search_.has_seen ? Stop::not_admitted : Stop::no_question;
    const FeatureBest& best = bests[ranking.winner];
    const Stop stop = stop_after_search(view, limits_, best.proxy, growth_.root_weight);
    if (stop != Stop::none) return stop;
    if (limits_.looks_ahead && prospect(view, best).is_vain(limits_.min_risk))
      return Stop::min_risk;
    return gains_too_little(view, limits_, best.proxy) ? Stop::needs_gain : Stop::none;
  }

  Prospect prospect(const NodeView<Criterion>& view, const FeatureBest& best) const {
    return prospect_of(view, best.left, best.known, limits_, criterion_);
  }

  BinaryQuestion ask(const Open& node, const NodeView<Criterion>& view, std::int32_t feature,
                     const FeatureBest& best) const {
    const auto f = static_cast<std::uint32_t>(feature);
    BinaryQuestion question;
    question.feature = feature;
    if (best.is_presence) {
      question.kind = static_cast<std::int8_t>(SplitKind::presence);
    } else if (!best.grouping.codes.empty()) {
      question.kind = static_cast<std::int8_t>(SplitKind::category);
      best.grouping.write(encoded_.n_categories(f), question.branches);
    } else {
      question.threshold = threshold(node, f, best.cut.place);
    }
    const double first = criterion_.weight(best.left.data());
    question.missing_branch =
        best.has_missing ? best.variant : heavier_branch(first, view.weight - first);
    return question;
  }

  double threshold(const Open& node, std::uint32_t f, const CutPlace& place) const {
    const EncodedFeature& feature = encoded_.feature(f);
    if (feature.storage == Storage::two_valued)
      return encoded_.threshold(f, feature.low, feature.high);
    if (place.is_inside()) return encoded_.threshold(f, place.value, place.next_value);
    // A cut between bins: the largest value up to the bin, the smallest beyond it.
    std::uint32_t next = place.bin + 1;
    while (targets_.is_empty(node.histogram->bin(feature.slot, next))) ++next;
    const BinGap gap = gap_between(encoded_, samples_of(node), f, place.bin, next);
    return encoded_.threshold(f, gap.low, gap.high);
  }

  // Following surrogates ------------------------------------------------------

  /// Keeps the best splits of a node with the surrogates of the best, and makes it.
  ///
  /// What may be cut off again is looked for only as far as it says where samples go.
  void follow(Open& node, std::int32_t id, const NodeView<Criterion>& view,
              const std::vector<FeatureBest>& bests, std::int32_t winner) {
    const FeatureBest& best = bests[winner];
    const bool may_be_cut = limits_.cuts_back && prospect(view, best).saved() < limits_.min_risk;
    if (!may_be_cut) search_.rank_more(limits_.following.n_ranked());
    const std::vector<Choice> ranked =
        choices(node, view, bests, may_be_cut ? 1 : limits_.following.n_ranked());
    if (may_be_cut) tree_->put_off.push_back({id, node.begin, node.end, node.place, ranked[0]});
    std::vector<Surrogate> found;
    if (!may_be_cut || best.has_missing)
      found = send(node, id, ranked[0]);
    else
      split(node, id, answered_by_all(ranked[0].question));
    tree_->end_as_inner(ranked, found, limits_.following, features());
  }

  /// A question where nothing needs to be said of samples that cannot answer.
  BinaryQuestion answered_by_all(const Question& asked) const {
    BinaryQuestion question;
    question.feature = asked.feature;
    question.kind = static_cast<std::int8_t>(asked.kind);
    question.missing_branch = 0;
    if (asked.kind == SplitKind::interval) question.threshold = asked.thresholds[0];
    const auto f = static_cast<std::size_t>(asked.feature);
    if (asked.kind == SplitKind::category)
      question.branches.resize(encoded_.n_categories(f), kNoBranch);
    for (std::size_t i = 0; i < asked.codes.size(); ++i)
      question.branches[asked.codes[i]] = asked.branches[i];
    return question;
  }

  const std::vector<Feature>& features() const { return encoded_.input().features; }

  std::vector<Choice> choices(const Open& node, const NodeView<Criterion>& view,
                              const std::vector<FeatureBest>& bests, std::size_t n) {
    std::vector<Choice> ranked;
    for (const Ranked& r : rank_best(search_.contenders(), search_.ties(), n))
      ranked.push_back(choice(node, view, r, bests[r.feature]));
    return ranked;
  }

  Choice choice(const Open& node, const NodeView<Criterion>& view, const Ranked& ranked,
                const FeatureBest& best) const {
    Choice choice;
    choose(limits_.following, criterion_, view, ranked.feature, best.left, best.known,
           best.grouping, choice);
    choice.is_tie = ranked.is_tie || best.is_tie;
    if (best.grouping.codes.empty())
      choice.question.thresholds.push_back(threshold(node, ranked.feature, best.cut.place));
    return choice;
  }

  /// Makes the split; samples that cannot answer it go where its surrogates say.
  std::vector<Surrogate> send(Open& node, std::int32_t id, const Choice& choice) {
    if (WorkDone* work = pulse_.work_done()) work->turn_to(node.depth + 1);
    std::vector<Surrogate> found =
        sides_.part(samples_of(node), node.totals.data(), *node.histogram, choice, n_threads_);
    auto [first, second] = children_of(node, id, choice.question.feature);
    part_by_sides(node, first, second);
    const bool is_first = sides_.counted_side() == 0;
    Open &counted = is_first ? first : second, &other = is_first ? second : first;
    if (counted.size() > growth_.block_size) counted.histogram = sides_.take_counted();
    if (other.size() > growth_.block_size &&
        targets_.survives_subtraction(node.totals.data(), other.totals.data()))
      other.histogram = std::move(node.histogram);
    open_.push_back(std::move(second));
    open_.push_back(std::move(first));
    return found;
  }

  /// Finds for a node that is not cut off what was put off.
  void make_up(const PutOff& late, GrowingTree& tree) {
    const double* totals = &tree.totals[static_cast<std::size_t>(late.node) * (width_ + 1)];
    Open node{late.begin, late.end, 0, -1, {totals, totals + width_ + 1}, nullptr, late.place};
    if (!Targets::has_exact_sums())  // then in the order in which they came to the node
      std::ranges::sort(std::span(growth_.samples).subspan(node.begin, node.size()), {},
                        &Sample::row);
    const NodeView<Criterion> view(node.totals.data(), width_, criterion_, limits_);
    search(node, view, limits_.following.n_ranked());
    const std::vector<FeatureBest>& bests = search_.bests();
    std::vector<Choice> ranked = choices(node, view, bests, limits_.following.n_ranked());
    // Sums in another order may differ in the last bit, but what was asked was asked.
    std::ranges::stable_partition(ranked, [&](const Choice& choice) {
      return choice.question.feature == late.choice.question.feature;
    });
    tree.keep_others(late.node, ranked, limits_.following, features());
    if (bests[late.choice.question.feature].has_missing) return;  // they were needed before
    tree.keep_surrogates(
        late.node,
        sides_.part(samples_of(node), node.totals.data(), *node.histogram, late.choice, n_threads_),
        features());
  }

  // Splitting -----------------------------------------------------------------

  /// The branches of a split that asks a feature.
  std::pair<Open, Open> children_of(const Open& node, std::int32_t id, std::int32_t asked) const {
    const auto child = [&](std::size_t begin, std::size_t end, std::int32_t branch) {
      return Open{begin,
                  end,
                  node.depth + 1,
                  id,
                  std::vector<double>(width_ + 1, 0.0),
                  nullptr,
                  {child_key(node.place.key, branch), asked_below(node.place, asked)}};
    };
    return {child(node.begin, 0, 0), child(0, node.end, 1)};
  }

  std::vector<std::int32_t> asked_below(const Place& place, std::int32_t asked) const {
    std::vector<std::int32_t> all = place.asked;
    if (limits_.costs && limits_.costs->once())
      all.insert(std::ranges::upper_bound(all, asked), asked);
    return all;
  }

  void split(Open& node, std::int32_t id, const BinaryQuestion& question) {
    auto [first, second] = children_of(node, id, question.feature);
    first.end = second.begin = parter_.part(stretch(node, first, second), question);
    give_histograms(node, first, second);
    open_.push_back(std::move(second));
    open_.push_back(std::move(first));
  }

  /// By their sides; samples that stay lie behind the branches, in neither.
  void part_by_sides(const Open& node, Open& first, Open& second) {
    const std::size_t n_stay =
        sides_.put_last(std::span(growth_.samples).subspan(node.begin, node.size()));
    pulse_.done(n_stay);
    const Open moving{node.begin, node.end - n_stay, node.depth, node.parent, {}, nullptr, {}};
    second.end = moving.end;
    std::size_t at = 0;
    first.end = second.begin = parter_.part_by(
        stretch(moving, first, second), [&](std::uint32_t) -> bool { return sides_[at++] != 0; });
  }

  typename SampleParter<Targets>::Stretch stretch(const Open& node, Open& first,
                                                  Open& second) const {
    return {node.begin, node.end, first.totals.data(), second.totals.data()};
  }

  /// Counts the smaller child and finds its sibling by subtraction.
  void give_histograms(Open& node, Open& first, Open& second) {
    Open& small = first.size() <= second.size() ? first : second;
    Open& large = first.size() <= second.size() ? second : first;
    if (large.size() <= growth_.block_size || large.depth >= limits_.max_depth) return;
    if (growth_.counts_drawn) return;
    if (!targets_.survives_subtraction(node.totals.data(), large.totals.data())) return;
    if (WorkDone* work = pulse_.work_done()) work->turn_to(small.depth);
    auto counted = count(small);
    node.histogram->subtract(*counted, targets_);
    large.histogram = std::move(node.histogram);
    if (small.size() > growth_.block_size) small.histogram = std::move(counted);
  }

  Growth<Targets, Criterion>& growth_;
  const Encoded& encoded_;
  const Targets& targets_;
  const Criterion& criterion_;
  const Limits& limits_;
  std::size_t width_;
  std::size_t n_threads_;
  Pulse& pulse_;
  LargeNodeSearch<Targets, Criterion> search_;
  Block<Targets, Criterion> block_;
  Draw draw_;
  bool is_vague_ = false;           ///< whether rounding may have decided about the last node
  std::vector<std::uint32_t> all_;  ///< features

  GrowingTree* tree_ = nullptr;
  std::vector<Open> open_;
  SampleParter<Targets> parter_;
  LargeSides<Targets> sides_;  ///< of the samples of the node being split
};

}  // namespace arboretum::fast
