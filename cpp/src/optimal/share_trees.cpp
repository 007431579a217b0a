#include "arboretum/optimal/share_trees.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace arboretum::optimal {
namespace {

using Value = NearTrees::Value;

/// Trees of one cost that ask the same features.
struct Entry {
  Value cost;
  std::uint64_t features;
  double number;

  auto key() const { return std::pair(cost, features); }
};

void add(std::vector<Entry>& entries, const Entry& made) {
  const auto place =
      std::lower_bound(entries.begin(), entries.end(), made.key(),
                       [](const Entry& entry, const auto& key) { return entry.key() < key; });
  if (place != entries.end() && place->key() == made.key())
    place->number += made.number;
  else
    entries.insert(place, made);
}

/// The rest of the trees that have a node: what is left when all below the node is taken away.
///
/// They follow from the top down: the rest around one side of a question is the rest around the
/// node that asks it, with a tree of the other side.
class Rests {
 public:
  Rests(const NearTrees& trees, Value alpha, const Wanted& wanted, const Taken& taken)
      : trees_(trees), alpha_(alpha), wanted_(wanted), taken_(taken) {
    const TreeCounts counts = count_trees(trees, alpha, wanted);
    below_.resize(trees.nodes.size());
    for (std::size_t node = 0; node < below_.size(); ++node)
      for (std::size_t i = counts.first[node]; i < counts.first[node] + counts.n[node]; ++i) {
        double number = 0.0;
        for (std::size_t k = counts.n_digits; k-- > 0;)
          number = number * 4294967296.0 + double(counts.digits[i * counts.n_digits + k]);
        below_[node].push_back({counts.cost[i], counts.features[i], number});
      }
    rest_.resize(trees.nodes.size());
    rest_[0].push_back({0, 0, 1.0});
    leaves_.resize(2 * trees.questions.size());
    for (std::size_t node = 0; node < trees.nodes.size(); ++node) ask(node);
  }

  /// How many trees ask a question and have a leaf on its left, or right, side.
  double with_leaf(std::uint32_t q, bool left) const { return leaves_[2 * q + !left]; }
  bool is_taken(Value cost, std::uint64_t features) const {
    return std::binary_search(taken_.begin(), taken_.end(), std::pair(cost, features));
  }

 private:
  void ask(std::size_t at) {
    const NearTrees::Node& node = trees_.nodes[at];
    for (std::uint32_t q = node.first; q < node.last; ++q) {
      if (!wanted_.may_ask[q] || !wanted_.takes(wanted_.bit[q])) continue;
      const auto [column, last, left, right] = trees_.questions[q];
      const Value two = trees_.nodes[left].leaf + trees_.nodes[right].leaf;
      const bool saves = two < node.leaf + alpha_;
      for (const Entry& around : rest_[at]) {
        pass(around, q, left, right, saves, leaves_[2 * q]);
        pass(around, q, right, left, saves, leaves_[2 * q + 1]);
      }
    }
    rest_[at] = {};
  }

  /// The rests around one side, with each tree of the other one.
  void pass(const Entry& around, std::uint32_t q, std::uint32_t side, std::uint32_t other,
            bool saves, double& with_leaf) {
    if (below_[side].empty()) return;
    const Value most = taken_.empty() ? 0 : taken_.back().first;
    const NearTrees::Node &own = trees_.nodes[side], &beside = trees_.nodes[other];
    for (const Entry& entry : below_[other]) {
      const Value cost = around.cost + entry.cost;
      if (cost + below_[side].front().cost > most) break;
      const std::uint64_t features = around.features | entry.features | wanted_.bit[q];
      if (!wanted_.takes(features)) continue;
      if (own.first < own.last) add(rest_[side], {cost, features, around.number * entry.number});
      if (!is_taken(cost + own.leaf, features)) continue;
      // Two leaves that save nothing do not count.
      const bool has_leaf = entry.cost == beside.leaf && entry.features == 0;
      with_leaf += around.number * (entry.number - (has_leaf && !saves ? 1.0 : 0.0));
    }
  }

  const NearTrees& trees_;
  Value alpha_;
  const Wanted& wanted_;
  const Taken& taken_;
  std::vector<std::vector<Entry>> below_, rest_;
  std::vector<double> leaves_;
};

/// Goes down to the rows of every leaf of every tree.
class Decisions {
 public:
  Decisions(const NearTrees& trees, std::span<const Column> columns, const ClassCosts& costs,
            const Rests& rests)
      : trees_(trees), columns_(columns), costs_(costs), rests_(rests) {}

  std::vector<double> run(std::size_t n_rows) && {
    decided_.assign(n_rows * costs_.n_classes(), 0.0);
    std::vector<Row> all(n_rows);
    for (std::size_t row = 0; row < n_rows; ++row) all[row] = Row(row);
    if (rests_.is_taken(trees_.nodes[0].leaf, 0)) decide(all, 1.0);
    walk(0, all);
    return std::move(decided_);
  }

 private:
  void walk(std::uint32_t node, const std::vector<Row>& rows) {
    std::vector<Row> part;
    for (std::uint32_t q = trees_.nodes[node].first; q < trees_.nodes[node].last; ++q)
      for (bool left : {true, false}) {
        const NearTrees::Question& asked = trees_.questions[q];
        const std::uint32_t side = left ? asked.left : asked.right;
        const bool goes_on = trees_.nodes[side].from == 2 * q + !left &&
                             trees_.nodes[side].first < trees_.nodes[side].last;
        const double number = rests_.with_leaf(q, left);
        if (number <= 0.0 && !goes_on) continue;
        const std::int32_t* rank = columns_[std::size_t(asked.column)].rank.data();
        part.clear();
        for (Row row : rows)
          if ((rank[row] <= asked.last_left) == left) part.push_back(row);
        if (number > 0.0) decide(part, number);
        if (goes_on) walk(side, part);
      }
  }

  /// So many trees have a leaf with these rows.
  void decide(std::span<const Row> rows, double number) {
    const std::size_t n = costs_.n_classes();
    sums_.assign(n, 0);
    for (Row row : rows)
      for (std::size_t k = 0; k < n; ++k) sums_[k] += costs_.of(row)[k];
    const auto most = std::max_element(sums_.begin(), sums_.end());
    const std::size_t decision = std::size_t(most - sums_.begin());
    for (Row row : rows) decided_[row * n + decision] += number;
  }

  const NearTrees& trees_;
  std::span<const Column> columns_;
  const ClassCosts& costs_;
  const Rests& rests_;
  std::vector<Value> sums_;
  std::vector<double> decided_;
};

}  // namespace

std::vector<double> deciding_trees(const NearTrees& trees, std::span<const Column> columns,
                                   const ClassCosts& costs, NearTrees::Value alpha,
                                   const Wanted& wanted, const Taken& taken) {
  const Rests rests(trees, alpha, wanted, taken);
  return Decisions(trees, columns, costs, rests).run(columns[0].rank.size());
}

}  // namespace arboretum::optimal
