#include "arboretum/optimal/lookahead.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<ClassCosts::Value> ahead_tree(const Problem<ClassCosts>& problem, const Ahead& ahead,
                                     const Ask& ask) {
  return Lookahead<ClassCosts>(problem, ahead, ask).run();
}

}  // namespace arboretum::optimal
