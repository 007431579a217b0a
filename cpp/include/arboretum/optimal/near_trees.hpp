#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// All trees of a problem that cost no more than a budget, without writing down any of them.
///
/// A node is a set of rows with the depth that is left.  It may be a leaf, or ask one of its
/// questions, each of which leads to two nodes; equal nodes are one.  Children come after their
/// parents.  Two questions that divide the rows of a node alike are one question with two names.
struct NearTrees {
  using Value = ClassCosts::Value;

  struct Node {
    /// What it costs as a leaf, and what any tree below it may cost.
    Value leaf, budget;
    /// Its questions.
    std::uint32_t first = 0, last = 0;
    /// Where it was found first: twice the question, and one more on its right side.
    std::uint32_t from = 0;
  };
  /// Rows whose rank in a column is `last_left` or less go left.
  struct Question {
    std::int32_t column, last_left;
    std::uint32_t left, right;
  };
  /// Another name of a question, of another column; mirrored if its left side is the right one.
  struct Name {
    std::uint32_t question;
    std::int32_t column, last_left;
    bool is_mirrored;
  };

  std::vector<Node> nodes;
  std::vector<Question> questions;
  std::vector<Name> other_names;
  /// Why the search ended; `is_full` if it left trees out for want of memory.
  Ended ended = Ended::proved;
  bool is_full = false;
};

/// The trees that cost `budget` or less.  A question that saves nothing does not count: if both
/// its sides are leaves and cost together what their parent does as a leaf.  Of each node only the
/// `most_asked` cheapest questions are kept, unless that is 0; a best tree is always among them.
NearTrees near_trees(const Problem<ClassCosts>& problem, NearTrees::Value budget,
                     std::size_t most_asked, const Ask& ask);

}  // namespace arboretum::optimal
