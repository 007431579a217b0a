#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "arboretum/core/code_column.hpp"
#include "arboretum/core/column.hpp"
#include "arboretum/core/pulse.hpp"
#include "arboretum/predict/compact_tree.hpp"
#include "arboretum/predict/matrix_view.hpp"
#include "arboretum/predict/spread_tree.hpp"
#include "arboretum/predict/surrogate_walk.hpp"
#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// A matrix of numbers of either precision, one row a sample.
using AnyMatrix = std::variant<MatrixView<double>, MatrixView<float>>;

/// All nodes every row visits: row `i` visits indices[indptr[i]] to indices[indptr[i + 1] - 1].
struct Paths {
  std::vector<std::int64_t> indptr;
  std::vector<std::int32_t> indices;
};

/// A tree made ready to route rows: checked and laid out once.
class Predictor {
 public:
  /// Throws unless every walk down the tree stays inside its arrays and ends.
  ///
  /// `weight` of each node is only needed where rows are sent down every branch.
  Predictor(const TreeView& tree, std::size_t n_features, std::span<const double> weight,
            const std::optional<SurrogateView>& surrogates);

  /// Whether some node sends rows that cannot answer down every branch.
  bool spreads() const { return spread_.has_value(); }

  /// Nodes that some rows get to from `starts` on: where they end, or all they visit.
  ///
  /// `leaves` says where rows start that would have to go down every branch.
  Parts parts(std::span<const AnyColumn> columns, std::span<const std::int32_t> rows,
              std::span<const std::int32_t> starts, bool keeps_all, std::size_t n_threads,
              Pulse& pulse) const;
  Parts parts(const AnyMatrix& matrix, std::span<const std::int32_t> rows,
              std::span<const std::int32_t> starts, bool keeps_all, std::size_t n_threads,
              Pulse& pulse) const;

  /// Node where each row ends, or where it would have to go down every branch.
  std::vector<std::int32_t> leaves(std::span<const AnyColumn> columns, std::size_t n_threads,
                                   Pulse& pulse) const;

  /// Node where each row of numbers ends; nothing if one of the numbers is infinite.
  std::optional<std::vector<std::int32_t>> leaves(const AnyMatrix& matrix, std::size_t n_threads,
                                                  Pulse& pulse) const;

  /// The same with what `values` has for the node.
  template <class T>
  std::optional<std::vector<T>> values(const AnyMatrix& matrix, std::span<const T> values,
                                       std::size_t n_threads, Pulse& pulse) const;

  /// Nodes on the way from the root to each of `leaves`.
  Paths paths(std::span<const std::int32_t> leaves, std::size_t n_threads, Pulse& pulse) const;

 private:
  /// A feature whose categories some node asks for.
  struct AskedCategory {
    std::size_t feature;
    std::int32_t n_categories;
  };

  /// Finds the features that are asked for; whether some node sends rows down every branch.
  bool find_asked(const TreeView& tree);
  void check_starts(std::span<const std::int32_t> rows, std::span<const std::int32_t> starts,
                    std::size_t n_rows) const;
  std::vector<std::uint32_t> code_slots() const;

  void check_columns(std::span<const AnyColumn> columns) const;
  void walk_columns(std::span<const AnyColumn> columns, std::size_t begin, std::size_t end,
                    std::int32_t* leaves) const;

  /// Takes rows on from the nodes where surrogates are to be asked; `value(row, feature)`.
  template <class Value>
  void ask_surrogates(std::span<std::int32_t> leaves, const Value& value) const;

  /// Hands the nodes where some rows end to `take(first row, nodes)`; false if a number is
  /// infinite.
  template <class Take>
  bool walk(const AnyMatrix& matrix, std::size_t n_threads, Pulse& pulse, const Take& take) const;
  template <class T>
  bool walk_matrix(const MatrixView<T>& matrix, std::int32_t* leaves) const;

  std::size_t n_features_;
  std::vector<std::int32_t> parents_;
  std::vector<std::size_t> asked_numbers_;       ///< features whose number some node asks for
  std::vector<AskedCategory> asked_categories_;  ///< in a row, codes follow the numbers
  std::optional<CompactTree> compact_;
  std::optional<SpreadTree> spread_;         ///< where rows may go down every branch
  std::optional<SurrogateWalk> surrogates_;  ///< takes rows on that the compact tree leaves
};

}  // namespace arboretum
