#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// Counts the work of all threads and says when to give up.
class Watch {
 public:
  Watch(const Limits& limits, const Ask& ask) : limits_(limits), ask_(ask) {}

  /// Whether to go on; what is known so far is told to whoever asked, by the thread that asked.
  bool go_on() {
    if (work_ >= limits_.work) stop(Ended::work);
    return is_in_time();
  }

  /// The same for what is not counted as work.
  bool is_in_time() {
    if (ended_ != Ended::proved) return false;
    if (std::chrono::duration<double>(Clock::now() - start_).count() >= limits_.seconds)
      stop(Ended::time);
    else if (ask_ && std::this_thread::get_id() == owner_ && !ask_(best, bound))
      stop(Ended::interrupted);
    return ended_ == Ended::proved;
  }

  bool is_running() const { return ended_ == Ended::proved; }

  /// The first reason counts.
  void stop(Ended why) {
    Ended none = Ended::proved;
    ended_.compare_exchange_strong(none, why);
  }

  void worked() { ++work_; }
  std::uint64_t work() const { return work_; }
  Ended ended() const { return ended_; }

  std::atomic<double> best = 0.0, bound = 0.0;

 private:
  using Clock = std::chrono::steady_clock;

  const Limits& limits_;
  const Ask& ask_;
  const Clock::time_point start_ = Clock::now();
  const std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> work_ = 0;
  std::atomic<Ended> ended_ = Ended::proved;
};

}  // namespace arboretum::optimal
