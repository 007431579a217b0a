#include "arboretum/predict/spread_tree.hpp"

#include "arboretum/core/check.hpp"

namespace arboretum {
void Parts::append(const Parts& others) {
  const auto before = static_cast<std::int64_t>(nodes.size());
  for (std::size_t i = 1; i < others.start.size(); ++i) start.push_back(before + others.start[i]);
  nodes.insert(nodes.end(), others.nodes.begin(), others.nodes.end());
  shares.insert(shares.end(), others.shares.begin(), others.shares.end());
}

SpreadTree::SpreadTree(const TreeView& tree, std::span<const double> weight)
    : splits_(tree),
      child_start_(tree.child_start.begin(), tree.child_start.end()),
      children_(tree.children.begin(), tree.children.end()),
      share_(tree.n_nodes(), 0.0),
      arity_(tree.n_nodes(), 0) {
  check_length("weight", weight.size(), tree.n_nodes());
  for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
    if (tree.is_leaf(node)) continue;
    const std::int64_t begin = child_start_[node];
    const std::int64_t end = begin + n_branches(tree.split(node));
    double whole = 0.0;
    for (std::int64_t i = begin; i < end; ++i) whole += weight[children_[i]];
    arity_[node] = static_cast<std::int32_t>(end - begin);
    for (std::int64_t i = begin; i < end; ++i)
      share_[children_[i]] = whole > 0.0 ? weight[children_[i]] / whole : 1.0 / arity_[node];
  }
}

void SpreadTree::spread(std::int32_t node, double share, std::vector<Part>& waiting) const {
  const std::int64_t begin = child_start_[node];
  for (std::int64_t i = begin + arity_[node]; i-- > begin;) {
    const std::int32_t child = children_[i];
    if (share_[child] > 0.0) waiting.push_back({child, share * share_[child]});
  }
}

}  // namespace arboretum
