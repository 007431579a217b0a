#pragma once

#include <algorithm>
#include <cstddef>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace arboretum {

/// Calls `work(begin, end)` on consecutive parts of 0..n, on up to `n_threads` threads.
///
/// Threads live no longer than the call: a pool would be lost in a forked child,
/// which would then wait for it forever.  `min_part` keeps small jobs on the
/// calling thread.  The error of the first failing part is thrown.
template <class Work>
void parallel_for(std::size_t n, std::size_t n_threads, std::size_t min_part, const Work& work) {
  const std::size_t n_parts = std::clamp<std::size_t>(n / min_part, 1, n_threads);
  if (n_parts == 1) return work(std::size_t{0}, n);

  std::vector<std::exception_ptr> errors(n_parts);
  const auto run = [&](std::size_t part) {
    try {
      work(n * part / n_parts, n * (part + 1) / n_parts);
    } catch (...) {
      errors[part] = std::current_exception();
    }
  };
  std::vector<std::thread> threads;
  threads.reserve(n_parts - 1);
  std::size_t n_started = 1;
  try {
    for (; n_started < n_parts; ++n_started) threads.emplace_back(run, n_started);
  } catch (const std::system_error&) {
    // The system has no thread left: the calling thread does the remaining parts.
  }
  run(0);
  for (std::size_t part = n_started; part < n_parts; ++part) run(part);
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace arboretum
