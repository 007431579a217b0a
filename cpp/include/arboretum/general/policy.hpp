#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/general/proposal.hpp"

namespace arboretum::general {

/// A proposal with the table it is about: what its splitter leaves out is missing there.
struct Proposed {
  std::unique_ptr<Proposal> proposal;
  const Table* table;
};

/// A proposal with the missing values put somewhere: ready to be scored.
struct Candidates {
  /// As `goes_to`: the branch of each candidate with the largest weight.
  static constexpr std::int32_t heaviest = -2;

  std::size_t proposal;        ///< position among the proposals of the feature
  std::int32_t counted_in;     ///< branch that the missing values are counted in, or `kLeftOut`
  std::int32_t goes_to;        ///< branch that a missing value takes, or `heaviest`
  bool among_known = false;    ///< compared with the known rows only, not with the whole node
  bool is_discounted = false;  ///< score times the share of the weight that is known
};

/// Completes proposals with a place for missing values: the twin of `missing/base.py`.
class Policy {
 public:
  virtual ~Policy() = default;
  /// `table` is of all bins.  May add a proposal of its own; `candidates` comes empty.
  virtual void complete(const Table& table, std::vector<Proposed>& proposals,
                        std::vector<Candidates>& candidates) const = 0;
};

/// "direction", "majority" or "branch".
std::unique_ptr<Policy> make_policy(const std::string& name);
/// Training data with missing values were refused; what is new at a node may stay there.
std::unique_ptr<Policy> make_error(bool unseen_stays);

}  // namespace arboretum::general
