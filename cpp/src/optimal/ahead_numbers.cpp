#include "arboretum/optimal/lookahead.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Answer<NumberCosts::Value> ahead_tree(const Problem<NumberCosts>& problem, const Ahead& ahead,
                                      const Ask& ask) {
  return Lookahead<NumberCosts>(problem, ahead, ask).run();
}

}  // namespace arboretum::optimal
