#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <utility>

#include "arboretum/optimal/problem.hpp"

namespace arboretum::optimal {

/// Counts the work of all threads and says when to give up.
class Watch {
 public:
  Watch(const Limits& limits, const Ask& ask) : limits_(limits), ask_(ask) {}

  /// Whether to go on; what is known so far is told to whoever asked, by the thread that asked.
  bool go_on() {
    if (work_ >= limits_.work) stop(Ended::work);
    if (std::this_thread::get_id() == owner_ && meanwhile_ && cells_ >= next_)
      next_ = cells_ + meanwhile_(cells_);
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

  /// Counts a subproblem of so many rows times columns.
  void worked(std::uint64_t cells) {
    ++work_;
    cells_ += cells;
  }
  std::uint64_t work() const { return work_; }
  Ended ended() const { return ended_; }

  /// Has something done now and then, by the thread that asked for it: it is given the cells of
  /// the subproblems that were looked at, and returns after how many more it is to be done again.
  /// Unlike seconds, cells are the same on every machine.
  void meanwhile(std::uint64_t cells, std::function<std::uint64_t(std::uint64_t)> work) {
    next_ = cells;
    meanwhile_ = std::move(work);
  }
  std::uint64_t cells() const { return cells_; }

  /// Goes on after work or time was up.
  void restart() { ended_ = Ended::proved; }

  std::atomic<double> best = 0.0, bound = 0.0;

 private:
  using Clock = std::chrono::steady_clock;

  const Limits& limits_;
  const Ask& ask_;
  const Clock::time_point start_ = Clock::now();
  const std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<std::uint64_t> work_ = 0, cells_ = 0;
  std::uint64_t next_ = 0;
  std::function<std::uint64_t(std::uint64_t)> meanwhile_;
  std::atomic<Ended> ended_ = Ended::proved;
};

}  // namespace arboretum::optimal
