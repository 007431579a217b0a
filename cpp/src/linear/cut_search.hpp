#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

#include "arboretum/linear/residuals.hpp"
#include "node_sums.hpp"

namespace arboretum::linear {

/// So many positions are looked at first, to know about how good a cut can be.
constexpr std::size_t kFirstLooks = 16;
/// What is left is a difference of squares of the targets; this share of them is rounding.
constexpr double kRounding = 1e-11;

/// One search for the best cuts.
///
/// Sums are kept at some cuts, the stops; those of others are added up from there, by halving.
template <class Sums>
class CutSearch {
 public:
  CutSearch(NodeSums<Sums>& node, std::size_t n_rows, std::span<const std::int32_t> positions,
            WantedCuts wanted)
      : node_(node), n_rows_(n_rows), positions_(positions), wanted_(wanted) {}

  /// The wanted cuts that were worked out, in the order of their numbers; of those that are clearly
  /// not the best only some.
  void run(std::vector<ResidualCut>& out) {
    run(out, [&](std::size_t stop) { refine(stop); });
  }

 protected:
  /// The same, where `look_before` works out the cuts before a stop that may matter.
  template <class Look>
  void run(std::vector<ResidualCut>& out, const Look& look_before) {
    choose_stops();
    sum_stops(
        [&](std::size_t begin, std::size_t end, double* sums) { node_.add(begin, end, sums); });
    const std::size_t n = stops_.size(), step = 1 + n / kFirstLooks;
    for (std::size_t stop = 0; stop < n; stop += step) place_of(stop);
    place_of(n - 1);
    // The recursion is written out: a function that calls itself is not compiled for vectors.
    std::vector<StopRange> waiting;
    for (std::size_t low = 0; low + 1 < n; low += step) {
      waiting.push_back({low, std::min(low + step, n - 1)});
      while (!waiting.empty()) {
        const auto [from, to] = waiting.back();
        waiting.pop_back();
        const ResidualCut &first_cut = found_[place_of(from)], &last_cut = found_[place_of(to)];
        if (!is_any_wanted(first_cut.cut, last_cut.cut) ||
            is_too_much(least_between(first_cut, last_cut)))
          continue;
        if (to - from < 2) {
          look_before(to);
        } else {
          const std::size_t middle = from + (to - from) / 2;
          place_of(middle);
          waiting.push_back({middle, to});
          waiting.push_back({from, middle});
        }
      }
    }
    take(out);
  }

  /// The first cut, the last, and between them one every so many rows: whatever is wanted, so that
  /// the sums of a cut are always added in the same order.
  void choose_stops() {
    std::size_t most_between = 1;
    for (std::size_t cut = 0; cut < positions_.size(); ++cut) {
      if (!stops_.empty() && cut + 1 < positions_.size() &&
          at(cut) < at(stops_.back()) + node_.sums().rows_to_next_stop(at(stops_.back()), n_rows_))
        continue;
      if (!stops_.empty()) most_between = std::max(most_between, cut - stops_.back());
      stops_.push_back(cut);
    }
    places_.assign(stops_.size(), kNowhere);
    room_.resize(2 * static_cast<std::size_t>(std::bit_width(most_between)) * node_.width());
  }

