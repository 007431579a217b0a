#include "arboretum/optimal/near_trees.hpp"

#include "arboretum/optimal/near_search.hpp"

namespace arboretum::optimal {

NearTrees near_trees(const Problem<ClassCosts>& problem, NearTrees::Value budget,
                     std::size_t most_asked, const Ask& ask) {
  return NearSearch(problem, budget, most_asked, ask).run();
}

}  // namespace arboretum::optimal
