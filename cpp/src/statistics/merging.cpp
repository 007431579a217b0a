#include "arboretum/statistics/merging.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "arboretum/statistics/principal.hpp"

namespace arboretum {
namespace {

/// Above this many categories not every way to part a group in two is tried.
constexpr std::size_t kMaxParted = 10;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Whether one logarithm of p is above another by more than rounding.
bool is_above(double log_p, double other) {
  const double rounding = std::isinf(other) ? 0.0 : 1e-9 * std::abs(other) + 1e-12;
  return log_p > other + rounding;
}

/// Categories that count as one; it is known by the first of them.
struct Group {
  std::vector<std::int32_t> members;  ///< ascending; none: it was merged into another
  double count = 0.0;
  std::vector<double> sums;

  void add(const Group& other) {
    const std::size_t n = members.size();
    members.insert(members.end(), other.members.begin(), other.members.end());
    std::inplace_merge(members.begin(), members.begin() + std::ptrdiff_t(n), members.end());
    count += other.count;
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += other.sums[k];
  }
};

struct Pair {
  std::size_t first = 0;
  std::size_t second = 0;  ///< never 0 in a pair that was found
  double log_p = 0.0;
};

class Merger {
 public:
  Merger(std::span<const double> counts, std::span<const double> sums, MergeableBins bins,
         const MergeRules& rules)
      : bins_(bins), rules_(rules), width_(sums.size() / counts.size()) {
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const auto of_category = sums.subspan(i * width_, width_);
      categories_.push_back(
          {{static_cast<std::int32_t>(i)}, counts[i], {of_category.begin(), of_category.end()}});
    }
    start_from(categories_);
  }

  std::vector<std::int32_t> run() {
    if (rules_.is_exhaustive)
      merge_exhaustively();
    else
      merge_while_alike();
    merge_small();
    return labels();
  }

 private:
  std::size_t n_categories() const { return categories_.size(); }
  double& known(std::size_t a, std::size_t b) { return log_p_[a * n_categories() + b]; }

  void start_from(std::vector<Group> groups) {
    groups_ = std::move(groups);
    log_p_.assign(n_categories() * n_categories(), kUnknown);
    best_after_.assign(n_categories(), kUnknown);
    list_active();
  }

  void list_active() {
    active_.clear();
    for (std::size_t i = 0; i < groups_.size(); ++i)
      if (!groups_[i].members.empty()) active_.push_back(i);
  }

  /// p of two groups; the pairs that no merger has touched are not worked out again.
  double log_p(std::size_t a, std::size_t b) {
    double& found = known(a, b);
    if (std::isnan(found)) found = log_p_of(groups_[a], groups_[b]);
    return found;
  }

  double log_p_of(const Group& a, const Group& b) const {
    const double* const both[] = {a.sums.data(), b.sums.data()};
    return log_p_alike(rules_.test, both, width_);
  }

  double log_p_of_all() const {
    std::vector<const double*> all;
    for (const std::size_t i : active_) all.push_back(groups_[i].sums.data());
    return log_p_alike(rules_.test, all, width_);
  }

  bool is_missing(std::size_t category) const {
    return bins_.has_missing && category + 1 == n_categories();
  }

  /// Calls `look` with every later place of `active_` whose group may be merged with that at one.
  template <class Look>
  void for_partners(std::size_t place, Look look) const {
    const std::size_t n = active_.size();
    const std::size_t end = bins_.is_ordered ? std::min(place + 2, n) : n;
    for (std::size_t other = place + 1; other < end; ++other) look(other);
    if (end < n && is_missing(active_.back())) look(n - 1);
  }

  /// The largest p of the group at a place with those it may be merged with.
  double best_after(std::size_t place) {
    double& best = best_after_[active_[place]];
    if (std::isnan(best)) {
      best = -kInfinity;
      for_partners(place, [&](std::size_t other) {
        best = std::max(best, log_p(active_[place], active_[other]));
      });
    }
    return best;
  }

  /// The pair that differs least; the first of equals.
  Pair most_alike() {
    double best = -kInfinity;
    for (std::size_t i = 0; i < active_.size(); ++i) best = std::max(best, best_after(i));
    Pair first;
    for (std::size_t i = 0; first.second == 0; ++i) {
      if (is_above(best, best_after(i))) continue;
      for_partners(i, [&](std::size_t other) { take_first(i, other, best, first); });
    }
    return first;
  }

