#include "arboretum/grow/kept_splits.hpp"

#include <initializer_list>

#include "extend.hpp"

namespace arboretum::grow {
namespace {

/// Of splits that are kept, whose branches are all narrow.
void add_splits(Splits& to, const Splits& from, std::int32_t offset) {
  for (const std::int32_t node : from.node) to.node.push_back(node + offset);
  extend(to.feature, from.feature);
  extend(to.kind, from.kind);
  extend(to.arity, from.arity);
  extend(to.missing_branch, from.missing_branch);
  extend(to.value_count, from.value_count);
  extend(to.thresholds, from.thresholds);
  extend(to.narrow_branches, from.narrow_branches);
}

void add_splits(ScoredSplits& to, const ScoredSplits& from, std::int32_t offset) {
  add_splits(static_cast<Splits&>(to), from, offset);
  extend(to.tie, from.tie);
  extend(to.share, from.share);
  extend(to.left_out, from.left_out);
  extend(to.log_trials, from.log_trials);
  extend(to.parents, from.parents);
  extend(to.sums, from.sums);
}

void add_splits(SurrogateSplits& to, const SurrogateSplits& from, std::int32_t offset) {
  add_splits(static_cast<Splits&>(to), from, offset);
  extend(to.agreement, from.agreement);
  extend(to.adjusted, from.adjusted);
  extend(to.is_reversed, from.is_reversed);
}

template <class Split>
std::int32_t n_categories(const Split& split, const std::vector<Feature>& features) {
  return features[split.question.feature].n_categories;
}

}  // namespace

KeptSplits::KeptSplits() {
  for (Splits* some :
       std::initializer_list<Splits*>{&splits, &runner_ups, &competitors, &surrogates})
    some->is_narrow = true;
}

void KeptSplits::push_split(std::int32_t node, const Choice& choice,
                            const std::vector<Feature>& features) {
  splits.push(node, choice, n_categories(choice, features));
}

void KeptSplits::push_others(std::int32_t node, std::span<const Choice> ranked,
                             std::size_t max_competitors, const std::vector<Feature>& features) {
  if (ranked.size() > 1) runner_ups.push(node, ranked[1], n_categories(ranked[1], features));
  for (std::size_t i = 1; i < ranked.size() && i <= max_competitors; ++i)
    competitors.push(node, ranked[i], n_categories(ranked[i], features));
}

void KeptSplits::push_surrogates(std::int32_t node, std::span<const Surrogate> found,
                                 const std::vector<Feature>& features) {
  for (const Surrogate& surrogate : found)
    surrogates.push(node, surrogate, n_categories(surrogate, features));
}

void KeptSplits::append(const KeptSplits& other, std::int32_t offset) {
  add_splits(splits, other.splits, offset);
  add_splits(runner_ups, other.runner_ups, offset);
  add_splits(competitors, other.competitors, offset);
  add_splits(surrogates, other.surrogates, offset);
}

}  // namespace arboretum::grow
