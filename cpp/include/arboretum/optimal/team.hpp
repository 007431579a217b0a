#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "arboretum/optimal/branching.hpp"
#include "arboretum/optimal/search.hpp"
#include "arboretum/optimal/write_down.hpp"

namespace arboretum::optimal {

/// Threads that share the cuts of the first questions among them.
template <class Costs>
class Team {
 public:
  using Value = typename Costs::Value;

  Team(Search<Costs>& leader, int n_threads) : leader_(leader) {
    for (int i = 1; i < n_threads; ++i) helpers_.push_back(leader);
  }

  /// Solves some rows as `Search::solve` does, if a tree may be deeper than two questions.
  Found<Value> solve(const Rows<Value>& rows, const Room& room, Aim<Value> aim, int level) {
    const Found<Value> known = aim.known;
    leader_.settle(rows, room, aim);
    is_settled_ = aim.is_settled;
    Branching<Costs> branching = leader_.branching(rows, room, aim);
    n_busy_ = 0;
    best_seen_ = branching.best();
    std::vector<std::thread> threads;
    threads.reserve(helpers_.size());
    try {
      for (Search<Costs>& helper : helpers_)
        threads.emplace_back([&] { work(helper, rows, room, branching, level); });
    } catch (const std::system_error&) {  // no thread is left: those that there are do the work
    }
    work(leader_, rows, room, branching, level);
    for (std::thread& thread : threads) thread.join();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return leader_.keep(rows, leader_.normal(rows, room), branching.found(), known);
  }

  /// The best tree of all rows that was seen, and what it costs: `none` before there is one.
  const std::vector<Node>& best_tree() const { return best_tree_; }
  Value best_cost() const { return best_cost_; }

 private:
  /// How long a thread waits at most until it asks again whether to go on.
  static constexpr std::chrono::milliseconds pause{20};

  /// Takes cuts as long as there are any, or others may still leave some.
  void work(Search<Costs>& own, const Rows<Value>& rows, const Room& room,
            Branching<Costs>& branching, int level) {
    try {
      std::unique_lock lock(mutex_);
      while (goes_on(own, lock)) {
        tell(own.watch(), branching);
        const auto look = branching.next();
        if (!look && n_busy_ == 0) break;
        if (!look) {
          learned_.wait_for(lock, pause);
          continue;
        }
        ++n_busy_;
        lock.unlock();
        const auto [left, right] =
            own.sides(rows, room, branching.first(*look), *look, is_settled_, level);
        lock.lock();
        --n_busy_;
        branching.learn(*look, left, right);
        if (level == 0) keep_best(own, rows, room, branching);
        learned_.notify_all();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      own.watch().stop(Ended::interrupted);
    }
    learned_.notify_all();
  }

  /// Writes down a better tree while its parts are remembered.
  void keep_best(Search<Costs>& own, const Rows<Value>& rows, const Room& room,
                 const Branching<Costs>& branching) {
    if (!(branching.best() < best_seen_)) return;
    best_seen_ = branching.best();
    const auto best = [&](const Rows<Value>& some, const Room& their, const Room& least,
                          int level) {
      return level == 0 ? branching.found() : best_remembered(own, some, their, least, level);
    };
    std::vector<Node> made;
    const Value cost = write_down(own, rows, room, best, made, 0);
    if (!(cost < best_cost_)) return;
    best_cost_ = cost;
    best_tree_ = std::move(made);
  }

  /// Nobody has to wait while it is asked.
  bool goes_on(Search<Costs>& own, std::unique_lock<std::mutex>& lock) {
    lock.unlock();
    const bool goes = own.watch().go_on();
    lock.lock();
    return goes;
  }

  static void tell(Watch& watch, const Branching<Costs>& branching) {
    watch.best = double(branching.best());
    watch.bound = std::max(watch.bound.load(), double(branching.bound()));
  }

  Search<Costs>& leader_;
  std::vector<Search<Costs>> helpers_;
  std::mutex mutex_;
  std::condition_variable learned_;
  int n_busy_ = 0;
  bool is_settled_ = false;
  Value best_seen_ = Costs::none, best_cost_ = Costs::none;
  std::vector<Node> best_tree_;
  std::exception_ptr error_;
};

}  // namespace arboretum::optimal
