#include "arboretum/linear/residuals.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

#include "arboretum/check.hpp"
#include "arboretum/grow/simd.hpp"
#include "fit_sums.hpp"

namespace arboretum::linear {
namespace {

/// Between two positions whose sums are kept there are at least so many rows.
constexpr std::size_t kStep = 64;
/// So many positions are looked at first, to know about how good a cut can be.
constexpr std::size_t kFirstLooks = 16;
/// What is left is a difference of squares of the targets; this share of them is rounding.
constexpr double kRounding = 1e-11;
/// So many rows ahead memory is asked for.
constexpr std::size_t kAhead = 12;
/// So many rows are added to the sums at a time.
constexpr std::size_t kAtOnce = 4;

/// About so many rows say where the centre of a node is: near is enough to keep the digits.
constexpr std::size_t kCentring = 256;

/// Sums of the rows of a node, measured from a centre among them.
template <class Sums>
class NodeSums {
 public:
  NodeSums(std::span<const double> terms, std::size_t n_terms, std::span<const double> targets,
           Column<double> weights, double ridge, std::span<const std::int32_t> rows)
      : terms_(terms),
        n_terms_(n_terms),
        targets_(targets),
        weights_(weights),
        sums_(n_terms, ridge),
        rows_(rows),
        centre_(n_terms + 1, 0.0),
        room_(kAtOnce * sums_.n_values(), 0.0) {
    const std::size_t step = 1 + rows.size() / kCentring;
    double n = 0.0;
    for (std::size_t i = 0; i < rows.size(); i += step, n += 1.0) {
      const double* values = terms_of(rows[i]);
      for (std::size_t k = 0; k < n_terms; ++k) centre_[k] += values[k];
      centre_[n_terms] += targets_[rows[i]];
    }
    if (n > 0.0)
      for (double& mean : centre_) mean /= n;
  }

  std::size_t width() const { return sums_.width(); }

  /// Adds the rows from one place of the node's to before another.
  void add(std::size_t begin, std::size_t end, double* sums) {
    for (; begin + kAtOnce <= end; begin += kAtOnce) {
      std::array<CentredRow, kAtOnce> rows;
      for (std::size_t r = 0; r < kAtOnce; ++r) {
        if (begin + r + kAhead < rows_.size()) fetch(rows_[begin + r + kAhead]);
        rows[r] = centred(rows_[begin + r], r);
      }
      sums_.template add<kAtOnce>(rows, sums);
    }
    for (; begin < end; ++begin) sums_.template add<1>({centred(rows_[begin], 0)}, sums);
  }

  /// Of the targets, about the centre.
  double squares(const double* sums) const { return sums_.squares(sums); }

  Residual residual(const double* sums) {
    const double weight = sums_.weight(sums);
    return {weight, sums_.target(sums) + weight * centre_[n_terms_], sums_.left(sums)};
  }

 private:
  const double* terms_of(std::int32_t row) const {
    return terms_.data() + static_cast<std::size_t>(row) * n_terms_;
  }
  /// Rows come in the order of a feature: memory is told in time.
  void fetch(std::int32_t row) const {
    const double* terms = terms_of(row);
    for (std::size_t k = 0; k < n_terms_; k += n_lanes) __builtin_prefetch(terms + k);
    __builtin_prefetch(&targets_[row]);
  }
  CentredRow centred(std::int32_t row, std::size_t place) {
    double* values = room_.data() + place * sums_.n_values();
    const double* terms = terms_of(row);
    for (std::size_t k = 0; k < n_terms_; ++k) values[Sums::first_term + k] = terms[k] - centre_[k];
    const double target = targets_[row] - centre_[n_terms_];
    sums_.complete(target, values);
    return {weights_[row], target, values};
  }

  std::span<const double> terms_;
  std::size_t n_terms_;
  std::span<const double> targets_;
  Column<double> weights_;
  Sums sums_;
  std::span<const std::int32_t> rows_;
  std::vector<double> centre_;
  std::vector<double> room_;
};

/// One search for the best cuts.
template <class Sums>
class CutSearch {
 public:
  CutSearch(NodeSums<Sums>& node, std::size_t n_rows, std::span<const std::int32_t> positions,
            WantedCuts wanted)
      : node_(node), n_rows_(n_rows), positions_(positions), wanted_(wanted) {}

