#pragma once

#include <chrono>
#include <cstdint>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// Counts the work and says when to give up.
class Watch {
 public:
  Watch(const Limits& limits, const Ask& ask) : limits_(limits), ask_(ask) {}

  /// Whether to go on; what is known so far is told to whoever asked.
  bool go_on() {
    if (work_ >= limits_.work && ended_ == Ended::proved) ended_ = Ended::work;
    return is_in_time();
  }

  /// The same for what is not counted as work.
  bool is_in_time() {
    if (ended_ != Ended::proved) return false;
    const auto now = Clock::now();
    if (std::chrono::duration<double>(now - start_).count() >= limits_.seconds)
      ended_ = Ended::time;
    else if (ask_ && !ask_(best, bound))
      ended_ = Ended::interrupted;
    return ended_ == Ended::proved;
  }

  void worked() { ++work_; }
  std::uint64_t work() const { return work_; }
  Ended ended() const { return ended_; }

  double best = 0.0, bound = 0.0;

 private:
  using Clock = std::chrono::steady_clock;

  const Limits& limits_;
  const Ask& ask_;
  Clock::time_point start_ = Clock::now();
  std::uint64_t work_ = 0;
  Ended ended_ = Ended::proved;
};

}  // namespace arboretum::optimal
