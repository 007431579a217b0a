#include "arboretum/statistics/deviation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/statistics/rank.hpp"

namespace arboretum {
namespace {

/// Weights of ranked values, and how far they lie from the ends of their range.
///
/// The node of a range keeps sum w (y - lowest) and sum w (highest - y).  All
/// terms are positive, so nothing cancels: a set of equal values has deviation 0
/// exactly, which a difference of sums of w y would miss by rounding.
class DeviationTree {
 public:
  explicit DeviationTree(std::span<const double> distinct)
      : n_leaves_(std::bit_ceil(std::max<std::size_t>(distinct.size(), 1))), nodes_(2 * n_leaves_) {
    for (std::size_t i = 0; i < n_leaves_ && !distinct.empty(); ++i)
      leaf(i).lowest = leaf(i).highest = distinct[std::min(i, distinct.size() - 1)];
    for (std::size_t i = n_leaves_ - 1; i > 0; --i) {
      nodes_[i].lowest = nodes_[2 * i].lowest;
      nodes_[i].highest = nodes_[2 * i + 1].highest;
    }
  }

  void add(std::size_t rank, double weight) {
    leaf(rank).weight += weight;
    for (std::size_t i = (n_leaves_ + rank) / 2; i > 0; i /= 2) merge(i);
  }

  /// The same for many values at once, in linear time.
  void add_all(std::span<const std::int32_t> ranks, Column<double> weights) {
    for (std::size_t i = 0; i < ranks.size(); ++i) leaf(ranks[i]).weight += weights[i];
    for (std::size_t i = n_leaves_ - 1; i > 0; --i) merge(i);
  }

  Deviation deviation() const {
    const double weight = nodes_[1].weight;
    if (!(weight > 0.0)) return {0.0, 0.0, std::numeric_limits<double>::quiet_NaN()};
    const auto [rank, below] = first_reaching(weight / 2);
    const double lower = leaf(rank).lowest;
    const bool is_half = below + leaf(rank).weight == weight / 2;
    const double median = is_half ? std::midpoint(lower, next_value(rank)) : lower;
    return {weight, sum_of_distances(rank), median};
  }

 private:
  struct Node {
    double lowest = 0.0, highest = 0.0;
    double weight = 0.0;
    double above_lowest = 0.0;   ///< sum w (y - lowest)
    double below_highest = 0.0;  ///< sum w (highest - y)
  };

  Node& leaf(std::size_t rank) { return nodes_[n_leaves_ + rank]; }
  const Node& leaf(std::size_t rank) const { return nodes_[n_leaves_ + rank]; }

  void merge(std::size_t i) {
    const Node &low = nodes_[2 * i], &high = nodes_[2 * i + 1];
    nodes_[i].weight = low.weight + high.weight;
    nodes_[i].above_lowest =
        low.above_lowest + (high.above_lowest + high.weight * (high.lowest - low.lowest));
    nodes_[i].below_highest =
        high.below_highest + (low.below_highest + low.weight * (high.highest - low.highest));
  }

  /// Lowest rank whose cumulative weight reaches `target`, and the weight below it.
  std::pair<std::size_t, double> first_reaching(double target) const {
    std::size_t i = 1;
    double below = 0.0;
    while (i < n_leaves_) {
      i *= 2;
      // A branch without weight is never entered, even if rounding asks for it.
      if (below + nodes_[i].weight < target && nodes_[i + 1].weight > 0.0) {
        below += nodes_[i].weight;
        ++i;
      }
    }
    return {i - n_leaves_, below};
  }

  /// The next value of positive weight above a rank; its own if there is none.
  double next_value(std::size_t rank) const {
    std::size_t i = n_leaves_ + rank;
    while (i > 1 && (i % 2 == 1 || !(nodes_[i + 1].weight > 0.0))) i /= 2;
    if (i <= 1) return leaf(rank).lowest;
    for (++i; i < n_leaves_;) i = nodes_[2 * i].weight > 0.0 ? 2 * i : 2 * i + 1;
    return nodes_[i].lowest;
  }

  /// sum w |y - value of rank|, from the subtrees on both sides of the path to the root.
  double sum_of_distances(std::size_t rank) const {
    const double value = leaf(rank).lowest;
    double sum = 0.0;
    for (std::size_t i = n_leaves_ + rank; i > 1; i /= 2) {
      const Node& sibling = nodes_[i ^ 1];
      if (sibling.weight == 0.0) continue;
      sum += i % 2 == 0 ? sibling.above_lowest + sibling.weight * (sibling.lowest - value)
                        : sibling.below_highest + sibling.weight * (value - sibling.highest);
    }
    return sum;
  }

  std::size_t n_leaves_;
  std::vector<Node> nodes_;
};

void check_numbers(Column<double> values, Column<double> weights) {
  check_length("weights", weights.size(), values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) refuse(entry("values", i, values[i]) + ", not a finite number");
    if (!std::isfinite(weights[i]) || weights[i] < 0.0)
      refuse(entry("weights", i, weights[i]) + "; a weight is finite and not negative");
  }
}

void check_groups(std::span<const std::int32_t> groups, std::size_t n_values) {
  if (groups.empty()) refuse("groups is empty; it holds at least the offset 0");
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (groups[i] < (i == 0 ? 0 : groups[i - 1]))
      refuse(entry("groups", i, groups[i]) + ", but offsets start at 0 and do not descend");
  if (groups.front() != 0) refuse(entry("groups", 0, groups.front()) + ", but offsets start at 0");
  if (std::cmp_not_equal(groups.back(), n_values))
    refuse(entry("groups", groups.size() - 1, groups.back()) + ", but there are " +
           std::to_string(n_values) + " values");
}

}  // namespace

Deviation median_deviation(Column<double> values, Column<double> weights) {
  check_numbers(values, weights);
  const Ranks ranks = rank(values);
  DeviationTree tree(ranks.distinct);
  tree.add_all(ranks.codes, weights);
  return tree.deviation();
}

std::vector<DeviationCut> deviation_cuts(std::span<const std::int32_t> groups,
                                         Column<double> values, Column<double> weights) {
  check_numbers(values, weights);
  check_groups(groups, values.size());
  const Ranks ranks = rank(values);
  const auto add_group = [&](DeviationTree& tree, std::size_t group) {
    for (std::int32_t i = groups[group]; i < groups[group + 1]; ++i)
      tree.add(ranks.codes[i], weights[i]);
  };

  const std::size_t n_groups = groups.size() - 1;
  std::vector<DeviationCut> cuts(n_groups + 1);
  DeviationTree first(ranks.distinct);
  cuts[0].first = first.deviation();
  for (std::size_t i = 0; i < n_groups; ++i) {
    add_group(first, i);
    cuts[i + 1].first = first.deviation();
  }
  DeviationTree rest(ranks.distinct);
  cuts[n_groups].rest = rest.deviation();
  for (std::size_t i = n_groups; i-- > 0;) {
    add_group(rest, i);
    cuts[i].rest = rest.deviation();
  }
  return cuts;
}

}  // namespace arboretum
