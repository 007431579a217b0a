#include "arboretum/search_fast/growing_tree.hpp"

#include <initializer_list>
#include <utility>

namespace arboretum::fast {
namespace {

template <class Split>
std::int32_t n_categories(const Split& split, const std::vector<Feature>& features) {
  return features[split.question.feature].n_categories;
}

}  // namespace

GrowingTree::GrowingTree(const Following& following) {
  for (Splits* some :
       std::initializer_list<Splits*>{&splits, &runner_ups, &competitors, &surrogates})
    some->is_narrow = true;  // splits have two branches
  splits.is_per_node = !following.is_wanted;
  runner_ups.is_per_node = splits.is_per_node && following.keeps_runner_up;
}

std::int32_t GrowingTree::begin_node(std::int32_t parent_node, const double* node_totals,
                                     std::size_t n_totals) {
  const auto id = static_cast<std::int32_t>(n_nodes());
  parent.push_back(parent_node);
  totals.insert(totals.end(), node_totals, node_totals + n_totals);
  return id;
}

void GrowingTree::end_as_leaf(Stop why) {
  stop.push_back(static_cast<std::int16_t>(why));
  if (!splits.is_per_node) return;
  splits.tie.push_back(0);
  splits.push_none();
  if (runner_ups.is_per_node) runner_ups.push_none();
}

void GrowingTree::end_as_inner(const BinaryQuestion& question, bool is_tie,
                               const BinaryQuestion& runner_up, const double* runner_up_first,
                               std::size_t width) {
  stop.push_back(static_cast<std::int16_t>(Stop::none));
  splits.tie.push_back(is_tie);
  splits.push(question);
  if (runner_ups.is_per_node) runner_ups.push(runner_up);
  if (runner_up.feature >= 0)
    runner_ups.sums.insert(runner_ups.sums.end(), runner_up_first, runner_up_first + width);
}

void GrowingTree::end_as_inner(std::span<const Choice> ranked, std::span<const Surrogate> found,
                               const Following& following, const std::vector<Feature>& features) {
  const auto node = static_cast<std::int32_t>(stop.size());
  stop.push_back(static_cast<std::int16_t>(Stop::none));
  splits.push(node, ranked[0], n_categories(ranked[0], features));
  keep_others(node, ranked, following, features);
  keep_surrogates(node, found, features);
}

void GrowingTree::keep_others(std::int32_t node, std::span<const Choice> ranked,
                              const Following& following, const std::vector<Feature>& features) {
  if (ranked.size() > 1) runner_ups.push(node, ranked[1], n_categories(ranked[1], features));
  for (std::size_t i = 1; i < ranked.size() && i <= following.max_competitors; ++i)
    competitors.push(node, ranked[i], n_categories(ranked[i], features));
}

void GrowingTree::keep_surrogates(std::int32_t node, std::span<const Surrogate> found,
                                  const std::vector<Feature>& features) {
  for (const Surrogate& surrogate : found)
    surrogates.push(node, surrogate, n_categories(surrogate, features));
}

void GrowingTree::append(GrowingTree&& other) {
  const auto offset = static_cast<std::int32_t>(n_nodes());
  for (PutOff& late : other.put_off) {
    late.node += offset;
    put_off.push_back(std::move(late));
  }
  Grown::append(std::move(other));
  other = GrowingTree();
}

}  // namespace arboretum::fast
