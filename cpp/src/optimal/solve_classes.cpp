#include "arboretum/optimal/search.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<ClassCosts::Value> best_tree(const Problem<ClassCosts>& problem, const Ask& ask) {
  return Search<ClassCosts>(problem, ask).run();
}

}  // namespace arboretum::optimal
