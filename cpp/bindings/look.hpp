#pragma once

#include <nanobind/nanobind.h>

#include <chrono>
#include <functional>
#include <utility>

#include "arboretum/core/pulse.hpp"

namespace arboretum {

/// Takes the interpreter's lock, ten times a second at most, so that Python sees an interrupt
/// and a callback the progress.
class Look {
 public:
  explicit Look(nanobind::object progress = nanobind::none(), std::size_t n_rows = 0)
      : progress_(std::move(progress)), n_rows_(n_rows) {}

  void operator()(std::size_t n_done) {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    nanobind::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) throw nanobind::python_error();
    report(n_done);
  }

  /// With the lock held: tells the callback that everything is done.
  void end() { report(n_rows_); }

 private:
  void report(std::size_t n_done) {
    if (!progress_.is_none()) progress_(n_done, n_rows_);
  }

  nanobind::object progress_;
  std::size_t n_rows_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What `work(pulse)` returns; meanwhile other threads of Python may run.
template <class Work>
auto with_pulse(Look& look, const Work& work, WorkDone* work_done = nullptr) {
  nanobind::gil_scoped_release unlocked;
  Pulse pulse(std::ref(look), work_done);
  return work(pulse);
}

template <class Work>
auto with_pulse(const Work& work) {
  Look look;
  return with_pulse(look, work);
}

}  // namespace arboretum
