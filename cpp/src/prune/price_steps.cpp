#include "arboretum/prune/price_steps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>

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
void check(const RowsOfTree<T>& rows, std::size_t n_nodes) {
  if (n_nodes == 0) refuse("the tree has no node");
  check_columns(rows.tree);
  check_length("column", rows.tree.n_nodes(), n_nodes);
  check_length("child_start", rows.tree.child_start.size(), n_nodes + 1);
  check_length("predicted", rows.predicted.size(), n_nodes);
  for (const std::size_t length : {rows.weight.size(), rows.squared_weight.size()})
    check_length("what rows hold", length, rows.truth.size());
  for (const AnyColumn& column : rows.columns)
    check_length("columns", std::visit([](const auto& held) { return held.size(); }, column),
                 rows.truth.size());
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

/// Of w l, w² l and w² l².
using Sums = std::array<double, 3>;

/// Sums over what rows save, by the step at which they do.
class Savings {
 public:
  Savings(std::span<const double> price, std::span<const double> asked)
      : price_(price), n_below_(asked), sums_(asked.size() + 1) {}

  /// At which rows go on from a node.
  std::size_t step_of(std::size_t node) const { return n_below_(price_[node]); }
  Sums& at(std::size_t step) { return sums_[step]; }

  /// At each asked price, the highest first: what is saved at all steps above it.
  std::vector<double> in_all() const {
    const std::size_t n = sums_.size() - 1;
    std::vector<double> saved(3 * n);
    Sums total{};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < 3; ++k) saved[k * n + i] = total[k] += sums_[n - i][k];
    return saved;
  }

  std::vector<double> all() const {
    std::vector<double> saved;
    saved.reserve(3 * sums_.size());
    for (std::size_t k = 0; k < 3; ++k)
      for (const Sums& sums : sums_) saved.push_back(sums[k]);
    return saved;
  }

 private:
  std::span<const double> price_;
  PricesBelow n_below_;
  std::vector<Sums> sums_;
};

/// A row of a weight, and of a squared weight, costs `next` from now on.
void add(Sums& sums, double weight, double squared_weight, double here, double next) {
  sums[0] += weight * here - weight * next;
  sums[1] += squared_weight * here - squared_weight * next;
  sums[2] += squared_weight * (here * here) - squared_weight * (next * next);
}

/// Sends rows down a tree, all those of a node at once: nodes are read in their order, and those
/// that no row comes to are not read.
template <class T>
class Descent {
 public:
  Descent(const RowsOfTree<T>& rows, Savings& savings)
      : given_(rows), savings_(savings), spare_(rows.truth.size()), branch_(rows.truth.size()) {
    rows_.reserve(rows.truth.size());
    for (std::uint32_t i = 0; i < rows.truth.size(); ++i)
      rows_.push_back({rows.truth[i], rows.weight[i], rows.squared_weight[i], i});
  }

  void run() {
    waiting_.push_back({0, 0, rows_.size()});
    while (!waiting_.empty()) {
      const Group next = waiting_.back();
      waiting_.pop_back();
      if (!given_.tree.is_leaf(next.node)) go_on(next);
    }
  }

 private:
  /// What is read together lies together, and moves with the row.
  struct Row {
    T truth;
    double weight, squared_weight;
    std::uint32_t number;
  };

  /// The rows at a node, from `begin` to `end - 1`.
  struct Group {
    std::size_t node, begin, end;
  };

