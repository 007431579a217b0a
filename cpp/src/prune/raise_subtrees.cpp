#include "arboretum/prune/raise_subtrees.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

/// A smaller tree may be expected to make so many errors more; with what rounding may add.
constexpr double kAllowance = 0.1 + 1e-6;

/// The share of a row that is at a node.
struct Part {
  std::int32_t row;
  double share;
};

using NodeRows = std::vector<Part>;

/// The rows of a node by branch, and those that stay because they cannot answer.
struct Parted {
  std::vector<NodeRows> branches;
  std::vector<double> weights;  ///< of each branch
  NodeRows staying;
};

/// The tree while it is pruned.
///
/// A node is known by its number in the grown tree.  What it asks may be the question of a node
/// below it; then its children are the children of that node.
class Raiser {
 public:
  Raiser(const TreeView& tree, const std::optional<SurrogateView>& surrogates,
         const TrainingRows& rows, const ErrorLimit& limit, Pulse& pulse)
      : tree_(tree),
        surrogates_(surrogates),
        rows_(rows),
        limit_(limit),
        pulse_(pulse),
        asks_(tree.n_nodes()),
        arity_(tree.n_nodes()),
        n_samples_(tree.n_nodes()),
        values_(tree.n_nodes() * rows.width()) {
    for (std::size_t node = 0; node < tree.n_nodes(); ++node) {
      asks_[node] = tree.is_leaf(node) ? -1 : static_cast<std::int32_t>(node);
      if (!tree.is_leaf(node))
        arity_[node] = static_cast<std::size_t>(n_branches(tree.split(node)));
    }
  }

  void prune() {
    NodeRows all(rows_.n_rows());
    for (std::size_t row = 0; row < all.size(); ++row)
      all[row] = {static_cast<std::int32_t>(row), 1.0};
    prune(0, all);
  }

  RaisedTree result() const;

 private:
  /// Prunes below a node and returns the errors to expect there.
  double prune(std::int32_t node, const NodeRows& here) {
    pulse_.check();
    count(here, n_samples_[node], value_of(node));
    const std::vector<std::int32_t> decided = decide(value_of(node));
    const double as_leaf = expected(value_of(node), decided);
    while (asks_[node] >= 0) {
      Parted parted = part(asks_[node], here);
      double as_tree = expected_staying(parted.staying, decided);
      for (std::size_t b = 0; b < parted.branches.size(); ++b) {
        as_tree += prune(child(asks_[node], b), parted.branches[b]);
        parted.branches[b] = {};
      }
      const std::int32_t largest = child(asks_[node], heaviest(parted.weights));
      const double as_branch = expected_below(largest, here);
      if (as_leaf <= as_tree + kAllowance && as_leaf <= as_branch + kAllowance) {
        asks_[node] = -1;
      } else if (as_branch <= as_tree + kAllowance) {
        asks_[node] = asks_[largest];
      } else {
        return as_tree;
      }
    }
    return as_leaf;
  }

  /// Errors to expect of a subtree, as it is, if these rows come to it.
  double expected_below(std::int32_t node, const NodeRows& here) const {
    pulse_.check();
    double n_samples = 0.0;
    std::vector<double> value(rows_.width());
    count(here, n_samples, value);
    const std::vector<std::int32_t> decided = decide(value);
    if (asks_[node] < 0) return expected(value, decided);
    Parted parted = part(asks_[node], here);
    double total = expected_staying(parted.staying, decided);
    for (std::size_t b = 0; b < parted.branches.size(); ++b)
      total += expected_below(child(asks_[node], b), parted.branches[b]);
    return total;
  }

  std::span<double> value_of(std::size_t node) {
    return std::span(values_).subspan(node * rows_.width(), rows_.width());
  }

  std::int32_t child(std::int32_t node, std::size_t branch) const {
    return tree_.children[tree_.child_start[node] + static_cast<std::int64_t>(branch)];
  }

  std::size_t arity(std::int32_t node) const { return arity_[node]; }

  /// Of equal branches the last, as in Weka.
  static std::size_t heaviest(const std::vector<double>& weights) {
    std::size_t best = 0;
    for (std::size_t b = 1; b < weights.size(); ++b)
      if (weights[b] >= weights[best]) best = b;
    return best;
  }

  void count(const NodeRows& here, double& n_samples, std::span<double> value) const;
  std::vector<std::int32_t> decide(std::span<const double> value) const;
  double expected(std::span<const double> value, const std::vector<std::int32_t>& decided) const;
  double expected_staying(const NodeRows& staying, const std::vector<std::int32_t>& decided) const;
  Parted part(std::int32_t node, const NodeRows& here) const;
  std::int32_t ask_surrogates(std::int32_t node, std::int32_t row) const;
  void spread(const NodeRows& unanswered, Parted& parted) const;

