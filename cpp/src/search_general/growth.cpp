#include "arboretum/search_general/growth.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "arboretum/core/draw.hpp"
#include "arboretum/core/parallel.hpp"
#include "arboretum/core/random.hpp"
#include "arboretum/search_general/judge.hpp"

namespace arboretum::general {
namespace {

/// From here on a feature takes long enough to ask after each whether to go on.
constexpr std::size_t kLargeNode = 4096;

bool needs_values(const Recipe& recipe) {
  return std::ranges::any_of(recipe.splitters, [](const auto& s) { return s.needs_values; });
}

bool has_filter(const Recipe& recipe) {
  return std::ranges::any_of(recipe.rules, [](const Rule& rule) { return rule.is_filter; });
}

/// Whether splits that score less than those kept of a node change nothing there.
bool keeps_only_best(const Recipe& recipe) {
  return recipe.selector.only_best_count && !recipe.costs && !has_filter(recipe);
}

/// The features asked on the way to the children of a node.
std::vector<std::int32_t> asked_below(const OpenNode& node, std::int32_t feature) {
  std::vector<std::int32_t> asked = node.asked;
  const auto place = std::ranges::lower_bound(asked, feature);
  if (place == asked.end() || *place != feature) asked.insert(place, feature);
  return asked;
}

}  // namespace

Growth::Growth(const Recipe& recipe, Statistics& statistics, SharedColumns& shared,
               const std::vector<Feature>& features, RowSizes sizes, std::size_t n_threads,
               Pulse& pulse)
    : recipe_(recipe),
      statistics_(statistics),
      shared_(shared),
      features_(features),
      sizes_(sizes),
      n_threads_(n_threads),
      pulse_(pulse),
      source_(features, sizes.counts.size(), statistics.classes(), needs_values(recipe),
              !shared.is_empty(), n_threads, pulse),
      tables_(recipe, statistics, source_, features),
      selector_(recipe, statistics),
      frontier_(recipe.order),
      draw_(recipe.max_features.value_or(0), features.size()),
      choices_(features.size()),
      is_found_(features.size()),
      is_constant_(features.size()),
      only_best_count_(keeps_only_best(recipe)),
      estimates_help_(!has_filter(recipe)) {
  for (ScoredSplits* splits : {&grown_.splits, &grown_.runner_ups, &grown_.competitors})
    splits->keeps_sums = statistics.keeps_sums();
}

void Growth::open_root() {
  OpenNode root;
  root.key = root_key(recipe_.seed);
  root.held = source_.everything();
  root.features = std::make_shared<std::vector<std::int32_t>>(recipe_.split_features);
  measure(root);
  root_weight_ = statistics_.weight(root.statistics.data());
  if (add(-1, root)) look(std::move(root));
}

void Growth::open_starts(std::span<const Start> starts) {
  const std::vector<Held> held = source_.stretches(starts);
  const auto features = std::make_shared<std::vector<std::int32_t>>(recipe_.split_features);
  std::vector<OpenNode> open;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    OpenNode node;
    node.depth = starts[i].depth;
    node.key = starts[i].key;
    node.asked = starts[i].asked;
    node.held = held[i];
    node.features = features;
    measure(node);
    if (add(-1, node)) open.push_back(std::move(node));
  }
  for (OpenNode& node : open) look(std::move(node));
}

void Growth::split_all() {
  for (auto batch = frontier_.pop(); !batch.empty(); batch = frontier_.pop())
    for (OpenSplit& found : batch) split(std::move(found));
}

Grown Growth::run_from(std::span<const Start> starts, double root_weight) {
  root_weight_ = root_weight;
  open_starts(starts);
  split_all();
  return std::move(grown_);
}

Grown Growth::run() {
  open_root();
  split_all();
  grown_.rows = source_.take_rows();
  grown_.rows.insert(grown_.rows.end(), grown_.own_rows.begin(), grown_.own_rows.end());
  grown_.find_order();
  return std::move(grown_);
}

void Growth::measure(OpenNode& node) {
  source_.gather(node.held);
  enter(node);
  const auto rows = source_.rows(node.held);
  node.statistics.resize(statistics_.node_width());
  node.n_samples = statistics_.total(rows, node.statistics.data());
  node.is_constant = statistics_.is_constant(rows);
}

bool Growth::add(std::int32_t parent, OpenNode& node) {
  node.weight = statistics_.weight(node.statistics.data());
  node.impurity = recipe_.scorer->impurity(node.statistics.data());
  node.root_weight = root_weight_;
  node.id = grown_.add(parent, node.statistics, node.n_samples, node.held.range.begin,
                       node.held.range.end);
  if (recipe_.keeps_rows && node.held.own)
    grown_.keep_own_rows(node.id, node.held.own->rows, node.held.own->shares, source_.n_rows());
  const std::int16_t rule = stopped_by(node);
  if (rule >= 0) stop(node, rule);
  return rule < 0;
}

