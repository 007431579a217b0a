#include "arboretum/predict/tree_view.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

[[noreturn]] void refuse_node(std::size_t node, const std::string& reason) {
  refuse("node " + std::to_string(node) + " " + reason);
}

void check_lengths(const TreeView& tree) {
  const std::size_t n_nodes = tree.n_nodes();
  if (n_nodes == 0) refuse("the tree has no node");
  check_columns(tree);
  // An offset that closes the last list of children is welcome, not needed.
  if (tree.child_start.size() != n_nodes + 1)
    check_length("child_start", tree.child_start.size(), n_nodes);
}

void check_values(const SplitColumns& tree, std::size_t node) {
  const bool is_category = tree.kind[node] == static_cast<std::int8_t>(SplitKind::category);
  const std::int64_t size = is_category ? std::ssize(tree.branches) : std::ssize(tree.thresholds);
  const std::int64_t start = tree.value_start[node], count = tree.value_count[node];
  if (start < 0 || count < 0 || start > size || count > size - start)
    refuse_node(node, "has values outside its " +
                          std::string(is_category ? "branches" : "thresholds") + ": start " +
                          std::to_string(start) + ", count " + std::to_string(count));
}

void adopt_children(const TreeView& tree, std::size_t node, std::int64_t n_branches,
                    std::vector<std::int32_t>& parents) {
  const std::int64_t start = tree.child_start[node];
  const std::int64_t n_children = std::ssize(tree.children);
  if (start < 0 || start > n_children || n_branches > n_children - start)
    refuse_node(node, "has children outside the list: start " + std::to_string(start) +
                          ", branch " + std::to_string(n_branches - 1));
  for (std::int64_t i = start; i < start + n_branches; ++i) {
    const std::int32_t child = tree.children[i];
    // Children come after their parent: this is what makes every walk end.
    if (std::cmp_less_equal(child, node) || !is_within(child, tree.n_nodes()))
      refuse_node(node, "has the child " + std::to_string(child) +
                            ", but children come after their parent and before node " +
                            std::to_string(tree.n_nodes()));
    if (parents[child] >= 0)
      refuse_node(node, "has the child " + std::to_string(child) + ", which hangs on node " +
                            std::to_string(parents[child]) + " already");
    parents[child] = static_cast<std::int32_t>(node);
  }
}

}  // namespace

Children children_of(std::span<const std::int32_t> parent) {
  Children found{std::vector<std::int64_t>(parent.size() + 1, 0), {}};
  for (std::size_t node = 1; node < parent.size(); ++node) {
    if (!is_within(parent[node], parent.size()))
      refuse(entry("parent", node, parent[node]) + ", which is not a node");
    ++found.start[parent[node]];
  }
  std::int64_t end = 0;
  for (std::int64_t& start : found.start) start = end += start;
  found.flat.resize(static_cast<std::size_t>(end));
  for (std::size_t node = parent.size(); node-- > 1;)  // ends become starts
    found.flat[--found.start[parent[node]]] = static_cast<std::int32_t>(node);
  return found;
}

OwnSplits::OwnSplits(const SplitColumns& splits)
    : feature(splits.feature.begin(), splits.feature.end()),
      kind(splits.kind.begin(), splits.kind.end()),
      missing_branch(splits.missing_branch.begin(), splits.missing_branch.end()),
      value_start(splits.value_start.begin(), splits.value_start.end()),
      value_count(splits.value_count.begin(), splits.value_count.end()),
      thresholds(splits.thresholds.begin(), splits.thresholds.end()),
      branches(splits.branches.begin(), splits.branches.end()) {}

void check_columns(const SplitColumns& splits) {
  const std::size_t n_rows = splits.feature.size();
  check_length("kind", splits.kind.size(), n_rows);
  check_length("missing_branch", splits.missing_branch.size(), n_rows);
  check_length("value_start", splits.value_start.size(), n_rows);
  check_length("value_count", splits.value_count.size(), n_rows);
}

void check_question(const SplitColumns& splits, std::size_t node, std::size_t n_features) {
  const std::int32_t feature = splits.feature[node];
  if (!is_within(feature, n_features))
    refuse_node(node, "asks for feature " + std::to_string(feature) + ", but there are " +
                          std::to_string(n_features) + " features");
  if (splits.kind[node] < 0 || splits.kind[node] > 2)
    refuse_node(node, "has kind " + std::to_string(int{splits.kind[node]}) + "; it is 0, 1 or 2");
  check_values(splits, node);
  check_ascending(splits.split(node).thresholds);
}

std::int64_t n_branches(const SplitView& split) {
  std::int64_t highest = std::max<std::int64_t>(split.missing_branch, -1);
  if (split.kind == SplitKind::presence) return std::max<std::int64_t>(highest, 1) + 1;
  if (split.kind == SplitKind::interval)
    return std::max<std::int64_t>(highest, std::ssize(split.thresholds)) + 1;
  for (const std::int32_t branch : split.branches)
    highest = std::max<std::int64_t>(highest, branch);
  return highest + 1;
}

std::vector<std::int32_t> checked_parents(const TreeView& tree, std::size_t n_features) {
  check_lengths(tree);
  std::vector<std::int32_t> parents(tree.n_nodes(), -1);
  for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
    if (tree.is_leaf(node)) continue;
    check_question(tree, node, n_features);
    adopt_children(tree, node, n_branches(tree.split(node)), parents);
  }
  return parents;
}

}  // namespace arboretum
