#include "arboretum/prune/rpart_growth.hpp"

#include <algorithm>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

constexpr std::int32_t kNone = -1;

/// What a node has come to: the risk and the splits of what hangs on it, and the price at which
/// that is given up.
struct Grown {
  double risk;
  double splits;
  double price;
};

/// A node on the way from the root to the one that is looked at.
struct Open {
  std::int32_t node;
  double ceiling;  ///< what its split may save, as its parent has it
  int n_done = 0;  ///< children that were looked at
};

class Growth {
 public:
  Growth(std::span<const std::int32_t> parent, std::span<const double> risk,
         std::span<const double> place, double price)
      : risk_(risk),
        price_(price),
        children_(parent.size(), {kNone, kNone}),
        grown_(parent.size()),
        is_split_(parent.size(), false) {
    for (std::size_t node = 1; node < parent.size(); ++node) {
      if (parent[node] < 0 || static_cast<std::size_t>(parent[node]) >= node)
        refuse("parent does not number nodes in pre-order");
      auto& [first, second] = children_[parent[node]];
      if (second != kNone) refuse("a node has more than two children");
      (first == kNone ? first : second) = static_cast<std::int32_t>(node);
    }
    for (auto& [first, second] : children_)
      if (second != kNone && place[second] < place[first]) std::swap(first, second);
  }

  std::vector<bool> splits() {
    std::vector<Open> open{{0, risk_[0]}};
    while (!open.empty()) {
      Open& at = open.back();
      const auto [first, second] = children_[at.node];
      if (at.n_done == 0 && (first == kNone || hopeful(at) <= price_)) {
        grown_[at.node] = {risk_[at.node], 0.0, price_};
        open.pop_back();
      } else if (at.n_done == 0) {
        at.n_done = 1;
        open.push_back({first, hopeful(at) - price_});
      } else if (at.n_done == 1) {
        at.n_done = 2;
        open.push_back({second, left_to_save(at) - price_});
      } else {
        close(at.node);
        open.pop_back();
      }
    }
    return is_split_;
  }

 private:
  double hopeful(const Open& at) const { return std::min(risk_[at.node], at.ceiling); }

  /// What the node may save, now that its first child is grown.
  double left_to_save(const Open& at) const {
    const double risk = risk_[at.node];
    const std::int32_t first = children_[at.node].first;
    const double grown = (risk - grown_[first].risk) / (grown_[first].splits + 1.0);
    return std::min(std::max(grown, risk - risk_[first]), at.ceiling);
  }

  /// A child that is given up at a lower price than the node counts as a leaf.
  void close(std::int32_t node) {
    auto [lower, higher] = children_[node];
    if (grown_[higher].price < grown_[lower].price) std::swap(lower, higher);
    Grown below[2] = {grown_[lower], grown_[higher]};
    const auto saved = [&] {
      return (risk_[node] - (below[0].risk + below[1].risk)) /
             (below[0].splits + below[1].splits + 1.0);
    };
    const std::int32_t order[2] = {lower, higher};
    for (int i = 0; i < 2 && saved() > grown_[order[i]].price; ++i)
      below[i] = {risk_[order[i]], 0.0, 0.0};
    const double price = saved();
    is_split_[node] = price > price_;
    if (is_split_[node])
      grown_[node] = {below[0].risk + below[1].risk, below[0].splits + below[1].splits + 1.0,
                      price};
    else
      grown_[node] = {risk_[node], 0.0, price};
  }

  std::span<const double> risk_;
  double price_;
  std::vector<std::pair<std::int32_t, std::int32_t>> children_;
  std::vector<Grown> grown_;
  std::vector<bool> is_split_;
};

}  // namespace

std::vector<bool> splits_of_rpart(std::span<const std::int32_t> parent,
                                  std::span<const double> risk, std::span<const double> place,
                                  double price) {
  check_length("risk", risk.size(), parent.size());
  check_length("place", place.size(), parent.size());
  return Growth(parent, risk, place, price).splits();
}

}  // namespace arboretum
