#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace arboretum::optimal {

/// Cuts of a column from `first` to `last`, none of which is looked at yet, and the nearest ones
/// that are: -1 for none.
template <class Value>
struct Interval {
  int first, last, before, after;
  /// What the cuts cost at least.
  Value bound;
};

/// What both sides of a cut cost at least, known at the cuts that were looked at.
///
/// A side that grows by some rows cannot become cheaper, and not dearer by more than those rows
/// cost in the worst case.  So a cut is bounded by its neighbours, each side by the better of the
/// two.
///
/// `free` bounds hold for trees whose leaves may be of any size.  Only these grow with the side:
/// with a least size, fewer rows may cost more, because a leaf would be too small.  The other way
/// round, rows that are added keep leaves large enough, so that own bounds may be used.
template <class Value>
class Envelope {
 public:
  struct Side {
    Value own, free;
  };

  /// `least` is what every side costs at least.
  void open(std::size_t n_cuts, Value least) {
    least_ = least;
    floors_.clear();
    left_.resize(n_cuts);
    right_.resize(n_cuts);
    is_known_.assign(n_cuts, 0);
  }

  void learn(int cut, const Side& left, const Side& right) {
    left_[cut] = left;
    right_[cut] = right;
    is_known_[cut] = 1;
  }

  /// The same of a cut in an interval whose sides may not be solved: what is known already holds.
  void learn(int cut, const Interval<Value>& in, Side left, Side right) {
    left.own = std::max(left.own, this->left(cut, in.before, in.after));
    right.own = std::max(right.own, this->right(cut, in.before, in.after));
    if (in.before >= 0) left.free = std::max(left.free, left_[in.before].free);
    if (in.after >= 0) right.free = std::max(right.free, right_[in.after].free);
    learn(cut, left, right);
  }

  /// Takes what a cut costs at least for a reason of its own: each side, and both.
  void raise(int cut, Value left, Value right, Value both) {
    floors_.resize(left_.size(), {least_, least_, least_ + least_});
    floors_[cut] = {left, right, both};
  }

  /// What all rows up to a cut cost in the worst case, and all rows.
  std::vector<Value> most;
  Value most_of_all{};
  /// What all rows cost at least in a tree of a side, if that is known.
  Value all_rows{};

  Value left(int cut, int before, int after) const {
    Value bound = floors_.empty() ? least_ : floors_[cut].left;
    if (before >= 0) bound = std::max(bound, left_[before].free);
    if (after >= 0) return std::max(bound, left_[after].own - (most[after] - most[cut]));
    return all_rows > Value{} ? std::max(bound, all_rows - (most_of_all - most[cut])) : bound;
  }
  Value right(int cut, int before, int after) const {
    Value bound = floors_.empty() ? least_ : floors_[cut].right;
    if (after >= 0) bound = std::max(bound, right_[after].free);
    if (before >= 0) return std::max(bound, right_[before].own - (most[cut] - most[before]));
    return all_rows > Value{} ? std::max(bound, all_rows - most[cut]) : bound;
  }
  Value both(int cut, const Interval<Value>& in) const {
    const Value bound = left(cut, in.before, in.after) + right(cut, in.before, in.after);
    return floors_.empty() ? bound : std::max(bound, floors_[cut].both);
  }

  /// The cut that divides what the rows between the neighbours cost at worst into halves.
  int middle(const Interval<Value>& in) const {
    const Value low = in.before >= 0 ? most[in.before] : Value{};
    const Value high = in.after >= 0 ? most[in.after] : most_of_all;
    const auto last = most.begin() + in.last;
    return int(std::lower_bound(most.begin() + in.first, last, (low + high) / 2) - most.begin());
  }

  /// The cut with the least bound, the nearest to the middle of those.
  int cheapest(const Interval<Value>& in) const {
    const int middle = (in.first + in.last) / 2;
    int best = middle;
    for (int cut = in.first; cut <= in.last; ++cut) {
      const Value bound = both(cut, in), least = both(best, in);
      if (bound < least || (bound == least && std::abs(cut - middle) < std::abs(best - middle)))
        best = cut;
    }
    return best;
  }

  /// Drops the cuts at both ends that `closes` says cannot be better.  Returns the least bound of
  /// those that are dropped, or `none`.
  template <class Closes>
  Value shrink(Interval<Value>& in, const Closes& closes, Value none) const {
    Value dropped = none;
    for (; in.first <= in.last; ++in.first) {
      const Value bound = both(in.first, in);
      if (!closes(bound)) break;
      dropped = std::min(dropped, bound);
    }
    for (; in.first <= in.last; --in.last) {
      const Value bound = both(in.last, in);
      if (!closes(bound)) break;
      dropped = std::min(dropped, bound);
    }
    return dropped;
  }

  /// What the cuts of an interval cost at least, or `none`.
  Value bound(const Interval<Value>& in, Value none) const {
    Value least = none;
    for (int cut = in.first; cut <= in.last; ++cut) least = std::min(least, both(cut, in));
    return least;
  }

  /// What every cut costs at least if leaves may be of any size.
  Value least_free(Value none) const {
    const int n = int(left_.size());
    Value least = none;
    for (int cut = 0, before = -1, after = -1; cut < n; ++cut) {
      if (after < cut) {
        after = cut;
        while (after < n && !is_known_[after]) ++after;
      }
      if (is_known_[cut]) before = cut;
      Value left = least_, right = least_;
      if (before >= 0) {
        left = std::max(left, left_[before].free);
        right = std::max(right, right_[before].free - (most[cut] - most[before]));
      }
      if (after < n) {
        left = std::max(left, left_[after].free - (most[after] - most[cut]));
        right = std::max(right, right_[after].free);
      }
      least = std::min(least, left + right);
    }
    return least;
  }

 private:
  struct Floor {
    Value left, right, both;
  };

  Value least_{};
  std::vector<Floor> floors_;
  std::vector<Side> left_, right_;
  std::vector<char> is_known_;
};

}  // namespace arboretum::optimal
