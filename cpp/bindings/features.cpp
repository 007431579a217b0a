#include "features.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "tree_arrays.hpp"

namespace arboretum {
namespace {

Kind kind_of(const std::string& name) {
  if (name == "numeric") return Kind::numeric;
  if (name == "ordered") return Kind::ordered;
  if (name == "categorical") return Kind::categorical;
  refuse("kind '" + name + "' is not known");
}

void check_codes(const Feature& feature, std::size_t index) {
  const auto* codes = std::get_if<CodeColumn>(&feature.column);
  if (codes == nullptr) return;
  codes->visit([&](auto column) {
    for (std::size_t row = 0; row < column.size(); ++row)
      if (column[row] >= feature.n_categories)
        refuse(entry("columns[" + std::to_string(index) + "]", row, std::int32_t{column[row]}) +
               ", but it has " + std::to_string(feature.n_categories) + " categories");
  });
}

}  // namespace

std::vector<Feature> features_of(nb::list columns, const std::vector<std::string>& kinds,
                                 const std::vector<std::int32_t>& n_categories,
                                 std::size_t n_rows) {
  check_length("kinds", kinds.size(), columns.size());
  check_length("n_categories", n_categories.size(), columns.size());
  const Columns given(nb::borrow<ColumnList>(columns));
  std::vector<Feature> features;
  for (std::size_t f = 0; f < columns.size(); ++f) {
    Feature feature{given.views[f], kind_of(kinds[f]), n_categories[f]};
    const std::size_t length = std::visit([](const auto& c) { return c.size(); }, feature.column);
    check_length("columns[" + std::to_string(f) + "]", length, n_rows);
    if (feature.kind != Kind::numeric && !std::holds_alternative<CodeColumn>(feature.column))
      refuse("columns[" + std::to_string(f) + "] holds categories and must be codes, not numbers");
    check_codes(feature, f);
    features.push_back(std::move(feature));
  }
  return features;
}

void close_left(std::vector<Feature>& features, const std::vector<std::int32_t>& closed_left) {
  for (std::size_t i = 0; i < closed_left.size(); ++i) {
    if (!is_within(closed_left[i], features.size()))
      refuse(entry("closed_left", i, closed_left[i]) + ", but there are " +
             std::to_string(features.size()) + " features");
    features[closed_left[i]].is_closed_left = true;
  }
}

FeatureCosts costs_of(const nb::dict& given, std::size_t n_features) {
  const FeatureCosts costs(nb::cast<std::string>(given["rule"]),
                           nb::cast<std::vector<double>>(given["prices"]),
                           nb::cast<bool>(given["once"]));
  check_length("prices", costs.size(), n_features);
  return costs;
}

}  // namespace arboretum
