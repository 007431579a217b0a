#include "arboretum/prune/price_steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>

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

template <class T>
void check(const RowsAtEnds<T>& rows, std::size_t n_nodes) {
  check_length("parent", rows.parent.size(), n_nodes);
  check_length("predicted", rows.predicted.size(), n_nodes);
  for (const std::size_t length :
       {rows.truth.size(), rows.weight.size(), rows.squared_weight.size()})
    check_length("what rows hold", length, rows.end.size());
  for (std::size_t node = 0; node < n_nodes; ++node)
    if (!std::cmp_less(rows.parent[node], node))
      refuse("parent does not number nodes in pre-order");
  for (std::size_t row = 0; row < rows.end.size(); ++row)
    if (!is_within(rows.end[row], n_nodes))
      refuse(entry("end", row, rows.end[row]) + ", but there are " + std::to_string(n_nodes) +
             " nodes");
  if constexpr (std::is_integral_v<T>)
    for (const std::span<const T> codes : {rows.truth, rows.predicted})
      for (const T code : codes)
        if (!is_within(code, rows.n_classes)) refuse("a class is not in the table of costs");
}

void check_rising(std::span<const double> asked) {
  for (std::size_t i = 1; i < asked.size(); ++i)
    if (!(asked[i - 1] <= asked[i])) refuse("asked must not fall");
}

/// How many of some rising prices are below another.
///
/// Finite prices above 0 lie in buckets of equal length in the bits of a number, about as many as
/// there are prices: their magnitudes differ widely, so that each bucket holds a few.
class PricesBelow {
 public:
  explicit PricesBelow(std::span<const double> rising)
      : rising_(rising),
        first_(static_cast<std::size_t>(std::ranges::upper_bound(rising, 0.0) - rising.begin())),
        end_(static_cast<std::size_t>(std::ranges::lower_bound(rising, kInfinity) -
                                      rising.begin())) {
    if (first_ >= end_) return;
    low_ = bits(rising[first_]);
    const std::uint64_t most = bits(rising[end_ - 1]) - low_;
    const auto n_bits = static_cast<int>(std::bit_width(2 * (end_ - first_)));
    shift_ = std::max(static_cast<int>(std::bit_width(most)) - n_bits, 0);
    begin_.reserve((most >> shift_) + 2);
    for (std::size_t i = first_; i < end_; ++i)
      begin_.resize(((bits(rising[i]) - low_) >> shift_) + 1, static_cast<std::uint32_t>(i));
    begin_.push_back(static_cast<std::uint32_t>(end_));
  }

  std::size_t operator()(double price) const {
    if (first_ >= end_ || !(price > rising_[first_])) return search(price, 0, first_);
    const std::size_t bucket = (bits(price) - low_) >> shift_;
    if (bucket + 1 >= begin_.size()) return end_;
    return search(price, begin_[bucket], begin_[bucket + 1]);
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  static std::uint64_t bits(double positive) { return std::bit_cast<std::uint64_t>(positive); }

  std::size_t search(double price, std::size_t begin, std::size_t end) const {
    const double* all = rising_.data();
    return static_cast<std::size_t>(std::lower_bound(all + begin, all + end, price) - all);
  }

  std::span<const double> rising_;
  std::size_t first_, end_;  ///< of those that are in buckets
  std::uint64_t low_ = 0;
  int shift_ = 0;
  std::vector<std::uint32_t> begin_;  ///< of each bucket
};

/// Adds up what rows save on their ways.
class Savings {
 public:
  Savings(std::span<const double> price, std::span<const double> asked)
      : price_(price), n_below_(asked), step_(price.size(), -1), sums_(asked.size() + 1) {}

  /// Of one row, whose i-th place from the root on is `node(i)`, where it costs `loss(i)`.
  template <class NodeAt, class LossAt>
  void add(std::size_t n, double weight, double squared_weight, const NodeAt& node,
           const LossAt& loss) {
    const auto terms = [&](double cost) -> Terms {
      return {weight * cost, squared_weight * cost, squared_weight * (cost * cost)};
    };
    Terms here = terms(loss(0));
    for (std::size_t i = 0; i + 1 < n; ++i) {
      const Terms next = terms(loss(i + 1));
      Terms& sums = sums_[step_of(node(i))];
      for (std::size_t k = 0; k < 3; ++k) sums[k] += here[k] - next[k];
      here = next;
    }
  }

  std::vector<double> all() const {
    std::vector<double> saved;
    saved.reserve(3 * sums_.size());
    for (std::size_t k = 0; k < 3; ++k)
      for (const Terms& sums : sums_) saved.push_back(sums[k]);
    return saved;
  }

 private:
  using Terms = std::array<double, 3>;

  std::size_t step_of(std::int32_t node) {
    std::int32_t& step = step_[node];
    if (step < 0) step = static_cast<std::int32_t>(n_below_(price_[node]));
    return static_cast<std::size_t>(step);
  }

  std::span<const double> price_;
  PricesBelow n_below_;
  std::vector<std::int32_t> step_;  ///< of the nodes that were left
  std::vector<Terms> sums_;
};

}  // namespace

std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked) {
  check(costs, price.size());
  check_rising(asked);
  Savings savings(price, asked);
  for (std::size_t row = 0; row + 1 < costs.start.size(); ++row) {
    const auto begin = static_cast<std::size_t>(costs.start[row]);
    const auto end = static_cast<std::size_t>(costs.start[row + 1]);
    if (begin >= end) refuse("a row has no place; every row is at the root at least");
    if (end > costs.node.size()) refuse("start must not fall");
    savings.add(
        end - begin, costs.weight[row], costs.squared_weight[row],
        [&](std::size_t i) { return costs.node[begin + i]; },
        [&](std::size_t i) { return costs.loss[begin + i]; });
  }
  return savings.all();
}

template <class T>
std::vector<double> saved_by_step(const RowsAtEnds<T>& rows, std::span<const double> price,
                                  std::span<const double> asked) {
  check(rows, price.size());
  check_rising(asked);
  Savings savings(price, asked);
  std::vector<std::int32_t> path;
  for (std::size_t row = 0; row < rows.end.size(); ++row) {
    path.clear();
    for (std::int32_t node = rows.end[row]; node >= 0; node = rows.parent[node])
      path.push_back(node);
    const std::int32_t* last = path.data() + path.size() - 1;
    savings.add(
        path.size(), rows.weight[row], rows.squared_weight[row],
        [&](std::size_t i) { return *(last - i); },
        [&](std::size_t i) { return rows.loss(row, *(last - i)); });
  }
  return savings.all();
}

template std::vector<double> saved_by_step(const RowsAtEnds<double>&, std::span<const double>,
                                           std::span<const double>);
template std::vector<double> saved_by_step(const RowsAtEnds<std::int32_t>&, std::span<const double>,
                                           std::span<const double>);

}  // namespace arboretum
