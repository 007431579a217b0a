#include "arboretum/weakest_links.hpp"

#include <algorithm>
#include <limits>

#include "arboretum/check.hpp"

namespace arboretum {
namespace {

/// A subtree that is cut off when a leaf costs `price`, with the risk and the leaves it saves.
struct Cut {
  double price;
  double risk;
  double leaves;
};

/// The cuts below a node, the dearest on top.
using Heap = std::vector<Cut>;

void push(Heap& heap, const Cut& cut) {
  heap.push_back(cut);
  std::ranges::push_heap(heap, {}, &Cut::price);
}

Cut pop(Heap& heap) {
  std::ranges::pop_heap(heap, {}, &Cut::price);
  const Cut cut = heap.back();
  heap.pop_back();
  return cut;
}

/// A node above another in pre-order.
std::size_t above(std::span<const std::int32_t> parent, std::size_t node) {
  if (parent[node] < 0 || static_cast<std::size_t>(parent[node]) >= node)
    refuse("parent does not number nodes in pre-order");
  return static_cast<std::size_t>(parent[node]);
}

/// Every cut moves to the larger heap, so that none moves more often than log2(n) times.
void merge(Heap& heap, Heap&& other) {
  if (heap.size() < other.size()) heap.swap(other);
  for (const Cut& cut : other) push(heap, cut);
  Heap().swap(other);
}

}  // namespace

std::vector<double> weakest_links(std::span<const std::int32_t> parent,
                                  std::span<const double> risk) {
  check_length("risk", risk.size(), parent.size());
  std::vector<double> price(parent.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<Heap> below(parent.size());
  std::vector<Cut> own(parent.size(), Cut{0.0, 0.0, -1.0});
  for (std::size_t node = parent.size(); node-- > 0;) {
    Cut& cut = own[node];
    if (cut.leaves > 0.0) {
      // Cut back to its children the node is a stump; what grows on it pays as long as it
      // saves more a leaf than the tree it is added to.
      cut.risk += risk[node];
      cut.price = cut.risk / cut.leaves;
      while (!below[node].empty() && below[node].front().price > cut.price) {
        const Cut further = pop(below[node]);
        cut.risk += further.risk;
        cut.leaves += further.leaves;
        cut.price = cut.risk / cut.leaves;
      }
      price[node] = cut.price;
      push(below[node], cut);
    }
    if (node == 0) break;
    Cut& stump = own[above(parent, node)];
    stump.risk -= risk[node];
    stump.leaves += 1.0;
    merge(below[above(parent, node)], std::move(below[node]));
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

std::vector<double> path_minima(std::span<const std::int32_t> parent,
                                std::span<const double> number) {
  check_length("number", number.size(), parent.size());
  std::vector<double> least(number.begin(), number.end());
  for (std::size_t node = 1; node < least.size(); ++node)
    least[node] = std::min(least[node], least[above(parent, node)]);
  return least;
}

}  // namespace arboretum