  /// The same of the pairs with one group.
  Pair most_alike_to(std::size_t group) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < active_.size(); ++i)
      for_partners(i, [&](std::size_t other) {
        if (active_[i] == group || active_[other] == group) pairs.emplace_back(i, other);
      });
    double best = -kInfinity;
    for (const auto& [i, other] : pairs) best = std::max(best, log_p(active_[i], active_[other]));
    Pair first;
    for (const auto& [i, other] : pairs) take_first(i, other, best, first);
    return first;
  }

  /// Takes the pair at two places, if there is none yet and it is as alike as the best.
  void take_first(std::size_t place, std::size_t other, double best, Pair& first) {
    const double found = log_p(active_[place], active_[other]);
    if (first.second == 0 && !is_above(best, found))
      first = {active_[place], active_[other], found};
  }

  void merge(const Pair& pair) {
    groups_[pair.first].add(groups_[pair.second]);
    groups_[pair.second].members.clear();
    list_active();
    forget(pair.second);
    forget(pair.first);
  }

  /// What is known of a group that has changed, and of others because of it.
  ///
  /// The best of another group stays, unless it was with this one: then it is looked for again.
  void forget(std::size_t group) {
    for (std::size_t i = 0; i < group; ++i)
      if (bins_.is_ordered || !(known(i, group) < best_after_[i])) best_after_[i] = kUnknown;
    best_after_[group] = kUnknown;
    for (std::size_t i = 0; i < n_categories(); ++i) known(group, i) = known(i, group) = kUnknown;
    if (groups_[group].members.empty()) return;
    for (const std::size_t i : active_)
      if (i < group && !std::isnan(best_after_[i]))
        best_after_[i] = std::max(best_after_[i], log_p(i, group));
  }

  void merge_while_alike() {
    const double least = std::log(rules_.alpha);
    // Parting and merging could go round in circles; so often no data needs it.
    std::size_t n_parted = 0;
    while (active_.size() > 2) {
      const Pair pair = most_alike();
      if (!(pair.log_p > least)) return;
      merge(pair);
      if (rules_.alpha_resplit && n_parted < n_categories() && part(pair.first)) ++n_parted;
    }
  }

  void merge_exhaustively() {
    std::vector<Group> best = groups_;
    double best_log_p = log_p_of_all();
    while (active_.size() > 2) {
      merge(most_alike());
      const double found = log_p_of_all();
      if (!is_above(best_log_p, found)) continue;
      best_log_p = found;
      best = groups_;
    }
    start_from(std::move(best));
  }

  void merge_small() {
    while (active_.size() > 1) {
      const auto count = [&](std::size_t i) { return groups_[i].count; };
      const std::size_t smallest = *std::ranges::min_element(active_, {}, count);
      if (groups_[smallest].count >= rules_.min_samples) return;
      merge(most_alike_to(smallest));
    }
  }

  /// Parts a group of three categories or more in two, if the two differ enough.
  bool part(std::size_t group) {
    const std::vector<std::int32_t>& members = groups_[group].members;
    if (members.size() < 3) return false;
    double best = std::log(*rules_.alpha_resplit);
    Group first, second;
    for (const std::vector<bool>& is_second : ways_to_part(members)) {
      Group parts[2];
      for (std::size_t i = 0; i < members.size(); ++i) add(members[i], parts[is_second[i]]);
      const double found = log_p_of(parts[0], parts[1]);
      if (!is_above(best, found)) continue;
      best = found;
      first = std::move(parts[0]);
      second = std::move(parts[1]);
    }
    if (second.members.empty()) return false;
    const auto places = {first.members.front(), second.members.front()};
    groups_[static_cast<std::size_t>(second.members.front())] = std::move(second);
    groups_[group] = std::move(first);
    list_active();
    for (const std::int32_t place : places) forget(static_cast<std::size_t>(place));
    return true;
  }

  void add(std::int32_t category, Group& to) const {
    if (to.members.empty())
      to = categories_[static_cast<std::size_t>(category)];
    else
      to.add(categories_[static_cast<std::size_t>(category)]);
  }

  /// Which categories go to the second part; never the first one.
  std::vector<std::vector<bool>> ways_to_part(const std::vector<std::int32_t>& members) const {
    if (bins_.is_ordered) return ways_to_cut(members);
    const std::size_t n = members.size();
    std::vector<std::vector<bool>> ways;
    if (n > kMaxParted) {
      std::vector<bool> is_second(n, false);
      const std::vector<std::size_t> order = order_of(members);
      for (std::size_t i = n; --i > 0;) {
        is_second[order[i]] = true;
        ways.push_back(is_second);
        if (is_second[0]) ways.back().flip();
      }
      return ways;
    }
    for (std::size_t number = 1; number < std::size_t{1} << (n - 1); ++number) {
      std::vector<bool> is_second(n, false);
      for (std::size_t i = 1; i < n; ++i) is_second[i] = (number >> (i - 1) & 1) != 0;
      ways.push_back(std::move(is_second));
    }
    return ways;
  }

  /// Of ordered categories: every cut, and missing values on either side or alone.
  std::vector<std::vector<bool>> ways_to_cut(const std::vector<std::int32_t>& members) const {
    const std::size_t n = members.size();
    const bool has_missing = is_missing(static_cast<std::size_t>(members.back()));
    std::vector<std::vector<bool>> ways;
    for (std::size_t cut = 1; cut < n; ++cut) {
      std::vector<bool> is_second(n, false);
      std::fill(is_second.begin() + std::ptrdiff_t(cut), is_second.end(), true);
      ways.push_back(is_second);
      if (!has_missing || cut + 1 == n) continue;
      is_second.back() = false;
      ways.push_back(std::move(is_second));
    }
    return ways;
  }

  /// The categories by the share of the second class or the mean; with more classes by the
  /// direction in which their shares spread most.
  std::vector<std::size_t> order_of(const std::vector<std::int32_t>& members) const {
    std::vector<double> weights, points, keys;
    for (const std::int32_t member : members) {
      const std::vector<double>& sums = categories_[static_cast<std::size_t>(member)].sums;
      const bool is_number = rules_.test == TestName::f;
      const double weight = is_number ? sums[0] : std::reduce(sums.begin(), sums.end());
      weights.push_back(weight);
      for (const double sum : sums) points.push_back(weight > 0.0 ? sum / weight : 0.0);
      keys.push_back(points[points.size() - width_ + (width_ > 1 ? 1 : 0)]);
    }
    if (rules_.test != TestName::f && width_ > 2) keys = first_component(points, weights);
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
    return order;
  }

  std::vector<std::int32_t> labels() const {
    std::vector<std::int32_t> labels(n_categories());
    for (std::size_t i = 0; i < active_.size(); ++i)
      for (const std::int32_t member : groups_[active_[i]].members)
        labels[static_cast<std::size_t>(member)] = static_cast<std::int32_t>(i);
    return labels;
  }

  MergeableBins bins_;
  const MergeRules& rules_;
  std::size_t width_;
  std::vector<Group> categories_;    ///< as they came
  std::vector<Group> groups_;        ///< by their first category
  std::vector<std::size_t> active_;  ///< first categories of the groups there are, ascending
  std::vector<double> log_p_;        ///< of pairs of groups, where known
  std::vector<double> best_after_;   ///< the largest of those of a group with later ones, if known
};

