#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() =
      "Kernels on NumPy arrays: no copies of the arguments, no Python lock held while they run.";
  arboretum::bind_rank(m);
  arboretum::bind_tables(m);
  arboretum::bind_deviation(m);
  arboretum::bind_orders(m);
  arboretum::bind_special(m);
  arboretum::bind_split_test(m);
  arboretum::bind_merging(m);
  arboretum::bind_route(m);
  arboretum::bind_stretches(m);
  arboretum::bind_predict(m);
  arboretum::bind_grow(m);
  arboretum::bind_general(m);
  arboretum::bind_pruning(m);
  arboretum::bind_linear(m);
}
