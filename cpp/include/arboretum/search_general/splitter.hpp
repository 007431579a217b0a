#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arboretum/search_general/proposal.hpp"
#include "arboretum/search_general/statistics.hpp"
#include "arboretum/statistics/merging.hpp"

namespace arboretum::general {

/// Proposes splits of the kinds of features it handles: the twin of `splits/base.py`.
class Splitter {
 public:
  virtual ~Splitter() = default;
  virtual bool handles(Kind kind) const = 0;
  /// Bins with fewer samples are not in the tables it is shown: there they are missing.
  virtual double min_samples() const { return 0.0; }
  /// Whether `FeatureColumn::values` must be there.
  virtual bool needs_values() const { return false; }
  /// Whether other last bits of a table change no more than last bits of what is proposed.
  virtual bool is_steady() const { return false; }
  /// If all it proposes are cuts of a number with so much on both sides: how much that is, of rows
  /// that weigh `whole`.
  virtual std::optional<double> least_weight(double /*whole*/, std::size_t /*n_classes*/) const {
    return std::nullopt;
  }
  /// Candidate splits of a table of two or more bins; none if the feature offers no question.
  virtual std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn& column,
                                            const Statistics& statistics) const = 0;
};

/// `at_value` puts thresholds at values of the data; `class_share` asks for so much on each side.
std::unique_ptr<Splitter> make_threshold(bool at_value, double class_share);
/// `search` is "auto", "ordered" or "exhaustive".
std::unique_ptr<Splitter> make_subset(const std::string& search, std::size_t max_exhaustive,
                                      double min_samples_category, bool is_descending);
/// `ranks` has the place of each category of each feature.
std::unique_ptr<Splitter> make_fixed_order(std::vector<std::vector<std::int64_t>> ranks);
std::unique_ptr<Splitter> make_multiway();
std::unique_ptr<Splitter> make_grouped();
/// `method` is "frequency", "width" or "mdl".
std::unique_ptr<Splitter> make_buckets(const std::string& method, std::size_t n);

/// The parameters of `splits/merge.py`.
struct MergeOptions {
  MergeRules rules;
  bool bonferroni = true;
  std::size_t n_bins = 10;
  std::vector<std::vector<double>> thresholds;  ///< of each feature; none: found at each node
};
std::unique_ptr<Splitter> make_merge(MergeOptions options);

}  // namespace arboretum::general
