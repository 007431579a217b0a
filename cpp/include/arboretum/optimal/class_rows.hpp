#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "arboretum/optimal/costs.hpp"
#include "arboretum/optimal/local_rows.hpp"

namespace arboretum::optimal {

/// What `ClassLanes` reads of the rows of a small problem, in numbers that are wide enough.
template <class Number, bool has_min_count>
class ClassRows {
 public:
  using Value = ClassCosts::Value;
  using Id = std::make_unsigned_t<Number>;
  using Local = LocalRows<Number, Id>;

  /// What some rows add up to: the gains of the first class less those of the second, those of each
  /// row's best class, and the samples.
  struct Sums {
    Number difference, most, count;
  };
  /// What a row gains by a class.
  struct Gain {
    std::uint32_t of_class;
    Number gain;
  };
  /// Where rows in the order of a column can be split, and the sums up to there.
  struct Stop {
    std::uint32_t end;
    Number difference, count;
  };

  /// Whether sums of some rows fit into such numbers.
  static bool fits(const Summary<Value>& rows, std::size_t n_classes) {
    constexpr auto most = std::int64_t(std::numeric_limits<Number>::max());
    return rows.sums[n_classes] <= most && std::int64_t(rows.n) <= most &&
           (!has_min_count || rows.count <= most);
  }

  void open(const Problem<ClassCosts>& problem, const Rows<Value>& rows, std::size_t step) {
    problem_ = &problem;
    n_classes_ = problem.costs.n_classes();
    local_.take(rows, problem.columns, step);
    all_ = {Number(rows.sums[0] - rows.sums[1]), Number(rows.sums[n_classes_]),
            Number(has_min_count ? rows.count : 0)};
    read_rows();
    const std::size_t size = n() * columns().size();
    kinds_.resize(n());
    values_.resize(size);
    stops_.resize(size);
    n_stops_.resize(columns().size());
    for (std::size_t j = 0; j < columns().size(); ++j) read_column(j);
  }

  std::size_t n() const { return local_.n(); }
  std::size_t n_classes() const { return n_classes_; }
  const std::vector<typename Local::Local>& columns() const { return local_.columns(); }
  Row row(std::size_t id) const { return local_.row(id); }

  const Sums& all() const { return all_; }
  /// Of one row.
  const Sums& of(std::size_t id) const { return sums_[id]; }
  std::span<const Gain> gains(std::size_t id) const {
    return {gains_.data() + gains_start_[id], gains_start_[id + 1] - gains_start_[id]};
  }
  /// Of the rows on the left of a cut.
  const Sums& at(std::size_t j, std::size_t cut) const { return values_[j * n() + cut]; }

  /// Where the rows can be split in the order of a column.
  std::span<const Stop> stops(std::size_t j) const {
    return {stops_.data() + j * n(), n_stops_[j]};
  }

 private:
  void read_rows() {
    sums_.resize(n());
    kind_.resize(n());
    gains_.clear();
    gains_start_.assign(1, 0);
    for (std::size_t id = 0; id < n(); ++id) {
      const Value* own = problem_->costs.of(row(id));
      sums_[id] = {Number(own[0] - own[1]), Number(own[n_classes_]),
                   Number(has_min_count ? problem_->count[row(id)] : 0)};
      kind_[id] = n_classes_ > 64 ? ~std::uint64_t{0} : 0;
      for (std::size_t c = 0; c < n_classes_; ++c) {
        if (own[c] == 0) continue;
        kind_[id] |= std::uint64_t{1} << (c % 64);
        if (n_classes_ > 2) gains_.push_back({std::uint32_t(c), Number(own[c])});
      }
      if (n_classes_ > 2) gains_start_.push_back(std::uint32_t(gains_.size()));
    }
  }

  /// Adds up a column and finds where it can be split: between two values whose rows all gain by
  /// the same class a split is never the best of all.
  void read_column(std::size_t j) {
    const auto& column = columns()[j];
    const std::size_t n_values = column.ends.size();
    Sums* const values = values_.data() + j * n();
    std::fill_n(kinds_.begin(), n_values, 0);
    Sums sum{0, 0, 0};
    for (std::size_t i = 0; i < n(); ++i) {
      const std::size_t id = column.order[i], value = std::size_t(column.rank[id]);
      sum.difference = Number(sum.difference + sums_[id].difference);
      sum.most = Number(sum.most + sums_[id].most);
      if (has_min_count) sum.count = Number(sum.count + sums_[id].count);
      values[value] = sum;
      kinds_[value] |= kind_[id];
    }
    Stop* const stops = stops_.data() + j * n();
    std::size_t n_stops = 0;
    std::uint64_t run = kinds_[0];  // which classes gain in the rows since the last stop
    for (std::size_t v = 1; v < n_values; ++v) {
      const std::uint64_t both = run | kinds_[v];
      const bool is_stop = has_min_count || (both & (both - 1)) != 0;
      stops[n_stops] = {column.ends[v - 1], values[v - 1].difference, values[v - 1].count};
      n_stops += is_stop;
      run = is_stop ? kinds_[v] : both;
    }
    n_stops_[j] = n_stops;
  }

  const Problem<ClassCosts>* problem_ = nullptr;
  std::size_t n_classes_ = 0;
  Local local_;
  Sums all_{};
  std::vector<Sums> sums_, values_;
  /// The classes that rows gain by, a bit for each.
  std::vector<std::uint64_t> kind_, kinds_;
  std::vector<Gain> gains_;
  std::vector<std::uint32_t> gains_start_;
  std::vector<Stop> stops_;
  std::vector<std::size_t> n_stops_;
};

}  // namespace arboretum::optimal
