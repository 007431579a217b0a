#include "arboretum/predict/compact_tree.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Lays out one node after another; every node first gets a place beside its siblings.
class Layout {
 public:
  Layout(const TreeView& tree, const std::vector<std::uint32_t>& code_slot,
         std::vector<CompactNode>& nodes, std::vector<std::uint8_t>& missing_steps,
         CategorySteps& steps)
      : tree_(tree),
        code_slot_(code_slot),
        nodes_(nodes),
        missing_steps_(missing_steps),
        steps_(steps) {}

  void run() {
    adopt(0, reserve(1));
    while (!waiting_.empty()) {
      const Placed next = waiting_.back();
      waiting_.pop_back();
      if (!tree_.is_leaf(next.node)) ask(next);
    }
  }

 private:
  struct Placed {
    std::size_t node;
    std::uint32_t position;
  };

  std::uint32_t reserve(std::size_t n) {
    const auto first = static_cast<std::uint32_t>(nodes_.size());
    for (std::size_t i = 0; i < n; ++i) {  // quicker than resizing by a few at a time
      nodes_.emplace_back();
      missing_steps_.push_back(0);
    }
    return first;
  }

  /// Rows that get to this position end at the node.
  void end(Placed placed) {
    nodes_[placed.position] = {labelled_nan(static_cast<std::uint32_t>(placed.node)),
                               placed.position, 0};
  }

  void adopt(std::size_t node, std::uint32_t position) {
    end({node, position});
    waiting_.push_back({node, position});
  }

  /// The children of most nodes; leaves need not wait.  The first is laid out next, as nodes are
  /// read one after another then.
  void adopt_both(std::size_t node, std::uint32_t first) {
    for (std::uint32_t b = 2; b-- > 0;) {
      const Placed placed{child(node, b), first + b};
      if (tree_.is_leaf(placed.node))
        end(placed);
      else
        waiting_.push_back(placed);
    }
  }

  std::size_t child(std::size_t node, std::int64_t branch) const {
    return static_cast<std::size_t>(tree_.children[tree_.child_start[node] + branch]);
  }

  void ask(Placed placed) {
    const SplitView split = tree_.split(placed.node);
    if (split.kind == SplitKind::category)
      ask_category(placed, split);
    else if (split.kind == SplitKind::presence)
      ask_presence(placed);
    else
      ask_interval(placed, split);
  }

  void ask_category(Placed placed, const SplitView& split) {
    std::vector<std::int32_t> branch{split.missing_branch};
    for (const std::int32_t known : split.branches)
      branch.push_back(known < 0 ? split.missing_branch : known);
    const auto n_children =
        static_cast<std::uint32_t>(std::max(*std::ranges::max_element(branch), -1) + 1);
    std::vector<std::uint32_t> steps;
    for (const std::int32_t b : branch)
      steps.push_back(b < 0 ? n_children : static_cast<std::uint32_t>(b));

    const std::uint32_t first = reserve(n_children + 1);
    nodes_[placed.position] = {steps_.add(steps), first, code_slot_[tree_.feature[placed.node]]};
    missing_steps_[placed.position] = CategorySteps::kAsked;
    end({placed.node, first + n_children});
    for (std::uint32_t b = 0; b < n_children; ++b) adopt(child(placed.node, b), first + b);
  }

  void ask_presence(Placed placed) {
    const std::uint32_t first = reserve(2);
    nodes_[placed.position] = {kInfinity, first, number_slot(placed.node)};
    missing_steps_[placed.position] = 1;
    for (std::uint32_t b = 0; b < 2; ++b) adopt(child(placed.node, b), first + b);
  }

  /// Cuts the intervals in the middle until each has a place; the first cut also asks
  /// whether the value is missing.
  void ask_interval(Placed placed, const SplitView& split) {
    const std::int64_t n_cuts = std::ssize(split.thresholds);
    const std::int32_t missing = split.missing_branch;
    const bool is_beside = 0 <= missing && missing <= n_cuts && n_cuts <= 1;
    const std::uint32_t first = reserve(is_beside ? 2 : 3);
    const std::size_t n_waiting = waiting_.size();
    const std::int64_t middle = n_cuts / 2;
    nodes_[placed.position] = {n_cuts == 0 ? kInfinity : split.thresholds[middle], first,
                               number_slot(placed.node)};
    missing_steps_[placed.position] = is_beside ? static_cast<std::uint8_t>(missing) : 2;
    if (n_cuts == 1 && is_beside) return adopt_both(placed.node, first);
    end({placed.node, first + 1});  // where there is no cut, nothing comes here
    place(placed.node, split, {0, middle}, first);
    if (n_cuts > 0) place(placed.node, split, {middle + 1, n_cuts}, first + 1);
    if (is_beside) return;

    const std::uint32_t third = first + 2;
    if (missing < 0)
      end({placed.node, third});
    else if (missing > n_cuts)
      adopt(child(placed.node, missing), third);
    else
      lead(placed.node, third, position_of(child(placed.node, missing), n_waiting));
  }

  /// Cuts `begin` to `end - 1`, with the branches before, between and after them.
  struct Cuts {
    std::int64_t begin, end;
  };

  void place(std::size_t node, const SplitView& split, Cuts cuts, std::uint32_t position) {
    if (cuts.begin == cuts.end) return adopt(child(node, cuts.begin), position);
    const std::int64_t middle = (cuts.begin + cuts.end) / 2;
    const std::uint32_t first = reserve(2);
    nodes_[position] = {split.thresholds[middle], first, number_slot(node)};
    place(node, split, {cuts.begin, middle}, first);
    place(node, split, {middle + 1, cuts.end}, first + 1);
  }

  /// Sends every row on to another position.
  void lead(std::size_t node, std::uint32_t from, std::uint32_t to) {
    nodes_[from] = {kInfinity, to, number_slot(node)};
  }

  std::uint32_t position_of(std::size_t node, std::size_t first_waiting) const {
    const std::span recent = std::span(waiting_).subspan(first_waiting);
    return std::ranges::find(recent, node, &Placed::node)->position;
  }

  std::uint32_t number_slot(std::size_t node) const {
    return static_cast<std::uint32_t>(tree_.feature[node]);
  }

  const TreeView& tree_;
  const std::vector<std::uint32_t>& code_slot_;
  std::vector<CompactNode>& nodes_;
  std::vector<std::uint8_t>& missing_steps_;
  CategorySteps& steps_;
  std::vector<Placed> waiting_;
};

}  // namespace

double CategorySteps::add(const std::vector<std::uint32_t>& steps) {
  const int n_bits = std::bit_width(*std::ranges::max_element(steps));
  const auto log_width = static_cast<std::uint64_t>(std::bit_width(std::max(n_bits, 1) - 1u));
  const std::uint64_t first = words_.size();
  words_.resize(first + ((steps.size() << log_width) + 31) / 32);
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::size_t bit = i << log_width;
    words_[first + bit / 32] |= steps[i] << (bit % 32);
  }
  return labelled_nan(log_width << 32 | first);
}

CompactTree::CompactTree(const TreeView& tree, const std::vector<std::uint32_t>& code_slot) {
  nodes_.reserve(tree.n_nodes());
  missing_steps_.reserve(tree.n_nodes());
  Layout(tree, code_slot, nodes_, missing_steps_, steps_).run();
  if (nodes_.size() > std::numeric_limits<std::uint32_t>::max() / kBytes)
    refuse("a tree of " + std::to_string(nodes_.size()) + " nodes is too large to predict by");
  for (CompactNode& node : nodes_) node.child *= kBytes;
}

}  // namespace arboretum
