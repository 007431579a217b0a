#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/search_fast/best.hpp"
#include "arboretum/search_fast/input.hpp"

namespace arboretum::fast {

/// Where a node is in the tree, as far as it decides which features compete there and how.
struct Place {
  std::uint64_t key = 0;            ///< of the draw of features
  std::vector<std::int32_t> asked;  ///< above it, ascending; nothing if that does not matter
};

/// What the features of a node are ranked by: the proxies of their best splits or, where
/// features cost something, merits made of scores and costs.
class Merits {
 public:
  explicit Merits(const Limits& limits)
      : costs_(limits.costs ? &*limits.costs : nullptr), unit_(limits.score_unit) {}

  bool are_proxies() const { return costs_ == nullptr; }

  template <class View>
  void turn_to(const View& node, std::span<const std::int32_t> asked) {
    proxies_ = node.ties;
    ties_ = node.ties;
    if (are_proxies()) return;
    scale_ = node.weight * unit_;
    ties_ = Ties(0.0, node.mass / scale_);
    ties_.slack = proxies_.slack / scale_;
    asked_ = asked;
  }

  /// When two merits of the node count as equal.
  const Ties& ties() const { return ties_; }

  double of(std::uint32_t feature, double proxy) const {
    if (are_proxies() || proxy == no_proxy) return proxy;
    return costs_->merit((proxy - proxies_.undivided) / scale_, static_cast<std::int32_t>(feature),
                         asked_);
  }
  /// What the proxy of a feature must be to reach a merit; rounding may make it less.
  double least_proxy(std::uint32_t feature, double merit) const {
    if (are_proxies() || merit == no_proxy) return merit;
    const double score = costs_->score_of(merit, static_cast<std::int32_t>(feature), asked_);
    const double proxy = proxies_.undivided + score * scale_;
    return proxy == no_proxy ? proxy : proxies_.floor(proxy);
  }

 private:
  const FeatureCosts* costs_;
  double unit_;
  double scale_ = 1;  ///< of a proxy beside a score
  Ties proxies_{0.0, 0.0}, ties_{0.0, 0.0};
  std::span<const std::int32_t> asked_;
};

}  // namespace arboretum::fast
