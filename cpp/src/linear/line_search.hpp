#pragma once

#include <span>
#include <vector>

#include "cut_search.hpp"
#include "line_bound.hpp"

namespace arboretum::linear {

/// A search among fits by one term that bounds every cut between two stops before it works out any.
class LineSearch : private CutSearch<SingleSums> {
  using Search = CutSearch<SingleSums>;

 public:
  LineSearch(NodeSums<SingleSums>& node, std::size_t n_rows,
             std::span<const std::int32_t> positions, WantedCuts wanted)
      : Search(node, n_rows, positions, wanted), before_(node.sums()), after_(node.sums()) {}

  void run(std::vector<ResidualCut>& out) {
    Search::run(out, [&](std::size_t stop) {
      if (before_.aim(first(stop - 1), first(stop)) && after_.aim(rest(stop), rest(stop - 1)))
        refine_after(stop, bound_cuts(stop));
      else
        refine(stop);
    });
  }

 private:
  std::span<const double> bound_cuts(std::size_t stop) {
    const std::size_t begin = at(stops_[stop - 1]), end = at(stops_[stop]);
    least_after_.assign(end - begin, node_.squares(first(stop)) + node_.squares(rest(stop)));
    node_.visit(begin, end, [&]<class Doubles>(const WeighedRow<Doubles>& row) {
      before_.add(row);
      least_after_[row.number] -= before_.saved_at_most<Doubles>();
    });
    // From the other end: what is taken from a sum of heavy rows says little of light ones.
    node_.visit_back(begin, end, [&]<class Doubles>(const WeighedRow<Doubles>& row) {
      least_after_[row.number] -= after_.saved_at_most<Doubles>();
      after_.add(row);
    });
    return least_after_;
  }

  LineBound before_;
  LineBound after_;
  std::vector<double> least_after_;  ///< what a cut after each row leaves at least
};

}  // namespace arboretum::linear
