#include "arboretum/optimal/proof.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Proof<NumberCosts::Value> prove(const Problem<NumberCosts>& problem, NumberCosts::Value bound,
                                std::size_t most_claims, const Ask& ask) {
  return Prover<NumberCosts>(problem, most_claims, ask).run(bound);
}

}  // namespace arboretum::optimal
