#include "features.hpp"

#include "arrays.hpp"

namespace arboretum {
namespace {

AnyColumn any_column(nb::handle array, std::size_t index) {
  const std::string name = "columns[" + std::to_string(index) + "]";
  Strided<double> doubles;
  if (nb::try_cast(array, doubles, false)) return column_of<double>(doubles, name.c_str());
  Strided<float> floats;
  if (nb::try_cast(array, floats, false)) return column_of<float>(floats, name.c_str());
  Strided<std::int32_t> codes;
  if (nb::try_cast(array, codes, false)) return column_of<std::int32_t>(codes, name.c_str());
  refuse(name + " must be a 1-D array of float64, float32 or int32");
}

grow::Kind kind_of(const std::string& name) {
  if (name == "numeric") return grow::Kind::numeric;
  if (name == "ordered") return grow::Kind::ordered;
  if (name == "categorical") return grow::Kind::categorical;
  refuse("kind '" + name + "' is not known");
}

void check_codes(const grow::Feature& feature, std::size_t index) {
  const auto* codes = std::get_if<Column<std::int32_t>>(&feature.column);
  if (codes == nullptr) return;
  for (std::size_t row = 0; row < codes->size(); ++row)
    if ((*codes)[row] >= feature.n_categories)
      refuse(entry("columns[" + std::to_string(index) + "]", row, (*codes)[row]) + ", but it has " +
             std::to_string(feature.n_categories) + " categories");
}

}  // namespace

std::vector<grow::Feature> features_of(nb::list columns, const std::vector<std::string>& kinds,
                                       const std::vector<std::int32_t>& n_categories,
                                       std::size_t n_rows) {
  check_length("kinds", kinds.size(), columns.size());
  check_length("n_categories", n_categories.size(), columns.size());
  std::vector<grow::Feature> features;
  for (std::size_t f = 0; f < columns.size(); ++f) {
    grow::Feature feature{any_column(columns[f], f), kind_of(kinds[f]), n_categories[f]};
    const std::size_t length = std::visit([](const auto& c) { return c.size(); }, feature.column);
    check_length("columns[" + std::to_string(f) + "]", length, n_rows);
    if (feature.kind != grow::Kind::numeric &&
        !std::holds_alternative<Column<std::int32_t>>(feature.column))
      refuse("columns[" + std::to_string(f) + "] holds categories and must be int32 codes");
    check_codes(feature, f);
    features.push_back(std::move(feature));
  }
  return features;
}

}  // namespace arboretum
