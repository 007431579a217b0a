#include "arboretum/search_general/select.hpp"

#include <algorithm>
#include <limits>
#include <tuple>

#include "arboretum/core/heavier.hpp"

namespace arboretum::general {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNone = -kInfinity;

}  // namespace

std::optional<bool> FeatureSelector::find_unsorted(const FeatureColumn& column,
                                                   std::span<const std::int32_t> rows,
                                                   Column<std::int32_t> codes, const OpenNode& node,
                                                   const Rule* without, Choice& choice,
                                                   TablePart others) {
  const auto n_codes = static_cast<std::size_t>(column.feature->n_categories);
  if (recipe_.policy.fill || !table_->fill_unsorted(rows, codes, n_codes, others))
    return std::nullopt;
  return find_in_table(column, {}, node, without, others.table != nullptr, choice);
}

bool FeatureSelector::find_in_table(const FeatureColumn& column, std::span<const Entry> entries,
                                    const OpenNode& node, const Rule* without, bool is_estimate,
                                    Choice& choice) {
  note_constant(table_->n_bins(), table_->missing_count);
  if (is_constant()) return false;
  if (recipe_.policy.fill) {
    entries = filled(column, entries);
    note_constant(table_->n_bins(), table_->missing_count);
  }
  propose(column, entries, node);
  scores_.clear();
  starts_.clear();
  firsts_.clear();
  branches_.least = 0.0;
  branches_.only_best = true;
  branches_.impurity = node.impurity;
  for (const Rule& rule : recipe_.rules) {
    if (&rule == without) continue;
    branches_.least = std::max(branches_.least, rule.least_samples);
    // The best of all may not be admitted, and then it is another that is wanted.
    if (rule.admit && rule.least_samples == 0.0) branches_.only_best = false;
  }
  for (const Candidates& group : groups_) score(group, node, without);
  starts_.push_back(scores_.size());

  double best = kNone;
  for (const double score : scores_) best = score > best ? score : best;
  if (best == kNone) return false;
  const double floor = best - tie_tolerance(best, node.impurity);
  // Of one proposal the lowest threshold first, and only then where the missing values go.
  std::tuple<std::size_t, std::size_t, std::size_t> first{groups_.size() + 1, 0, 0};
  std::size_t n_equals = 0;
  for (std::size_t group = 0; group < groups_.size(); ++group)
    for (std::size_t i = starts_[group]; i < starts_[group + 1]; ++i) {
      if (!(scores_[i] >= floor)) continue;
      ++n_equals;
      first =
          std::min(first, {groups_[group].proposal, firsts_[group] + i - starts_[group], group});
    }
  const auto [_, candidate, group] = first;
  choice.score = scores_[starts_[group] + candidate - firsts_[group]];
  choice.merit =
      recipe_.costs ? recipe_.costs->merit(choice.score, column.index, node.asked) : choice.score;
  choice.is_tie = n_equals > 1 && !is_estimate;
  choice.is_estimate = is_estimate;
  choice.n_candidates = n_admitted(group);
  choice.n_categories = column.feature->n_categories;
  write(group, candidate, column, node, choice);
  return true;
}

std::size_t FeatureSelector::n_admitted(std::size_t group) const {
  const auto begin = scores_.begin();
  const auto is_admitted = [](double score) { return score != kNone; };
  return std::count_if(begin + std::ptrdiff_t(starts_[group]),
                       begin + std::ptrdiff_t(starts_[group + 1]), is_admitted);
}

