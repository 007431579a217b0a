#include "arboretum/search_general/intervals.hpp"

#include <algorithm>
#include <numeric>

namespace arboretum::general {

std::vector<double> values_of(const Table& table, const FeatureColumn& column) {
  std::vector<double> values(table.n_bins());
  for (std::size_t bin = 0; bin < values.size(); ++bin) values[bin] = column.value(table, bin);
  return values;
}

std::vector<double> midpoints(const std::vector<double>& values) {
  std::vector<double> thresholds;
  for (std::size_t i = 1; i < values.size(); ++i)
    thresholds.push_back(midpoint(values[i - 1], values[i]));
  return thresholds;
}

std::vector<double> equal_frequency(const std::vector<double>& values,
                                    const std::vector<double>& counts, std::size_t n) {
  std::vector<double> reached(counts.size()), thresholds;
  std::partial_sum(counts.begin(), counts.end(), reached.begin());
  std::ptrdiff_t before = -1;
  for (std::size_t i = 1; i < n; ++i) {
    const double wanted = reached.back() * static_cast<double>(i) / static_cast<double>(n);
    std::ptrdiff_t last = std::ranges::lower_bound(reached, wanted) - reached.begin();
    // The last bin of an interval is the one that brings it nearest to its share.
    if (last > 0 && wanted - reached[last - 1] <= reached[last] - wanted) --last;
    if (last == before || last + 1 >= std::ssize(values)) continue;
    thresholds.push_back(midpoint(values[last], values[last + 1]));
    before = last;
  }
  return thresholds;
}

Occupied occupied_intervals(const std::vector<double>& thresholds,
                            const std::vector<double>& values) {
  Occupied found;
  std::ptrdiff_t before = -1;
  for (const double value : values) {
    const auto interval = std::ranges::lower_bound(thresholds, value) - thresholds.begin();
    if (before >= 0 && interval != before) found.thresholds.push_back(thresholds[interval - 1]);
    before = interval;
    found.labels.push_back(static_cast<std::int32_t>(found.thresholds.size()));
  }
  return found;
}

}  // namespace arboretum::general
