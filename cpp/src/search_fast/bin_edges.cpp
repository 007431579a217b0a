#include "bin_edges.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arboretum/search_fast/value_sort.hpp"

namespace arboretum::fast {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t max_edges = n_bins - 2;  // bins 0 .. 254; 255 is for missing values
/// Up to this many distinct values each gets a bin of its own.
constexpr std::size_t max_singles = max_edges / 2;
/// A value with this share of the sample gets a bin of its own among intervals.
constexpr std::size_t heavy_share = 64;

struct Distinct {
  double value;
  std::size_t count;
};

std::vector<Distinct> distinct_values(std::span<const double> sorted) {
  std::vector<Distinct> found;
  for (const double x : sorted) {
    if (found.empty() || found.back().value != x)
      found.push_back({x, 1});
    else
      ++found.back().count;
  }
  return found;
}

class EdgeList {
 public:
  explicit EdgeList(EncodedFeature& feature) : feature_(feature) {
    feature_.edges.fill(infinity);
    feature_.is_single.fill(false);
    feature_.n_edges = 0;
  }

  /// Ends the current bin at x, if it does not end there already.
  void end_at(double x) {
    if (feature_.n_edges > 0 && feature_.edges[feature_.n_edges - 1] >= x) return;
    feature_.edges[feature_.n_edges++] = x;
  }

  /// A bin that holds exactly x: nothing lies between x and the number just below it.
  void single(double x) {
    end_at(std::nextafter(x, -infinity));
    mark_single(x);
    end_at(x);
  }

  /// A bin that ends at x and holds only x because of what is known of the column.
  void single_by_spacing(double x) {
    mark_single(x);
    end_at(x);
  }

 private:
  void mark_single(double x) {
    feature_.is_single[feature_.n_edges] = true;
    feature_.single_value[feature_.n_edges] = x;
  }

  EncodedFeature& feature_;
};

/// Dealing values out on a scale is faster than comparing them.
void sort_spread(std::span<double> sample) {
  std::vector<Item> items;
  items.reserve(sample.size());
  for (const double x : sample) items.push_back({x});
  ValueSorter().sort(items);
  std::ranges::transform(items, sample.begin(), &Item::value);
}

/// Columns of one or two values, of which there may be many, are parted rather than sorted.
void sort_values(std::span<double> sample) {
  if (sample.empty()) return;
  const auto [low, high] = std::minmax_element(sample.begin(), sample.end());
  const double first = *low, last = *high;
  if (std::all_of(sample.begin(), sample.end(), [&](double x) { return x == first || x == last; }))
    std::partition(sample.begin(), sample.end(), [&](double x) { return x == first; });
  else
    sort_spread(sample);
}

/// Intervals with about as many samples; a heavy value takes two edges.
void intervals(const std::vector<Distinct>& values, std::size_t n_sampled, EdgeList& edges) {
  const std::size_t heavy = n_sampled / heavy_share + 1;
  const auto n_heavy = static_cast<std::size_t>(std::count_if(
      values.begin(), values.end(), [&](const Distinct& d) { return d.count >= heavy; }));
  const std::size_t enough = n_sampled / (max_edges - 2 * n_heavy) + 1;
  std::size_t held = 0;
  for (const Distinct& d : values) {
    if (d.count >= heavy) {
      edges.single(d.value);
      held = 0;
    } else if ((held += d.count) >= enough) {
      edges.end_at(d.value);
      held = 0;
    }
  }
}

/// Whether each whole number from the lowest to the highest can have a bin of its own.
bool are_whole_and_dense(const std::vector<Distinct>& values) {
  constexpr double exact = 4503599627370496.0;  // 2^52: beyond it x + 1 may be x
  const double low = values.front().value, high = values.back().value;
  if (low < -exact || high > exact || high - low > static_cast<double>(max_edges - 2)) return false;
  return std::all_of(values.begin(), values.end(),
                     [](const Distinct& d) { return d.value == std::nearbyint(d.value); });
}

}  // namespace

BinPlan plan_bins(std::span<double> sample, bool has_missing, bool guess, EncodedFeature& feature) {
  sort_values(sample);
  const std::vector<Distinct> values = distinct_values(sample);
  EdgeList edges(feature);
  BinPlan plan;
  if (values.empty()) return plan;
  plan.is_two_valued = guess && values.size() == 2 && !has_missing;
  feature.low = values.front().value;
  feature.high = values.back().value;
  if (guess && are_whole_and_dense(values)) {
    plan.whole_numbers = true;
    edges.single(feature.low);
    for (double x = feature.low + 1; x <= feature.high; ++x) edges.single_by_spacing(x);
  } else if (values.size() <= max_singles) {
    for (const Distinct& d : values) edges.single(d.value);
  } else {
    intervals(values, sample.size(), edges);
  }
  return plan;
}

}  // namespace arboretum::fast
