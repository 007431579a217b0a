#include "arboretum/general/shared_columns.hpp"

namespace arboretum::general {

Column<double> SharedColumns::add(Column<double> whole) {
  const std::vector<double>& copy = push(whole, 1);
  return {copy.data(), copy.size()};
}

std::span<const double> SharedColumns::add(std::span<const double> whole, std::size_t width) {
  return push({whole.data(), whole.size() / width, static_cast<std::ptrdiff_t>(width)}, width);
}

const std::vector<double>& SharedColumns::push(Column<double> whole, std::size_t width) {
  Shared& made = columns_.emplace_back(whole, width, std::vector<double>(whole.size() * width));
  for (std::size_t row = 0; row < whole.size(); ++row)
    for (std::size_t k = 0; k < width; ++k) made.current[row * width + k] = (&whole[row])[k];
  return made.current;
}

void SharedColumns::set(std::span<const std::int32_t> rows, std::span<const double> shares) {
  if (shares.empty() && is_whole_) return;
  is_whole_ = false;
  for (Shared& column : columns_)
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double share = shares.empty() ? 1.0 : shares[i];
      const double* whole = &column.whole[rows[i]];
      double* current = column.current.data() + static_cast<std::size_t>(rows[i]) * column.width;
      for (std::size_t k = 0; k < column.width; ++k) current[k] = whole[k] * share;
    }
}

}  // namespace arboretum::general
