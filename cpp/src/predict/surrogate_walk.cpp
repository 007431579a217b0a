#include "arboretum/predict/surrogate_walk.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

void check_starts(const TreeView& tree, const SurrogateView& surrogates) {
  check_length("surrogates.start", surrogates.start.size(), tree.n_nodes() + 1);
  check_length("surrogates.is_reversed", surrogates.is_reversed.size(), surrogates.feature.size());
  if (surrogates.start.front() != 0 || !std::ranges::is_sorted(surrogates.start) ||
      surrogates.start.back() != std::ssize(surrogates.feature))
    refuse("surrogates.start must ascend from 0 to the number of surrogates");
}

/// A surrogate answers with one of two branches, both of which the node must have.
void check_surrogate(const SurrogateView& surrogates, std::size_t i) {
  const SplitView split = surrogates.split(i);
  const auto is_branch = [](std::int32_t branch) { return branch >= kNoBranch && branch < 2; };
  const bool is_right =
      split.kind == SplitKind::interval
          ? split.thresholds.size() == 1
          : split.kind == SplitKind::category && std::ranges::all_of(split.branches, is_branch);
  if (!is_right) refuse("surrogate " + std::to_string(i) + " does not ask for one of two branches");
}

}  // namespace

SurrogateWalk::SurrogateWalk(const TreeView& tree, const SurrogateView& surrogates,
                             std::size_t n_features)
    : tree_(tree),
      surrogates_(surrogates),
      child_start_(tree.child_start.begin(), tree.child_start.end()),
      children_(tree.children.begin(), tree.children.end()),
      start_(surrogates.start.begin(), surrogates.start.end()),
      is_reversed_(surrogates.is_reversed.begin(), surrogates.is_reversed.end()),
      missing_branch_(tree_.missing_branch) {
  check_starts(tree, surrogates);
  check_columns(surrogates);
  for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
    if (!has_surrogates(static_cast<std::int32_t>(node))) continue;
    if (tree.is_leaf(node) || n_branches(tree.split(node)) < 2)
      refuse("node " + std::to_string(node) + " has surrogates, but not two branches");
    missing_branch_[node] = kNoBranch;
  }
  std::vector<char> asks_categories(n_features, false);
  for (std::size_t i = 0; i < surrogates.feature.size(); ++i) {
    check_question(surrogates, i, n_features);
    check_surrogate(surrogates, i);
    if (surrogates.split(i).kind == SplitKind::category)
      asks_categories[surrogates.feature[i]] = true;
  }
  for (std::size_t feature = 0; feature < n_features; ++feature)
    if (asks_categories[feature]) asked_categories_.push_back(feature);
}

}  // namespace arboretum
