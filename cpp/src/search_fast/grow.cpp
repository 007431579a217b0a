#include "arboretum/search_fast/grow.hpp"

#include "arboretum/core/check.hpp"
#include "by_criterion.hpp"

namespace arboretum::fast {

Grown grow(const Encoded& encoded, const Limits& limits, CriterionName criterion,
           std::size_t n_threads, Pulse& pulse) {
  switch (criterion) {
    case CriterionName::gini:
      return grow_by_gini(encoded, limits, n_threads, pulse);
    case CriterionName::entropy:
      return grow_by_entropy(encoded, limits, n_threads, pulse);
    case CriterionName::error:
    case CriterionName::gain_ratio:
    case CriterionName::chi_square:
    case CriterionName::twoing:
      return grow_by_comparison(criterion, encoded, limits, n_threads, pulse);
    case CriterionName::squared_error:
      return grow_by_variance(encoded, limits, n_threads, pulse);
    case CriterionName::vector_variance:
      return grow_by_vector_variance(encoded, limits, n_threads, pulse);
  }
  refuse("unknown criterion");
}

}  // namespace arboretum::fast
