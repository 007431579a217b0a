#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace arboretum {

/// How scores are weighed against what features cost: the twin of `growing/feature_costs.py`.
class FeatureCosts {
 public:
  /// `rule` is "ratio", "tan_schlimmer" or "eg2"; merits are divided by the price of a feature.
  FeatureCosts(const std::string& rule, std::vector<double> prices, bool once);

  std::size_t size() const { return prices_.size(); }
  /// What a feature is ranked by at a node; `asked` are the features asked above it, ascending.
  double merit(double score, std::int32_t feature, std::span<const std::int32_t> asked) const;
  /// The score that has this merit, or hardly less.
  double score_of(double merit, std::int32_t feature, std::span<const std::int32_t> asked) const;
  /// Whether a feature that was asked above a node costs nothing more there.
  bool once() const { return once_; }

 private:
  enum class Rule : std::uint8_t { ratio, tan_schlimmer, eg2 };
  static Rule rule_of(const std::string& name);
  double price(std::int32_t feature, std::span<const std::int32_t> asked) const;

  Rule rule_;
  std::vector<double> prices_;
  bool once_;
};

}  // namespace arboretum
