#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "arboretum/core/feature.hpp"
#include "arboretum/core/feature_costs.hpp"
#include "arboretum/core/surrogates.hpp"

namespace arboretum::fast {

/// What is learned from.  Weights are positive; an empty span means that all are 1.
///
/// Targets and weights belong to the samples; where these are not all rows of the features in
/// their order, `rows` says which row each of them is.
struct Input {
  std::vector<Feature> features;
  std::span<const std::int32_t> classes;  ///< of each row, or empty
  std::size_t n_classes = 0;
  std::span<const double> numbers;         ///< centred target of each row, or empty
  std::span<const double> vectors;         ///< centred targets, row after row, or empty ...
  std::span<const double> target_weights;  ///< ... and how much each of them counts
  std::span<const double> weights;
  bool weights_are_counts = false;     ///< a weight of 2 is the sample twice
  std::vector<double> multipliers;     ///< of class weights before they are scored, or empty
  std::span<const std::int64_t> rows;  ///< of the samples, ascending; empty: all

  std::size_t n_samples() const {
    if (!target_weights.empty()) return vectors.size() / target_weights.size();
    return classes.empty() ? numbers.size() : classes.size();
  }
  std::uint32_t row(std::size_t sample) const {
    return static_cast<std::uint32_t>(rows.empty() ? sample : rows[sample]);
  }
};

/// How samples go on that cannot answer, if other features are to be asked: see
/// `missing/surrogate.py`.
struct Following {
  bool is_wanted = false;  ///< else where they go is a part of the search
  bool goes_on = true;     ///< down the heavier branch where no surrogate has an answer
  SurrogateLimits surrogates;
  std::size_t max_competitors = 0;  ///< splits that lost, which a node keeps ...
  bool keeps_runner_up = true;      ///< ... and whether the best of them, with or without those

  /// How many features must be searched to the end.
  std::size_t n_ranked() const {
    return 1 + std::max<std::size_t>(keeps_runner_up ? 1 : 0, max_competitors);
  }
};

/// Of more categories 2^(n-1) - 1 sets are too many to try.
inline constexpr std::size_t exhaustive_limit = 20;

/// What splits may be made, and when a node becomes a leaf.
struct Limits {
  std::int64_t max_depth = std::numeric_limits<std::int64_t>::max();
  double min_samples_split = 2;
  double min_samples_leaf = 1;
  double min_weight_leaf = 0;
  double purity = std::numeric_limits<double>::infinity();
  double min_score = -std::numeric_limits<double>::infinity();
  double min_impurity_decrease = 0;
  double min_samples_category = 1;  ///< of a category, to take part in a set of categories
  bool descending = false;          ///< sets of categories begin with the largest share or mean
  std::size_t max_exhaustive = 10;  ///< where no order is exact: of how many to try all sets
  double min_risk = 0;              ///< what deciding at a node must cost for a split to pay
  bool looks_ahead = false;  ///< a split is not made either if nothing that begins with it pays
  /// What a unit of weight of each class costs by each decision, class after class; for numbers
  /// nothing: the risk is weight times impurity.
  std::vector<double> loss;
  /// Splits that save less than `min_risk` a leaf are cut off afterwards: of those only the
  /// branches must be right, not what else is kept of a split.
  bool cuts_back = false;
  bool needs_gain = false;  ///< the best split must gain more than rounding
  /// Where weights are far apart: how far a unit of weight may move a proxy at most, the class of a
  /// sample or the square of a number.  Else 0: sums are right as far as it matters.
  double unit_of_rounding = 0;
  std::size_t max_features = 0;       ///< how many compete, drawn at each node; 0: all
  std::uint64_t seed = 0;             ///< of that draw
  std::optional<FeatureCosts> costs;  ///< what features cost, if that decides between them
  double score_unit = 1;              ///< what the scores of the core are divided by for costs
  Following following;
};

/// Why a node is a leaf.  Python turns these into words, in this order.
enum class Stop : std::int8_t {
  none = -1,
  constant,
  max_depth,
  min_samples_split,
  purity,
  no_question,
  not_admitted,
  min_score,
  min_impurity_decrease,
  min_risk,
  needs_gain,
  handed_over,  ///< it may be split yet, by the general searcher
};

}  // namespace arboretum::fast
