#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "arboretum/core/pulse.hpp"

namespace arboretum {

/// Calls `work(0)` here and `work(1)` to `work(n - 1)` on threads of their own.
///
/// Threads live no longer than the call: a pool would be lost in a forked child, which would
/// then wait for it forever.  Where the system has no thread left, the calling one does the
/// work.  An error ends the work of all; the first one is thrown.  While it waits for the
/// others, the calling thread sleeps and asks `pulse` a few times a second.
template <class Work>
void run_on_threads(std::size_t n, Pulse& pulse, const Work& work) {
  if (n <= 1) return work(std::size_t{0});

  std::vector<std::exception_ptr> errors(n);
  const auto guarded = [&](std::size_t i, const auto& body) {
    try {
      body();
    } catch (const Stopped&) {  // the error is another's
    } catch (...) {
      errors[i] = std::current_exception();
      pulse.stop();
    }
  };
  std::mutex lock;
  std::condition_variable has_ended;
  std::size_t n_ended = 0;
  std::vector<std::thread> threads;
  threads.reserve(n - 1);
  try {
    for (std::size_t i = 1; i < n; ++i)
      threads.emplace_back([&, i] {
        guarded(i, [&] { work(i); });
        const std::lock_guard held(lock);
        ++n_ended;
        has_ended.notify_one();
      });
  } catch (const std::system_error&) {
  }
  guarded(0, [&] {
    work(0);
    for (std::size_t i = threads.size() + 1; i < n; ++i) work(i);
    std::unique_lock held(lock);
    while (!has_ended.wait_for(held, std::chrono::milliseconds(100),
                               [&] { return n_ended == threads.size(); })) {
      held.unlock();  // what is looked at may take its time
      pulse.check();
      held.lock();
    }
  });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

/// Calls `work(begin, end)` on consecutive parts of 0..n, on up to `n_threads` threads;
/// `min_part` keeps small jobs on the calling one.
template <class Work>
void parallel_for(std::size_t n, std::size_t n_threads, std::size_t min_part, Pulse& pulse,
                  const Work& work) {
  const std::size_t n_parts = std::clamp<std::size_t>(n / min_part, 1, n_threads);
  run_on_threads(n_parts, pulse,
                 [&](std::size_t part) { work(n * part / n_parts, n * (part + 1) / n_parts); });
}

/// Calls `work(begin, end)` on consecutive pieces of some rows, asking `pulse` before each.
template <class Work>
void in_pieces(std::size_t begin, std::size_t end, std::size_t piece, Pulse& pulse,
               const Work& work) {
  for (std::size_t at = begin; at < end; at += piece) {
    pulse.check();
    work(at, std::min(end, at + piece));
  }
}

}  // namespace arboretum
