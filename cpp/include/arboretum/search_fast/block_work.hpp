#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "arboretum/core/work_done.hpp"
#include "arboretum/search_fast/block_lists.hpp"
#include "arboretum/search_fast/node.hpp"

namespace arboretum::fast {

/// Counts what the search of a block does, where that is asked for.
///
/// Lists are walked again for it: the search itself leaves cuts between equal values and small
/// branches out by vectors, and would have to count lane by lane.
template <class Targets, class Criterion>
class BlockWork {
 public:
  using View = NodeView<Criterion>;

  BlockWork(const Targets& targets, const Limits& limits, const BlockLists<Targets>& lists,
            WorkDone* work)
      : targets_(targets), limits_(limits), lists_(lists), work_(work) {}

  bool is_wanted() const { return work_ != nullptr; }

  void count(Stretch at, std::size_t n_cuts) {
    work_->read(at.n);
    work_->scored(n_cuts);
  }

  void count_lists(Stretch at, const View& node, std::span<const std::uint32_t> some) {
    for (const std::uint32_t j : some) count_list(at, node, j);
  }

  void count_list(Stretch at, const View& node, std::uint32_t j) {
    const std::span entries(lists_.list(j, at), at.n);
    const auto first_missing = std::ranges::lower_bound(entries, missing_rank << 16);
    const auto known = entries.first(static_cast<std::size_t>(first_missing - entries.begin()));
    const Held all{node.n_samples(), node.weight}, missing = sum(entries.subspan(known.size()));
    if (known.size() == at.n) return count(at, n_cuts(known, {}, all));
    if (limits_.following.is_wanted) return count(at, n_cuts(known, {}, all - missing));
    const std::size_t of_presence = is_admitted(missing, all) ? 1 : 0;
    count(at, n_cuts(known, {}, all) + n_cuts(known, missing, all) + of_presence);
  }

 private:
  /// Samples that lie together, and what they weigh.
  struct Held {
    double n_samples = 0, weight = 0;
    Held operator-(const Held& other) const {
      return {n_samples - other.n_samples, weight - other.weight};
    }
  };

  void add(Held& held, std::uint32_t entry) const {
    const double weight = lists_.weights() == nullptr ? 1.0 : lists_.weights()[id_of(entry)];
    held.weight += weight;
    held.n_samples += targets_.count(weight);
  }

  Held sum(std::span<const std::uint32_t> entries) const {
    Held held;
    for (const std::uint32_t entry : entries) add(held, entry);
    return held;
  }

  bool is_admitted(const Held& first, const Held& all) const {
    const Held second = all - first;
    return admits(limits_, first.n_samples, second.n_samples, first.weight, second.weight);
  }

  /// The cuts between different values that leave enough in both branches.
  std::size_t n_cuts(std::span<const std::uint32_t> known, Held first, const Held& all) const {
    std::size_t n = 0;
    for (std::size_t i = 0; i + 1 < known.size(); ++i) {
      add(first, known[i]);
      if (rank_of(known[i]) != rank_of(known[i + 1])) n += is_admitted(first, all);
    }
    return n;
  }

  const Targets& targets_;
  const Limits& limits_;
  const BlockLists<Targets>& lists_;
  WorkDone* const work_;  ///< null if nobody wants to know
};

}  // namespace arboretum::fast
