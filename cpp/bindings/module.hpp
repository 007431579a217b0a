#pragma once

#include <nanobind/nanobind.h>

namespace arboretum {

void bind_rank(nanobind::module_& m);
void bind_tables(nanobind::module_& m);
void bind_deviation(nanobind::module_& m);
void bind_orders(nanobind::module_& m);
void bind_special(nanobind::module_& m);
void bind_split_test(nanobind::module_& m);
void bind_merging(nanobind::module_& m);
void bind_route(nanobind::module_& m);
void bind_stretches(nanobind::module_& m);
void bind_predict(nanobind::module_& m);
void bind_grow(nanobind::module_& m);
void bind_general(nanobind::module_& m);
void bind_pruning(nanobind::module_& m);
void bind_linear(nanobind::module_& m);

}  // namespace arboretum
