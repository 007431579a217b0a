#pragma once

namespace arboretum {

/// How many errors to expect of a leaf, from those it makes on its training samples.
///
/// The upper limit of a binomial proportion at a confidence, by the normal approximation with
/// its continuity correction; exact where there is no error, and on a line from there to one.
struct ErrorLimit {
  double confidence;     ///< probability that the limit is too low
  double deviate;        ///< of the normal distribution, for that confidence
  double of_the_others;  ///< share of the right samples that is added where almost all are wrong
  double least;          ///< as many of those there are at least

  /// Errors to expect beyond the `errors` that are made among `n` samples.
  double extra(double n, double errors) const;

  /// Errors to expect among `n` samples; none of no sample.
  double expected(double n, double errors) const {
    return n > 0.0 ? errors + extra(n, errors) : 0.0;
  }
};

}  // namespace arboretum
