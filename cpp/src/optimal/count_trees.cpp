#include "arboretum/optimal/count_trees.hpp"

#include <algorithm>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/optimal/large_count.hpp"

namespace arboretum::optimal {
namespace {

template <std::size_t n>
class Counter {
 public:
  using Value = NearTrees::Value;

  Counter(const NearTrees& trees, Value alpha, const Wanted& wanted)
      : trees_(trees), alpha_(alpha), wanted_(wanted) {}

  /// Whether all counts have room.
  bool run() {
    first_.resize(trees_.nodes.size());
    n_.resize(trees_.nodes.size());
    for (std::size_t node = trees_.nodes.size(); node-- > 0;)
      if (!count(node)) return false;
    return true;
  }

  TreeCounts counts() && {
    TreeCounts made{std::move(first_), std::move(n_), {}, {}, {}, n};
    for (const Entry& entry : entries_) {
      made.cost.push_back(entry.cost);
      made.features.push_back(entry.features);
      const auto& digits = entry.count.digits();
      made.digits.insert(made.digits.end(), digits.begin(), digits.end());
    }
    return made;
  }

 private:
  struct Entry {
    Value cost;
    std::uint64_t features;
    LargeCount<n> count;
  };

  std::span<const Entry> of(std::uint32_t node) const {
    return {entries_.data() + first_[node], n_[node]};
  }

  /// The place of trees that cost so much and ask these features.
  Entry& at(Value cost, std::uint64_t features) {
    const auto place = std::lower_bound(own_.begin(), own_.end(), std::pair(cost, features),
                                        [](const Entry& entry, const auto& key) {
                                          return std::pair(entry.cost, entry.features) < key;
                                        });
    if (place != own_.end() && place->cost == cost && place->features == features) return *place;
    return *own_.insert(place, Entry{cost, features, {}});
  }

  bool count(std::size_t at_node) {
    const NearTrees::Node& node = trees_.nodes[at_node];
    const LargeCount<n> one(1);
    own_.clear();
    if (node.leaf <= node.budget) at(node.leaf, 0).count = one;
    for (std::uint32_t q = node.first; q < node.last; ++q)
      if (wanted_.may_ask[q] && wanted_.takes(wanted_.bit[q]) && !add(node, q)) return false;
    std::erase_if(own_, [](const Entry& entry) { return entry.count.is_zero(); });
    first_[at_node] = std::uint32_t(entries_.size());
    n_[at_node] = std::uint32_t(own_.size());
    entries_.insert(entries_.end(), own_.begin(), own_.end());
    return true;
  }

  /// Adds the trees that ask a question first.
  bool add(const NearTrees::Node& node, std::uint32_t q) {
    const NearTrees::Question& question = trees_.questions[q];
    const std::uint64_t bit = wanted_.bit[q];
    for (const Entry& left : of(question.left))
      for (const Entry& right : of(question.right)) {
        if (left.cost + right.cost > node.budget) break;
        const std::uint64_t features = left.features | right.features | bit;
        if (!wanted_.takes(features)) continue;
        Entry& entry = at(left.cost + right.cost, features);
        if (!entry.count.add_product(left.count, right.count)) return false;
      }
    const NearTrees::Node &left = trees_.nodes[question.left],
                          &right = trees_.nodes[question.right];
    const bool may_be_leaves = left.leaf <= left.budget && right.leaf <= right.budget;
    const Value two = left.leaf + right.leaf;
    if (may_be_leaves && two <= node.budget && two == node.leaf + alpha_)
      at(two, bit).count.decrement();
    return true;
  }

  const NearTrees& trees_;
  Value alpha_;
  const Wanted& wanted_;
  std::vector<std::uint32_t> first_, n_;
  std::vector<Entry> entries_, own_;
};

template <std::size_t n>
TreeCounts counted(const NearTrees& trees, NearTrees::Value alpha, const Wanted& wanted) {
  Counter<n> counter(trees, alpha, wanted);
  if (counter.run()) return std::move(counter).counts();
  if constexpr (n < 32) return counted<2 * n>(trees, alpha, wanted);
  refuse("there are more than 2^1024 trees; ask for fewer with a smaller eps or depth");
}

}  // namespace

TreeCounts count_trees(const NearTrees& trees, NearTrees::Value alpha, const Wanted& wanted) {
  check_length("may_ask", wanted.may_ask.size(), trees.questions.size());
  check_length("bit", wanted.bit.size(), trees.questions.size());
  return counted<2>(trees, alpha, wanted);
}

}  // namespace arboretum::optimal
