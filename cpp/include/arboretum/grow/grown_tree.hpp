#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/grow/input.hpp"
#include "arboretum/grow/kept_splits.hpp"
#include "arboretum/split.hpp"

namespace arboretum::grow {

/// The question a node asks, or nearly asked.
struct BinaryQuestion {
  std::int32_t feature = -1;
  std::int8_t kind = 0;
  std::int32_t missing_branch = -1;
  double threshold = 0;
  std::vector<std::int8_t> branches;  ///< of each category; below 0: as a missing value

  /// Keeps the room.
  void reset() {
    feature = -1;
    kind = 0;
    missing_branch = -1;
    threshold = 0;
    branches.clear();
  }

  std::int32_t branch_of_category(std::int32_t code) const {
    const std::int32_t branch = code < 0 ? kNoBranch : branches[code];
    return branch < 0 ? missing_branch : branch;
  }
};

/// Questions of many nodes, one after another, as Python's SplitTable keeps them.
struct QuestionColumns {
  std::vector<std::int32_t> feature;
  std::vector<std::int8_t> kind;
  std::vector<std::int32_t> arity;
  std::vector<std::int32_t> missing_branch;
  std::vector<std::int32_t> value_count;  ///< how many of the next two belong to the node, by kind
  std::vector<double> thresholds;
  std::vector<std::int8_t> branches;  ///< widened at the end: there are many of them

  void reserve(std::size_t n_nodes);
  void push(const BinaryQuestion& question);
  void push_none();
  void append(QuestionColumns&& other);
};

/// A tree in depth-first pre-order: a parent before its children, the first branch first.
struct GrownTree {
  std::vector<std::int32_t> parent;
  std::vector<double> totals;  ///< statistics of each node, then its number of samples
  std::vector<std::int8_t> stop;
  std::vector<std::uint8_t> tie;
  QuestionColumns questions;
  QuestionColumns runner_ups;
  std::vector<double> runner_up_left;  ///< of those that exist: statistics of the first branch
  KeptSplits kept;                     ///< instead of questions, where `Following` is wanted
  std::vector<PutOff> put_off;         ///< what is to be found of them later

  std::size_t n_nodes() const { return parent.size(); }

  /// Makes room, so that nothing has to move while the tree grows.  Memory that is not written
  /// to costs nothing.
  void reserve(std::size_t n_nodes, std::size_t n_totals);

  /// Starts the next node; returns its number.
  std::int32_t begin(std::int32_t parent_node, const double* node_totals, std::size_t n_totals);
  /// Ends it as a leaf, or with a question and the one it nearly asked (feature -1 if none).
  void end_as_leaf(Stop why);
  void end_as_inner(const BinaryQuestion& question, bool is_tie, const BinaryQuestion& runner_up,
                    const double* runner_up_first, std::size_t width);
  /// Ends it with splits that were kept.
  void end_as_kept();

  /// Adds the nodes of another tree, whose parents are numbered right already.
  void append(GrownTree&& other);
};

}  // namespace arboretum::grow
