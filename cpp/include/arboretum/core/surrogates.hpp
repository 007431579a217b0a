#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "arboretum/core/question.hpp"

namespace arboretum {

/// What the policy that finds surrogates is asked for: the twin of `missing/surrogate.py`.
struct SurrogateLimits {
  std::size_t max_surrogates = 0;  ///< 0: none are looked for
  bool are_asked = true;
  bool among_both = false;  ///< agreement among rows that answer the surrogate as well
};

/// How far a question about one feature sends rows the way that a split sends them: the twin of
/// `growing/surrogates.py`, operation by operation, because equal agreements must look equal to
/// all growers.
///
/// Filled bin by bin, in the order of values or codes; keeps its memory from one feature to the
/// next.
class Agreement {
 public:
  /// Rows of one value, interval or category, by the branch that the split sends them down.
  struct Bin {
    std::int32_t code;  ///< of a category; of numbers whatever the caller finds the value by
    double weights[2];
    double counts[2];
  };

  /// `x <= t` with t after all of bin `after`.
  struct Cut {
    double agreeing;  ///< weight that goes the same way
    std::size_t after;
    bool is_reversed;
  };

  /// Samples that must go each way, or the question is about hardly any of them.
  static constexpr double min_samples = 2.0;
  static constexpr double none = -std::numeric_limits<double>::infinity();

  void clear() {
    bins.clear();
    missing[0] = missing[1] = 0.0;
  }

  /// The first of the best cuts; agrees `none` if there is none.
  Cut best_cut();
  /// Sends every category where most of it goes and returns the weight that agrees.  One that goes
  /// either way goes with most of all, and if that is nowhere, to `upper`, as in rpart.
  double best_set(std::int32_t upper, std::vector<std::int32_t>& codes,
                  std::vector<std::int32_t>& branches);
  /// Writes what share the agreeing weight of the last question is; false if the question is not
  /// worth asking.
  bool measure(double agreeing, bool among_both, double& agreement, double& adjusted) const {
    return measure(agreeing, reached_, missing, among_both, agreement, adjusted);
  }
  /// The same from the weights that answer the question and those that do not.
  static bool measure(double agreeing, const double* reached, const double* missing,
                      bool among_both, double& agreement, double& adjusted);

  std::vector<Bin> bins;
  double missing[2] = {0.0, 0.0};  ///< weights of rows without a value that answer the split

 private:
  void sum();
  template <class Work>
  void for_cuts(const Work& work) const;

  double reached_[2] = {0.0, 0.0};  ///< weights of all bins
};

/// Agreements that are the same to so many digits are equal.
double rounded_agreement(double agreement);

/// Writes the question of a feature by the bins that `agreement` holds, and returns the bin after
/// which its threshold comes: what lies on both sides of it the caller knows.  Nothing if no
/// threshold is worth asking for.
std::optional<std::size_t> ask_cut(Agreement& agreement, const SurrogateLimits& limits,
                                   std::int32_t feature, Surrogate& surrogate);
/// The same by categories; false if no sets are worth asking for.  `upper` is the branch with the
/// larger mean of the target.
bool ask_set(Agreement& agreement, const SurrogateLimits& limits, std::int32_t feature,
             std::int32_t upper, Surrogate& surrogate);

/// The best of some surrogates, the one that agrees most first; equals in their order.
std::vector<Surrogate> take_surrogates(std::vector<Surrogate> found, std::size_t n);

}  // namespace arboretum