std::span<const Entry> FeatureSelector::filled(const FeatureColumn& column,
                                               std::span<const Entry> entries) {
  fill_ = recipe_.policy.fill(*table_, column, statistics_);
  if (table_->missing_count == 0.0) return entries;
  const auto is_missing = [](const Entry& entry) { return entry.code == kMissingCode; };
  const auto known = entries.first(
      static_cast<std::size_t>(std::ranges::find_if(entries, is_missing) - entries.begin()));
  const bool has_classes = fill_.of_class.size() > 1;
  std::vector<Entry> others;
  for (const Entry& entry : entries.subspan(known.size())) {
    const std::size_t group = has_classes ? statistics_.classes()[entry.row] : 0;
    others.push_back({table_->bins[fill_.of_class[group]], entry.row});
  }
  std::ranges::sort(others, is_before);
  filled_.resize(entries.size());
  std::ranges::merge(known, others, filled_.begin(), is_before);
  const std::vector<std::int32_t> known_rows = table_->rows;
  table_->fill(filled_);
  table_->rows = known_rows;  // whose values are behind the bins: those of others are missing
  return filled_;
}

void FeatureSelector::propose(const FeatureColumn& column, std::span<const Entry> entries,
                              const OpenNode& node) {
  proposals_.clear();
  placed_.clear();
  groups_.clear();
  known_in_ = nullptr;
  for (std::size_t s = 0; s < recipe_.splitters.size(); ++s) {
    const Splitter& splitter = recipe_.splitters[s];
    if (table_->n_bins() < 2 || !splitter.handles(column.feature->kind)) continue;
    const Table& table = table_seen_by(s, entries, node);
    if (table.n_bins() < 2) continue;
    auto proposal = splitter.propose(table, column, statistics_);
    if (!proposal) continue;
    auto& list = proposal->missing_branch == kLeftOut ? proposals_ : placed_;
    list.push_back({std::move(proposal), &table});
  }
  recipe_.policy.complete(*table_, proposals_, groups_);
  for (Proposed& placed : placed_) {
    const std::int32_t place = placed.proposal->missing_branch;
    groups_.push_back({proposals_.size(), place, place});
    proposals_.push_back(std::move(placed));
  }
}

const Table& FeatureSelector::table_seen_by(std::size_t splitter, std::span<const Entry> entries,
                                            const OpenNode& node) {
  const double least = recipe_.splitters[splitter].min_samples;
  if (least <= 0.0) return *table_;
  if (std::ranges::all_of(table_->counts, [&](double n) { return n >= least; })) return *table_;
  if (!seen_[splitter]) seen_[splitter] = statistics_.make_table();
  seen_[splitter]->look_at(node.statistics);
  seen_[splitter]->fill_without_rare(*table_, entries, least);
  return *seen_[splitter];
}

void FeatureSelector::read_known(const Table& table) {
  if (known_in_ == &table) return;
  table.known(known_);
  known_in_ = &table;
}

double FeatureSelector::share_of(const Candidates& group, const OpenNode& node) const {
  if (!group.is_discounted) return 1.0;
  return statistics_.weight(known_.data()) / statistics_.weight(node.statistics.data());
}

double FeatureSelector::left_out_by(const Candidates& group, const OpenNode& node) const {
  if (!group.tells_left_out) return 0.0;
  return std::max(0.0,
                  statistics_.weight(node.statistics.data()) - statistics_.weight(known_.data()));
}

void FeatureSelector::score(const Candidates& group, const OpenNode& node, const Rule* without) {
  const auto& [proposal, table] = proposals_[group.proposal];
  if (group.among_known) read_known(*table);
  read_branches(group);
  mark_allowed(group, node, without);
  const std::size_t start = scores_.size();
  starts_.push_back(start);
  firsts_.push_back(branches_.first);
  scores_.resize(start + branches_.n, kNone);
  const Branches& admitted = take_allowed();
  n_scored_ += admitted.n;
  if (admitted.n == 0) return;
  scored_.resize(admitted.n);
  const std::vector<double>& parent = group.among_known ? known_ : node.statistics;
  const double share = share_of(group, node);
  const double slack = share > 0.0 ? tie_tolerance(0.0, node.impurity) / share : kInfinity;
  recipe_.scorer->score_best(parent.data(), admitted, left_out_by(group, node), slack,
                             scored_.data());
  auto score = scored_.begin();
  for (std::size_t i = 0; i < branches_.n; ++i)
    if (allowed_[i] != 0)
      scores_[start + i] = recipe_.scorer->corrected(share * *score++, proposal->log_trials);
}