std::int16_t Growth::stopped_by(const OpenNode& node) const {
  for (std::size_t i = 0; i < recipe_.rules.size(); ++i)
    if (const Rule& rule = recipe_.rules[i]; rule.stops && rule.stops(node))
      return static_cast<std::int16_t>(i);
  return -1;
}

void Growth::look(OpenNode&& node) {
  pulse_.check();
  const auto has_table = [&](std::int32_t feature) { return tables_.has(feature); };
  if (WorkDone* work = pulse_.work_done()) work->search_at(node.depth);
  estimates_ = tables_.are_for(node.held);
  if (!estimates_ || !std::ranges::all_of(*node.features, has_table)) source_.gather(node.held);
  enter(node);
  statistics_.look_at(source_.rows(node.held));
  const std::vector<std::int32_t> found = search(node, nullptr);
  estimates_ = false;
  if (found.empty()) return stop(node, why_none(node));
  forget_constants(node);
  std::vector<Choice*> choices;
  for (const std::int32_t feature : found) choices.push_back(&choices_[feature]);
  const Searched searched{found.size(),
                          [&](std::vector<Choice>& ranked) { find_exactly(node, ranked); },
                          [&](const Choice& choice, std::uint64_t seed, std::int32_t n) {
                            return n_as_good(node, choice, seed, n);
                          }};
  Verdict verdict = judge(recipe_, node, statistics_, std::move(choices), n_kept(), searched);
  grown_.set_p(node.id, verdict.p);
  if (verdict.rejected_by >= 0) return stop(node, verdict.rejected_by);
  if (verdict.ranked.empty())
    return stop(node, static_cast<std::int16_t>(recipe_.rules.size() + 2));
  frontier_.push({std::move(node), std::move(verdict.ranked)});
}

/// Tells a node that offers no question from one whose questions were not admitted.
std::int16_t Growth::why_none(OpenNode& node) {
  source_.gather(node.held);
  enter(node);
  for (std::size_t i = 0; i < recipe_.rules.size(); ++i) {
    const Rule& rule = recipe_.rules[i];
    if (rule.admit && finds_any(node, rule)) return static_cast<std::int16_t>(i);
  }
  return static_cast<std::int16_t>(recipe_.rules.size());
}

bool Growth::finds_any(const OpenNode& node, const Rule& without) {
  best_scores_.clear();
  return std::ranges::any_of(*node.features, [&](std::int32_t feature) {
    look_at_one(feature, node, &without, selector_);
    return is_found_[feature] != 0;
  });
}

std::vector<std::int32_t> Growth::search(const OpenNode& node, const Rule* without) {
  std::ranges::fill(is_constant_, 0);
  if (!draw_.is_made()) return look_at(*node.features, node, without);
  draw_.turn_to(node.key);
  std::vector<std::int32_t> common;
  std::ranges::copy_if(*node.features, std::back_inserter(common), [&](std::int32_t feature) {
    return draw_.has(static_cast<std::uint32_t>(feature));
  });
  std::vector<std::int32_t> found = look_at(common, node, without);
  // As scikit-learn does: where none of the drawn features can split, go on until one can.
  if (!found.empty()) return found;
  for (const std::uint32_t other : draw_.others()) {
    const auto feature = static_cast<std::int32_t>(other);
    if (std::ranges::binary_search(*node.features, feature))
      found = look_at({&feature, 1}, node, without);
    if (!found.empty()) break;
  }
  return found;
}

std::vector<std::int32_t> Growth::look_at(std::span<const std::int32_t> features,
                                          const OpenNode& node, const Rule* without) {
  best_scores_.clear();
  const std::vector<std::int32_t> order = promising_first(features);
  const bool is_shared = n_threads_ > 1 && node.n_rows() * features.size() >= kMinShared;
  if (!is_shared)
    for (const std::int32_t feature : order) look_at_one(feature, node, without, selector_);
  else
    parallel_for(order.size(), n_threads_, 1, pulse_, [&](std::size_t begin, std::size_t end) {
      FeatureSelector selector(recipe_, statistics_);
      for (std::size_t i = begin; i < end; ++i) look_at_one(order[i], node, without, selector);
    });
  std::vector<std::int32_t> found;
  for (const std::int32_t feature : features)
    if (is_found_[feature] != 0) found.push_back(feature);
  return found;
}

