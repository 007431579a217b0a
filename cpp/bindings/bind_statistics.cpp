#include <algorithm>

#include "arboretum/search_general/additive.hpp"
#include "arboretum/statistics/add_groups.hpp"
#include "arboretum/statistics/description_length.hpp"
#include "arboretum/statistics/deviation.hpp"
#include "arboretum/statistics/first_seen.hpp"
#include "arboretum/statistics/principal.hpp"
#include "arboretum/statistics/rank.hpp"
#include "arboretum/statistics/value_groups.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

template <class T>
std::pair<Array<double>, Array<std::int32_t>> rank_column(const Strided<T>& values) {
  const Column<T> column = column_of<T>(values, "values");
  Ranks ranks = unlocked([&] { return rank(column); });
  return {to_numpy(std::move(ranks.distinct)), to_numpy(std::move(ranks.codes))};
}

std::pair<Array<std::int64_t>, Array<std::int32_t>> first_seen_of(
    const Vector<std::int64_t>& values) {
  const auto numbers = span_of<std::int64_t>(values, "values");
  FirstSeen seen = unlocked([&] { return first_seen(numbers); });
  return {to_numpy(std::move(seen.at)), to_numpy(std::move(seen.codes))};
}

constexpr const char* kRankDoc =
    "Return (distinct values ascending, code of each row); NaN is missing and has code -1.";

using Codes = Strided<std::int32_t>;
using Rows = Vector<std::int32_t>;
using Numbers = Strided<double>;

using TableTuple =
    std::tuple<Array<std::int32_t>, Array<double>, Array<double, 2>, double, Array<double>>;
using TotalTuple = std::pair<double, Array<double>>;

template <Statistics S>
void check_rows_of(std::span<const std::int32_t> rows, const S& statistics, Column<double> counts) {
  check_length("counts", counts.size(), statistics.n_rows());
  check_rows(rows, statistics.n_rows());
  for (const std::int32_t row : rows) statistics.check(row);
}

void check_codes(Column<std::int32_t> codes, std::size_t n_codes,
                 std::span<const std::int32_t> rows) {
  for (const std::int32_t row : rows)
    if (codes[row] >= 0 && !is_within(codes[row], n_codes))
      refuse(entry("codes", row, codes[row]) + ", but n_codes is " + std::to_string(n_codes));
}

/// Within a bin, rows are added in the order given, whichever way the bins are found: the sums,
/// and so the tree, must not depend on that choice.
void fill(general::Table& table, Column<std::int32_t> codes, std::size_t n_codes,
          std::span<const std::int32_t> rows) {
  if (table.fill_unsorted(rows, codes, n_codes)) return;
  std::vector<general::Entry> list;
  for (const std::int32_t row : rows)
    list.push_back({codes[row] < 0 ? general::kMissingCode : codes[row], row});
  std::ranges::stable_sort(list, {}, &general::Entry::code);
  table.fill(list);
}

template <Statistics S>
TableTuple make_table(const Codes& codes, std::size_t n_codes, const Rows& rows,
                      const S& statistics, const Numbers& counts) {
  const auto code_column = column_of<std::int32_t>(codes, "codes");
  const auto row_span = span_of<std::int32_t>(rows, "rows");
  const auto count_column = column_of<double>(counts, "counts");
  check_length("codes", code_column.size(), statistics.n_rows());
  general::SumTable<S> table(statistics, count_column);
  unlocked([&] {
    check_rows_of(row_span, statistics, count_column);
    check_codes(code_column, n_codes, row_span);
    fill(table, code_column, n_codes, row_span);
  });
  const std::size_t n_bins = table.n_bins();
  return {to_numpy(std::move(table.bins)), to_numpy(std::move(table.counts)),
          to_numpy<2>(table.statistics(), {n_bins, statistics.width()}), table.missing_count,
          to_numpy(table.missing())};
}

template <Statistics S>
TotalTuple make_total(const Rows& rows, const S& statistics, const Numbers& counts) {
  const auto row_span = span_of<std::int32_t>(rows, "rows");
  const auto count_column = column_of<double>(counts, "counts");
  std::vector<double> sums(statistics.width());
  const double count = unlocked([&] {
    check_rows_of(row_span, statistics, count_column);
    return general::total_of(statistics, count_column, row_span, sums.size(), sums.data());
  });
  return {count, to_numpy(std::move(sums))};
}

ClassWeights class_weights(const Codes& classes, std::size_t n_classes, const Numbers& weights) {
  return {column_of<std::int32_t>(classes, "classes"), n_classes,
          column_of<double>(weights, "weights")};
}

Sums sums(const Matrix<double>& contributions) {
  const double* data = aligned<double>(contributions.data(), "contributions");
  return {{data, contributions.size()}, contributions.shape(0), contributions.shape(1)};
}

TableTuple table_counts(const Codes& codes, std::size_t n_codes, const Rows& rows,
                        const Codes& classes, std::size_t n_classes, const Numbers& weights,
                        const Numbers& counts) {
  return make_table(codes, n_codes, rows, class_weights(classes, n_classes, weights), counts);
}

TableTuple table_sums(const Codes& codes, std::size_t n_codes, const Rows& rows,
                      const Matrix<double>& contributions, const Numbers& counts) {
  return make_table(codes, n_codes, rows, sums(contributions), counts);
}

