#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/core/choice.hpp"
#include "arboretum/search_general/table.hpp"

namespace arboretum::general {

/// Positions of a node's rows, the same in the list of rows and in that of every feature.
struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end - begin; }
};

/// Rows that go down several branches of a node, in parts: its children have them in common.
struct SpreadRows {
  std::vector<std::int32_t> rows;         ///< in the order of the data
  std::vector<double> shares;             ///< of each row that was at the node
  std::vector<std::vector<Entry>> lists;  ///< one a number; made if a child is searched
};

/// Rows of a node that are not in the common lists: parts of some of them are at other nodes, too.
struct OwnRows {
  std::vector<std::int32_t> rows;         ///< in the order of the data
  std::vector<double> shares;             ///< of each row that is here
  std::vector<std::vector<Entry>> lists;  ///< one a number, without the rows that are spread
  std::shared_ptr<SpreadRows> spread;     ///< those that came here in part; null if none did
  std::vector<double> parts;              ///< of them that came, for every class or for all
  bool is_gathered = false;               ///< whether they are in `rows`, too ...
  std::vector<std::int32_t> not_spread;   ///< ... and if so, the others

  /// Rows that did not come in part.
  std::span<const std::int32_t> alone() const { return is_gathered ? not_spread : rows; }
};

/// Where the rows of a node are: a range of the common lists, or of its own.
struct Held {
  Range range;
  std::shared_ptr<OwnRows> own;
};

/// A node of another tree that growth goes on from, instead of a root.
struct Start {
  std::size_t n_rows = 0;
  std::int64_t depth = 0;
  std::uint64_t key = 0;            ///< as of an open node ...
  std::vector<std::int32_t> asked;  ///< ... and what was asked
};

/// A node that may still be split.
struct OpenNode {
  std::int32_t id = 0;
  std::int64_t depth = 0;
  std::uint64_t key = 0;  ///< decides which features are drawn
  Held held;
  double n_samples = 0.0;
  double weight = 0.0;
  double impurity = 0.0;
  double root_weight = 0.0;
  bool is_constant = false;
  std::vector<double> statistics;
  std::vector<std::int32_t> asked;  ///< features asked on the way here, ascending
  /// Features whose lists are sorted for this node: all others are constant here.
  std::shared_ptr<const std::vector<std::int32_t>> features;

  std::size_t n_rows() const { return held.range.size(); }
};

/// A node with the best splits of its best features, best first.
struct OpenSplit {
  OpenNode node;
  std::vector<Choice> ranked;
};

}  // namespace arboretum::general
