#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "arboretum/search_general/proposal.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/statistics/merging.hpp"

namespace arboretum::general {

/// Proposes splits of the kinds of features it handles: the twin of `splits/base.py`.
struct Splitter {
  /// Candidate splits of a table of two or more bins; none if the feature offers no question.
  std::function<std::unique_ptr<Proposal>(const Table&, const FeatureColumn&, const Statistics&)>
      propose;
  bool of_numbers = false;  ///< and of ordered categories
  bool of_categories = false;
  /// Bins with fewer samples are not in the tables it is shown: there they are missing.
  double min_samples = 0.0;
  bool needs_values = false;  ///< whether `FeatureColumn::values` must be there
  /// Whether other last bits of a table change no more than last bits of what is proposed, and
  /// for how many categories.
  bool is_steady = false;
  std::int64_t most_steady = std::numeric_limits<std::int64_t>::max();
  /// If all it proposes are cuts of a number with so much on both sides: how much that is, of rows
  /// that weigh `whole`.
  std::function<double(double whole, std::size_t n_classes)> least_weight = nullptr;

  bool handles(Kind kind) const { return kind == Kind::categorical ? of_categories : of_numbers; }
  bool is_steady_for(const Feature& feature) const {
    return is_steady && feature.n_categories <= most_steady;
  }
};

/// `at_value` puts thresholds at values of the data; `class_share` asks for so much on each side;
/// with `gap_bits` a threshold in a wide gap is short to name.
Splitter make_threshold(bool at_value, double class_share, bool gap_bits);
/// `search` is "auto", "ordered" or "exhaustive".
Splitter make_subset(const std::string& search, std::size_t max_exhaustive,
                     double min_samples_category, bool is_descending);
/// `ranks` has the place of each category of each feature.
Splitter make_fixed_order(std::vector<std::vector<std::int64_t>> ranks);
/// A branch per category; of features with more categories what another splitter proposes.
Splitter make_multiway(std::int64_t max_categories, Splitter of_more);
/// Groups of categories, charged for their choice or not.
Splitter make_grouped(bool is_charged);
/// A branch per value of the features that `have_few`; of others what two splitters propose.
Splitter make_by_arity(std::vector<bool> have_few, Splitter of_numbers, Splitter of_categories);
/// `method` is "frequency", "width" or "mdl".
Splitter make_buckets(const std::string& method, std::size_t n);

/// The parameters of `splits/merge.py`.
struct MergeOptions {
  MergeRules rules;
  bool bonferroni = true;
  std::size_t n_bins = 10;
  std::vector<std::vector<double>> thresholds;  ///< of each feature; none: found at each node
};
Splitter make_merge(MergeOptions options);

}  // namespace arboretum::general
