#include "arboretum/grow/grown_tree.hpp"

#include <algorithm>

namespace arboretum::grow {
namespace {

template <class T>
void extend(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

template <class T>
std::vector<T> from(const std::vector<T>& values, std::size_t first) {
  return {values.begin() + static_cast<std::ptrdiff_t>(first), values.end()};
}

}  // namespace

void QuestionColumns::push(const Question& question) {
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

void QuestionColumns::append(const QuestionColumns& other) {
  extend(feature, other.feature);
  extend(kind, other.kind);
  extend(arity, other.arity);
  extend(missing_branch, other.missing_branch);
  extend(value_count, other.value_count);
  extend(thresholds, other.thresholds);
  extend(branches, other.branches);
}

QuestionColumns QuestionColumns::tail(std::size_t first) const {
  std::size_t n_thresholds = 0, n_branches = 0;  // of the nodes before
  for (std::size_t node = 0; node < first; ++node)
    (static_cast<SplitKind>(kind[node]) == SplitKind::interval ? n_thresholds : n_branches) +=
        static_cast<std::size_t>(value_count[node]);
  return {from(feature, first),        from(kind, first),        from(arity, first),
          from(missing_branch, first), from(value_count, first), from(thresholds, n_thresholds),
          from(branches, n_branches)};
}

void GrownTree::append(GrownTree&& other) {
  extend(parent, other.parent);
  extend(totals, other.totals);
  extend(stop, other.stop);
  extend(tie, other.tie);
  questions.append(other.questions);
  runner_ups.append(other.runner_ups);
  extend(runner_up_left, other.runner_up_left);
  other = {};
}

GrownTree GrownTree::tail(std::size_t first, std::size_t width) const {
  const auto& feature = runner_ups.feature;
  const auto n_left = static_cast<std::size_t>(std::count_if(
      feature.begin(), feature.begin() + first, [](std::int32_t f) { return f >= 0; }));
  return {from(parent, first),
          from(totals, first * (width + 1)),
          from(stop, first),
          from(tie, first),
          questions.tail(first),
          runner_ups.tail(first),
          from(runner_up_left, n_left * width)};
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
  questions.push({});
  runner_ups.push({});
}

void GrownTree::end_as_inner(const Question& question, bool is_tie, const Question& runner_up,
                             const double* runner_up_first, std::size_t width) {
  stop.push_back(static_cast<std::int8_t>(Stop::none));
  tie.push_back(is_tie);
  questions.push(question);
  runner_ups.push(runner_up);
  if (runner_up.feature >= 0)
    runner_up_left.insert(runner_up_left.end(), runner_up_first, runner_up_first + width);
}

}  // namespace arboretum::grow
