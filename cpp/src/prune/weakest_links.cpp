#include "arboretum/prune/weakest_links.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

/// An inner node with what cutting it off saves, and its place in a heap of such cuts: the dearest
/// is on top of a list of cuts that are no dearer, joined to it before.
struct Link {
  double risk = 0.0;
  std::int32_t leaves = -1;
  std::int32_t first = kNone, next = kNone;  ///< of those below it in the heap, and beside it
  std::int32_t dearest = kNone;              ///< of the cuts below the node

  static constexpr std::int32_t kNone = -1;
};

/// The cuts below nodes: heaps that are joined by one comparison.  A cut is known by its node.
class Heaps {
 public:
  Heaps(std::span<Link> links, std::span<const double> price) : links_(links), price_(price) {}

  /// The top of two heaps in one.
  std::int32_t join(std::int32_t a, std::int32_t b) {
    if (a == Link::kNone) return b;
    if (b == Link::kNone) return a;
    if (price_[a] < price_[b]) std::swap(a, b);
    links_[b].next = links_[a].first;
    links_[a].first = b;
    return a;
  }

  /// The top of what is left of a heap without its own: joined in pairs, then one by one.
  std::int32_t without_top(std::int32_t top) {
    std::int32_t pairs = Link::kNone;
    for (std::int32_t cut = links_[top].first; cut != Link::kNone;) {
      const std::int32_t other = links_[cut].next;
      const std::int32_t rest = other == Link::kNone ? Link::kNone : links_[other].next;
      const std::int32_t pair = join(cut, other);
      links_[pair].next = pairs;
      pairs = pair;
      cut = rest;
    }
    std::int32_t left = Link::kNone;
    while (pairs != Link::kNone) {
      const std::int32_t rest = links_[pairs].next;
      left = join(left, pairs);
      pairs = rest;
    }
    return left;
  }

 private:
  std::span<Link> links_;
  std::span<const double> price_;
};

/// A subtree that is cut off when a leaf costs `price`, with the risk and the leaves it saves.
struct Cut {
  double price;
  double risk;
  double leaves;
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
  std::vector<Link> links(parent.size());
  Heaps heaps(links, price);
  for (std::size_t node = parent.size(); node-- > 0;) {
    Link& link = links[node];
    std::int32_t dearest = link.dearest;
    if (link.leaves > 0) {
      // Cut back to its children the node is a stump; what grows on it pays as long as it
      // saves more a leaf than the tree it is added to.
      link.risk += risk[node];
      price[node] = link.risk / link.leaves;
      while (dearest != Link::kNone && price[dearest] > price[node]) {
        link.risk += links[dearest].risk;
        link.leaves += links[dearest].leaves;
        price[node] = link.risk / link.leaves;
        dearest = heaps.without_top(dearest);
      }
      dearest = heaps.join(dearest, static_cast<std::int32_t>(node));
    }
    if (node == 0) break;
    Link& up = links[above(parent, node)];
    up.risk -= risk[node];
    up.leaves += 1;
    up.dearest = heaps.join(up.dearest, dearest);
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