/// Of "n choose k"; minus infinity where there is no way.
double log_choose(double n, double k) {
  if (k < 0.0 || k > n) return -kInfinity;
  double sum = 0.0;
  for (double i = 1.0; i <= k; ++i) sum += std::log((n - k + i) / i);
  return sum;
}

double log_add(double a, double b) {
  const double more = std::max(a, b), less = std::min(a, b);
  return less == -kInfinity ? more : more + std::log1p(std::exp(less - more));
}

/// Of the Stirling number of the second kind: partitions of n things into k groups.
double log_partitions(std::size_t n, std::size_t k) {
  std::vector<double> ways(k + 1, -kInfinity);  // of the things so far, into 0, 1 ... k groups
  ways[0] = 0.0;
  for (std::size_t i = 1; i <= n; ++i) {
    // With too few groups by now there can no more be k in the end.
    const std::size_t least = k + i > n ? std::max<std::size_t>(k + i - n, 1) : 1;
    for (std::size_t j = std::min(i, k); j >= least; --j)
      ways[j] = log_add(std::log(static_cast<double>(j)) + ways[j], ways[j - 1]);
    ways[0] = -kInfinity;
  }
  return ways[k];
}

}  // namespace

double log_trials(std::size_t n_categories, std::size_t n_groups, MergeableBins bins,
                  bool is_exhaustive) {
  const double c = static_cast<double>(n_categories), r = static_cast<double>(n_groups);
  double trials = 0.0;
  if (is_exhaustive)
    trials = std::log(bins.is_ordered ? c * (c - 1) / 2 : c * (c * c - 1) / 6);
  else if (!bins.is_ordered)
    trials = log_partitions(n_categories, n_groups);
  else if (!bins.has_missing)
    trials = log_choose(c - 1, r - 1);
  else
    trials = log_add(log_choose(c - 2, r - 2), std::log(r) + log_choose(c - 2, r - 1));
  return trials / std::numbers::ln10;
}

std::vector<std::int32_t> merge_categories(std::span<const double> counts,
                                           std::span<const double> sums, MergeableBins bins,
                                           const MergeRules& rules) {
  return Merger(counts, sums, bins, rules).run();
}

}  // namespace arboretum
