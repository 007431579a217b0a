#include "arboretum/grow/grown_tree.hpp"

#include "arboretum/pages.hpp"
#include "extend.hpp"

namespace arboretum::grow {
namespace {

/// Of a smaller column much of a huge page might never be needed.
constexpr std::size_t large_column = std::size_t{8} << 20;

template <class T>
void make_room(std::vector<T>& column, std::size_t n) {
  column.reserve(n);
  if (n * sizeof(T) >= large_column) prefer_huge_pages(column.data(), n * sizeof(T));
}

/// Puts all of a column behind another; its memory goes back at once, because a whole tree follows.
template <class T>
void move_behind(std::vector<T>& to, std::vector<T>& from) {
  extend(to, from);
  give_back(from.data(), from.capacity() * sizeof(T));
  from = {};
}

}  // namespace

void QuestionColumns::reserve(std::size_t n_nodes) {
  make_room(feature, n_nodes);
  make_room(kind, n_nodes);
  make_room(arity, n_nodes);
  make_room(missing_branch, n_nodes);
  make_room(value_count, n_nodes);
  make_room(thresholds, n_nodes / 2);  // leaves have none
}

void QuestionColumns::push(const BinaryQuestion& question) {
  const bool is_asked = question.feature >= 0;
  const bool is_interval = static_cast<SplitKind>(question.kind) == SplitKind::interval;
  feature.push_back(question.feature);
  kind.push_back(question.kind);
  arity.push_back(is_asked ? 2 : 0);
  missing_branch.push_back(question.missing_branch);
  if (is_asked && is_interval) thresholds.push_back(question.threshold);
  extend(branches, question.branches);
  value_count.push_back(is_interval ? is_asked
                                    : static_cast<std::int32_t>(question.branches.size()));
}

void QuestionColumns::push_none() {
  feature.push_back(-1);
  kind.push_back(0);
  arity.push_back(0);
  missing_branch.push_back(-1);
  value_count.push_back(0);
}

void QuestionColumns::append(QuestionColumns&& other) {
  move_behind(feature, other.feature);
  move_behind(kind, other.kind);
  move_behind(arity, other.arity);
  move_behind(missing_branch, other.missing_branch);
  move_behind(value_count, other.value_count);
  move_behind(thresholds, other.thresholds);
  move_behind(branches, other.branches);
}

void GrownTree::reserve(std::size_t n_nodes, std::size_t n_totals) {
  make_room(parent, n_nodes);
  make_room(totals, n_nodes * n_totals);
  make_room(stop, n_nodes);
  make_room(tie, n_nodes);
  questions.reserve(n_nodes);
  runner_ups.reserve(n_nodes);
  make_room(runner_up_left, n_nodes / 2 * (n_totals - 1));
}

void GrownTree::append(GrownTree&& other) {
  const auto offset = static_cast<std::int32_t>(n_nodes());
  kept.append(other.kept, offset);
  for (PutOff& late : other.put_off) {
    late.node += offset;
    put_off.push_back(std::move(late));
  }
  move_behind(parent, other.parent);
  move_behind(totals, other.totals);
  move_behind(stop, other.stop);
  move_behind(tie, other.tie);
  questions.append(std::move(other.questions));
  runner_ups.append(std::move(other.runner_ups));
  move_behind(runner_up_left, other.runner_up_left);
  other = {};
}

std::int32_t GrownTree::begin(std::int32_t parent_node, const double* node_totals,
                              std::size_t n_totals) {
  const auto id = static_cast<std::int32_t>(n_nodes());
  parent.push_back(parent_node);
  totals.insert(totals.end(), node_totals, node_totals + n_totals);
  return id;
}

void GrownTree::end_as_leaf(Stop why) {
  stop.push_back(static_cast<std::int8_t>(why));
  tie.push_back(0);
  questions.push_none();
  runner_ups.push_none();
}

void GrownTree::end_as_inner(const BinaryQuestion& question, bool is_tie,
                             const BinaryQuestion& runner_up, const double* runner_up_first,
                             std::size_t width) {
  stop.push_back(static_cast<std::int8_t>(Stop::none));
  tie.push_back(is_tie);
  questions.push(question);
  runner_ups.push(runner_up);
  if (runner_up.feature >= 0)
    runner_up_left.insert(runner_up_left.end(), runner_up_first, runner_up_first + width);
}

void GrownTree::end_as_kept() {
  stop.push_back(static_cast<std::int8_t>(Stop::none));
  tie.push_back(0);
}

}  // namespace arboretum::grow
