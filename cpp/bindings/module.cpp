#include "module.hpp"

NB_MODULE(_core, m) {
  m.doc() =
      "Kernels on NumPy arrays: no copies of the arguments, no Python lock held while they run.";
  arboretum::bind_statistics(m);
  arboretum::bind_tests(m);
  arboretum::bind_splits(m);
  arboretum::bind_predict(m);
  arboretum::bind_grow(m);
  arboretum::bind_general(m);
  arboretum::bind_pruning(m);
  arboretum::bind_linear(m);
}