  /// The wanted cuts that were worked out, in the order of their numbers; of those that are clearly
  /// not the best only some.
  void run(std::vector<ResidualCut>& out) {
    choose_stops();
    sum_stops();
    const std::size_t n = stops_.size(), step = 1 + n / kFirstLooks;
    for (std::size_t stop = 0; stop < n; stop += step) evaluate_stop(stop);
    if ((n - 1) % step > 0) evaluate_stop(n - 1);
    // The recursion is written out: a function that calls itself is not compiled for vectors.
    std::vector<StopRange> waiting;
    for (std::size_t low = 0; low + 1 < n; low += step) {
      waiting.push_back({low, std::min(low + step, n - 1)});
      while (!waiting.empty()) {
        const auto [from, to] = waiting.back();
        waiting.pop_back();
        if (to - from < 2) {
          refine({places_[from], places_[to], first(from), rest(to), 0});
        } else if (!is_idle(places_[from], places_[to])) {
          const std::size_t middle = from + (to - from) / 2;
          evaluate_stop(middle);
          waiting.push_back({middle, to});
          waiting.push_back({from, middle});
        }
      }
    }
    const auto is_left_out = [&](const ResidualCut& found) {
      return !is_wanted(found.cut) || (wanted_.slack >= 0.0 && total(found) > least_ + tolerance_);
    };
    out.clear();
    std::ranges::remove_copy_if(found_, std::back_inserter(out), is_left_out);
    std::ranges::sort(out, {}, &ResidualCut::cut);
  }

 private:
  /// Two stops that are worked out.
  struct StopRange {
    std::size_t low;
    std::size_t high;
  };
  /// The places of two cuts that are worked out, with the sums before the one and after the other.
  struct Stretch {
    std::size_t low;
    std::size_t high;
    const double* first;
    const double* rest;
    std::size_t depth;
  };
  /// More than the depth to which so few cuts can be halved.
  static constexpr std::size_t max_depth = 8;
  static_assert(kStep < std::size_t{1} << max_depth);

  double* first(std::size_t stop) { return sums_.data() + 2 * stop * node_.width(); }
  double* rest(std::size_t stop) { return first(stop) + node_.width(); }
  std::size_t at(std::size_t cut) const { return static_cast<std::size_t>(positions_[cut]); }

  /// The first cut, the last, and between them one every so many rows: whatever is wanted, so that
  /// the sums of a cut are always added in the same order.
  void choose_stops() {
    for (std::size_t cut = 0; cut < positions_.size(); ++cut)
      if (stops_.empty() || cut + 1 == positions_.size() || at(cut) >= at(stops_.back()) + kStep)
        stops_.push_back(cut);
  }

  /// Rows between two stops are added up once, for the sums before and after both.
  void sum_stops() {
    const std::size_t width = node_.width(), n = stops_.size();
    std::vector<double> between((n + 1) * width, 0.0);
    for (std::size_t s = 0; s <= n; ++s)
      node_.add(s > 0 ? at(stops_[s - 1]) : 0, s < n ? at(stops_[s]) : n_rows_,
                between.data() + s * width);
    const auto added = [&](const double* to, std::size_t stretch, double* sums) {
      const double* more = between.data() + stretch * width;
      for (std::size_t k = 0; k < width; ++k) sums[k] = to[k] + more[k];
    };
    sums_.assign(2 * n * width, 0.0);
    std::vector<double> none(width, 0.0), all(width);
    for (std::size_t s = 0; s < n; ++s) added(s > 0 ? first(s - 1) : none.data(), s, first(s));
    for (std::size_t s = n; s-- > 0;) added(s + 1 < n ? rest(s + 1) : none.data(), s + 1, rest(s));
    added(first(n - 1), n, all.data());
    const double weight = node_.residual(all.data()).weight;
    tolerance_ = wanted_.slack * weight + kRounding * node_.squares(all.data());
    best_ = wanted_.most * weight;
    room_.resize(2 * max_depth * width);
    places_.resize(n);
  }

  void evaluate_stop(std::size_t stop) {
    places_[stop] = evaluate(stops_[stop], first(stop), rest(stop));
  }

  bool is_wanted(std::size_t cut) const { return wanted_.begin <= cut && cut < wanted_.end; }

  static double total(const ResidualCut& found) { return found.first.left + found.rest.left; }