void FeatureSelector::read_branches(const Candidates& group) {
  const auto& [proposal, table] = proposals_[group.proposal];
  if (group.counted_in != Candidates::placed)
    return proposal->branches(*table, group.counted_in, branches_);
  // Sizes and scores are those with the missing values, which are not there yet.
  const double least = std::exchange(branches_.least, 0.0);
  const bool only_best = std::exchange(branches_.only_best, false);
  proposal->branches(*table, kLeftOut, branches_);
  branches_.least = least;
  branches_.only_best = only_best;
  place_missing(*table);
}

void FeatureSelector::place_missing(const Table& table) {
  const std::vector<double> missing = table.missing();
  places_.resize(branches_.n);
  branches_.is_growing = false;
  for (std::size_t i = 0; i < branches_.n; ++i) {
    const std::int32_t place = recipe_.policy.place(missing.data(), branches_.of(i, 0),
                                                    branches_.arity, heaviest_branch(i));
    places_[i] = place;
    const auto branch = static_cast<std::size_t>(place);
    branches_.count(i, branch) += table.missing_count;
    double* held = branches_.of(i, branch);
    for (std::size_t k = 0; k < missing.size(); ++k) held[k] += missing[k];
  }
}

std::int32_t FeatureSelector::heaviest_branch(std::size_t position) {
  const auto weight = [&](std::size_t b) { return statistics_.weight(branches_.of(position, b)); };
  double most = 0.0;
  for (std::size_t b = 0; b < branches_.arity; ++b) most = std::max(most, weight(b));
  std::int32_t found = 0;
  while (!weighs_as_much(weight(static_cast<std::size_t>(found)), most)) ++found;
  return found;
}

const Branches& FeatureSelector::take_allowed() {
  const auto n = static_cast<std::size_t>(std::ranges::count(allowed_, 1));
  if (n == branches_.n) return branches_;
  const std::size_t arity = branches_.arity, width = branches_.width;
  admitted_.resize(n, arity, width);
  admitted_.is_growing = branches_.is_growing;
  auto to = admitted_.statistics.begin();
  for (std::size_t i = 0; i < branches_.n; ++i)
    if (allowed_[i] != 0) to = std::copy_n(branches_.of(i, 0), arity * width, to);
  return admitted_;
}

void FeatureSelector::mark_allowed(const Candidates& group, const OpenNode& node,
                                   const Rule* without) {
  // A branch without samples is no branch: the split would not divide the node.
  allowed_.assign(branches_.n, 1);
  if (!branches_.has_least)
    for (std::size_t i = 0; i < branches_.counts.size(); ++i)
      if (!(branches_.counts[i] > 0.0)) allowed_[i / branches_.arity] = 0;
  if (proposals_[group.proposal].proposal->may_be_small) return;
  bool has_weights = false;
  for (const Rule& rule : recipe_.rules) {
    if (&rule == without || !rule.admit) continue;
    if (branches_.has_least && rule.least_samples > 0.0) continue;
    if (!has_weights) statistics_.weights(branches_.statistics, weights_);
    has_weights = true;
    rule.admit(node, branches_, weights_, allowed_);
  }
}

bool FeatureSelector::can_estimate_cuts(const Recipe& recipe, const Statistics& statistics) {
  const auto handles = [](const Splitter& splitter) { return splitter.handles(Kind::numeric); };
  const auto first = std::ranges::find_if(recipe.splitters, handles);
  const auto needs_all = [](const Rule& rule) { return rule.admit && rule.least_samples == 0.0; };
  return statistics.width() == 2 && recipe.scorer->scores_cuts() &&
         std::ranges::count_if(recipe.splitters, handles) == 1 && first->least_weight &&
         std::ranges::none_of(recipe.rules, needs_all);
}

