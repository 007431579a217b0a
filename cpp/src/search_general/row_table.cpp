#include "arboretum/search_general/row_table.hpp"

#include <algorithm>

namespace arboretum::general {

void RowTable::fill(std::span<const Entry> entries) {
  const std::size_t n_known = read_bins(entries);
  sorted_.resize(entries.size());
  std::ranges::transform(entries, sorted_.begin(), &Entry::row);
  offsets_.assign(1, 0);
  for (std::size_t i = 1; i <= n_known; ++i)
    if (i == n_known || entries[i].code != entries[i - 1].code)
      offsets_.push_back(static_cast<std::int32_t>(i));
  offsets_.push_back(static_cast<std::int32_t>(entries.size()));
  counts.assign(bins.size(), 0.0);
  missing_count = 0.0;
  for (std::size_t bin = 0; bin <= bins.size(); ++bin) {
    const auto first = static_cast<std::size_t>(offsets_[bin]),
               end = static_cast<std::size_t>(offsets_[bin + 1]);
    if (end - first > 1) sort_bin(std::span(sorted_).subspan(first, end - first));
    double& count = bin < bins.size() ? counts[bin] : missing_count;
    for (std::size_t i = first; i < end; ++i) count += counts_of_rows_[sorted_[i]];
  }
}

RowTable::Ordered RowTable::in_order(std::span<const std::int32_t> order,
                                     std::int32_t missing_branch) const {
  if (order.empty() && missing_branch != 0)
    return {missing_branch == 1 ? std::span<const std::int32_t>(sorted_) : known_rows(),
            std::span(offsets_).subspan(1, bins.size())};
  gathered_.clear();
  ends_.clear();
  const auto append = [&](std::span<const std::int32_t> some) {
    gathered_.insert(gathered_.end(), some.begin(), some.end());
  };
  if (missing_branch == 0) append(rows_of(bins.size()));
  for (std::size_t i = 0; i < bins.size(); ++i) {
    append(rows_of(order.empty() ? i : static_cast<std::size_t>(order[i])));
    ends_.push_back(static_cast<std::int32_t>(gathered_.size()));
  }
  if (missing_branch == 1) append(rows_of(bins.size()));
  return {gathered_, ends_};
}

std::vector<double> RowTable::reached(std::span<const std::int32_t> order,
                                      std::int32_t missing_branch) const {
  std::vector<double> found(bins.size());
  double count = missing_branch == 0 ? missing_count : 0.0;
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = count += counts[order.empty() ? i : static_cast<std::size_t>(order[i])];
  return found;
}

void RowTable::groups(const Grouping& grouping, std::int32_t missing_branch, Branches& out) const {
  const auto arity = static_cast<std::int32_t>(grouping.arity);
  out.reset(grouping.size, static_cast<std::size_t>(std::max(arity, missing_branch + 1)), width_);
  std::vector<std::int32_t> labels(bins.size() + 1);
  for (std::size_t i = 0; i < out.n; ++i) {
    grouping.label(i, std::span(labels).first(bins.size()));
    labels.back() = missing_branch;
    for (std::size_t branch = 0; branch < out.arity; ++branch) {
      gathered_.clear();
      for (std::size_t bin = 0; bin <= bins.size(); ++bin) {
        if (labels[bin] != static_cast<std::int32_t>(branch)) continue;
        const auto some = rows_of(bin);
        gathered_.insert(gathered_.end(), some.begin(), some.end());
        out.count(i, branch) += count_of(bin);
      }
      measure(gathered_, out.of(i, branch));
    }
  }
}

std::vector<double> RowTable::statistics() const {
  std::vector<double> all(bins.size() * width_, 0.0);
  for (std::size_t bin = 0; bin < bins.size(); ++bin)
    measure(rows_of(bin), all.data() + bin * width_);
  return all;
}

std::vector<double> RowTable::missing() const {
  std::vector<double> all(width_, 0.0);
  if (has_missing()) measure(rows_of(bins.size()), all.data());
  return all;
}

}  // namespace arboretum::general
