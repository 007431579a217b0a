#pragma once

#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "arboretum/core/column.hpp"

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

/// Whether all of `n` values are finite: 0 times any other is not 0.
///
/// Several sums at once, because a compiler may not reorder the additions of one.
template <class T>
bool is_finite(const T* values, std::size_t n, std::ptrdiff_t stride) {
  constexpr std::size_t kSums = 8;
  T sums[kSums] = {};
  std::size_t i = 0;
  if (stride == 1)
    for (; i + kSums <= n; i += kSums)
      for (std::size_t k = 0; k < kSums; ++k) sums[k] += values[i + k] * 0;
  for (; i < n; ++i) sums[0] += values[static_cast<std::ptrdiff_t>(i) * stride] * 0;
  for (std::size_t k = 1; k < kSums; ++k) sums[0] += sums[k];
  return sums[0] == 0;
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
