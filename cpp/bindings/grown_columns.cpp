#include "grown_columns.hpp"

#include "arrays.hpp"

namespace arboretum {

namespace {

/// Hands columns over that have something in them.
struct IntoDict {
  nb::dict& dict;

  template <class T>
  void operator()(const char* name, std::vector<T>& column) const {
    if (!column.empty()) dict[name] = to_numpy(std::move(column));
  }
  /// Rows of so many numbers.
  void operator()(const char* name, std::vector<double>& column, std::size_t width) const {
    const std::size_t n = column.size() / width;
    if (n > 0) dict[name] = to_numpy<2>(std::move(column), {n, width});
  }
};

template <class Table>
nb::dict columns_of(Table& splits) {
  if (splits.is_narrow) splits.widen();
  nb::dict result;
  if (!splits.is_per_node) result["node"] = to_numpy(std::move(splits.node));
  // Columns of every table, some of which may hold nothing.
  Splits::for_each_column(
      [&](const char* name, auto& column) { result[name] = to_numpy(std::move(column)); },
      static_cast<Splits&>(splits));
  result["branches"] = to_numpy(std::move(splits.branches));
  Table::for_each_column(IntoDict{result}, splits);
  return result;
}

nb::dict columns_of(ScoredSplits& splits, std::size_t width) {
  nb::dict result = columns_of(splits);
  const IntoDict into{result};
  into("parents", splits.parents, width);
  into("sums", splits.sums, width);
  return result;
}

}  // namespace

nb::dict to_dict(Grown&& grown, std::size_t width) {
  nb::dict result;
  const IntoDict into{result};
  into("parent", grown.parent);
  into("totals", grown.totals, grown.totals.size() / grown.stop.size());
  into("stop", grown.stop);
  into("order", grown.order);
  into("p", grown.p);
  into("p_kind", grown.p_kind);
  into("begin", grown.begin);
  into("end", grown.end);
  into("rows", grown.rows);
  into("own_shares", grown.own_shares);
  result["splits"] = columns_of(grown.splits, width);
  result["runner_ups"] = columns_of(grown.runner_ups, width);
  if (!grown.competitors.node.empty()) result["competitors"] = columns_of(grown.competitors, width);
  if (!grown.surrogates.node.empty()) result["surrogates"] = columns_of(grown.surrogates);
  return result;
}

std::optional<WorkDone> work_to_count(bool is_wanted, std::size_t n_threads) {
  if (!is_wanted) return std::nullopt;
  if (n_threads != 1) refuse("work is counted on one thread");
  return WorkDone();
}

void put_work(const std::optional<WorkDone>& work, nb::dict& result) {
  if (!work) return;
  nb::dict columns;
  const auto put = [&](const char* name, std::vector<std::int64_t> column) {
    columns[name] = to_numpy(std::move(column));
  };
  put("searched", work->n_searched());
  put("samples", work->n_samples());
  put("cuts", work->n_cuts());
  columns["sorted"] = work->n_sorted();
  result["work"] = columns;
}

}  // namespace arboretum
