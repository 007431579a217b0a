#include "arboretum/search_general/splitter.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "arboretum/core/check.hpp"
#include "arboretum/search_general/intervals.hpp"
#include "arboretum/statistics/description_length.hpp"
#include "arboretum/statistics/pairwise_sum.hpp"
#include "arboretum/statistics/value_groups.hpp"

namespace arboretum::general {
namespace {

class Threshold final : public Splitter {
 public:
  Threshold(bool at_value, double class_share) : at_value_(at_value), class_share_(class_share) {}
  bool handles(Kind kind) const override { return kind != Kind::categorical; }
  bool needs_values() const override { return at_value_; }
  bool is_steady() const override { return true; }

  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn&,
                                    const Statistics& statistics) const override {
    if (class_share_ == 0.0) return propose_cuts(0, table.n_bins() - 1, at_value_);
    const auto [first, end] = heavy_enough(table, statistics);
    return first < end ? propose_cuts(first, end, at_value_) : nullptr;
  }

  std::optional<double> least_weight(double whole, std::size_t n_classes) const override {
    const double share = class_share_ * whole / static_cast<double>(n_classes);
    // A little less, so that rounding bars no cut.
    return (1 - 1e-9) * std::min(most_on_a_side, share);
  }

 private:
  /// What `class_share` asks of a side at most, by weight.
  static constexpr double most_on_a_side = 25.0;

  /// The cuts, from the first to one past the last, with enough weight on both sides.
  std::pair<std::size_t, std::size_t> heavy_enough(const Table& table,
                                                   const Statistics& statistics) const {
    std::vector<double> weights;
    table.weights(statistics, weights);
    const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
    const double least = *least_weight(whole, statistics.n_classes());
    std::size_t first = 0, end = table.n_bins() - 1;
    double before = weights[first], after = weights[end];
    while (first < end && !(before >= least)) before += weights[++first];
    while (first < end && !(after >= least)) after += weights[--end];
    return {first, end};
  }

  bool at_value_;
  double class_share_;
};

enum class Search { automatic, ordered, exhaustive };

class Subset final : public Splitter {
 public:
  Subset(Search search, std::size_t max_exhaustive, double min_samples, bool is_descending)
      : search_(search),
        max_exhaustive_(max_exhaustive),
        min_samples_(min_samples),
        is_descending_(is_descending) {}
  bool handles(Kind kind) const override { return kind == Kind::categorical; }
  /// There may be fractions of samples: 1 leaves none out.
  double min_samples() const override { return min_samples_ > 1.0 ? min_samples_ : 0.0; }

  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn&,
                                    const Statistics& statistics) const override {
    if (is_exhaustive(table.n_bins(), statistics)) return propose_all_sets(table.n_bins());
    const std::vector<double> keys = statistics.order_keys(table);
    std::vector<std::int32_t> order(table.n_bins());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(
        order, {}, [&](std::int32_t bin) { return is_descending_ ? -keys[bin] : keys[bin]; });
    return propose_ordered_sets(std::move(order));
  }

 private:
  bool is_exhaustive(std::size_t n_bins, const Statistics& statistics) const {
    if (search_ == Search::automatic)
      return !statistics.order_is_exact() && n_bins <= max_exhaustive_;
    return search_ == Search::exhaustive;
  }

  Search search_;
  std::size_t max_exhaustive_;
  double min_samples_;
  bool is_descending_;
};

class FixedOrder final : public Splitter {
 public:
  explicit FixedOrder(std::vector<std::vector<std::int64_t>> ranks) : ranks_(std::move(ranks)) {}
  bool handles(Kind kind) const override { return kind == Kind::categorical; }

  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn& column,
                                    const Statistics&) const override {
    const std::vector<std::int64_t>& ranks = ranks_.at(static_cast<std::size_t>(column.index));
    check_length("ranks", ranks.size(), static_cast<std::size_t>(column.feature->n_categories));
    std::vector<std::int32_t> order(table.n_bins());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::int32_t bin) { return ranks[table.bins[bin]]; });
    return propose_ordered_sets(std::move(order), ranks);
  }

 private:
  std::vector<std::vector<std::int64_t>> ranks_;
};

