#include "arboretum/general/feature_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arboretum/check.hpp"

namespace arboretum::general {

FeatureCosts::FeatureCosts(const std::string& rule, std::vector<double> prices, bool once)
    : rule_(rule_of(rule)), prices_(std::move(prices)), once_(once) {}

FeatureCosts::Rule FeatureCosts::rule_of(const std::string& name) {
  if (name == "ratio") return Rule::ratio;
  if (name == "tan_schlimmer") return Rule::tan_schlimmer;
  if (name == "eg2") return Rule::eg2;
  refuse("rule '" + name + "' of feature costs is not known to the native grower");
}

double FeatureCosts::merit(double score, std::int32_t feature,
                           std::span<const std::int32_t> asked) const {
  const bool is_free = once_ && std::ranges::binary_search(asked, feature);
  const double price = is_free ? 1.0 : prices_[feature];
  switch (rule_) {
    case Rule::tan_schlimmer:
      return score * std::abs(score) / price;
    case Rule::eg2:
      return (std::exp2(score) - 1.0) / price;
    case Rule::ratio:
      break;
  }
  return score / price;
}

}  // namespace arboretum::general
