#pragma once

#include <limits>
#include <span>
#include <vector>

#include "cut_search.hpp"
#include "line_bound.hpp"

namespace arboretum::linear {

/// A search among fits by one term that bounds every cut between two stops before it works out any.
template <class Sums>
class LineSearch : private CutSearch<Sums> {
  using Search = CutSearch<Sums>;

 public:
  LineSearch(NodeSums<Sums>& node, std::size_t n_rows, std::span<const std::int32_t> positions,
             WantedCuts wanted)
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
  using Search::at;
  using Search::first;
  using Search::node_;
  using Search::refine;
  using Search::refine_after;
  using Search::rest;
  using Search::stops_;

  std::span<const double> bound_cuts(std::size_t stop) {
    const std::size_t begin = at(stops_[stop - 1]), end = at(stops_[stop]);
    least_after_.assign(end - begin, node_.squares(first(stop)) + node_.squares(rest(stop)));
    node_.visit(begin, end, [&](std::size_t i, double weight, double target, const double* terms) {
      before_.add(weight, target, terms);
      least_after_[i] -= before_.saved_at_most();
    });
    // From the other end: what is taken from a sum of heavy rows says little of light ones.
    node_.visit_back(begin, end,
                     [&](std::size_t i, double weight, double target, const double* terms) {
                       least_after_[i] -= after_.saved_at_most();
                       after_.add(weight, target, terms);
                     });
    return least_after_;
  }

  LineBound<Sums> before_;
  LineBound<Sums> after_;
  std::vector<double> least_after_;  ///< what a cut after each row leaves at least
};

}  // namespace arboretum::linear