  void go_on(const Group& here) {
    check_question(given_.tree, here.node, given_.columns.size());
    const SplitView split = given_.tree.split(here.node);
    check_children(here.node, n_branches(split));
    const auto n = static_cast<std::size_t>(n_branches(split));
    find_branches(here, split, n);
    for (std::size_t i = here.begin; i < here.end; ++i) spare_[next_[branch_[i]]++] = rows_[i];
    std::copy(spare_.begin() + here.begin, spare_.begin() + here.end, rows_.begin() + here.begin);
    Sums& saved = savings_.at(savings_.step_of(here.node));
    Sums sums = saved;                   // a copy, which registers can hold
    for (std::size_t b = n; b-- > 0;) {  // so that the first is visited next
      const Group below{child(here.node, b), b == 0 ? here.begin : next_[b - 1], next_[b]};
      if (below.begin == below.end) continue;
      for (std::size_t i = below.begin; i < below.end; ++i) {
        const Row& row = rows_[i];
        add(sums, row.weight, row.squared_weight, given_.loss(row.truth, here.node),
            given_.loss(row.truth, below.node));
      }
      waiting_.push_back(below);
    }
    saved = sums;
  }

  /// The branch of each row, and where the rows of each begin; last those that stay at the node.
  void find_branches(const Group& here, const SplitView& split, std::size_t n) {
    next_.assign(n + 1, 0);
    std::visit(
        [&](const auto& column) {
          for (std::size_t i = here.begin; i < here.end; ++i) {
            const std::int32_t branch = split.branch(column[rows_[i].number]);
            if (branch == kSpreads) refuse("a row would go down several branches");
            branch_[i] = branch < 0 ? static_cast<std::uint32_t>(n) : branch;
            ++next_[branch_[i]];
          }
        },
        given_.columns[given_.tree.feature[here.node]]);
    std::size_t begin = here.begin;
    for (std::size_t& start : next_) begin += std::exchange(start, begin);
  }

  void check_children(std::size_t node, std::int64_t n) const {
    const std::int64_t start = given_.tree.child_start[node];
    const std::int64_t n_children = std::ssize(given_.tree.children);
    if (start < 0 || start > n_children || n > n_children - start) refuse("a branch has no child");
    for (const std::int32_t child : given_.tree.children.subspan(start, n))
      if (std::cmp_less_equal(child, node) || !is_within(child, given_.tree.n_nodes()))
        refuse("children must come after their parent");  // so that every walk ends
  }

  std::size_t child(std::size_t node, std::size_t branch) const {
    const auto start = static_cast<std::size_t>(given_.tree.child_start[node]);
    return static_cast<std::size_t>(given_.tree.children[start + branch]);
  }

  const RowsOfTree<T>& given_;
  Savings& savings_;
  std::vector<Row> rows_, spare_;
  std::vector<std::uint32_t> branch_;
  std::vector<std::size_t> next_;
  std::vector<Group> waiting_;
};

}  // namespace

std::vector<double> saved_by_step(const CostsAlongPaths& costs, std::span<const double> price,
                                  std::span<const double> asked) {
  check(costs, price.size());
  check_rising(asked);
  Savings savings(price, asked);
  std::vector<std::size_t> step;
  for (std::size_t node = 0; node < price.size(); ++node) step.push_back(savings.step_of(node));
  for (std::size_t row = 0; row + 1 < costs.start.size(); ++row) {
    const auto begin = static_cast<std::size_t>(costs.start[row]);
    const auto end = static_cast<std::size_t>(costs.start[row + 1]);
    if (begin >= end) refuse("a row has no place; every row is at the root at least");
    if (end > costs.node.size()) refuse("start must not fall");
    for (std::size_t i = begin; i + 1 < end; ++i)
      add(savings.at(step[costs.node[i]]), costs.weight[row], costs.squared_weight[row],
          costs.loss[i], costs.loss[i + 1]);
  }
  return savings.all();
}

template <class T>
std::vector<double> saved_at_prices(const RowsOfTree<T>& rows, std::span<const double> price,
                                    std::span<const double> asked) {
  check(rows, price.size());
  check_rising(asked);
  Savings savings(price, asked);
  Descent<T>(rows, savings).run();
  return savings.in_all();
}

template std::vector<double> saved_at_prices(const RowsOfTree<double>&, std::span<const double>,
                                             std::span<const double>);
template std::vector<double> saved_at_prices(const RowsOfTree<std::int32_t>&,
                                             std::span<const double>, std::span<const double>);

}  // namespace arboretum
