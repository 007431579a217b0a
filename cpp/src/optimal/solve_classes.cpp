#include "arboretum/optimal/best_tree.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<ClassCosts::Value> best_tree(const Problem<ClassCosts>& problem, const Ask& ask) {
  return BestTree<ClassCosts>(problem, ask).run();
}

}  // namespace arboretum::optimal
