#pragma once

#include <nanobind/nanobind.h>

#include "arboretum/core/grown.hpp"

namespace arboretum {

/// A grown tree as the arrays that `growing/assemble.py` reads, without those that hold nothing.
/// Branches have `width` statistics.
nanobind::dict to_dict(Grown&& grown, std::size_t width);

}  // namespace arboretum
