#pragma once

#include <nanobind/nanobind.h>

#include "arboretum/core/grown.hpp"

namespace arboretum {

/// A grown tree as the arrays that `growing/assemble.py` reads; `order` are its nodes in
/// pre-order.  Branches have `width` statistics, nodes `node_width`.
nanobind::dict to_dict(Grown&& grown, std::vector<std::int32_t>&& order, std::size_t width,
                       std::size_t node_width);

}  // namespace arboretum