TotalTuple total_counts(const Rows& rows, const Codes& classes, std::size_t n_classes,
                        const Numbers& weights, const Numbers& counts) {
  return make_total(rows, class_weights(classes, n_classes, weights), counts);
}

TotalTuple total_sums(const Rows& rows, const Matrix<double>& contributions,
                      const Numbers& counts) {
  return make_total(rows, sums(contributions), counts);
}

Array<double, 3> group_sums(const Matrix<std::int32_t>& labels, std::size_t arity,
                            const Matrix<double>& values) {
  const std::size_t n_candidates = labels.shape(0), n_bins = labels.shape(1);
  check_length("values", values.shape(0), n_bins);
  const std::size_t width = values.shape(1);
  const auto flat = cells_of<std::int32_t>(labels, "labels");
  const auto numbers = cells_of<double>(values, "values");
  for (std::size_t i = 0; i < flat.size(); ++i)
    if (!is_within(flat[i], arity))
      refuse(entry("labels", i, flat[i]) + ", but the arity is " + std::to_string(arity));
  std::vector<double> sums(n_candidates * arity * width, 0.0);
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < n_candidates; ++i)
      add_groups(numbers, width, flat.subspan(i * n_bins, n_bins), sums.data() + i * arity * width);
  }
  return to_numpy<3>(std::move(sums), {n_candidates, arity, width});
}

Array<double, 2> cuts(const Vector<std::int32_t>& groups, const Strided<double>& values,
                      const Strided<double>& weights) {
  const auto group_span = span_of<std::int32_t>(groups, "groups");
  const auto value_column = column_of<double>(values, "values");
  const auto weight_column = column_of<double>(weights, "weights");
  std::vector<double> flat;
  {
    nb::gil_scoped_release unlocked;
    for (const DeviationCut& cut : deviation_cuts(group_span, value_column, weight_column))
      flat.insert(flat.end(),
                  {cut.first.weight, cut.first.deviation, cut.rest.weight, cut.rest.deviation});
  }
  const std::size_t n_cuts = flat.size() / 4;
  return to_numpy<2>(std::move(flat), {n_cuts, 4});
}

std::tuple<double, double, double> median(const Strided<double>& values,
                                          const Strided<double>& weights) {
  const auto value_column = column_of<double>(values, "values");
  const auto weight_column = column_of<double>(weights, "weights");
  Deviation result = unlocked([&] { return median_deviation(value_column, weight_column); });
  return {result.weight, result.deviation, result.median};
}

Array<double> component(const Matrix<double>& points, const Vector<double>& weights) {
  check_length("points", points.shape(0), weights.size());
  const auto flat = cells_of<double>(points, "points");
  const auto weight_span = span_of<double>(weights, "weights");
  return to_numpy(unlocked([&] { return first_component(flat, weight_span); }));
}

Array<std::int64_t> cuts_by_length(const Matrix<double>& table) {
  const auto flat = cells_of<double>(table, "table");
  return to_numpy(unlocked([&] { return description_length_cuts(flat, table.shape(1)); }));
}

Array<std::int32_t> groups(const Matrix<double>& table, double missing, bool is_charged) {
  const auto flat = cells_of<double>(table, "table");
  return to_numpy(
      unlocked([&] { return value_groups(flat, table.shape(1), missing, is_charged); }));
}

}  // namespace

void bind_statistics(nb::module_& m) {
  m.def("rank", &rank_column<double>, "values"_array, kRankDoc);
  m.def("rank", &rank_column<float>, "values"_array, kRankDoc);
  m.def("first_seen", &first_seen_of, "values"_array,
        "Return (where each different value comes first, which of them stands in each place).");
  m.def("table_counts", &table_counts, "codes"_array, "n_codes"_a, "rows"_array, "classes"_array,
        "n_classes"_a, "weights"_array, "counts"_array,
        "Return (bins, counts, class weights of each bin, missing count, missing class weights).");
  m.def("table_sums", &table_sums, "codes"_array, "n_codes"_a, "rows"_array, "contributions"_array,
        "counts"_array, "Return (bins, counts, sums of each bin, missing count, missing sums).");
  m.def("total_counts", &total_counts, "rows"_array, "classes"_array, "n_classes"_a,
        "weights"_array, "counts"_array, "Return (count, class weights) of the rows.");
  m.def("total_sums", &total_sums, "rows"_array, "contributions"_array, "counts"_array,
        "Return (count, sums) of the rows.");
  m.def("group_sums", &group_sums, "labels"_array, "arity"_a, "values"_array,
        "Return (candidates, arity, width): values of bins summed by branch, bin after bin.");
  m.def("deviation_cuts", &cuts, "groups"_array, "values"_array, "weights"_array,
        "Return one row per cut between groups: weight and deviation of the first groups, weight "
        "and deviation of the others.");
  m.def("median_deviation", &median, "values"_array, "weights"_array,
        "Return (weight, sum of w * |y - median|, weighted median).");
  m.def("first_component", &component, "points"_array, "weights"_array,
        "Return where each point lies along the direction of largest spread, from -1 to 1.");
  m.def("description_length_cuts", &cuts_by_length, "table"_array,
        "Return the positions after which to cut bins of class weights, ascending.");
  m.def("value_groups", &groups, "table"_array, "missing"_a, "is_charged"_a = false,
        "Return the group of each bin of class weights, merged for the highest gain ratio.");
}

}  // namespace arboretum
