#include "arboretum/predict.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "arboretum/check.hpp"
#include "arboretum/parallel.hpp"

namespace arboretum {
namespace {

/// Rows below which a thread costs more than it brings.
constexpr std::size_t kMinRowsPerThread = 8192;

std::size_t length(const AnyColumn& column) {
  return std::visit([](const auto& values) { return values.size(); }, column);
}

std::size_t n_rows(std::span<const AnyColumn> columns) {
  return columns.empty() ? 0 : length(columns[0]);
}

[[noreturn]] void refuse_node(std::size_t node, const std::string& reason) {
  refuse("node " + std::to_string(node) + " " + reason);
}

void check_lengths(const TreeView& tree) {
  const std::size_t n_nodes = tree.n_nodes();
  if (n_nodes == 0) refuse("the tree has no node");
  check_length("kind", tree.kind.size(), n_nodes);
  check_length("missing_branch", tree.missing_branch.size(), n_nodes);
  check_length("value_start", tree.value_start.size(), n_nodes);
  check_length("value_count", tree.value_count.size(), n_nodes);
  // An offset that closes the last list of children is welcome, not needed.
  if (tree.child_start.size() != n_nodes + 1)
    check_length("child_start", tree.child_start.size(), n_nodes);
}

void check_values(const TreeView& tree, std::size_t node) {
  const bool is_category = tree.kind[node] == static_cast<std::int8_t>(SplitKind::category);
  const std::int64_t size = is_category ? std::ssize(tree.branches) : std::ssize(tree.thresholds);
  const std::int64_t start = tree.value_start[node], count = tree.value_count[node];
  if (start < 0 || count < 0 || start > size || count > size - start)
    refuse_node(node, "has values outside its " +
                          std::string(is_category ? "branches" : "thresholds") + ": start " +
                          std::to_string(start) + ", count " + std::to_string(count));
}

/// Highest branch that a row can take.
std::int64_t highest_branch(const SplitView& split) {
  std::int64_t highest = split.missing_branch;
  if (split.kind == SplitKind::presence) return std::max<std::int64_t>(highest, 1);
  if (split.kind == SplitKind::interval)
    return std::max<std::int64_t>(highest, std::ssize(split.thresholds));
  for (const std::int32_t branch : split.branches)
    highest = std::max<std::int64_t>(highest, branch);
  return highest;
}

void check_children(const TreeView& tree, std::size_t node, std::int64_t highest) {
  const std::int64_t start = tree.child_start[node];
  const std::int64_t n_children = std::ssize(tree.children);
  if (start < 0 || start > n_children || highest >= n_children - start)
    refuse_node(node, "has children outside the list: start " + std::to_string(start) +
                          ", branch " + std::to_string(highest));
  for (std::int64_t i = start; i <= start + highest; ++i) {
    const std::int32_t child = tree.children[i];
    // Children come after their parent: this is what makes every walk end.
    if (std::cmp_less_equal(child, node) || !is_within(child, tree.n_nodes()))
      refuse_node(node, "has the child " + std::to_string(child) +
                            ", but children come after their parent and before node " +
                            std::to_string(tree.n_nodes()));
  }
}

void check_node(const TreeView& tree, std::span<const AnyColumn> columns, std::size_t node) {
  if (tree.is_leaf(node)) return;
  const std::int32_t feature = tree.feature[node];
  if (!is_within(feature, columns.size()))
    refuse_node(node, "asks for feature " + std::to_string(feature) + ", but there are " +
                          std::to_string(columns.size()) + " columns");
  if (tree.kind[node] < 0 || tree.kind[node] > 2)
    refuse_node(node, "has kind " + std::to_string(int{tree.kind[node]}) + "; it is 0, 1 or 2");
  check_values(tree, node);
  const SplitView split = tree.split(node);
  if (split.kind == SplitKind::category &&
      !std::holds_alternative<Column<std::int32_t>>(columns[feature]))
    refuse_node(node, "asks for categories of feature " + std::to_string(feature) +
                          ", but that column holds numbers");
  check_ascending(split.thresholds);
  check_children(tree, node, highest_branch(split));
}

std::int32_t branch_of(const SplitView& split, const AnyColumn& column, std::size_t row) {
  return std::visit([&](const auto& values) { return split.branch(values[row]); }, column);
}

/// Takes a row from the root down and tells `visit` every node; returns the last.
template <class Visit>
std::int32_t walk(const TreeView& tree, std::span<const AnyColumn> columns, std::size_t row,
                  const Visit& visit) {
  std::int32_t node = 0;
  for (;;) {
    visit(node);
    if (tree.is_leaf(node)) return node;
    const std::int32_t branch = branch_of(tree.split(node), columns[tree.feature[node]], row);
    if (branch < 0) return node;
    node = tree.children[tree.child_start[node] + branch];
  }
}

}  // namespace

SplitView TreeView::split(std::size_t node) const {
  const auto start = static_cast<std::size_t>(value_start[node]);
  const auto count = static_cast<std::size_t>(value_count[node]);
  SplitView split{static_cast<SplitKind>(kind[node]), {}, {}, missing_branch[node]};
  if (split.kind == SplitKind::interval) split.thresholds = thresholds.subspan(start, count);
  if (split.kind == SplitKind::category) split.branches = branches.subspan(start, count);
  return split;
}

void check_tree(const TreeView& tree, std::span<const AnyColumn> columns) {
  check_lengths(tree);
  for (std::size_t i = 0; i < columns.size(); ++i)
    check_length("columns[" + std::to_string(i) + "]", length(columns[i]), n_rows(columns));
  for (std::size_t node = 0; node < tree.n_nodes(); ++node) check_node(tree, columns, node);
}

std::vector<std::int32_t> leaves(const TreeView& tree, std::span<const AnyColumn> columns,
                                 std::size_t n_threads) {
  check_tree(tree, columns);
  std::vector<std::int32_t> leaves(n_rows(columns));
  const auto walk_rows = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      leaves[row] = walk(tree, columns, row, [](std::int32_t) {});
  };
  parallel_for(leaves.size(), n_threads, kMinRowsPerThread, walk_rows);
  return leaves;
}

Paths paths(const TreeView& tree, std::span<const AnyColumn> columns, std::size_t n_threads) {
  check_tree(tree, columns);
  Paths paths;
  paths.indptr.assign(n_rows(columns) + 1, 0);
  const auto measure = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row)
      walk(tree, columns, row, [&](std::int32_t) { ++paths.indptr[row + 1]; });
  };
  parallel_for(n_rows(columns), n_threads, kMinRowsPerThread, measure);
  for (std::size_t row = 0; row < n_rows(columns); ++row)
    paths.indptr[row + 1] += paths.indptr[row];

  paths.indices.resize(paths.indptr.back());
  const auto record = [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin; row < end; ++row) {
      std::int64_t next = paths.indptr[row];
      walk(tree, columns, row, [&](std::int32_t node) { paths.indices[next++] = node; });
    }
  };
  parallel_for(n_rows(columns), n_threads, kMinRowsPerThread, record);
  return paths;
}

}  // namespace arboretum
