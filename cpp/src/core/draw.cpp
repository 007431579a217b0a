#include "arboretum/core/draw.hpp"

#include <algorithm>

#include "arboretum/core/random.hpp"

namespace arboretum {
namespace {

std::uint64_t salt_of(std::uint64_t feature) { return mix(~feature); }

}  // namespace

std::uint64_t root_key(std::uint64_t seed) { return mix(seed); }

std::uint64_t child_key(std::uint64_t key, std::int32_t branch) {
  return mix(key ^ mix(static_cast<std::uint64_t>(branch) + 1));
}

Draw::Draw(std::size_t max_features, std::size_t n_features)
    : n_drawn_(max_features < n_features ? max_features : 0), is_drawn_(n_features, 1) {
  if (!is_made()) return;
  for (std::size_t f = 0; f < n_features; ++f) salts_.push_back(salt_of(f));
  lots_.resize(n_features);
  features_.resize(n_features);
}

void Draw::turn_to(std::uint64_t key) {
  if (!is_made()) return;
  for (std::size_t f = 0; f < lots_.size(); ++f)
    lots_[f] = {mix(key ^ salts_[f]), static_cast<std::uint32_t>(f)};
  std::ranges::nth_element(lots_, lots_.begin() + static_cast<std::ptrdiff_t>(n_drawn_));
  std::ranges::fill(is_drawn_, 0);
  for (std::size_t i = 0; i < n_drawn_; ++i) {
    features_[i] = lots_[i].second;
    is_drawn_[features_[i]] = 1;
  }
}

std::span<const std::uint32_t> Draw::others() {
  if (!is_made()) return {};
  std::sort(lots_.begin() + static_cast<std::ptrdiff_t>(n_drawn_), lots_.end());
  for (std::size_t i = n_drawn_; i < lots_.size(); ++i) features_[i] = lots_[i].second;
  return std::span(features_).subspan(n_drawn_);
}

}  // namespace arboretum
