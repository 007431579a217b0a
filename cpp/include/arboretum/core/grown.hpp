#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/choice.hpp"
#include "arboretum/core/p_value.hpp"

/// What both searchers grow, as columns that go to Python without a copy.

namespace arboretum {

/// Splits one after another: either those of some nodes, or one row per node.
struct Splits {
  bool is_per_node = false;        ///< a row without a split has no feature
  std::vector<std::int32_t> node;  ///< of each split, unless there is a row per node
  std::vector<std::int32_t> feature;
  std::vector<std::int8_t> kind;
  std::vector<std::int32_t> arity;
  std::vector<std::int32_t> missing_branch;
  std::vector<std::int32_t> value_count;  ///< of thresholds or branches
  std::vector<double> thresholds;
  std::vector<std::int32_t> branches;  ///< of every category; -1 where none was at the node
  bool is_narrow = false;
  /// Instead of `branches`, where splits have few: they are many.
  std::vector<std::int8_t> narrow_branches;

  /// Makes room for a row per node.
  void reserve(std::size_t n_nodes);
  /// `n_categories` of the feature; 0 for numbers.
  void push(std::int32_t of_node, const Question& question, std::int32_t n_categories);
  /// Adds the row of the next node; branches are narrow.
  void push(const BinaryQuestion& question);
  void push_none() { push(BinaryQuestion{}); }
  /// Adds the splits of another tree, whose nodes come after `offset` others.
  void append(Splits& other, std::int32_t offset);
  /// Makes branches of narrow ones.
  void widen();

  /// Calls `visit(name, column...)` for the columns that have a number per split, and thresholds.
  template <class Visit, class... All>
  static void for_each_column(const Visit& visit, All&... all) {
    visit("column", all.feature...);
    visit("kind", all.kind...);
    visit("arity", all.arity...);
    visit("missing_branch", all.missing_branch...);
    visit("value_count", all.value_count...);
    visit("thresholds", all.thresholds...);
  }
};

/// Splits with what they were scored by.
///
/// Scores themselves are worked out by the Python criterion, for all nodes at once: the same
/// bits as the readable loop's, whatever library computes its logarithms.
///
/// Where there is a row per node, a split was scored by all samples of the node, so its sums can
/// be read off the totals of nodes; of a split that lost those of the first branch are kept.
struct ScoredSplits : Splits {
  std::vector<std::uint8_t> tie;
  std::vector<double> share;
  std::vector<double> left_out;
  std::vector<double> log_trials;
  bool keeps_sums = true;
  std::vector<double> score;    ///< instead of sums, where branches have none
  std::vector<double> parents;  ///< `width` statistics per split
  std::vector<double> sums;     ///< as many per branch

  using Splits::push;
  void push(std::int32_t of_node, const Choice& choice, std::int32_t n_categories);
  void append(ScoredSplits& other, std::int32_t offset);

  template <class Visit, class... All>
  static void for_each_column(const Visit& visit, All&... all) {
    Splits::for_each_column(visit, all...);
    visit("tie", all.tie...);
    visit("share", all.share...);
    visit("left_out", all.left_out...);
    visit("log_trials", all.log_trials...);
    visit("score", all.score...);
  }
};

/// Surrogates with how far they agree.
struct SurrogateSplits : Splits {
  std::vector<double> agreement;
  std::vector<double> adjusted;
  std::vector<std::uint8_t> is_reversed;

  void push(std::int32_t of_node, const Surrogate& surrogate, std::int32_t n_categories);
  void append(SurrogateSplits& other, std::int32_t offset);

  template <class Visit, class... All>
  static void for_each_column(const Visit& visit, All&... all) {
    Splits::for_each_column(visit, all...);
    visit("agreement", all.agreement...);
    visit("adjusted", all.adjusted...);
    visit("is_reversed", all.is_reversed...);
  }
};

/// A grown tree.
struct Grown {
  std::vector<std::int32_t> parent;
  std::vector<double> totals;       ///< statistics of each node, then its number of samples
  std::vector<std::int16_t> stop;   ///< position of a rule, or what comes after the rules; or -1
  std::vector<std::int32_t> order;  ///< the nodes in pre-order; nothing: that is their order
  ScoredSplits splits;
  ScoredSplits runner_ups;
  ScoredSplits competitors;  ///< as many per node as were asked for, best first
  SurrogateSplits surrogates;

  // Of each node, or nothing at all:
  std::vector<double> p;            ///< NaN where nothing was tested
  std::vector<std::int8_t> p_kind;  ///< a `PKind`
  std::vector<std::int64_t> begin;  ///< of the node's rows in `rows`
  std::vector<std::int64_t> end;

  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> own_rows;  ///< of nodes that have some of their own; after `rows`
  std::vector<double> own_shares;      ///< what part of each of these is there

  std::size_t n_nodes() const { return parent.size(); }
  /// Adds a node whose rows lie from `first` to before `last`; returns its number.
  std::int32_t add(std::int32_t parent_node, std::span<const double> statistics,
                   double n_samples_there, std::size_t first, std::size_t last);
  void set_p(std::int32_t node, PValue found);
  /// Keeps the rows that only this node has, for leaf models that want them.
  void keep_own_rows(std::int32_t node, std::span<const std::int32_t> own,
                     std::span<const double> shares, std::size_t n_rows);
  /// Finds the pre-order of nodes that were added in another, the children of each together.
  void find_order();

  /// Makes room for nodes with a row per node in all columns, so that nothing has to move while
  /// the tree grows.  Memory that is not written to costs nothing.
  void reserve(std::size_t n_nodes, std::size_t n_totals);
  /// Adds the nodes of another tree, whose parents are numbered right already.
  void append(Grown&& other);
};

}  // namespace arboretum