std::vector<std::int32_t> Growth::promising_first(std::span<const std::int32_t> features) const {
  std::vector<std::int32_t> order(features.begin(), features.end());
  const auto last_score = [&](std::int32_t feature) {
    return is_found_[feature] != 0 ? choices_[feature].score
                                   : -std::numeric_limits<double>::infinity();
  };
  if (only_best_count_) std::ranges::stable_sort(order, std::greater{}, last_score);
  return order;
}

void Growth::look_at_one(std::int32_t feature, const OpenNode& node, const Rule* without,
                         FeatureSelector& selector) {
  if (node.n_rows() >= kLargeNode) pulse_.check();
  FeatureColumn column{feature, &features_[feature], source_.values(feature)};
  Choice& choice = choices_[feature];
  std::optional<bool> is_found;
  {
    const std::lock_guard held(scores_lock_);
    selector.set_to_beat(score_to_beat());
  }
  if (estimates_ && tables_.has(feature))
    is_found = estimate(column, node, choice, selector);
  else if (!is_shuffled_ && !source_.has_list(feature, node.held))
    is_found = selector.find_unsorted(column, source_.rows(node.held), source_.codes(feature), node,
                                      without, choice);
  if (!is_found) {
    std::vector<Entry>& room = selector.room();
    std::span<const Entry> entries = source_.list(feature, node.held, room);
    std::vector<Entry> shuffled_entries;
    if (is_shuffled_) {
      shuffled_entries.assign(entries.begin(), entries.end());
      for (Entry& entry : shuffled_entries) entry.row = targets_of_[entry.row];
      entries = shuffled_entries;
      column.origins = origins_of_.data();
    }
    is_found = selector.find(column, entries, node, without, choice);
  }
  if (WorkDone* work = pulse_.work_done()) {
    work->read(node.n_rows());
    work->scored(selector.take_n_scored());
  }
  if (*is_found && only_best_count_) note_score(choice.score);
  is_found_[feature] = *is_found;
  is_constant_[feature] = selector.is_constant();
}

void Growth::note_score(double score) {
  const std::lock_guard held(scores_lock_);
  const auto place = std::ranges::lower_bound(best_scores_, score, std::greater{});
  best_scores_.insert(place, score);
  if (best_scores_.size() > n_kept()) best_scores_.pop_back();
}

std::int32_t Growth::n_as_good(const OpenNode& node, const Choice& choice, std::uint64_t seed,
                               std::int32_t n) {
  const double floor = choice.merit - tie_tolerance(choice.merit, node.impurity);
  const std::uint64_t key = node.key ^ root_key(seed);
  std::int32_t n_found = 0;
  for (std::int32_t i = 0; i < n; ++i) n_found += best_shuffled(node, child_key(key, i)) >= floor;
  return n_found;
}

double Growth::best_shuffled(const OpenNode& node, std::uint64_t key) {
  pulse_.check();
  const auto rows = source_.rows(node.held);
  const std::vector<std::int32_t> order = shuffled(static_cast<std::int32_t>(rows.size()), key);
  targets_of_.resize(source_.n_rows());
  origins_of_.resize(targets_of_.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    targets_of_[rows[order[i]]] = rows[i];
    origins_of_[rows[i]] = rows[order[i]];
  }
  is_shuffled_ = true;
  std::vector<Choice*> choices;
  for (const std::int32_t feature : search(node, nullptr)) choices.push_back(&choices_[feature]);
  is_shuffled_ = false;
  const auto ranked = recipe_.selector.rank(std::move(choices), node, statistics_, 1);
  return ranked.empty() ? -std::numeric_limits<double>::infinity() : ranked[0].merit;
}

void Growth::forget_constants(OpenNode& node) {
  const auto is_constant = [&](std::int32_t feature) { return is_constant_[feature] != 0; };
  if (std::ranges::none_of(*node.features, is_constant)) return;
  auto others = std::make_shared<std::vector<std::int32_t>>();
  std::ranges::remove_copy_if(*node.features, std::back_inserter(*others), is_constant);
  node.features = std::move(others);
}

