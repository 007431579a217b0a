#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "arboretum/column.hpp"
#include "arboretum/compact_tree.hpp"
#include "arboretum/matrix_view.hpp"
#include "arboretum/pulse.hpp"
#include "arboretum/tree_view.hpp"

namespace arboretum {

/// A numeric column of either precision, or codes.
using AnyColumn = std::variant<Column<double>, Column<float>, Column<std::int32_t>>;

/// A matrix of numbers of either precision, one row a sample.
using AnyMatrix = std::variant<MatrixView<double>, MatrixView<float>>;

/// All nodes every row visits: row `i` visits indices[indptr[i]] to indices[indptr[i + 1] - 1].
struct Paths {
  std::vector<std::int64_t> indptr;
  std::vector<std::int32_t> indices;
};

/// A tree made ready to route rows: checked once, and compact where its questions allow it.
class Predictor {
 public:
  /// Throws unless every walk down the tree stays inside its arrays and ends.
  Predictor(const TreeView& tree, std::size_t n_features);

  std::size_t n_features() const { return n_features_; }

  /// Node where each row ends.
  std::vector<std::int32_t> leaves(std::span<const AnyColumn> columns, std::size_t n_threads,
                                   Pulse& pulse) const;

  /// Node where each row of numbers ends; nothing if one of the numbers is infinite.
  std::optional<std::vector<std::int32_t>> leaves(const AnyMatrix& matrix, std::size_t n_threads,
                                                  Pulse& pulse) const;

  /// Nodes on the way from the root to each of `leaves`.
  Paths paths(std::span<const std::int32_t> leaves, std::size_t n_threads, Pulse& pulse) const;

 private:
  /// Arrays of a tree that asks more than a compact one can.
  struct Arrays {
    explicit Arrays(const TreeView& tree);
    TreeView view() const;

    std::vector<std::int32_t> feature;
    std::vector<std::int8_t> kind;
    std::vector<std::int32_t> missing_branch;
    std::vector<std::int64_t> value_start;
    std::vector<std::int32_t> value_count;
    std::vector<double> thresholds;
    std::vector<std::int32_t> branches;
    std::vector<std::int64_t> child_start;
    std::vector<std::int32_t> children;
  };

  void check_columns(std::span<const AnyColumn> columns) const;
  void walk_columns(std::span<const AnyColumn> columns, std::size_t begin, std::size_t end,
                    std::int32_t* leaves) const;
  void walk_questions(std::span<const AnyColumn> columns, std::size_t begin, std::size_t end,
                      std::int32_t* leaves) const;

  /// False at the first infinite number.
  template <class T>
  bool walk_matrix(const MatrixView<T>& matrix, std::size_t begin, std::size_t end,
                   std::int32_t* leaves) const;

  std::size_t n_features_;
  std::vector<std::int32_t> parents_;
  std::vector<std::size_t> asked_;             ///< features that some node asks for
  std::vector<std::size_t> asked_categories_;  ///< those of them that must be codes
  std::optional<CompactTree> compact_;
  std::optional<Arrays> arrays_;  ///< if not compact
};

}  // namespace arboretum
