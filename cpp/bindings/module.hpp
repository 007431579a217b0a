#pragma once

#include <nanobind/nanobind.h>

namespace arboretum {

void bind_statistics(nanobind::module_& m);
void bind_tests(nanobind::module_& m);
void bind_splits(nanobind::module_& m);
void bind_predict(nanobind::module_& m);
void bind_grow(nanobind::module_& m);
void bind_general(nanobind::module_& m);
void bind_pruning(nanobind::module_& m);
void bind_linear(nanobind::module_& m);
void bind_optimal(nanobind::module_& m);
void bind_near_trees(nanobind::module_& m);

}  // namespace arboretum
