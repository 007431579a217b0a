#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "arboretum/core/feature.hpp"
#include "arboretum/core/feature_costs.hpp"

namespace arboretum {

/// The columns of a dataset as both native growers read them: checked, never copied.
std::vector<Feature> features_of(nanobind::list columns, const std::vector<std::string>& kinds,
                                 const std::vector<std::int32_t>& n_categories, std::size_t n_rows);

/// Notes which features are asked `x < t`, by position.
void close_left(std::vector<Feature>& features, const std::vector<std::int32_t>& closed_left);

/// What the features cost, as `FeatureCosts.as_prices` tells it.
FeatureCosts costs_of(const nanobind::dict& given, std::size_t n_features);

}  // namespace arboretum
