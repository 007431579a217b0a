#pragma once

#include <cstdint>

namespace arboretum {

/// How a p-value was worked out: the twin of `P_KINDS` in `tree/node_splits.py`.
enum class PKind : std::int8_t {
  none = -1,
  asymptotic,   ///< by the distribution of the statistic for many samples
  rough,        ///< the same, though few samples are expected somewhere
  exact,        ///< by all tables with the same margins
  simulated,    ///< by some such tables, drawn at random
  permutation,  ///< by the search itself, with targets shuffled
};

/// How probable a split at least as good is if the classes, or numbers, know nothing of it.
struct PValue {
  double p = 0.0;
  PKind kind = PKind::none;
};

}  // namespace arboretum
