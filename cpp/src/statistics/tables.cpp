#include "arboretum/statistics/tables.hpp"

#include <algorithm>
#include <utility>

#include "arboretum/core/check.hpp"

namespace arboretum {
namespace {

template <Statistics S>
void check_arguments(std::span<const std::int32_t> rows, const S& statistics,
                     Column<double> counts) {
  check_length("counts", counts.size(), statistics.n_rows());
  check_rows(rows, statistics.n_rows());
  for (const std::int32_t row : rows) statistics.check(row);
}

void check_codes(Column<std::int32_t> codes, std::size_t n_codes,
                 std::span<const std::int32_t> rows) {
  for (const std::int32_t row : rows) {
    const std::int32_t code = codes[row];
    if (code >= 0 && !is_within(code, n_codes))
      refuse(entry("codes", row, code) + ", but n_codes is " + std::to_string(n_codes));
  }
}

/// Fills a table row by row.
template <Statistics S>
class TableFiller {
 public:
  TableFiller(const S& statistics, Column<double> counts)
      : statistics_(statistics), counts_(counts) {
    table_.missing.statistics.assign(statistics.width(), 0.0);
  }

  void set_bins(std::vector<std::int32_t> bins) {
    table_.counts.assign(bins.size(), 0.0);
    table_.statistics.assign(bins.size() * statistics_.width(), 0.0);
    table_.bins = std::move(bins);
  }

  void add(std::size_t bin, std::int32_t row) {
    table_.counts[bin] += counts_[row];
    statistics_.add(row, table_.statistics.data() + bin * statistics_.width());
  }

  void add_missing(std::int32_t row) {
    table_.missing.count += counts_[row];
    statistics_.add(row, table_.missing.statistics.data());
  }

  Table finish() { return std::move(table_); }

 private:
  const S& statistics_;
  Column<double> counts_;
  Table table_;
};

/// Finds the bins by marking codes in an array as long as there are codes.
template <Statistics S>
void fill_by_marking(TableFiller<S>& filler, Column<std::int32_t> codes, std::size_t n_codes,
                     std::span<const std::int32_t> rows) {
  std::vector<std::int32_t> bin_of_code(n_codes, -1);
  for (const std::int32_t row : rows)
    if (const std::int32_t code = codes[row]; code >= 0) bin_of_code[code] = 0;

  std::vector<std::int32_t> bins;
  for (std::size_t code = 0; code < n_codes; ++code) {
    if (bin_of_code[code] < 0) continue;
    bin_of_code[code] = static_cast<std::int32_t>(bins.size());
    bins.push_back(static_cast<std::int32_t>(code));
  }

  filler.set_bins(std::move(bins));
  for (const std::int32_t row : rows) {
    const std::int32_t code = codes[row];
    if (code < 0)
      filler.add_missing(row);
    else
      filler.add(bin_of_code[code], row);
  }
}

/// Finds the bins by sorting, in time that does not depend on the number of codes.
template <Statistics S>
void fill_by_sorting(TableFiller<S>& filler, Column<std::int32_t> codes,
                     std::span<const std::int32_t> rows) {
  // Code above, position below: one integer sorts by code, then by the order of the rows.
  std::vector<std::uint64_t> keys;
  keys.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int32_t code = codes[rows[i]];
    if (code < 0)
      filler.add_missing(rows[i]);
    else
      keys.push_back(static_cast<std::uint64_t>(code) << 32 | i);
  }
  std::ranges::sort(keys);

  const auto code_of = [](std::uint64_t key) { return static_cast<std::int32_t>(key >> 32); };
  std::vector<std::int32_t> bins;
  for (const std::uint64_t key : keys)
    if (bins.empty() || bins.back() != code_of(key)) bins.push_back(code_of(key));

  filler.set_bins(bins);
  std::size_t bin = 0;
  for (const std::uint64_t key : keys) {
    if (code_of(key) != bins[bin]) ++bin;
    filler.add(bin, rows[key & 0xffffffff]);
  }
}

}  // namespace

template <Statistics S>
Total total(std::span<const std::int32_t> rows, const S& statistics, Column<double> counts) {
  check_arguments(rows, statistics, counts);
  Total total;
  total.statistics.assign(statistics.width(), 0.0);
  for (const std::int32_t row : rows) {
    total.count += counts[row];
    statistics.add(row, total.statistics.data());
  }
  return total;
}

template <Statistics S>
Table table(Column<std::int32_t> codes, std::size_t n_codes, std::span<const std::int32_t> rows,
            const S& statistics, Column<double> counts) {
  check_length("codes", codes.size(), statistics.n_rows());
  check_arguments(rows, statistics, counts);
  check_codes(codes, n_codes, rows);

  // Sorting m rows costs about as much as clearing and reading 16 m marks.
  constexpr std::size_t kMarksPerRow = 16;
  TableFiller<S> filler(statistics, counts);
  if (n_codes / kMarksPerRow <= rows.size())
    fill_by_marking(filler, codes, n_codes, rows);
  else
    fill_by_sorting(filler, codes, rows);
  return filler.finish();
}

void add_groups(std::span<const double> values, std::size_t width,
                std::span<const std::int32_t> branch_of, double* sums) {
  for (std::size_t bin = 0; bin < branch_of.size(); ++bin)
    for (std::size_t k = 0; k < width; ++k)
      sums[branch_of[bin] * width + k] += values[bin * width + k];
}

template Total total(std::span<const std::int32_t>, const ClassWeights&, Column<double>);
template Total total(std::span<const std::int32_t>, const Sums&, Column<double>);
template Table table(Column<std::int32_t>, std::size_t, std::span<const std::int32_t>,
                     const ClassWeights&, Column<double>);
template Table table(Column<std::int32_t>, std::size_t, std::span<const std::int32_t>, const Sums&,
                     Column<double>);

}  // namespace arboretum
