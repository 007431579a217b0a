#include "arboretum/optimal/best_tree.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<NumberCosts::Value> best_tree(const Problem<NumberCosts>& problem, const Ask& ask) {
  return BestTree<NumberCosts>(problem, ask).run();
}

}  // namespace arboretum::optimal
