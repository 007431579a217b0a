#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "arboretum/search_fast/best.hpp"
#include "arboretum/search_fast/value_sort.hpp"

namespace arboretum::fast {

/// The values of a bin, ascending, and what a cut between them must reach to matter.
struct Held {
  std::span<const Item> values;
  const Ties& ties;
  const double& floor;  ///< rises as cuts are taken
};

/// Whether a criterion can look quickly at the cuts between samples.
template <class Criterion, class SampleAt>
concept has_glance = requires(const Criterion& criterion, const double* totals, std::size_t n,
                              const SampleAt& sample_at, double* proxies) {
  criterion.glance(totals, totals, n, sample_at, proxies);
};

/// Finds the cuts inside a bin that may matter.  Most do not: those are told by what takes least
/// time.
template <class Targets, class Criterion>
class InsideScan {
 public:
  InsideScan(const Targets& targets, const Criterion& criterion)
      : targets_(targets), criterion_(criterion) {}

  /// Calls `take(i)` for each cut after the i-th value that may matter, when `left`, at first the
  /// totals before the bin, has grown to there.  True if there was any cut.
  template <class SampleAt, class Take>
  bool run(const double* total, std::vector<double>& left, const Held& held,
           const SampleAt& sample_at, const Take& take) {
    if constexpr (has_glance<Criterion, SampleAt>)
      return glance(total, left, held, sample_at, take);
    else
      return score(total, left, held, sample_at, take);
  }

 private:
  template <class SampleAt, class Take>
  bool score(const double* total, std::vector<double>& left, const Held& held,
             const SampleAt& sample_at, const Take& take) {
    bool any = false;
    right_.resize(left.size());
    for (std::size_t i = 0; i + 1 < held.values.size(); ++i) {
      targets_.add(left.data(), sample_at(i));
      if (held.values[i].value == held.values[i + 1].value) continue;
      any = true;
      for (std::size_t k = 0; k + 1 < left.size(); ++k) right_[k] = total[k] - left[k];
      if (criterion_.proxy(left.data(), right_.data()) >= held.floor) take(i);
    }
    return any;
  }

  /// The totals catch up where a cut is taken.
  template <class SampleAt, class Take>
  bool glance(const double* total, std::vector<double>& left, const Held& held,
              const SampleAt& sample_at, const Take& take) {
    const std::size_t n_cuts = held.values.size() - 1;
    proxies_.resize(n_cuts);
    criterion_.glance(total, left.data(), n_cuts, sample_at, proxies_.data());
    bool any = false;
    std::size_t n_left = 0;
    for (std::size_t i = 0; i < n_cuts; ++i) {
      if (held.values[i].value == held.values[i + 1].value) continue;
      any = true;
      if (proxies_[i] + held.ties.tolerance(proxies_[i]) < held.floor) continue;
      for (; n_left <= i; ++n_left) targets_.add(left.data(), sample_at(n_left));
      take(i);
    }
    return any;
  }

  const Targets& targets_;
  const Criterion& criterion_;
  std::vector<double> right_, proxies_;
};

}  // namespace arboretum::fast
