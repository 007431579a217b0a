#include "module.hpp"

#include <cstdlib>

namespace {

/// Lets the heap keep what a growth gives back, for the next one: glibc takes the largest block
/// that was ever freed for a measure of what to keep, and else returns the memory of small trees to
/// the system after each fit, a tenth of whose time then goes into asking for it again, page by
/// page.
void keep_freed_memory() {
#ifdef __GLIBC__
  void* volatile largest = std::malloc(std::size_t{31} << 20);
  std::free(largest);
#endif
}

}  // namespace

NB_MODULE(_core, m) {
  keep_freed_memory();
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
  arboretum::bind_optimal(m);
  arboretum::bind_near_trees(m);
}
