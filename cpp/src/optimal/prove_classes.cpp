#include "arboretum/optimal/proof.hpp"
#include "arboretum/optimal/solve.hpp"

namespace arboretum::optimal {

Proof<ClassCosts::Value> prove(const Problem<ClassCosts>& problem, ClassCosts::Value bound,
                               std::size_t most_claims, const Ask& ask) {
  return Prover<ClassCosts>(problem, most_claims, ask).run(bound);
}

}  // namespace arboretum::optimal