void Growth::split(OpenSplit&& found) {
  const OpenNode& node = found.node;
  const Question& question = found.ranked[0].question;
  const std::int64_t n_leaves = n_leaves_ + question.arity - 1;
  if (recipe_.max_leaf_nodes && n_leaves > *recipe_.max_leaf_nodes)
    return stop(node, static_cast<std::int16_t>(recipe_.rules.size() + 1));
  n_leaves_ = n_leaves;
  const auto keep = [&](auto& splits, const auto& kept) {
    splits.push(node.id, kept, n_categories(kept.question));
  };
  keep(grown_.splits, found.ranked[0]);
  if (found.ranked.size() > 1) keep(grown_.runner_ups, found.ranked[1]);
  for (std::size_t i = 1; i < found.ranked.size() && i <= recipe_.max_competitors; ++i)
    keep(grown_.competitors, found.ranked[i]);
  std::vector<Surrogate> surrogates = find_surrogates(node, found.ranked[0]);
  for (const Surrogate& surrogate : surrogates) keep(grown_.surrogates, surrogate);
  if (recipe_.surrogates.are_asked) found.ranked[0].surrogates = std::move(surrogates);

  std::vector<Held> held;
  std::vector<OpenNode> open = open_children(node, found.ranked[0], held);
  if (open.empty()) return;
  source_.part_lists(node.held, held, *node.features);
  found.node.held.own = nullptr;
  held.clear();
  make_tables(open);
  for (OpenNode& child : open) look(std::move(child));
  tables_.forget();
}

std::vector<OpenNode> Growth::open_children(const OpenNode& node, const Choice& choice,
                                            std::vector<Held>& held) {
  const auto arity = static_cast<std::size_t>(choice.question.arity);
  std::vector<OpenNode> children(arity), open;
  for (std::size_t branch = 0; branch < arity; ++branch) {
    children[branch].depth = node.depth + 1;
    children[branch].key = child_key(node.key, static_cast<std::int32_t>(branch));
  }
  std::vector<std::uint8_t> is_open(arity, 1);
  const bool in_parts = source_.send(node.held, choice);
  const bool is_measured = in_parts && measure_in_parts(node, choice, children);
  if (is_measured)
    for (std::size_t branch = 0; branch < arity; ++branch)
      is_open[branch] = add(node.id, children[branch]);
  held = in_parts ? source_.deal_in_parts(node.held, choice, is_open)
                  : source_.deal(node.held.range, choice.question.arity);
  if (!in_parts)  // else all rows go on
    count_done(static_cast<double>(node.held.range.end - held.back().range.end));
  const std::vector<std::int32_t> asked = asked_below(node, choice.question.feature);
  for (std::size_t branch = 0; branch < arity; ++branch) {
    OpenNode& child = children[branch];
    child.held = held[branch];
    if (!is_measured) {
      measure(child);
      is_open[branch] = add(node.id, child);
    }
    if (is_open[branch] == 0) {
      source_.forget(held[branch]);
      continue;
    }
    child.features = node.features;
    child.asked = asked;
    open.push_back(std::move(child));
  }
  return open;
}

std::vector<Surrogate> Growth::find_surrogates(const OpenNode& node, const Choice& choice) {
  if (recipe_.surrogates.max_surrogates == 0) return {};
  const Question& question = choice.question;
  const double* second = choice.branches.data() + statistics_.width();
  const bool is_first_upper =
      statistics_.mean_target(choice.branches.data()) > statistics_.mean_target(second);
  const std::span branch_of_row = source_.ask(node.held, question);
  const std::vector<std::int32_t>& features = *node.features;
  std::vector<Surrogate> best(features.size());
  std::vector<std::uint8_t> is_found(features.size());
  const bool is_shared = n_threads_ > 1 && node.n_rows() * features.size() >= kMinShared;
  parallel_for(features.size(), is_shared ? n_threads_ : 1, 1, pulse_,
               [&](std::size_t begin, std::size_t end) {
                 SurrogateSearch search(recipe_.surrogates, sizes_.weights, sizes_.counts);
                 std::vector<Entry> room;
                 for (std::size_t i = begin; i < end; ++i) {
                   if (features[i] == question.feature) continue;
                   is_found[i] = search.find({features[i], &features_[features[i]]},
                                             source_.list(features[i], node.held, room),
                                             branch_of_row, is_first_upper ? 0 : 1, best[i]);
                 }
               });
  std::vector<Surrogate> found;
  for (std::size_t i = 0; i < features.size(); ++i)
    if (is_found[i] != 0) found.push_back(std::move(best[i]));
  return take_surrogates(std::move(found), recipe_.surrogates.max_surrogates);
}

void Growth::stop(const OpenNode& node, std::int16_t reason) {
  grown_.stop[node.id] = reason;
  count_done(shared_.is_empty() ? static_cast<double>(node.n_rows()) : node.n_samples);
}

void Growth::count_done(double n_rows) {
  const double before = std::floor(done_);
  done_ += n_rows;
  pulse_.done(static_cast<std::size_t>(std::floor(done_) - before));
}

}  // namespace arboretum::general
