#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "arboretum/core/heavier.hpp"
#include "arboretum/search_fast/best.hpp"
#include "arboretum/search_fast/growing_tree.hpp"
#include "arboretum/search_fast/input.hpp"

namespace arboretum::fast {

/// How far a sum of weights that are far apart may be off, beside the whole.
constexpr double lost_digits = 1e-14;
/// Nodes that are purer are left to the general searcher, too.
constexpr double least_impurity = 1e-6;

/// What rounding grows with at a node: its weight as it is scored; 0 if it does not matter.
template <class Criterion>
double scale_of(const Criterion& criterion, const double* totals, const Limits& limits) {
  if (limits.unit_of_rounding == 0) return 0;
  if constexpr (requires { criterion.altered_weight(totals); })
    return limits.unit_of_rounding * criterion.altered_weight(totals);
  else
    return limits.unit_of_rounding * criterion.weight(totals);
}

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

  NodeView(const double* node_totals, std::size_t n, const Criterion& criterion,
           const Limits& limits)
      : totals(node_totals),
        width(n),
        weight(criterion.weight(node_totals)),
        mass(criterion.mass(node_totals)),
        ties(criterion.proxy(node_totals), mass) {
    ties.slack = lost_digits * scale_of(criterion, totals, limits);
  }

  double n_samples() const { return totals[width]; }
  /// Whether rounding may make the gain of a split.
  bool is_vague(double proxy) const {
    return ties.slack > 0 && proxy - ties.undivided <= ties.slack + ties.noise;
  }
  double score(double proxy) const { return (proxy - ties.undivided) / weight; }
};

/// What deciding at a node costs: by the loss of classes; of numbers weight times impurity.
template <class Criterion>
double risk_of(const double* totals, std::size_t width, const Limits& limits,
               const Criterion& criterion) {
  if (limits.loss.empty()) return criterion.mass(totals);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t decided = 0; decided < width; ++decided) {
    double cost = 0;
    for (std::size_t k = 0; k < width; ++k) cost += totals[k] * limits.loss[k * width + decided];
    least = cost < least ? cost : least;
  }
  return least;
}

/// Whether deciding at a node costs too little for a split to pay.
template <class Criterion>
bool has_little_risk(const double* totals, std::size_t width, const Limits& limits,
                     const Criterion& criterion) {
  return limits.min_risk > 0 && risk_of(totals, width, limits, criterion) < limits.min_risk;
}

/// The rules that need no split; `is_constant` and the rest are asked in this order.
template <class Criterion>
Stop stop_before_search(const double* totals, std::size_t width, const Limits& limits,
                        std::int64_t depth, bool is_constant, bool has_classes,
                        const Criterion& criterion) {
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
  if (has_little_risk(totals, width, limits, criterion)) return Stop::min_risk;
  // Rounding grows with the weight of a node, and what splits gain with its impurity.
  const double scale = scale_of(criterion, totals, limits);
  const bool is_too_pure = scale > 0 && criterion.mass(totals) < least_impurity * scale;
  return is_too_pure ? Stop::handed_over : Stop::none;
}

/// What a node costs as a leaf, and what the branches of a split would.
struct Prospect {
  double node, first, second;

  double saved() const { return node - first - second; }

  /// Whether no tree that begins with the split saves `least` a leaf.  A branch saves no more
  /// than it costs, and only if it is split.
  bool is_vain(double least) const {
    const double below = std::max(first - least, 0.0) + std::max(second - least, 0.0);
    return saved() - least + below + rounding * node < 0;
  }
};

/// `left` are the totals of the first branch, `known` of the samples that are parted (nothing:
/// all are).  Samples that join the branches later make them cost more, never less.
template <class Criterion>
Prospect prospect_of(const NodeView<Criterion>& node, const std::vector<double>& left,
                     const std::vector<double>& known, const Limits& limits,
                     const Criterion& criterion) {
  const double* total = known.empty() ? node.totals : known.data();
  std::vector<double> right(node.width);
  for (std::size_t k = 0; k < node.width; ++k) right[k] = total[k] - left[k];
  const auto risk = [&](const double* totals) {
    return risk_of(totals, node.width, limits, criterion);
  };
  return {risk(node.totals), risk(left.data()), risk(right.data())};
}

/// The rules about how good the best split is.
template <class View>
Stop stop_after_search(const View& node, const Limits& limits, double proxy, double root_weight) {
  const double score = node.score(proxy);
  if (score < limits.min_score) return Stop::min_score;
  const double share = node.weight / root_weight;
  if (share * (score + rounding * node.mass / node.weight) < limits.min_impurity_decrease)
    return Stop::min_impurity_decrease;
  return Stop::none;
}

/// Whether the best split gains no more than rounding, and must.
template <class View>
bool gains_too_little(const View& node, const Limits& limits, double proxy) {
  return limits.needs_gain && !(proxy - node.ties.undivided > node.ties.noise);
}

/// Whether both branches are large enough to compete.
inline bool admits(const Limits& limits, double left_count, double right_count, double left_weight,
                   double right_weight) {
  return left_count >= limits.min_samples_leaf && right_count >= limits.min_samples_leaf &&
         left_weight >= limits.min_weight_leaf && right_weight >= limits.min_weight_leaf;
}

}  // namespace arboretum::fast
