#pragma once

#include <algorithm>
#include <vector>

#include "cut_bounds.hpp"
#include "cut_search.hpp"

namespace arboretum::linear {

/// A search that passes over cuts by what the fit of the whole node tells of them.
class BoundedSearch : private CutSearch<FullSums> {
  using Search = CutSearch<FullSums>;

 public:
  BoundedSearch(NodeSums<FullSums>& node, std::size_t n_rows,
                std::span<const std::int32_t> positions, WantedCuts wanted, const NodeFit& fit)
      : Search(node, n_rows, positions, wanted), bounds_(node.sums(), fit) {}

  void run(std::vector<ResidualCut>& out) {
    choose_stops();
    bounds_.pulls().reserve(n_rows_ / kGroup + stops_.size(), node_.sums().n_values());
    sum_stops([&](std::size_t begin, std::size_t end, double* sums) {
      starts_.push_back(bounds_.pulls().squares.size());
      node_.add(begin, end, sums, bounds_.pulls());
    });
    find_blocks();
    // Best first; of what is not known last, when there is something to compare it with.
    std::ranges::sort(blocks_, [](const Block& a, const Block& b) {
      return a.is_bounded() != b.is_bounded() ? a.is_bounded() : a.least < b.least;
    });
    for (const Block& block : blocks_)
      if (!is_too_much(block.least)) look_into(block);
    if (!(least_ < std::numeric_limits<double>::infinity())) look_anywhere();
    take(out);
  }

 private:
  /// The cuts from one stop to the next, by the number of the second.
  struct Block {
    std::size_t stop;
    std::size_t begin;         ///< the first of its groups with wanted cuts ...
    std::size_t end;           ///< ... and one past the last
    double least;              ///< that one of its cuts can leave
    std::vector<double> pull;  ///< of all rows before the first group

    bool is_bounded() const { return least > -std::numeric_limits<double>::infinity(); }
  };

  void find_blocks() {
    bounds_.start();
    std::vector<double> pull(node_.sums().n_values(), 0.0);
    std::size_t next = 0;  // group
    for (std::size_t stop = 1; stop < stops_.size(); ++stop) {
      if (stops_[stop] < wanted_.begin || stops_[stop - 1] >= wanted_.end) continue;
      Block block{
          stop, group_of(stop, wanted_.begin), group_of(stop, wanted_.end - 1) + 1, 0.0, {}};
      for (; next < block.begin; ++next) bounds_.add(next, pull);
      block.pull = pull;
      if (aim_at(block)) {
        bounds_.bound(block.begin, block.end, bounds_.groups_at_a_time(best_), pull);
        next = block.end;
      }
      block.least = bounds_.least(block.begin, block.end);
      blocks_.push_back(std::move(block));
    }
  }

  /// The group of a cut among those before a stop, or the nearest.
  std::size_t group_of(std::size_t stop, std::size_t cut) const {
    const std::size_t start = at(stops_[stop - 1]), end = at(stops_[stop]);
    return starts_[stop] + (std::clamp(at(cut), start + 1, end) - start - 1) / kGroup;
  }
  /// Where a group of those before a stop starts, among the rows.
  std::size_t start_of(std::size_t stop, std::size_t group) const {
    return std::min(at(stops_[stop - 1]) + (group - starts_[stop]) * kGroup, at(stops_[stop]));
  }

  /// A branch of few rows that is not wanted would bound nothing: what is before the first group
  /// and after the last is added to the sums of the stops.
  bool aim_at(const Block& block) {
    std::vector<double> before(first(block.stop - 1), first(block.stop - 1) + node_.width()),
        after(rest(block.stop), rest(block.stop) + node_.width());
    node_.add(at(stops_[block.stop - 1]), start_of(block.stop, block.begin), before.data());
    node_.add(start_of(block.stop, block.end), at(stops_[block.stop]), after.data());
    return bounds_.aim(before.data(), after.data());
  }

  void look_into(const Block& block) {
    if (!block.is_bounded()) return refine(block.stop);
    bound_cuts(block);
    refine_after(block.stop, least_after_);
  }

  /// Bounds the cuts of a block one by one, except for groups without any that matters.
  void bound_cuts(const Block& block) {
    aim_at(block);
    least_after_.assign(at(stops_[block.stop]) - at(stops_[block.stop - 1]),
                        std::numeric_limits<double>::infinity());
    std::vector<double> pull = block.pull;
    Room pulls(kGroup * pull.size());
    for (std::size_t group = block.begin; group < block.end; ++group) {
      const std::size_t begin = start_of(block.stop, group), end = start_of(block.stop, group + 1);
      if (!is_too_much(bounds_.least(group, group + 1))) {
        node_.pulls(begin, end, pulls.data());
        const auto least = bounds_.of_rows(end - begin, pulls.data(), pull);
        std::copy_n(
            least.begin(), end - begin,
            least_after_.begin() + static_cast<std::ptrdiff_t>(begin - at(stops_[block.stop - 1])));
      }
      bounds_.add(group, pull);
    }
  }

  /// Works out some wanted cut where none can be among the best: a feature has a best one, too.
  void look_anywhere() {
    for (std::size_t stop = 0; stop < stops_.size(); ++stop)
      if (is_wanted(stops_[stop])) {
        place_of(stop);
        return;
      }
    best_ = std::numeric_limits<double>::infinity();
    for (const Block& block : blocks_) refine(block.stop);
  }

  CutBounds bounds_;
  std::vector<std::size_t> starts_;  ///< the first group after each stop, one before the first
  std::vector<Block> blocks_;
  std::vector<double> least_after_;  ///< what a cut after each row of a block leaves at least
};

}  // namespace arboretum::linear
