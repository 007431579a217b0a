#include "arboretum/core/grown.hpp"

#include <limits>

#include "arboretum/core/pages.hpp"

namespace arboretum {
namespace {

/// Of a smaller column much of a huge page might never be needed.
constexpr std::size_t large_column = std::size_t{8} << 20;

template <class T>
void make_room(std::vector<T>& column, std::size_t n) {
  column.reserve(n);
  if (n * sizeof(T) >= large_column) prefer_huge_pages(column.data(), n * sizeof(T));
}

/// Puts all of a column behind another; its memory goes back at once, because a whole tree follows.
struct MoveBehind {
  template <class T>
  void operator()(const char*, std::vector<T>& to, std::vector<T>& from) const {
    to.insert(to.end(), from.begin(), from.end());
    give_back(from.data(), from.capacity() * sizeof(T));
    from = {};
  }
};
constexpr MoveBehind move_behind;

template <class Branch>
void push_branches(std::vector<Branch>& branches, const Question& question,
                   std::int32_t n_categories) {
  const std::size_t start = branches.size();
  branches.resize(start + static_cast<std::size_t>(n_categories), kNoBranch);
  Branch* of_code = branches.data() + start;
  for (std::size_t i = 0; i < question.codes.size(); ++i)
    of_code[question.codes[i]] = static_cast<Branch>(question.branches[i]);
}

}  // namespace

void Splits::reserve(std::size_t n_nodes) {
  for_each_column([&](const char*, auto& column) { make_room(column, n_nodes); }, *this);
}

void Splits::push(std::int32_t of_node, const Question& question, std::int32_t n_categories) {
  node.push_back(of_node);
  feature.push_back(question.feature);
  kind.push_back(static_cast<std::int8_t>(question.kind));
  arity.push_back(question.arity);
  missing_branch.push_back(question.missing_branch);
  thresholds.insert(thresholds.end(), question.thresholds.begin(), question.thresholds.end());
  if (question.kind != SplitKind::category) {
    value_count.push_back(static_cast<std::int32_t>(question.thresholds.size()));
    return;
  }
  value_count.push_back(n_categories);
  if (is_narrow)
    push_branches(narrow_branches, question, n_categories);
  else
    push_branches(branches, question, n_categories);
}

void Splits::push(const BinaryQuestion& question) {
  const bool is_asked = question.feature >= 0;
  const bool is_interval = static_cast<SplitKind>(question.kind) == SplitKind::interval;
  feature.push_back(question.feature);
  kind.push_back(question.kind);
  arity.push_back(is_asked ? 2 : 0);
  missing_branch.push_back(question.missing_branch);
  if (is_asked && is_interval) thresholds.push_back(question.threshold);
  narrow_branches.insert(narrow_branches.end(), question.branches.begin(), question.branches.end());
  value_count.push_back(is_interval ? is_asked
                                    : static_cast<std::int32_t>(question.branches.size()));
}

void Splits::append(Splits& other, std::int32_t offset) {
  for (const std::int32_t of_node : other.node) node.push_back(of_node + offset);
  for_each_column(move_behind, *this, other);
  move_behind("narrow_branches", narrow_branches, other.narrow_branches);
}

void Splits::widen() {
  branches.assign(narrow_branches.begin(), narrow_branches.end());
  narrow_branches = {};
  is_narrow = false;
}

void ScoredSplits::push(std::int32_t of_node, const Choice& choice, std::int32_t n_categories) {
  Splits::push(of_node, choice.question, n_categories);
  tie.push_back(choice.is_tie);
  share.push_back(choice.share);
  left_out.push_back(choice.left_out);
  log_trials.push_back(choice.log_trials);
  if (!keeps_sums) return score.push_back(choice.score);
  parents.insert(parents.end(), choice.parent.begin(), choice.parent.end());
  sums.insert(sums.end(), choice.branches.begin(), choice.branches.end());
}

void SurrogateSplits::push(std::int32_t of_node, const Surrogate& surrogate,
                           std::int32_t n_categories) {
  Splits::push(of_node, surrogate.question, n_categories);
  agreement.push_back(surrogate.agreement);
  adjusted.push_back(surrogate.adjusted);
  is_reversed.push_back(surrogate.is_reversed);
}

void ScoredSplits::append(ScoredSplits& other, std::int32_t offset) {
  Splits::append(other, offset);
  for_each_column(move_behind, *this, other);  // of what has been moved nothing is left
  move_behind("parents", parents, other.parents);
  move_behind("sums", sums, other.sums);
}

void SurrogateSplits::append(SurrogateSplits& other, std::int32_t offset) {
  Splits::append(other, offset);
  for_each_column(move_behind, *this, other);
}

std::int32_t Grown::add(std::int32_t parent_node, std::span<const double> statistics,
                        double n_samples_there, std::size_t first, std::size_t last) {
  const auto id = static_cast<std::int32_t>(n_nodes());
  parent.push_back(parent_node);
  totals.insert(totals.end(), statistics.begin(), statistics.end());
  totals.push_back(n_samples_there);
  stop.push_back(-1);
  p.push_back(std::numeric_limits<double>::quiet_NaN());
  p_kind.push_back(static_cast<std::int8_t>(PKind::none));
  begin.push_back(static_cast<std::int64_t>(first));
  end.push_back(static_cast<std::int64_t>(last));
  return id;
}

void Grown::set_p(std::int32_t node, PValue found) {
  if (found.kind == PKind::none) return;
  p[node] = found.p;
  p_kind[node] = static_cast<std::int8_t>(found.kind);
}

void Grown::keep_own_rows(std::int32_t node, std::span<const std::int32_t> own,
                          std::span<const double> shares, std::size_t n_rows) {
  begin[node] = static_cast<std::int64_t>(n_rows + own_rows.size());
  own_rows.insert(own_rows.end(), own.begin(), own.end());
  own_shares.insert(own_shares.end(), shares.begin(), shares.end());
  end[node] = static_cast<std::int64_t>(n_rows + own_rows.size());
}

void Grown::find_order() {
  std::vector<std::int32_t> first_child(n_nodes(), -1), n_children(n_nodes(), 0);
  for (std::size_t node = n_nodes(); node-- > 1;) {
    first_child[parent[node]] = static_cast<std::int32_t>(node);
    ++n_children[parent[node]];
  }
  std::vector<std::int32_t> waiting{0};
  while (!waiting.empty()) {
    const std::int32_t node = waiting.back();
    waiting.pop_back();
    order.push_back(node);
    for (std::int32_t branch = n_children[node]; branch-- > 0;)
      waiting.push_back(first_child[node] + branch);
  }
}

void Grown::reserve(std::size_t n_nodes, std::size_t n_totals) {
  make_room(parent, n_nodes);
  make_room(totals, n_nodes * n_totals);
  make_room(stop, n_nodes);
  splits.reserve(n_nodes);
  make_room(splits.tie, n_nodes);
  runner_ups.reserve(n_nodes);
  make_room(runner_ups.sums, n_nodes / 2 * (n_totals - 1));
}

void Grown::append(Grown&& other) {
  const auto offset = static_cast<std::int32_t>(n_nodes());
  move_behind("parent", parent, other.parent);
  move_behind("totals", totals, other.totals);
  move_behind("stop", stop, other.stop);
  splits.append(other.splits, offset);
  runner_ups.append(other.runner_ups, offset);
  competitors.append(other.competitors, offset);
  surrogates.append(other.surrogates, offset);
}

}  // namespace arboretum