  const TreeView& tree_;
  const std::optional<SurrogateView>& surrogates_;
  const TrainingRows& rows_;
  const ErrorLimit& limit_;
  Pulse& pulse_;
  std::vector<std::int32_t> asks_;
  std::vector<std::size_t> arity_;  ///< of the question of each node of the grown tree
  std::vector<double> n_samples_;
  std::vector<double> values_;
};

void Raiser::count(const NodeRows& here, double& n_samples, std::span<double> value) const {
  const std::size_t n_targets = rows_.n_targets();
  n_samples = 0.0;
  std::ranges::fill(value, 0.0);
  for (const auto [row, share] : here) {
    n_samples += share * rows_.counts[row];
    const double weight = share * rows_.weights[row];
    for (std::size_t k = 0; k < n_targets; ++k) value[rows_.codes[row * n_targets + k]] += weight;
  }
}

/// The heaviest class of each target, or the one that costs least; of equal ones the first.
std::vector<std::int32_t> Raiser::decide(std::span<const double> value) const {
  std::vector<std::int32_t> decided(rows_.n_targets());
  for (std::size_t k = 0; k < decided.size(); ++k) {
    const auto classes = value.subspan(rows_.blocks[k], rows_.blocks[k + 1] - rows_.blocks[k]);
    if (rows_.costs.empty()) {
      decided[k] = static_cast<std::int32_t>(std::ranges::max_element(classes) - classes.begin());
      continue;
    }
    std::vector<double> cost(classes.size());
    for (std::size_t c = 0; c < classes.size(); ++c)
      for (std::size_t d = 0; d < classes.size(); ++d)
        cost[d] += classes[c] * rows_.costs[c * classes.size() + d];
    decided[k] = static_cast<std::int32_t>(std::ranges::min_element(cost) - cost.begin());
  }
  return decided;
}

/// Errors to expect among samples of such weights, decided so; the mean over the targets.
double Raiser::expected(std::span<const double> value,
                        const std::vector<std::int32_t>& decided) const {
  double n = 0.0;
  double errors = 0.0;
  for (std::size_t k = 0; k < decided.size(); ++k) {
    const auto classes = value.subspan(rows_.blocks[k], rows_.blocks[k + 1] - rows_.blocks[k]);
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const bool is_right = static_cast<std::int32_t>(c) == decided[k];
      const double cost =
          rows_.costs.empty() ? !is_right : rows_.costs[c * classes.size() + decided[k]];
      n += classes[c];
      errors += cost * classes[c];
    }
  }
  const auto n_targets = static_cast<double>(decided.size());
  return limit_.expected(n / n_targets, errors / n_targets);
}

double Raiser::expected_staying(const NodeRows& staying,
                                const std::vector<std::int32_t>& decided) const {
  if (staying.empty()) return 0.0;
  double n_samples = 0.0;
  std::vector<double> value(rows_.width());
  count(staying, n_samples, value);
  return expected(value, decided);
}

Parted Raiser::part(std::int32_t node, const NodeRows& here) const {
  Parted parted{std::vector<NodeRows>(arity(node)), std::vector<double>(arity(node)), {}};
  NodeRows unanswered;
  const SplitView split = tree_.split(node);
  const auto put = [&](std::int32_t branch, const Part& row) {
    parted.branches[branch].push_back(row);
    parted.weights[branch] += row.share * rows_.weights[row.row];
  };
  std::visit(
      [&](const auto& column) {
        for (const Part& row : here) {
          SplitView asked = split;
          asked.missing_branch = kNoBranch;
          const std::int32_t branch = asked.branch(column[row.row]);
          if (branch >= 0)
            put(branch, row);
          else
            unanswered.push_back(row);
        }
      },
      rows_.columns[tree_.feature[node]]);
  NodeRows without_any;
  for (const Part& row : unanswered) {
    const std::int32_t branch = ask_surrogates(node, row.row);
    if (branch >= 0)
      put(branch, row);
    else
      without_any.push_back(row);
  }
  if (split.missing_branch == kSpreads)
    spread(without_any, parted);
  else if (split.missing_branch >= 0)
    for (const Part& row : without_any) put(split.missing_branch, row);
  else
    parted.staying = std::move(without_any);
  return parted;
}

