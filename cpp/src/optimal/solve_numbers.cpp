#include "arboretum/optimal/search.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<NumberCosts::Value> best_tree(const Problem<NumberCosts>& problem, const Ask& ask) {
  return Search<NumberCosts>(problem, ask).run();
}

}  // namespace arboretum::optimal
