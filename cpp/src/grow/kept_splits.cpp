#include "arboretum/grow/kept_splits.hpp"

#include "extend.hpp"

namespace arboretum::grow {
namespace {

void add_splits(general::Splits& to, const general::Splits& from, std::int32_t offset) {
  for (const std::int32_t node : from.node) to.node.push_back(node + offset);
  extend(to.feature, from.feature);
  extend(to.kind, from.kind);
  extend(to.arity, from.arity);
  extend(to.missing_branch, from.missing_branch);
  extend(to.value_count, from.value_count);
  extend(to.thresholds, from.thresholds);
  extend(to.branches, from.branches);
}

void add_splits(general::ScoredSplits& to, const general::ScoredSplits& from, std::int32_t offset) {
  add_splits(static_cast<general::Splits&>(to), from, offset);
  extend(to.tie, from.tie);
  extend(to.share, from.share);
  extend(to.left_out, from.left_out);
  extend(to.log_trials, from.log_trials);
  extend(to.parents, from.parents);
  extend(to.sums, from.sums);
}

void add_splits(general::SurrogateSplits& to, const general::SurrogateSplits& from,
                std::int32_t offset) {
  add_splits(static_cast<general::Splits&>(to), from, offset);
  extend(to.agreement, from.agreement);
  extend(to.adjusted, from.adjusted);
  extend(to.is_reversed, from.is_reversed);
}

}  // namespace

void KeptSplits::push(std::int32_t node, const std::vector<general::Choice>& ranked,
                      std::size_t max_competitors, const std::vector<general::Surrogate>& found,
                      const std::vector<Feature>& features) {
  const auto keep = [&](auto& kept, const auto& split) {
    kept.push(node, split, features[split.question.feature].n_categories);
  };
  keep(splits, ranked[0]);
  if (ranked.size() > 1) keep(runner_ups, ranked[1]);
  for (std::size_t i = 1; i < ranked.size() && i <= max_competitors; ++i)
    keep(competitors, ranked[i]);
  for (const general::Surrogate& surrogate : found) keep(surrogates, surrogate);
}

void KeptSplits::append(const KeptSplits& other, std::int32_t offset) {
  add_splits(splits, other.splits, offset);
  add_splits(runner_ups, other.runner_ups, offset);
  add_splits(competitors, other.competitors, offset);
  add_splits(surrogates, other.surrogates, offset);
}

}  // namespace arboretum::grow
