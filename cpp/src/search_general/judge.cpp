#include "arboretum/search_general/judge.hpp"

namespace arboretum::general {
namespace {

/// Leaves out the features whose split is not significant; returns the smallest p-value.
PValue filter(const Rule& rule, const OpenNode& node, std::vector<Choice*>& choices,
              const Searched& searched) {
  PValue smallest;
  std::vector<Choice*> standing;
  for (Choice* choice : choices) {
    const PValue found = rule.test(node, *choice, searched);
    if (smallest.kind == PKind::none || found.p < smallest.p) smallest = found;
    if (rule.is_significant(found)) standing.push_back(choice);
  }
  choices = std::move(standing);
  return smallest;
}

}  // namespace

Verdict judge(const Recipe& recipe, const OpenNode& node, const Statistics& statistics,
              std::vector<Choice*> choices, std::size_t n, const Searched& searched) {
  Verdict verdict;
  for (std::size_t i = 0; i < recipe.rules.size(); ++i) {
    if (!recipe.rules[i].is_filter) continue;
    verdict.p = filter(recipe.rules[i], node, choices, searched);
    if (!choices.empty()) continue;
    verdict.rejected_by = static_cast<std::int16_t>(i);
    return verdict;
  }
  verdict.ranked = recipe.selector.rank(std::move(choices), node, statistics, n);
  searched.settle(verdict.ranked);
  if (verdict.ranked.empty()) return verdict;
  const Choice& best = verdict.ranked[0];
  for (std::size_t i = 0; i < recipe.rules.size(); ++i) {
    const Rule& rule = recipe.rules[i];
    if (rule.test) verdict.p = rule.test(node, best, searched);
    const bool is_rejected =
        rule.test ? !rule.is_significant(verdict.p) : rule.rejects && rule.rejects(node, best);
    if (!is_rejected) continue;
    verdict.rejected_by = static_cast<std::int16_t>(i);
    return verdict;
  }
  return verdict;
}

}  // namespace arboretum::general