  /// Works out a cut; returns its place among those that are.
  std::size_t evaluate(std::size_t cut, const double* first_sums, const double* rest_sums) {
    found_.push_back({cut, node_.residual(first_sums), node_.residual(rest_sums)});
    if (is_wanted(cut)) least_ = std::min(least_, total(found_.back()));
    best_ = std::min(best_, least_);
    return found_.size() - 1;
  }

  /// Whether no cut between two that are worked out is wanted, or none can be the best.
  bool is_idle(std::size_t low_place, std::size_t high_place) const {
    const ResidualCut &low = found_[low_place], &high = found_[high_place];
    if (high.cut - low.cut < 2 || high.cut <= wanted_.begin || low.cut + 1 >= wanted_.end)
      return true;
    return wanted_.slack >= 0.0 && low.first.left + high.rest.left > best_ + tolerance_;
  }

  /// Works out the cuts between two, those in the middle first.
  void refine(const Stretch& whole) {
    const std::size_t width = node_.width();
    stretches_.assign(1, whole);
    while (!stretches_.empty()) {
      const Stretch stretch = stretches_.back();
      stretches_.pop_back();
      if (is_idle(stretch.low, stretch.high)) continue;
      const std::size_t low = found_[stretch.low].cut, high = found_[stretch.high].cut;
      const std::size_t middle = low + (high - low) / 2;
      // What is deeper is done before this room is needed again.
      double* first_here = room_.data() + 2 * stretch.depth * width;
      double* rest_here = first_here + width;
      std::copy_n(stretch.first, width, first_here);
      node_.add(at(low), at(middle), first_here);
      std::copy_n(stretch.rest, width, rest_here);
      node_.add(at(middle), at(high), rest_here);
      const std::size_t place = evaluate(middle, first_here, rest_here), depth = stretch.depth + 1;
      stretches_.push_back({place, stretch.high, first_here, stretch.rest, depth});
      stretches_.push_back({stretch.low, place, stretch.first, rest_here, depth});
    }
  }

  NodeSums<Sums>& node_;
  std::size_t n_rows_;
  std::span<const std::int32_t> positions_;
  WantedCuts wanted_;
  std::vector<ResidualCut> found_;   ///< those that are worked out, in that order
  std::vector<std::size_t> stops_;   ///< cuts whose sums are kept
  std::vector<double> sums_;         ///< of the rows before each of them, and of those after it
  std::vector<std::size_t> places_;  ///< of the stops among what is worked out
  std::vector<Stretch> stretches_;
  std::vector<double> room_;  ///< for the sums of cuts between stops, by depth
  double tolerance_ = -1.0;
  double least_ = std::numeric_limits<double>::infinity();  ///< that a wanted cut leaves
  double best_ = least_;                                    ///< what a cut may leave to matter
};

}  // namespace

Residuals::Residuals(std::span<const double> terms, std::size_t n_terms,
                     std::span<const double> targets, Column<double> weights, FitKind kind,
                     double ridge)
    : terms_(terms),
      n_terms_(n_terms),
      targets_(targets),
      weights_(weights),
      kind_(kind),
      ridge_(ridge) {
  check_length("terms", terms.size(), n_terms * targets.size());
  check_length("weights", weights.size(), targets.size());
}

Residual Residuals::of(std::span<const std::int32_t> rows) const {
  Residual found;
  const auto work = [&](auto node) {
    std::vector<double> sums(node.width(), 0.0);
    node.add(0, rows.size(), sums.data());
    found = node.residual(sums.data());
  };
  grow::with_simd([&] {
    if (kind_ == FitKind::full)
      work(NodeSums<FullSums>(terms_, n_terms_, targets_, weights_, ridge_, rows));
    else
      work(NodeSums<SingleSums>(terms_, n_terms_, targets_, weights_, ridge_, rows));
  });
  return found;
}

void Residuals::cuts(std::span<const std::int32_t> rows, std::span<const std::int32_t> positions,
                     WantedCuts wanted, std::vector<ResidualCut>& out) const {
  out.clear();
  if (wanted.begin >= wanted.end) return;
  const auto work = [&](auto node) { CutSearch(node, rows.size(), positions, wanted).run(out); };
  grow::with_simd([&] {
    if (kind_ == FitKind::full)
      work(NodeSums<FullSums>(terms_, n_terms_, targets_, weights_, ridge_, rows));
    else
      work(NodeSums<SingleSums>(terms_, n_terms_, targets_, weights_, ridge_, rows));
  });
}

}  // namespace arboretum::linear
