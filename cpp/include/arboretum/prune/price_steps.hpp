#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

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

/// The same, where nodes predict the same for all rows: a number, whose error is squared, or a
/// class.
template <class T>
struct RowsAtEnds {
  std::span<const std::int32_t> parent;  ///< of each node, in pre-order
  std::span<const T> predicted;          ///< by each node
  std::span<const std::int32_t> end;     ///< the node where each row ends, ...
  std::span<const T> truth;              ///< ... and what is true of it
  std::span<const double> weight;
  std::span<const double> squared_weight;
  std::span<const double> table;  ///< of classes: what each costs where another is predicted
  std::size_t n_classes = 0;

  double loss(std::size_t row, std::int32_t node) const {
    if constexpr (std::is_integral_v<T>)
      return table[static_cast<std::size_t>(truth[row]) * n_classes +
                   static_cast<std::size_t>(predicted[node])];
    const double away = truth[row] - predicted[node];
    return away * away;
  }
};

/// What is saved by going on from nodes, summed by how many of the `asked` prices, which rise, are
/// below the `price` of the node that is left.
///
/// Three times one sum more than prices are asked, of w l, w² l and w² l².  Rows are added one
/// after another, each from the root on.
std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked);
template <class T>
std::vector<double> saved_by_step(const RowsAtEnds<T>& rows, std::span<const double> price,
                                  std::span<const double> asked);

}  // namespace arboretum
