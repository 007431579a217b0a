#include "arboretum/search_general/shared_columns.hpp"

#include <algorithm>

namespace arboretum::general {
namespace {

bool has_one_value(Column<double> column) { return column.size() > 1 && &column[0] == &column[1]; }

}  // namespace

Column<double> SharedColumns::add(Column<double> whole) {
  const auto is_same = [&](const Shared& other) {
    return other.width == 1 && has_one_value(whole) && has_one_value(other.whole) &&
           whole[0] == other.whole[0];
  };
  const auto same = std::ranges::find_if(columns_, is_same);
  const std::vector<double>& copy = same != columns_.end() ? same->current : push(whole, 1);
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
