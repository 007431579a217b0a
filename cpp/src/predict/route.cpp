#include "arboretum/predict/route.hpp"

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

void check_split(const SplitView& split, std::int32_t arity) {
  const auto check_branch = [arity](const std::string& name, std::int32_t branch) {
    if (branch >= arity)
      refuse(name + " is " + std::to_string(branch) + ", but the arity is " +
             std::to_string(arity));
  };
  if (arity < 1) refuse("arity is " + std::to_string(arity) + "; it is at least 1");
  check_branch("missing_branch", split.missing_branch);
  switch (split.kind) {
    case SplitKind::interval:
      check_ascending(split.thresholds);
      if (split.thresholds.size() >= static_cast<std::size_t>(arity))
        refuse(std::to_string(split.thresholds.size()) + " thresholds make more than " +
               std::to_string(arity) + " branches");
      return;
    case SplitKind::category:
      for (std::size_t i = 0; i < split.branches.size(); ++i)
        check_branch("branches[" + std::to_string(i) + "]", split.branches[i]);
      return;
    case SplitKind::presence:
      if (arity < 2) refuse("a presence split has 2 branches, but the arity is 1");
      return;
  }
  refuse("kind is " + std::to_string(static_cast<int>(split.kind)) + "; it is 0, 1 or 2");
}

}  // namespace

template <class Values>
Routed route(const Values& column, std::span<const std::int32_t> rows, const SplitView& split,
             std::int32_t arity) {
  check_split(split, arity);
  check_rows(rows, column.size());

  const auto n_groups = static_cast<std::size_t>(arity) + 1;
  Routed routed;
  routed.offsets.assign(n_groups + 1, 0);
  std::vector<std::int32_t> group_of(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int32_t branch = split.branch(column[rows[i]]);
    group_of[i] = branch < 0 ? arity : branch;
    ++routed.offsets[group_of[i] + std::size_t{1}];
  }
  for (std::size_t group = 0; group < n_groups; ++group)
    routed.offsets[group + 1] += routed.offsets[group];

  std::vector<std::int64_t> next(routed.offsets.begin(), routed.offsets.end() - 1);
  routed.rows.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) routed.rows[next[group_of[i]]++] = rows[i];
  return routed;
}

template Routed route(const Column<double>&, std::span<const std::int32_t>, const SplitView&,
                      std::int32_t);
template Routed route(const Column<float>&, std::span<const std::int32_t>, const SplitView&,
                      std::int32_t);
template Routed route(const CodeColumn&, std::span<const std::int32_t>, const SplitView&,
                      std::int32_t);

}  // namespace arboretum
