#include "arboretum/grow/grow.hpp"

#include "arboretum/check.hpp"
#include "arboretum/grow/grower.hpp"

namespace arboretum::grow {

GrownTree grow(const Input& input, const Limits& limits, CriterionName criterion,
               std::size_t n_threads, const Pulse& pulse) {
  const Encoded encoded(input, n_threads);
  const bool is_weighted = !input.weights.empty();
  switch (criterion) {
    case CriterionName::gini:
      if (is_weighted) return Grower<Weights, Gini>(encoded, limits, pulse).run();
      return Grower<Counts, Gini>(encoded, limits, pulse).run();
    case CriterionName::entropy:
      if (is_weighted) return Grower<Weights, Entropy>(encoded, limits, pulse).run();
      return Grower<Counts, Entropy>(encoded, limits, pulse).run();
    case CriterionName::squared_error:
      return Grower<Moments, Variance>(encoded, limits, pulse).run();
  }
  refuse("unknown criterion");
}

}  // namespace arboretum::grow
