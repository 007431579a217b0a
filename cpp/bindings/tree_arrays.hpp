#pragma once

#include <vector>

#include "arboretum/predict/predict.hpp"
#include "arrays.hpp"

namespace arboretum {

using AnyArray = nb::ndarray<nb::ro, nb::ndim<1>, nb::device::cpu>;
using ColumnList = nb::typed<nb::sequence, nb::object>;

/// A column of numbers or codes, read where it lies; `name` is for messages.
AnyColumn any_column(const AnyArray& array, const char* name);

/// Columns as the kernel sees them, with the arrays that keep them alive.
struct Columns {
  explicit Columns(const ColumnList& list);

  std::vector<AnyArray> arrays;
  std::vector<AnyColumn> views;
};

/// The arrays of a tree by name; the dict keeps them alive.
TreeView tree_of(const nb::dict& given);

/// Those of its surrogates.
SurrogateView surrogates_of(const nb::dict& given);

}  // namespace arboretum
