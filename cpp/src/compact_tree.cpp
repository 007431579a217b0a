#include "arboretum/compact_tree.hpp"

#include <utility>

namespace arboretum {
namespace {

constexpr std::size_t kMaxFeatures = std::size_t{1} << 30;

/// Whether the question has two answers beside the missing one.
bool is_compact(const TreeView& tree, std::size_t node) {
  if (tree.is_leaf(node)) return true;
  if (static_cast<std::size_t>(tree.feature[node]) >= kMaxFeatures) return false;
  const SplitView split = tree.split(node);
  if (split.missing_branch > 2) return false;
  return split.kind == SplitKind::presence ||
         (split.kind == SplitKind::interval && split.thresholds.size() == 1);
}

CompactNode leaf(std::size_t node, std::size_t position) {
  return {CompactNode::label(static_cast<std::uint32_t>(node)),
          static_cast<std::uint32_t>(position), 0, 0};
}

/// The question of an inner node; a row that stays there goes to a third child.
CompactNode question(const TreeView& tree, std::size_t node, std::size_t child) {
  const SplitView split = tree.split(node);
  const bool is_presence = split.kind == SplitKind::presence;
  const std::int32_t missing_branch = is_presence ? 1 : split.missing_branch;
  return {is_presence ? std::numeric_limits<double>::infinity() : split.thresholds[0],
          static_cast<std::uint32_t>(child), static_cast<std::uint32_t>(tree.feature[node]),
          missing_branch < 0 ? 2u : static_cast<std::uint32_t>(missing_branch)};
}

}  // namespace

std::optional<CompactTree> CompactTree::of(const TreeView& tree) {
  for (std::size_t node = 0; node < tree.n_nodes(); ++node)
    if (!is_compact(tree, node)) return std::nullopt;

  CompactTree compact;
  std::vector<CompactNode>& nodes = compact.nodes_;
  nodes.push_back(leaf(0, 0));
  std::vector<std::pair<std::size_t, std::size_t>> waiting{{0, 0}};  // node, its position
  while (!waiting.empty()) {
    const auto [node, position] = waiting.back();
    waiting.pop_back();
    if (tree.is_leaf(node)) continue;
    const std::size_t child = nodes.size();
    nodes[position] = question(tree, node, child);
    const std::size_t n_children = nodes[position].missing_step == 2 ? 3 : 2;
    const bool stays = tree.kind[node] == 0 && tree.missing_branch[node] < 0;
    for (std::size_t branch = 0; branch < n_children; ++branch) {
      const bool is_stop = stays && branch == 2;
      const std::size_t below =
          is_stop ? node
                  : tree.children[tree.child_start[node] + static_cast<std::int64_t>(branch)];
      nodes.push_back(leaf(below, child + branch));
      if (!is_stop) waiting.emplace_back(below, child + branch);
    }
  }
  return compact;
}

}  // namespace arboretum
