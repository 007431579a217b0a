#include "arboretum/search_general/table.hpp"

#include <algorithm>

#include "arboretum/search_general/statistics.hpp"

namespace arboretum::general {

void sort_categories(std::span<const std::int32_t> rows, Column<std::int32_t> codes,
                     std::vector<Entry>& list) {
  list.clear();
  for (const std::int32_t row : rows)
    list.push_back({codes[row] < 0 ? kMissingCode : codes[row], row});
  std::ranges::sort(list, is_before);
}

Grouping grouped_by(std::vector<std::int32_t> labels) {
  const auto arity = static_cast<std::size_t>(std::ranges::max(labels)) + 1;
  return {1, arity, [labels = std::move(labels)](std::size_t, std::span<std::int32_t> out) {
            std::ranges::copy(labels, out.begin());
          }};
}

Grouping all_together() {
  return {1, 1, [](std::size_t, std::span<std::int32_t> out) { std::ranges::fill(out, 0); }};
}

std::size_t Table::read_bins(std::span<const Entry> entries) {
  bins.clear();
  rows.clear();
  std::size_t i = 0;
  for (; i < entries.size() && entries[i].code != kMissingCode; ++i) {
    if (!bins.empty() && bins.back() == entries[i].code) continue;
    bins.push_back(entries[i].code);
    rows.push_back(entries[i].row);
  }
  return i;
}

void Table::leave_out_small(std::span<const std::int32_t> order, double least, std::size_t& begin,
                            std::size_t& end) const {
  const auto count_at = [&](std::size_t i) { return counts[order.empty() ? i : order[i]]; };
  double before = 0.0, after = 0.0;
  for (std::size_t i = 0; begin < end && i < end; ++i) {
    before += count_at(i);
    if (before >= least) break;
    begin = std::max(begin, i + 1);
  }
  for (std::size_t i = bins.size(); begin < end && i-- > begin + 1;) {
    after += count_at(i);
    if (after >= least) break;
    end = std::min(end, i - 1);
  }
}

void Table::weights(const Statistics& counted, std::vector<double>& weights) const {
  counted.weights(statistics(), weights);
}

void Table::known(std::vector<double>& statistics) const {
  Branches together;
  groups(all_together(), kLeftOut, together);
  statistics = std::move(together.statistics);
}

void Table::fill_without_rare(const Table& whole, std::span<const Entry> entries, double least) {
  std::vector<Entry> moved, missing;
  std::size_t bin = 0;
  for (const Entry& entry : entries) {
    const bool is_known = entry.code != kMissingCode;
    while (is_known && whole.bins[bin] != entry.code) ++bin;
    if (is_known && whole.counts[bin] >= least)
      moved.push_back(entry);
    else
      missing.push_back({kMissingCode, entry.row});
  }
  std::ranges::sort(missing, {}, &Entry::row);
  moved.insert(moved.end(), missing.begin(), missing.end());
  fill(moved);
}

}  // namespace arboretum::general
