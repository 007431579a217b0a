#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "arboretum/core/work_done.hpp"

namespace arboretum {

/// Thrown in threads whose work another thread has ended.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("another thread has ended the work") {}
};

/// Whether to go on: every loop that may run for long asks now and then.
///
/// Only the thread that made it looks outside, for an interrupt or to report progress:
/// Python's signals reach no other.  What `look` throws ends the work of that thread, and at
/// their next question that of the others.
class Pulse {
 public:
  using Look = std::function<void(std::size_t n_done)>;

  explicit Pulse(Look look, WorkDone* work_done = nullptr)
      : look_(std::move(look)), work_done_(work_done) {}

  /// Throws if the work is to end.  Costs as much as looking at the clock.
  void check() {
    if (is_stopped_.load(std::memory_order_relaxed)) throw Stopped();
    if (std::this_thread::get_id() != owner_) return;
    look_(n_done_.load(std::memory_order_relaxed));
  }

  /// Some rows will not be looked at again.
  void done(std::size_t n_rows) {
    n_done_.fetch_add(n_rows, std::memory_order_relaxed);
    check();
  }

  /// Where to say how much is looked at; null if nobody wants to know.
  WorkDone* work_done() const { return work_done_; }

  /// Ends the work of every thread that asks.
  void stop() { is_stopped_.store(true, std::memory_order_relaxed); }

 private:
  Look look_;
  WorkDone* work_done_;
  std::thread::id owner_ = std::this_thread::get_id();
  std::atomic<std::size_t> n_done_{0};
  std::atomic<bool> is_stopped_{false};
};

}  // namespace arboretum
