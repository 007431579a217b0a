#include "arboretum/core/feature_costs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {

FeatureCosts::FeatureCosts(const std::string& rule, std::vector<double> prices, bool once)
    : rule_(rule_of(rule)), prices_(std::move(prices)), once_(once) {}

FeatureCosts::Rule FeatureCosts::rule_of(const std::string& name) {
  if (name == "ratio") return Rule::ratio;
  if (name == "tan_schlimmer") return Rule::tan_schlimmer;
  if (name == "eg2") return Rule::eg2;
  refuse("rule '" + name + "' of feature costs is not known to the native grower");
}

double FeatureCosts::price(std::int32_t feature, std::span<const std::int32_t> asked) const {
  return once_ && std::ranges::binary_search(asked, feature) ? 1.0 : prices_[feature];
}

double FeatureCosts::merit(double score, std::int32_t feature,
                           std::span<const std::int32_t> asked) const {
  const double divisor = price(feature, asked);
  switch (rule_) {
    case Rule::tan_schlimmer:
      return score * std::abs(score) / divisor;
    case Rule::eg2:
      return (std::exp2(score) - 1.0) / divisor;
    case Rule::ratio:
      break;
  }
  return score / divisor;
}

double FeatureCosts::score_of(double merit, std::int32_t feature,
                              std::span<const std::int32_t> asked) const {
  constexpr double last_bits = 1e-15;  // of 2^s, which is near 1 where s is small
  const double product = merit * price(feature, asked);
  switch (rule_) {
    case Rule::tan_schlimmer:
      return std::copysign(std::sqrt(std::abs(product)), product);
    case Rule::eg2:
      return std::log2(std::max(0.0, product + 1.0 - last_bits * (2.0 + std::abs(product))));
    case Rule::ratio:
      break;
  }
  return product;
}

}  // namespace arboretum
