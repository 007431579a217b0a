#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "arboretum/grow/best.hpp"
#include "arboretum/grow/grown_tree.hpp"
#include "arboretum/grow/input.hpp"
#include "arboretum/heavier.hpp"

namespace arboretum::grow {

/// What a node holds, as the search and the stopping rules see it.
///
/// `totals` are its statistics followed by its number of samples.
template <class Criterion>
struct NodeView {
  const double* totals;
  std::size_t width;
  double weight;
  double mass;  ///< weight times impurity
  Ties ties;

  NodeView(const double* node_totals, std::size_t n, const Criterion& criterion)
      : totals(node_totals),
        width(n),
        weight(criterion.weight(node_totals)),
        mass(criterion.mass(node_totals)),
        ties(criterion.proxy(node_totals), mass) {}

  double n_samples() const { return totals[width]; }
  double score(double proxy) const { return (proxy - ties.undivided) / weight; }
};

/// The rules that need no split; `is_constant` and the rest are asked in this order.
inline Stop stop_before_search(const double* totals, std::size_t width, const Limits& limits,
                               std::int64_t depth, bool is_constant, bool has_classes) {
  if (is_constant) return Stop::constant;
  if (depth >= limits.max_depth) return Stop::max_depth;
  if (totals[width] < limits.min_samples_split) return Stop::min_samples_split;
  if (has_classes && limits.purity <= 1) {
    double most = 0, sum = 0;
    for (std::size_t k = 0; k < width; ++k) {
      most = totals[k] > most ? totals[k] : most;
      sum += totals[k];
    }
    if (most >= limits.purity * sum) return Stop::purity;
  }
  return Stop::none;
}

/// Whether deciding at a node costs too little for a split to pay.
template <class Criterion>
bool has_little_risk(const double* totals, std::size_t width, const Limits& limits,
                     const Criterion& criterion) {
  if (!(limits.min_risk > 0)) return false;
  if (limits.loss.empty()) return criterion.mass(totals) < limits.min_risk;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t decided = 0; decided < width; ++decided) {
    double cost = 0;
    for (std::size_t k = 0; k < width; ++k) cost += totals[k] * limits.loss[k * width + decided];
    least = cost < least ? cost : least;
  }
  return least < limits.min_risk;
}

/// The rules about the best split.
template <class View>
Stop stop_after_search(const View& node, const Limits& limits, double proxy, double root_weight) {
  const double score = node.score(proxy);
  if (score < limits.min_score) return Stop::min_score;
  const double share = node.weight / root_weight;
  if (share * (score + rounding * node.mass / node.weight) < limits.min_impurity_decrease)
    return Stop::min_impurity_decrease;
  if (limits.needs_gain && !(proxy - node.ties.undivided > node.ties.noise))
    return Stop::needs_gain;
  return Stop::none;
}

/// Whether both branches are large enough to compete.
inline bool admits(const Limits& limits, double left_count, double right_count, double left_weight,
                   double right_weight) {
  return left_count >= limits.min_samples_leaf && right_count >= limits.min_samples_leaf &&
         left_weight >= limits.min_weight_leaf && right_weight >= limits.min_weight_leaf;
}

}  // namespace arboretum::grow