std::int32_t Raiser::ask_surrogates(std::int32_t node, std::int32_t row) const {
  if (!surrogates_) return kNoBranch;
  for (std::int64_t i = surrogates_->start[node]; i < surrogates_->start[node + 1]; ++i) {
    SplitView split = surrogates_->split(i);
    split.missing_branch = kNoBranch;
    const std::int32_t branch =
        std::visit([&](const auto& column) { return split.branch(column[row]); },
                   rows_.columns[surrogates_->feature[i]]);
    if (branch >= 0) return surrogates_->is_reversed[i] ? 1 - branch : branch;
  }
  return kNoBranch;
}

/// Sends rows down every branch, by the weight of the rows that are known to go there.
void Raiser::spread(const NodeRows& unanswered, Parted& parted) const {
  if (unanswered.empty()) return;
  std::vector<double> shares = parted.weights;
  double whole = 0.0;
  for (const double weight : shares) whole += weight;
  for (double& share : shares)
    share = whole > 0.0 ? share / whole : 1.0 / static_cast<double>(shares.size());
  for (const auto [row, share] : unanswered)
    for (std::size_t b = 0; b < shares.size(); ++b) {
      if (shares[b] == 0.0) continue;
      parted.branches[b].push_back({row, share * shares[b]});
      parted.weights[b] += share * shares[b] * rows_.weights[row];
    }
}

RaisedTree Raiser::result() const {
  struct Waiting {
    std::int32_t node;
    std::int32_t parent;
    bool moved;
  };
  RaisedTree found;
  std::vector<Waiting> waiting{{0, -1, false}};
  while (!waiting.empty()) {
    const auto [node, parent, moved] = waiting.back();
    waiting.pop_back();
    const auto number = static_cast<std::int32_t>(found.place.size());
    const std::int32_t asks = asks_[node];
    found.parent.push_back(parent);
    found.place.push_back(node);
    found.asks.push_back(asks);
    found.moved.push_back(moved);
    found.n_samples.push_back(n_samples_[node]);
    const auto value = values_.begin() + static_cast<std::ptrdiff_t>(node * rows_.width());
    found.values.insert(found.values.end(), value,
                        value + static_cast<std::ptrdiff_t>(rows_.width()));
    if (asks < 0) continue;
    for (std::size_t b = arity(asks); b-- > 0;)
      waiting.push_back({child(asks, b), number, moved || asks != node});
  }
  return found;
}

void check_rows(const TrainingRows& rows) {
  if (rows.blocks.size() < 2 || rows.blocks.front() != 0 ||
      std::ranges::adjacent_find(rows.blocks, std::ranges::greater_equal{}) != rows.blocks.end())
    refuse("blocks must ascend from 0 to the number of classes");
  check_length("codes", rows.codes.size(), rows.n_rows() * rows.n_targets());
  check_length("counts", rows.counts.size(), rows.n_rows());
  if (!rows.costs.empty()) check_length("costs", rows.costs.size(), rows.width() * rows.width());
  for (std::size_t i = 0; i < rows.codes.size(); ++i)
    if (!is_within(rows.codes[i], rows.width()))
      refuse(entry("codes", i, rows.codes[i]) + ", but a value has " +
             std::to_string(rows.width()) + " classes");
  for (const AnyColumn& column : rows.columns)
    check_length("column", std::visit([](const auto& c) { return c.size(); }, column),
                 rows.n_rows());
}

/// Throws unless every walk stays inside the arrays.
void check_tree(const TreeView& tree, const std::optional<SurrogateView>& surrogates,
                std::size_t n_features) {
  checked_parents(tree, n_features);
  if (surrogates) SurrogateWalk(tree, *surrogates, n_features);
}

}  // namespace

double ErrorLimit::extra(double n, double errors) const {
  if (n <= 0.0) return 0.0;
  if (errors < 1.0) {
    const double of_none = -n * std::expm1(std::log(confidence) / n);
    return errors > 0.0 ? of_none + errors * (extra(n, 1.0) - of_none) : of_none;
  }
  if (errors + 0.5 >= n) return of_the_others * std::max(n - errors, least);
  const double corrected = errors + 0.5;
  const double square = deviate * deviate;
  const double spread = std::sqrt(square * (square / 4.0 + corrected * (1.0 - corrected / n)));
  return n * (corrected + square / 2.0 + spread) / (n + square) - errors;
}

RaisedTree raise_subtrees(const TreeView& tree, const std::optional<SurrogateView>& surrogates,
                          const TrainingRows& rows, const ErrorLimit& limit, Pulse& pulse) {
  check_rows(rows);
  check_tree(tree, surrogates, rows.columns.size());
  Raiser raiser(tree, surrogates, rows, limit, pulse);
  raiser.prune();
  return raiser.result();
}

}  // namespace arboretum
