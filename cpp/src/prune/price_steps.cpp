#include "arboretum/prune/price_steps.hpp"

#include <algorithm>
#include <array>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

void check(const CostsAlongPaths& costs, std::size_t n_nodes) {
  const std::size_t n = costs.node.size();
  if (costs.start.empty() || costs.start.front() != 0 || !std::cmp_equal(costs.start.back(), n))
    refuse("start must begin with 0 and end with the length of node, " + std::to_string(n));
  check_length("loss", costs.loss.size(), n);
  check_length("weight", costs.weight.size(), costs.start.size() - 1);
  check_length("squared_weight", costs.squared_weight.size(), costs.start.size() - 1);
  for (std::size_t i = 0; i < n; ++i)
    if (!is_within(costs.node[i], n_nodes))
      refuse(entry("node", i, costs.node[i]) + ", but there are " + std::to_string(n_nodes) +
             " nodes");
}

}  // namespace

std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked) {
  check(costs, price.size());
  const std::size_t n_steps = asked.size() + 1;
  std::vector<std::int32_t> step(price.size(), -1);  // of the nodes that were left
  std::vector<double> saved(3 * n_steps, 0.0);
  double *plain = saved.data(), *once = plain + n_steps, *twice = once + n_steps;
  for (std::size_t row = 0; row + 1 < costs.start.size(); ++row) {
    const double w = costs.weight[row], squared = costs.squared_weight[row];
    const auto terms = [&](double loss) -> std::array<double, 3> {
      return {w * loss, squared * loss, squared * (loss * loss)};
    };
    const auto begin = static_cast<std::size_t>(costs.start[row]);
    const auto end = static_cast<std::size_t>(costs.start[row + 1]);
    if (begin >= end) refuse("a row has no place; every row is at the root at least");
    if (end > costs.node.size()) refuse("start must not fall");
    std::array<double, 3> here = terms(costs.loss[begin]);
    for (std::size_t i = begin; i + 1 < end; ++i) {
      const std::array<double, 3> next = terms(costs.loss[i + 1]);
      std::int32_t& s = step[costs.node[i]];
      if (s < 0)
        s = static_cast<std::int32_t>(std::ranges::lower_bound(asked, price[costs.node[i]]) -
                                      asked.begin());
      plain[s] += here[0] - next[0];
      once[s] += here[1] - next[1];
      twice[s] += here[2] - next[2];
      here = next;
    }
  }
  return saved;
}

}  // namespace arboretum
