#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <type_traits>
#include <utility>

#include "arboretum/column.hpp"

namespace arboretum {

/// What a part of a matrix holds: only numbers, also missing values, or infinity.
enum class Content { complete, missing, infinite };

/// A matrix read where it lies, in any order of memory; strides count values.
template <class T>
struct MatrixView {
  const T* first;
  std::size_t n_rows;
  std::size_t n_columns;
  std::ptrdiff_t row_stride;
  std::ptrdiff_t column_stride;

  const T* row(std::size_t i) const { return first + static_cast<std::ptrdiff_t>(i) * row_stride; }
  Column<T> column(std::size_t j) const {
    return {first + static_cast<std::ptrdiff_t>(j) * column_stride, n_rows, row_stride};
  }
  MatrixView rows(std::size_t begin, std::size_t end) const {
    return {row(begin), end - begin, n_columns, row_stride, column_stride};
  }
};

/// Whether all of `n` values are finite; without a branch, so that the compiler can vectorise it.
template <class T>
bool is_finite(const T* values, std::size_t n, std::ptrdiff_t stride) {
  using Mask = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
  constexpr T kLargest = std::numeric_limits<T>::max();
  Mask bad = 0;
  if (stride == 1) {
    for (std::size_t i = 0; i < n; ++i) bad |= std::abs(values[i]) <= kLargest ? Mask{0} : ~Mask{0};
  } else {
    for (std::size_t i = 0; i < n; ++i)
      bad |= std::abs(values[static_cast<std::ptrdiff_t>(i) * stride]) <= kLargest ? Mask{0}
                                                                                   : ~Mask{0};
  }
  return bad == 0;
}

/// Looks at every value of a matrix, along its memory.
template <class T>
Content content_of(const MatrixView<T>& matrix) {
  std::size_t n_outer = matrix.n_rows, n_inner = matrix.n_columns;
  std::ptrdiff_t outer = matrix.row_stride, inner = matrix.column_stride;
  if (std::abs(inner) > std::abs(outer)) {
    std::swap(n_outer, n_inner);
    std::swap(outer, inner);
  }
  if (outer == inner * static_cast<std::ptrdiff_t>(n_inner)) {
    n_inner *= n_outer;
    n_outer = 1;
  }
  Content content = Content::complete;
  for (std::size_t i = 0; i < n_outer; ++i) {
    const T* const line = matrix.first + static_cast<std::ptrdiff_t>(i) * outer;
    if (is_finite(line, n_inner, inner)) continue;
    content = Content::missing;
    for (std::size_t j = 0; j < n_inner; ++j)
      if (std::isinf(line[static_cast<std::ptrdiff_t>(j) * inner])) return Content::infinite;
  }
  return content;
}

}  // namespace arboretum
