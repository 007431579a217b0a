#include "tree_arrays.hpp"

namespace arboretum {
namespace {

SplitColumns splits_of(const nb::dict& given) {
  return {
      span_in<std::int32_t>(given, "column"),         span_in<std::int8_t>(given, "kind"),
      span_in<std::int32_t>(given, "missing_branch"), span_in<std::int64_t>(given, "value_start"),
      span_in<std::int32_t>(given, "value_count"),    span_in<double>(given, "thresholds"),
      span_in<std::int32_t>(given, "branches")};
}

template <class T>
bool is_of(const AnyArray& array) {
  return array.dtype() == nb::dtype<T>();
}

template <class T>
Column<T> as_column(const AnyArray& array, const char* name) {
  return {aligned<T>(array.data(), name), array.size(),
          static_cast<std::ptrdiff_t>(array.stride(0))};
}

}  // namespace

AnyColumn any_column(const AnyArray& array, const char* name) {
  if (is_of<double>(array)) return as_column<double>(array, name);
  if (is_of<float>(array)) return as_column<float>(array, name);
  if (is_of<std::int8_t>(array)) return CodeColumn(as_column<std::int8_t>(array, name));
  if (is_of<std::int16_t>(array)) return CodeColumn(as_column<std::int16_t>(array, name));
  if (is_of<std::int32_t>(array)) return CodeColumn(as_column<std::int32_t>(array, name));
  refuse(std::string(name) + " is neither float64, float32, int32, int16 nor int8");
}

Columns::Columns(const ColumnList& list) {
  const std::size_t n_columns = nb::len(list);
  for (std::size_t i = 0; i < n_columns; ++i) {
    const std::string name = "columns[" + std::to_string(i) + "]";
    AnyArray array;
    if (!nb::try_cast<AnyArray>(list[i], array, false))
      refuse(name + " is not a one-dimensional NumPy array of numbers");
    views.push_back(any_column(array, name.c_str()));
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
