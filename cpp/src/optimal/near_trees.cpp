#include "arboretum/optimal/near_trees.hpp"

#include "arboretum/optimal/near_search.hpp"

namespace arboretum::optimal {

NearTrees near_trees(const Problem<ClassCosts>& problem, NearTrees::Value budget, const Ask& ask) {
  return NearSearch(problem, budget, ask).run();
}

}  // namespace arboretum::optimal
