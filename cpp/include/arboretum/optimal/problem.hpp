#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

/// The best tree of all that ask questions from a finite list, with a proof.
///
/// A question compares a column of ranks: rows of rank r or less go left.  What a column means, a
/// number, a category in a set or a missing value, is known only to who made it.

namespace arboretum::optimal {

using Row = std::uint32_t;

/// Ranks of all rows, from 0 on.
struct Column {
  std::span<const std::int32_t> rank;
  std::int32_t n_ranks;
  /// Asks what another column asks as well, except where some row has its last rank.
  bool needs_last_rank;
};

/// What a tree may look like, and when to give up looking.
struct Limits {
  int max_depth = 3;
  /// No more leaves than this; 0 for as many as the depth allows.
  int max_leaves = 0;
  /// Samples that a leaf needs.
  std::int64_t min_count = 1;
  double seconds = std::numeric_limits<double>::infinity();
  std::size_t bytes = std::size_t{1} << 30;
  /// Subproblems that may be looked at.
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();
  int threads = 1;
};

/// How large a tree may be: questions one below the other, and leaves.
struct Room {
  int depth, leaves;

  bool operator==(const Room&) const = default;
};

/// How a tree is grown that looks ahead.
struct Ahead {
  /// The first question of the best tree of so many levels is asked.
  int levels = 2;
  /// Samples that a node needs to be asked about.
  std::int64_t min_split = 2;
};

/// Why the search ended.
enum class Ended : std::uint8_t { proved, time, work, interrupted };

/// Told now and then what is known: the cost of the best tree so far, and what every tree costs at
/// least.  Returns whether to go on.
using Ask = std::function<bool(double best, double bound)>;

/// Rows whose rank in a column is `last_left` or less go left; a leaf has column -1.
struct Split {
  std::int32_t column = -1;
  std::int32_t last_left = -1;
  /// Of the leaves that are allowed, so many are for the left side.
  std::int32_t leaves_left = 0;

  bool operator==(const Split&) const = default;
};

/// A node of the answer: its children follow it at these places, or it is a leaf.
struct Node {
  Split split;
  std::int32_t left = -1, right = -1;
};

template <class Value>
struct Answer {
  std::vector<Node> nodes;
  Value cost, bound;
  Ended ended;
  /// Subproblems that were looked at, and how many of them are remembered.
  std::uint64_t work, remembered;
  /// Whether some were forgotten to keep within the memory.
  bool forgot;
};

template <class Costs>
struct Problem {
  std::size_t n_rows;
  std::vector<Column> columns;
  /// How many samples each row stands for.
  std::span<const std::int64_t> count;
  Costs costs;
  /// The price of a leaf.
  typename Costs::Value alpha;
  Limits limits;
};

}  // namespace arboretum::optimal