  /// Rows between two stops are added up once, for the sums before and after both.
  template <class Add>
  void sum_stops(const Add& add) {
    const std::size_t width = node_.width(), n = stops_.size();
    std::vector<double> between((n + 1) * width, 0.0);
    for (std::size_t s = 0; s <= n; ++s)
      add(s > 0 ? at(stops_[s - 1]) : 0, s < n ? at(stops_[s]) : n_rows_,
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
  }

  double* first(std::size_t stop) { return sums_.data() + 2 * stop * node_.width(); }
  double* rest(std::size_t stop) { return first(stop) + node_.width(); }
  std::size_t at(std::size_t cut) const { return static_cast<std::size_t>(positions_[cut]); }
  bool is_wanted(std::size_t cut) const { return wanted_.begin <= cut && cut < wanted_.end; }
  /// Whether cuts that leave so much cannot be the best.
  bool is_too_much(double left) const { return wanted_.slack >= 0.0 && left > best_ + tolerance_; }

  /// Works out a stop, if that was not done; returns its place among the cuts that are.
  std::size_t place_of(std::size_t stop) {
    if (places_[stop] == kNowhere) places_[stop] = evaluate(stops_[stop], first(stop), rest(stop));
    return places_[stop];
  }

  /// Whether some cut between two is wanted.
  bool is_any_wanted(std::size_t low, std::size_t high) const {
    return high - low >= 2 && high > wanted_.begin && low + 1 < wanted_.end;
  }

  /// What cuts between two leave at least.
  static double least_between(const ResidualCut& low, const ResidualCut& high) {
    return low.first.at_least + high.rest.at_least;
  }

  void refine(std::size_t stop) { refine(stop, least_between); }

  /// The same, with what a cut after each row from one stop to the next leaves at least.
  void refine_after(std::size_t stop, std::span<const double> least_after) {
    const std::size_t start = at(stops_[stop - 1]) + 1;
    refine(stop, [&](const ResidualCut& low, const ResidualCut& high) {
      const std::size_t from = std::max(low.cut + 1, wanted_.begin),
                        to = std::min(high.cut, wanted_.end);
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t cut = from; cut < to; ++cut)
        least = std::min(least, least_after[at(cut) - start]);
      return std::max(least_between(low, high), least);
    });
  }

  /// Works out the cuts between a stop and the one before it, those in the middle first, where they
  /// may matter: `least` says of two cuts what those between them leave at least.
  template <class Least>
  void refine(std::size_t stop, const Least& least) {
    const std::size_t width = node_.width();
    const auto wait = [&](Stretch stretch) {
      const ResidualCut &low = found_[stretch.low], &high = found_[stretch.high];
      if (!is_any_wanted(low.cut, high.cut)) return;
      stretch.least = least(low, high);
      if (!is_too_much(stretch.least)) stretches_.push_back(stretch);
    };
    const std::size_t low_place = place_of(stop - 1), high_place = place_of(stop);
    wait({low_place, high_place, first(stop - 1), rest(stop), 0});
    while (!stretches_.empty()) {
      const Stretch stretch = stretches_.back();
      stretches_.pop_back();
      if (is_too_much(stretch.least)) continue;
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
      const std::size_t n_waiting = stretches_.size();
      wait({place, stretch.high, first_here, stretch.rest, depth});
      wait({stretch.low, place, stretch.first, rest_here, depth});
      // The better half first: what it finds may rule out the other.
      if (stretches_.size() == n_waiting + 2 &&
          stretches_[n_waiting].least < stretches_[n_waiting + 1].least)
        std::swap(stretches_[n_waiting], stretches_[n_waiting + 1]);
    }
  }

  void take(std::vector<ResidualCut>& out) {
    const auto is_left_out = [&](const ResidualCut& found) {
      return !is_wanted(found.cut) || (wanted_.slack >= 0.0 && total(found) > least_ + tolerance_);
    };
    out.clear();
    std::ranges::remove_copy_if(found_, std::back_inserter(out), is_left_out);
    std::ranges::sort(out, {}, &ResidualCut::cut);
  }

  NodeSums<Sums>& node_;
  std::size_t n_rows_;
  std::span<const std::int32_t> positions_;
  WantedCuts wanted_;
  std::vector<std::size_t> stops_;                          ///< cuts whose sums are kept
  double least_ = std::numeric_limits<double>::infinity();  ///< that a wanted cut leaves
  double best_ = least_;                                    ///< what a cut may leave to matter

 private:
  static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

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
    double least = 0.0;  ///< that cuts between them leave
  };

  static double total(const ResidualCut& found) { return found.first.left + found.rest.left; }

  /// Works out a cut; returns its place among those that are.
  std::size_t evaluate(std::size_t cut, const double* first_sums, const double* rest_sums) {
    found_.push_back({cut, node_.residual(first_sums), node_.residual(rest_sums)});
    if (is_wanted(cut)) least_ = std::min(least_, total(found_.back()));
    best_ = std::min(best_, least_);
    return found_.size() - 1;
  }

  std::vector<ResidualCut> found_;   ///< those that are worked out, in that order
  std::vector<double> sums_;         ///< of the rows before each stop, and of those after it
  std::vector<std::size_t> places_;  ///< of the stops among what is worked out
  std::vector<Stretch> stretches_;
  std::vector<double> room_;  ///< for the sums of cuts between stops, by depth
  double tolerance_ = -1.0;
};

}  // namespace arboretum::linear
