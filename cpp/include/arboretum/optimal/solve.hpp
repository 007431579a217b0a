#pragma once

#include "arboretum/optimal/claims.hpp"
#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// The best tree of a problem, or the best that was found within the limits, with a bound that no
/// tree is below.
Answer<ClassCosts::Value> best_tree(const Problem<ClassCosts>& problem, const Ask& ask);
Answer<NumberCosts::Value> best_tree(const Problem<NumberCosts>& problem, const Ask& ask);

/// The tree that is grown by looking a few questions ahead.
Answer<ClassCosts::Value> ahead_tree(const Problem<ClassCosts>& problem, const Ahead& ahead,
                                     const Ask& ask);
Answer<NumberCosts::Value> ahead_tree(const Problem<NumberCosts>& problem, const Ahead& ahead,
                                      const Ask& ask);

/// Why every tree costs at least `bound`, as the search said.
Proof<ClassCosts::Value> prove(const Problem<ClassCosts>& problem, ClassCosts::Value bound,
                               std::size_t most_claims, const Ask& ask);
Proof<NumberCosts::Value> prove(const Problem<NumberCosts>& problem, NumberCosts::Value bound,
                                std::size_t most_claims, const Ask& ask);

}  // namespace arboretum::optimal
