#include "tree_arrays.hpp"

namespace arboretum {
namespace {

AnyColumn column_of_any(const AnyArray& array, const char* name) {
  const auto stride = static_cast<std::ptrdiff_t>(array.stride(0));
  if (array.dtype() == nb::dtype<double>())
    return Column<double>(aligned<double>(array.data(), name), array.size(), stride);
  if (array.dtype() == nb::dtype<float>())
    return Column<float>(aligned<float>(array.data(), name), array.size(), stride);
  if (array.dtype() == nb::dtype<std::int32_t>())
    return Column<std::int32_t>(aligned<std::int32_t>(array.data(), name), array.size(), stride);
  refuse(std::string(name) + " is neither float64, float32 nor int32");
}

template <class T>
std::span<const T> span_in(const nb::dict& given, const char* name) {
  Vector<T> array;
  if (!nb::try_cast(nb::handle(given[name]), array, false))
    refuse(std::string(name) + " is not an array of the right type and layout");
  return span_of<T>(array, name);
}

SplitColumns splits_of(const nb::dict& given) {
  return {
      span_in<std::int32_t>(given, "feature"),        span_in<std::int8_t>(given, "kind"),
      span_in<std::int32_t>(given, "missing_branch"), span_in<std::int64_t>(given, "value_start"),
      span_in<std::int32_t>(given, "value_count"),    span_in<double>(given, "thresholds"),
      span_in<std::int32_t>(given, "branches")};
}

}  // namespace

Columns::Columns(const ColumnList& list) {
  const std::size_t n_columns = nb::len(list);
  for (std::size_t i = 0; i < n_columns; ++i) {
    const std::string name = "columns[" + std::to_string(i) + "]";
    AnyArray array;
    if (!nb::try_cast<AnyArray>(list[i], array, false))
      refuse(name + " is not a one-dimensional NumPy array of numbers");
    views.push_back(column_of_any(array, name.c_str()));
    arrays.push_back(std::move(array));
  }
}

TreeView tree_of(const nb::dict& given) {
  return {splits_of(given), span_in<std::int64_t>(given, "child_start"),
          span_in<std::int32_t>(given, "children")};
}

SurrogateView surrogates_of(const nb::dict& given) {
  return {splits_of(given), span_in<std::int64_t>(given, "start"),
          span_in<bool>(given, "is_reversed")};
}

}  // namespace arboretum
