#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "arboretum/core/parallel.hpp"

namespace arboretum::optimal {

/// Columns that are read independently of each other, shared among threads where there are many
/// rows.
///
/// The parts are those of the columns, whatever the number of threads, and are joined in order: so
/// the result is the same.
template <class Result>
class SharedColumns {
 public:
  void use_threads(int n_threads) { n_threads_ = std::size_t(std::max(n_threads, 1)); }

  /// Calls `read(part, from, to)` for parts of the columns.
  template <class Local, class Read>
  void each_part(const Local& local, const Read& read) {
    const std::size_t n_columns = local.columns().size();
    const bool is_large = local.n() * n_columns >= large;
    results_.resize(is_large ? std::min(n_columns, most_parts) : 1);
    const std::size_t n_parts = results_.size();
    Pulse pulse([](std::size_t) {});  // who looks away for so short a time is asked afterwards
    parallel_for(n_parts, n_threads_, 1, pulse, [&](std::size_t begin, std::size_t end) {
      for (std::size_t part = begin; part < end; ++part)
        read(part, n_columns * part / n_parts, n_columns * (part + 1) / n_parts);
    });
  }

  /// Where the result of a part is written.
  Result& of(std::size_t part) { return results_[part]; }

  Result joined() const {
    Result all = results_[0];
    for (std::size_t part = 1; part < results_.size(); ++part) all.join(results_[part]);
    return all;
  }

 private:
  /// So many rows, read once for each column, take longer than to start a thread.
  static constexpr std::size_t large = std::size_t{1} << 18, most_parts = 32;

  std::size_t n_threads_ = 1;
  std::vector<Result> results_;
};

}  // namespace arboretum::optimal
