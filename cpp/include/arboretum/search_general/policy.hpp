#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/search_general/node.hpp"
#include "arboretum/search_general/proposal.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/statistics/alike.hpp"

namespace arboretum::general {

/// A proposal with the table it is about: what its splitter leaves out is missing there.
struct Proposed {
  std::unique_ptr<Proposal> proposal;
  const Table* table;
};

/// A proposal with the missing values put somewhere: ready to be scored.
struct Candidates {
  /// As `goes_to`: the branch of each candidate with the largest weight.
  static constexpr std::int32_t heaviest = -3;
  /// As both: for each candidate the branch that `Policy::place` finds.
  static constexpr std::int32_t placed = -4;

  std::size_t proposal;         ///< position among the proposals of the feature
  std::int32_t counted_in;      ///< branch that the missing values are counted in, or `kLeftOut`
  std::int32_t goes_to;         ///< branch that a missing value takes, or `heaviest`
  bool among_known = false;     ///< compared with the known rows only, not with the whole node
  bool is_discounted = false;   ///< score times the share of the weight that is known
  bool tells_left_out = false;  ///< the scorer is told what is in no branch
};

/// What stands in for the missing values of a feature at a node: positions of bins.
struct Fill {
  std::vector<std::size_t> of_class;  ///< for each class, or one for all
  std::size_t of_node = 0;            ///< for rows that come after training
};

/// Completes proposals with a place for missing values: the twin of `missing/base.py`.
struct Policy {
  /// `table` is of all bins.  May add a proposal of its own; `candidates` comes empty.
  std::function<void(const Table& table, std::vector<Proposed>& proposals,
                     std::vector<Candidates>& candidates)>
      complete;
  /// The last word on where missing values go, once the best split of a feature is known; if any.
  std::function<void(const Fill&, const Table&, const FeatureColumn&, const Statistics&, Choice&)>
      settle = nullptr;
  /// What stands in for missing values before splits are proposed, if anything does; the table
  /// has at least one bin.
  std::function<Fill(const Table&, const FeatureColumn&, const Statistics&)> fill = nullptr;
  /// The branch of the rows without a value, from their statistics and those of the branches of one
  /// candidate without them; for candidates that say `placed`.
  std::function<std::int32_t(const double* missing, const double* branches, std::size_t arity,
                             std::int32_t heaviest)>
      place = nullptr;
  bool spreads = false;  ///< whether a row may be at several nodes, in part
};

/// "direction", "majority", "branch" or "impute".
Policy make_policy(const std::string& name);
/// Training data with missing values were refused; what is new at a node may stay there.
Policy make_error(bool unseen_stays);
Policy make_fractional(bool by_class);
/// Down the heaviest branch, unless a test at `alpha` says that the targets differ from those
/// there.
Policy make_significant(TestName test, std::size_t width, double alpha);
/// Rows that answer neither the split nor its surrogates go down the heavier branch, or stay.
Policy make_surrogate_policy(bool goes_on);

}  // namespace arboretum::general