class Multiway final : public Splitter {
 public:
  bool handles(Kind kind) const override { return kind == Kind::categorical; }
  bool is_steady() const override { return true; }
  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn&,
                                    const Statistics&) const override {
    std::vector<std::int32_t> labels(table.n_bins());
    std::iota(labels.begin(), labels.end(), 0);
    return propose_groups(std::move(labels));
  }
};

class Grouped final : public Splitter {
 public:
  bool handles(Kind kind) const override { return kind == Kind::categorical; }
  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn&,
                                    const Statistics& statistics) const override {
    const std::vector<double> missing = table.missing();
    return propose_groups(value_groups(table.statistics(), statistics.width(),
                                       pairwise_sum(missing.data(), missing.size())));
  }
};

enum class Method { frequency, width, description_length };

class Buckets final : public Splitter {
 public:
  Buckets(Method method, std::size_t n) : method_(method), n_(n) {}
  bool handles(Kind kind) const override { return kind != Kind::categorical; }

  std::unique_ptr<Proposal> propose(const Table& table, const FeatureColumn& column,
                                    const Statistics& statistics) const override {
    const std::vector<double> values = values_of(table, column);
    switch (method_) {
      case Method::width:
        return without_empty_intervals(equal_width(values), values);
      case Method::frequency:
        return without_empty_intervals(equal_frequency(values, table.counts, n_), values);
      case Method::description_length:
        break;
    }
    std::vector<double> thresholds;
    for (const std::int64_t cut : description_length_cuts(table.statistics(), statistics.width()))
      thresholds.push_back(midpoint(values[cut], values[cut + 1]));
    return without_empty_intervals(thresholds, values);
  }

 private:
  std::vector<double> equal_width(const std::vector<double>& values) const {
    std::vector<double> thresholds;
    for (std::size_t i = 1; i < n_; ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(n_);
      thresholds.push_back(values.front() * (1 - share) + values.back() * share);
    }
    return thresholds;
  }

  static std::unique_ptr<Proposal> without_empty_intervals(const std::vector<double>& thresholds,
                                                           const std::vector<double>& values) {
    Occupied found = occupied_intervals(thresholds, values);
    if (found.thresholds.empty()) return nullptr;
    return propose_groups(std::move(found.labels), std::move(found.thresholds));
  }

  Method method_;
  std::size_t n_;
};

}  // namespace

std::unique_ptr<Splitter> make_threshold(bool at_value, double class_share) {
  return std::make_unique<Threshold>(at_value, class_share);
}

std::unique_ptr<Splitter> make_subset(const std::string& search, std::size_t max_exhaustive,
                                      double min_samples_category, bool is_descending) {
  const auto make = [&](Search how) {
    return std::make_unique<Subset>(how, max_exhaustive, min_samples_category, is_descending);
  };
  if (search == "auto") return make(Search::automatic);
  if (search == "ordered") return make(Search::ordered);
  if (search == "exhaustive") return make(Search::exhaustive);
  refuse("search '" + search + "' is not known");
}

std::unique_ptr<Splitter> make_fixed_order(std::vector<std::vector<std::int64_t>> ranks) {
  return std::make_unique<FixedOrder>(std::move(ranks));
}
std::unique_ptr<Splitter> make_multiway() { return std::make_unique<Multiway>(); }
std::unique_ptr<Splitter> make_grouped() { return std::make_unique<Grouped>(); }

std::unique_ptr<Splitter> make_buckets(const std::string& method, std::size_t n) {
  if (method == "frequency") return std::make_unique<Buckets>(Method::frequency, n);
  if (method == "width") return std::make_unique<Buckets>(Method::width, n);
  if (method == "mdl") return std::make_unique<Buckets>(Method::description_length, n);
  refuse("method '" + method + "' is not known");
}

}  // namespace arboretum::general
