#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// A cut that was looked at, and which claims hold for its sides: -1 where what a leaf costs says
/// enough.
struct ProvedCut {
  std::int32_t column, last_left, leaves_left, left, right;
};

/// Some rows cost at least `own` in every tree of this depth and number of leaves, and `free` if
/// leaves may be of any size.
///
/// Above depth two it has cuts, from one place to another: what their sides cost bounds all others
/// (`Envelope`).  Or it has rows of which no two can share a leaf (`KeptApart`), from one place to
/// another as well.  Which rows it is about follows from the cuts that lead to the claim.
template <class Value>
struct Claim {
  std::int32_t depth, leaves;
  Value own, free;
  std::size_t first_cut, end_cut, first_apart, end_apart;
};

template <class Value>
struct Proof {
  /// Claims of sides come before those that use them: the last is that of all rows.
  std::vector<Claim<Value>> claims;
  std::vector<ProvedCut> cuts;
  std::vector<Row> apart;
  enum class Ended : std::uint8_t { proved, interrupted, too_large, refuted } ended;
};

}  // namespace arboretum::optimal
