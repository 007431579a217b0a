#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/choice.hpp"
#include "arboretum/split_test.hpp"

namespace arboretum {

/// Splits one after another.
struct Splits {
  std::vector<std::int32_t> node;
  std::vector<std::int32_t> feature;
  std::vector<std::int8_t> kind;
  std::vector<std::int32_t> arity;
  std::vector<std::int32_t> missing_branch;
  std::vector<std::int32_t> value_count;  ///< of thresholds or branches
  std::vector<double> thresholds;
  std::vector<std::int32_t> branches;  ///< of every category; -1 where none was at the node
  bool is_narrow = false;
  /// Instead of `branches`, where there are few a split and it is asked for: they are many.
  std::vector<std::int8_t> narrow_branches;

  /// `n_categories` of the feature; 0 for numbers.
  void push(std::int32_t of_node, const Question& question, std::int32_t n_categories);
  /// Makes branches of narrow ones.
  void widen();
};

/// Splits with what they were scored by.
///
/// Scores themselves are worked out by the Python criterion, for all nodes at once: the same
/// bits as the readable loop's, whatever library computes its logarithms.
struct ScoredSplits : Splits {
  std::vector<std::uint8_t> tie;
  std::vector<double> share;
  std::vector<double> left_out;
  std::vector<double> log_trials;
  bool keeps_sums = true;
  std::vector<double> score;    ///< instead of sums, where branches have none
  std::vector<double> parents;  ///< `width` statistics a split
  std::vector<double> sums;     ///< as many a branch

  void push(std::int32_t of_node, const Choice& choice, std::int32_t n_categories);
};

/// Surrogates with how far they agree.
struct SurrogateSplits : Splits {
  std::vector<double> agreement;
  std::vector<double> adjusted;
  std::vector<std::uint8_t> is_reversed;

  void push(std::int32_t of_node, const Surrogate& surrogate, std::int32_t n_categories);
};

/// A grown tree, its nodes in the order in which they were reached.
struct Grown {
  std::vector<std::int32_t> parent;
  std::vector<double> totals;  ///< statistics of each node
  std::vector<double> n_samples;
  std::vector<std::int16_t> stop;   ///< position of a rule, or what comes after the rules; or -1
  std::vector<double> p;            ///< NaN where nothing was tested
  std::vector<std::int8_t> p_kind;  ///< a `PKind`
  std::vector<std::int64_t> begin;  ///< of the node's rows in `rows`
  std::vector<std::int64_t> end;
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> own_rows;  ///< of nodes that have some of their own; after `rows`
  std::vector<double> own_shares;      ///< what part of each of these is there
  ScoredSplits splits;
  ScoredSplits runner_ups;
  ScoredSplits competitors;  ///< as many a node as were asked for, best first
  SurrogateSplits surrogates;

  std::size_t n_nodes() const { return parent.size(); }
  /// Adds a node whose rows lie from `first` to before `last`; returns its number.
  std::int32_t add(std::int32_t parent_node, std::span<const double> statistics,
                   double n_samples_there, std::size_t first, std::size_t last);
  void set_p(std::int32_t node, PValue found);
  /// Keeps the rows that only this node has, for leaf models that want them.
  void keep_own_rows(std::int32_t node, std::span<const std::int32_t> own,
                     std::span<const double> shares, std::size_t n_rows);
  /// The nodes in depth-first pre-order.
  std::vector<std::int32_t> preorder() const;
};

}  // namespace arboretum
