#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/core/feature.hpp"
#include "arboretum/core/question.hpp"
#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// A feature as splitters see it.
struct FeatureColumn {
  std::int32_t index;
  const Feature* feature;
  std::span<const double> values =
      {};  ///< of a number at all rows, distinct and ascending, if kept
  /// While targets are shuffled: whose value each row of a table has; else null.
  const std::int32_t* origins = nullptr;

  /// The number behind a bin: the value of one of its rows, or the position of an ordered category.
  double value(std::int32_t code, std::int32_t row) const;
  double value(const Table& table, std::size_t bin) const {
    const std::int32_t row = table.rows[bin];
    return value(table.bins[bin], origins == nullptr ? row : origins[row]);
  }
  /// Half-way from a bin to the next.
  double middle(const Table& table, std::size_t bin) const;
  /// The largest value of all rows that is not above the middle of a bin and the next.
  double largest_up_to_middle(const Table& table, std::size_t bin) const;
};

/// Candidate splits of one feature at one node, all of one arity: the twin of `splits/base.py`.
class Proposal {
 public:
  virtual ~Proposal() = default;
  /// Of the known values.
  virtual std::size_t arity() const { return 2; }
  /// Statistics of the branches of every candidate; `missing_branch` may be `kLeftOut`.
  virtual void branches(const Table& table, std::int32_t missing_branch, Branches& out) const = 0;
  /// Writes one candidate as the question a node asks.
  virtual void ask(std::size_t candidate, const Table& table, const FeatureColumn& column,
                   std::size_t arity, std::int32_t missing_branch, Question& question) const = 0;

  /// Bits that name one candidate at most, where its number is not the shortest name.
  virtual double most_bits(std::size_t /*candidate*/, const Table& /*table*/,
                           const FeatureColumn& /*column*/) const {
    return std::numeric_limits<double>::infinity();
  }

  /// Where it puts missing values itself; `kLeftOut` leaves that to the policy.
  std::int32_t missing_branch = kLeftOut;
  /// Decimal logarithm of the number of ways in which such a split could have been found.
  double log_trials = 0.0;
  /// Whether rules for the size of branches do not ask it.
  bool may_be_small = false;
};

/// The cuts after the bins from `first` to before `end` of a number.  A threshold lies half-way
/// to the next bin or, `at_value`, at the largest value of all rows that is not above that.  With
/// `gap_bits` it can be named as a place in the range, as exactly as the gap is wide.
std::unique_ptr<Proposal> propose_cuts(std::size_t first, std::size_t end, bool at_value,
                                       bool gap_bits);
/// Every cut of the categories in an order, as two sets.  With the ranks of all categories, which
/// outlive the proposal, what is not at the node follows its rank.
std::unique_ptr<Proposal> propose_ordered_sets(std::vector<std::int32_t> order,
                                               std::span<const std::int64_t> ranks = {});
/// Every way to part the categories into two sets.
std::unique_ptr<Proposal> propose_all_sets(std::size_t n_bins);
/// A branch for every group of categories or, between thresholds, for every interval; `labels`
/// has the group of each bin.
std::unique_ptr<Proposal> propose_groups(std::vector<std::int32_t> labels,
                                         std::vector<double> thresholds = {});
/// Whether the value is known.
std::unique_ptr<Proposal> propose_presence();

}  // namespace arboretum::general
