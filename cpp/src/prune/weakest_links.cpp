#include "arboretum/prune/weakest_links.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

/// A subtree that is cut off when a leaf costs `price`, with the risk and the leaves it saves.
struct Cut {
  double price;
  double risk;
  double leaves;
};

/// The cuts below nodes, the dearest of each on top: heaps that are joined by one comparison.
///
/// A cut is known by its node.  Each has a list of cuts that are no dearer, joined to it before.
class Heaps {
 public:
  static constexpr std::int32_t kNone = -1;

  explicit Heaps(std::span<const Cut> cuts)
      : cuts_(cuts), first_(cuts.size(), kNone), next_(cuts.size(), kNone) {}

  /// The top of two heaps in one.
  std::int32_t join(std::int32_t a, std::int32_t b) {
    if (a == kNone) return b;
    if (b == kNone) return a;
    if (cuts_[a].price < cuts_[b].price) std::swap(a, b);
    next_[b] = first_[a];
    first_[a] = b;
    return a;
  }

  /// The top of what is left of a heap without its own: joined in pairs, then one by one.
  std::int32_t without_top(std::int32_t top) {
    std::int32_t pairs = kNone;
    for (std::int32_t cut = first_[top]; cut != kNone;) {
      const std::int32_t other = next_[cut];
      const std::int32_t rest = other == kNone ? kNone : next_[other];
      const std::int32_t pair = join(cut, other);
      next_[pair] = pairs;
      pairs = pair;
      cut = rest;
    }
    std::int32_t left = kNone;
    while (pairs != kNone) {
      const std::int32_t rest = next_[pairs];
      left = join(left, pairs);
      pairs = rest;
    }
    return left;
  }

 private:
  std::span<const Cut> cuts_;
  std::vector<std::int32_t> first_;
  std::vector<std::int32_t> next_;
};

/// A node above another in pre-order.
std::size_t above(std::span<const std::int32_t> parent, std::size_t node) {
  if (parent[node] < 0 || static_cast<std::size_t>(parent[node]) >= node)
    refuse("parent does not number nodes in pre-order");
  return static_cast<std::size_t>(parent[node]);
}

}  // namespace

std::vector<double> weakest_links(std::span<const std::int32_t> parent,
                                  std::span<const double> risk) {
  check_length("risk", risk.size(), parent.size());
  std::vector<double> price(parent.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<Cut> own(parent.size(), Cut{0.0, 0.0, -1.0});
  Heaps heaps(own);
  std::vector<std::int32_t> below(parent.size(), Heaps::kNone);
  for (std::size_t node = parent.size(); node-- > 0;) {
    Cut& cut = own[node];
    std::int32_t& dearest = below[node];
    if (cut.leaves > 0.0) {
      // Cut back to its children the node is a stump; what grows on it pays as long as it
      // saves more a leaf than the tree it is added to.
      cut.risk += risk[node];
      cut.price = cut.risk / cut.leaves;
      while (dearest != Heaps::kNone && own[dearest].price > cut.price) {
        cut.risk += own[dearest].risk;
        cut.leaves += own[dearest].leaves;
        cut.price = cut.risk / cut.leaves;
        dearest = heaps.without_top(dearest);
      }
      price[node] = cut.price;
      dearest = heaps.join(dearest, static_cast<std::int32_t>(node));
    }
    if (node == 0) break;
    const std::size_t up = above(parent, node);
    own[up].risk -= risk[node];
    own[up].leaves += 1.0;
    below[up] = heaps.join(below[up], dearest);
  }
  return price;
}

std::vector<double> rpart_links(std::span<const std::int32_t> parent,
                                std::span<const double> risk) {
  check_length("risk", risk.size(), parent.size());
  std::vector<double> price(parent.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<std::vector<Cut>> children(parent.size());  // those that are no leaves
  std::vector<Cut> own(parent.size(), Cut{0.0, 0.0, -1.0});
  for (std::size_t node = parent.size(); node-- > 0;) {
    Cut& cut = own[node];
    if (cut.leaves > 0.0) {
      cut.risk += risk[node];
      cut.price = cut.risk / cut.leaves;
      std::ranges::sort(children[node], {}, &Cut::price);
      for (const Cut& child : children[node]) {
        if (!(cut.price > child.price)) break;
        cut.risk -= child.risk;
        cut.leaves -= child.leaves;
        cut.price = cut.risk / cut.leaves;
      }
      price[node] = cut.price;
    }
    if (node == 0) break;
    Cut& whole = own[above(parent, node)];
    whole.risk -= risk[node];
    whole.leaves += 1.0;
    if (!(cut.leaves > 0.0)) continue;
    whole.risk += cut.risk;
    whole.leaves += cut.leaves;
    children[above(parent, node)].push_back(cut);
  }
  return price;
}

std::vector<bool> pays_for_leaves(std::span<const std::int32_t> parent,
                                  std::span<const double> risk, double price) {
  const std::vector<double> saved = rpart_links(parent, risk);
  std::vector<bool> pays(parent.size());
  for (std::size_t node = 0; node < pays.size(); ++node)
    pays[node] = saved[node] >= price && (node == 0 || pays[above(parent, node)]);
  return pays;
}

std::vector<double> path_minima(std::span<const std::int32_t> parent,
                                std::span<const double> number) {
  check_length("number", number.size(), parent.size());
  std::vector<double> least(number.begin(), number.end());
  for (std::size_t node = 1; node < least.size(); ++node)
    least[node] = std::min(least[node], least[above(parent, node)]);
  return least;
}

}  // namespace arboretum
