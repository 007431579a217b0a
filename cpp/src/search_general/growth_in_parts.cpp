#include <algorithm>
#include <utility>

#include "arboretum/search_general/growth.hpp"

// What growth does where rows go down several branches in parts.

namespace arboretum::general {

bool Growth::measure_in_parts(const OpenNode& node, const Choice& choice,
                              std::span<OpenNode> children) {
  const bool has_one_group = choice.shares.size() == children.size();
  if (recipe_.keeps_rows || !has_one_group) return false;
  const RowsInParts rows = source_.in_parts(node.held, choice);
  ChildTotals totals;
  shared_.set(rows.rows, {});  // the shares of children are not yet among those of their parent
  if (!statistics_.total_in_parts(rows, pulse_, totals)) return false;
  const auto width = static_cast<std::ptrdiff_t>(statistics_.node_width());
  auto of_child = totals.statistics.begin();
  for (std::size_t branch = 0; branch < children.size(); ++branch, of_child += width) {
    children[branch].n_samples = totals.counts[branch];
    children[branch].statistics.assign(of_child, of_child + width);
    children[branch].is_constant = totals.is_constant[branch] != 0;
  }
  return true;
}

void Growth::make_tables(std::span<const OpenNode> siblings) {
  if (!siblings[0].held.own || !estimates_help_) return;
  const SpreadRows* spread = nullptr;
  for (const OpenNode& node : siblings)
    if (node.held.own->spread) spread = node.held.own->spread.get();
  const auto helps = [&](const OpenNode& node) { return SpreadTables::helps(node.held, spread); };
  if (spread == nullptr || std::ranges::count_if(siblings, helps) < 2) return;
  shared_.set(spread->rows, spread->shares);
  tables_.make(*spread, *siblings[0].features, n_threads_, pulse_);
}

bool Growth::estimate(const FeatureColumn& column, const OpenNode& node, Choice& choice,
                      FeatureSelector& selector) {
  const std::int32_t feature = column.index;
  const OwnRows& own = *node.held.own;
  if (source_.has_codes(feature))
    return *selector.find_unsorted(column, own.alone(), source_.codes(feature), node, nullptr,
                                   choice, {&tables_.table(feature), own.parts[0]});
  return selector.estimate_cut(column, own.lists[feature], tables_.sides(feature), own.parts[0],
                               node, choice);
}

void Growth::find_exactly(OpenNode& node, std::vector<Choice>& ranked) {
  const auto is_estimate = [](const Choice& choice) { return choice.is_estimate; };
  if (std::ranges::none_of(ranked, is_estimate)) return;
  source_.gather(node.held);
  enter(node);
  for (Choice& choice : ranked) {
    if (!choice.is_estimate) continue;
    const std::int32_t feature = choice.question.feature;
    look_at_one(feature, node, nullptr, selector_);
    if (is_found_[feature] == 0) continue;
    choices_[feature].merit = choice.merit;
    choices_[feature].is_tie = choices_[feature].is_tie || choice.is_tie;
    std::swap(choice, choices_[feature]);
  }
  std::erase_if(ranked, is_estimate);
}

}  // namespace arboretum::general
