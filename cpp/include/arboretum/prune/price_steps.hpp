#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "arboretum/core/code_column.hpp"
#include "arboretum/predict/tree_view.hpp"

namespace arboretum {

/// Rows on their way down a tree: row i is at node[start[i]] to node[start[i + 1] - 1], where it
/// costs `loss`, and what it costs is multiplied by its weights.
struct CostsAlongPaths {
  std::span<const std::int64_t> start;
  std::span<const std::int32_t> node;
  std::span<const double> loss;            ///< of each place on each way
  std::span<const double> weight;          ///< of each row, and ...
  std::span<const double> squared_weight;  ///< ... for the sums that its variance is made of
};

/// Rows that go down a tree whose nodes predict the same for all of them: a number, whose error is
/// squared, or a class.
template <class T>
struct RowsOfTree {
  TreeView tree;
  std::span<const AnyColumn> columns;
  std::span<const T> predicted;  ///< by each node
  std::span<const T> truth;      ///< of each row
  std::span<const double> weight;
  std::span<const double> squared_weight;
  std::span<const double> table;  ///< of classes: what each costs where another is predicted
  std::size_t n_classes = 0;

  double loss(T true_one, std::size_t node) const {
    if constexpr (std::is_integral_v<T>)
      return table[static_cast<std::size_t>(true_one) * n_classes +
                   static_cast<std::size_t>(predicted[node])];
    const double away = true_one - predicted[node];
    return away * away;
  }
};

/// What is saved by going on from nodes, summed by how many of the `asked` prices, which rise, are
/// below the `price` of the node that is left.
///
/// Three times one sum more than prices are asked, of w l, w² l and w² l².
std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked);

/// What is saved at each of the `asked` prices, the highest first: three sums each.  Throws where a
/// row would have to go down several branches.
template <class T>
std::vector<double> saved_at_prices(const RowsOfTree<T>& rows, std::span<const double> price,
                                    std::span<const double> asked);

}  // namespace arboretum
