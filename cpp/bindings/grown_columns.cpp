#include "grown_columns.hpp"

#include "arrays.hpp"

namespace arboretum {

namespace {

nb::dict to_dict(Splits&& splits) {
  if (splits.is_narrow) splits.widen();
  nb::dict result;
  result["node"] = to_numpy(std::move(splits.node));
  result["column"] = to_numpy(std::move(splits.feature));
  result["kind"] = to_numpy(std::move(splits.kind));
  result["arity"] = to_numpy(std::move(splits.arity));
  result["missing_branch"] = to_numpy(std::move(splits.missing_branch));
  result["value_count"] = to_numpy(std::move(splits.value_count));
  result["thresholds"] = to_numpy(std::move(splits.thresholds));
  result["branches"] = to_numpy(std::move(splits.branches));
  return result;
}

nb::dict to_dict(SurrogateSplits&& surrogates) {
  nb::dict result = to_dict(static_cast<Splits&&>(surrogates));
  result["agreement"] = to_numpy(std::move(surrogates.agreement));
  result["adjusted"] = to_numpy(std::move(surrogates.adjusted));
  result["is_reversed"] = to_numpy(std::move(surrogates.is_reversed));
  return result;
}

nb::dict to_dict(ScoredSplits&& splits, std::size_t width) {
  const std::size_t n = splits.parents.size() / width, n_branches = splits.sums.size() / width;
  nb::dict result = to_dict(static_cast<Splits&&>(splits));
  result["tie"] = to_numpy(std::move(splits.tie));
  result["share"] = to_numpy(std::move(splits.share));
  result["left_out"] = to_numpy(std::move(splits.left_out));
  result["log_trials"] = to_numpy(std::move(splits.log_trials));
  result["score"] = to_numpy(std::move(splits.score));
  result["parents"] = to_numpy<2>(std::move(splits.parents), {n, width});
  result["sums"] = to_numpy<2>(std::move(splits.sums), {n_branches, width});
  return result;
}

}  // namespace

nb::dict to_dict(Grown&& grown, std::vector<std::int32_t>&& order, std::size_t width,
                 std::size_t node_width) {
  const std::size_t n_nodes = grown.n_nodes();
  nb::dict result;
  result["order"] = to_numpy(std::move(order));
  result["parent"] = to_numpy(std::move(grown.parent));
  result["totals"] = to_numpy<2>(std::move(grown.totals), {n_nodes, node_width});
  result["n_samples"] = to_numpy(std::move(grown.n_samples));
  result["stop"] = to_numpy(std::move(grown.stop));
  result["p"] = to_numpy(std::move(grown.p));
  result["p_kind"] = to_numpy(std::move(grown.p_kind));
  result["begin"] = to_numpy(std::move(grown.begin));
  result["end"] = to_numpy(std::move(grown.end));
  result["rows"] = to_numpy(std::move(grown.rows));
  result["own_shares"] = to_numpy(std::move(grown.own_shares));
  result["splits"] = to_dict(std::move(grown.splits), width);
  result["runner_ups"] = to_dict(std::move(grown.runner_ups), width);
  result["competitors"] = to_dict(std::move(grown.competitors), width);
  result["surrogates"] = to_dict(std::move(grown.surrogates));
  return result;
}

}  // namespace arboretum