bool FeatureSelector::estimate_cut(const FeatureColumn& column, std::span<const Entry> alone,
                                   const Sides& spread, double part, const OpenNode& node,
                                   Choice& choice) {
  table_->fill(alone);
  alone_.read(*table_);
  cuts_.merge(alone_, spread, part);
  note_constant(cuts_.n_bins(), cuts_.missing_count());
  if (cuts_.n_bins() < 2) return false;
  const BothSides known = cuts_.known();
  const auto splitter = std::ranges::find_if(
      recipe_.splitters, [&](const Splitter& s) { return s.handles(column.feature->kind); });
  double least = 0.0;
  for (const Rule& rule : recipe_.rules) least = std::max(least, rule.least_samples);
  const auto [begin, end] =
      cuts_.with_enough(splitter->least_weight(known.weight(0), statistics_.n_classes()), least);
  if (begin >= end) return false;
  const double share = cuts_.missing_count() == 0.0 ? 1.0 : known.weight(0) / node.weight;
  const double slack = share > 0.0 ? tie_tolerance(0.0, node.impurity) / share : kInfinity;
  recipe_.scorer->score_cuts(known.weights.data(), cuts_, begin, end, slack, scored_cuts_);
  n_scored_ += scored_cuts_.size();
  const double best = share * std::ranges::max(scored_cuts_, {}, &ScoredCut::score).score;
  const double floor = best - tie_tolerance(best, node.impurity);
  ScoredCut first{end, 0.0};
  for (const ScoredCut& scored : scored_cuts_)
    if (share * scored.score >= floor && scored.cut < first.cut) first = scored;
  choice.score = share * first.score;
  choice.merit =
      recipe_.costs ? recipe_.costs->merit(choice.score, column.index, node.asked) : choice.score;
  choice.is_tie = false;
  choice.is_estimate = true;
  choice.n_candidates = end - begin;
  choice.n_categories = column.feature->n_categories;
  choice.question.reset(column.index, SplitKind::interval, 2, kSpreads);
  const BothSides sides = cuts_.at(first.cut);
  choice.branches.assign(sides.weights.begin(), sides.weights.end());
  return true;
}

void FeatureSelector::write(std::size_t group, std::size_t candidate, const FeatureColumn& column,
                            const OpenNode& node, Choice& choice) {
  const Candidates& chosen = groups_[group];
  const auto& [proposal, table] = proposals_[chosen.proposal];
  if (chosen.among_known) read_known(*table);
  if (group + 1 < groups_.size()) read_branches(chosen);
  const std::size_t position = candidate - branches_.first;
  const double* statistics = branches_.of(position, 0);
  const double* counts = &branches_.count(position, 0);
  choice.share = share_of(chosen, node);
  choice.left_out = left_out_by(chosen, node);
  choice.log_trials = proposal->log_trials;
  choice.most_bits =
      choice.is_estimate ? kInfinity : proposal->most_bits(candidate, *table, column);
  choice.parent = chosen.among_known ? known_ : node.statistics;
  choice.counts.assign(counts, counts + branches_.arity);
  choice.branches.assign(statistics, statistics + branches_.arity * branches_.width);
  if (choice.is_estimate) {
    const bool has_categories = column.feature->kind == Kind::categorical;
    return choice.question.reset(column.index,
                                 has_categories ? SplitKind::category : SplitKind::interval,
                                 branches_.arity, kSpreads);
  }
  std::int32_t goes_to = chosen.goes_to;
  if (goes_to == Candidates::heaviest) goes_to = heaviest_branch(position);
  if (goes_to == Candidates::placed) goes_to = places_[position];
  proposal->ask(candidate, *table, column, branches_.arity, goes_to, choice.question);
  choice.shares.clear();
  if (recipe_.policy.settle) recipe_.policy.settle(fill_, *table_, column, statistics_, choice);
}

}  // namespace arboretum::general
