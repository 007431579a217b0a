#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arboretum {

/// How much was looked at while a tree grew, depth by depth: the twin of `growing/work.py`, which
/// says what counts.
///
/// Whoever searches asks for it once a node or feature, never once a sample, and finds nothing
/// unless somebody wants to know.  Growth is then on one thread.
class WorkDone {
 public:
  /// A node of this depth is searched; what follows is done there.
  void search_at(std::int64_t depth) {
    turn_to(depth);
    ++searched_[depth_];
  }
  /// What follows is done for nodes of this depth.
  void turn_to(std::int64_t depth) {
    depth_ = static_cast<std::size_t>(depth);
    if (depth_ < searched_.size()) return;
    searched_.resize(depth_ + 1);
    samples_.resize(depth_ + 1);
    cuts_.resize(depth_ + 1);
  }
  void read(std::size_t n_rows) { samples_[depth_] += static_cast<std::int64_t>(n_rows); }
  void scored(std::size_t n_cuts) { cuts_[depth_] += static_cast<std::int64_t>(n_cuts); }
  void sorted(std::size_t n_values) { n_sorted_ += static_cast<std::int64_t>(n_values); }

  const std::vector<std::int64_t>& n_searched() const { return searched_; }
  const std::vector<std::int64_t>& n_samples() const { return samples_; }
  const std::vector<std::int64_t>& n_cuts() const { return cuts_; }
  std::int64_t n_sorted() const { return n_sorted_; }

 private:
  std::size_t depth_ = 0;
  std::vector<std::int64_t> searched_;  ///< nodes of each depth
  std::vector<std::int64_t> samples_;   ///< that were read there, feature by feature
  std::vector<std::int64_t> cuts_;      ///< whose scores were worked out there
  std::int64_t n_sorted_ = 0;
};

}  // namespace arboretum
