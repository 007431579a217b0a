#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/core/column.hpp"

namespace arboretum::general {

/// Where the sums of many targets stand: weight, a sum a target, one sum of squares and, where
/// cells are missing, the known weight of each target.  The twin of `statistics/vector_moments.py`.
struct VectorLayout {
  std::span<const double> target_weights;
  bool misses_cells = false;

  std::size_t n_targets() const { return target_weights.size(); }
  std::size_t width() const { return 2 + n_targets() * (misses_cells ? 2 : 1); }
  double known(const double* sums, std::size_t target) const {
    return misses_cells ? sums[2 + n_targets() + target] : sums[0];
  }
  double mean(const double* sums, std::size_t target) const {
    const double weight = known(sums, target);
    return weight > 0.0 ? sums[1 + target] / weight : 0.0;
  }
  /// Weighted squares about the means of the targets.
  double within(const double* sums) const {
    double about_0 = 0.0;
    for (std::size_t k = 0; k < n_targets(); ++k)
      about_0 += target_weights[k] * sums[1 + k] * mean(sums, k);
    return std::max(sums[1 + n_targets()] - about_0, 0.0);
  }
};

/// The rows that a split parts, all together: what its branches are compared with.
struct Whole {
  std::vector<double> means;
  std::vector<double> sums;
  double squares = 0.0;  ///< about the means

  void read(const VectorLayout& layout) {
    means.resize(layout.n_targets());
    for (std::size_t k = 0; k < means.size(); ++k) means[k] = layout.mean(sums.data(), k);
    squares = layout.within(sums.data());
  }
};

/// What is kept of a branch: not its sums, which are many, but what scores and rules read.
struct Summary {
  static constexpr std::size_t width = 4;
  enum : std::size_t { weight, within, apart, first };

  /// `apart` is how far the means are from those of the whole, squared, by weight.
  static void write(double weight_here, double squares, double apart_here, double first_here,
                    double* out) {
    out[weight] = weight_here;
    out[within] = std::max(squares - apart_here, 0.0);
    out[apart] = apart_here;
    out[first] = weight_here > 0.0 ? first_here / weight_here : 0.0;
  }
};

/// Numbers; where `misses_cells` some of them are NaN.
template <bool misses_cells>
class NumberRowsOf {
 public:
  NumberRowsOf(std::span<const double> targets, std::span<const double> target_weights,
               Column<double> weights)
      : layout_{target_weights, misses_cells}, targets_(targets), weights_(weights) {}

  const VectorLayout& layout() const { return layout_; }
  void add(std::int32_t row, double* sums) const;
  bool are_alike(std::int32_t a, std::int32_t b) const;

  /// A branch that grows row by row, measured from the means of the whole.
  class Side {
   public:
    Side(const NumberRowsOf& rows, const Whole& whole) : rows_(rows), whole_(whole) { reset(); }
    void reset();
    void add(std::int32_t row) {
      const std::size_t d = away_.size();
      const double w = rows_.weights_[row];
      const double *y = rows_.of(row), *means = whole_.means.data(),
                   *c = rows_.layout_.target_weights.data();
      double square = 0.0;
      for (std::size_t k = 0; k < d; ++k) {
        if constexpr (misses_cells) {
          if (std::isnan(y[k])) continue;
          known_[k] += w;
        }
        const double away = y[k] - means[k];
        away_[k] += w * away;
        square += c[k] * away * away;
      }
      weight_ += w;
      squares_ += w * square;
    }
    void write(double* out) const {
      Summary::write(weight_, squares_, apart(weight_), away_[0], out);
    }
    void write_rest(double* out) const {
      const double weight = whole_.sums[0] - weight_;
      Summary::write(weight, whole_.squares - squares_, apart(weight, true), -away_[0], out);
    }

   private:
    /// How far the means are from those of the whole, squared, by weight; or those of the rest,
    /// whose deviations have the same squares.
    double apart(double weight, bool of_rest = false) const;

    const NumberRowsOf& rows_;
    const Whole& whole_;
    std::vector<double> away_, known_;  ///< the latter: weight of the known cells of each target
    double weight_ = 0.0, squares_ = 0.0;
  };

 private:
  const double* of(std::int32_t row) const {
    return targets_.data() + static_cast<std::size_t>(row) * layout_.n_targets();
  }

  VectorLayout layout_;
  std::span<const double> targets_;
  Column<double> weights_;
};

using NumberRows = NumberRowsOf<false>;
using CellRows = NumberRowsOf<true>;

/// Labels, as lists of those that are there.
class LabelRows {
 public:
  /// Row i has the labels from `start[i]` to before `start[i + 1]`, ascending.
  LabelRows(std::span<const std::int64_t> start, std::span<const std::int32_t> labels,
            std::span<const double> target_weights, Column<double> weights)
      : layout_{target_weights, false}, start_(start), labels_(labels), weights_(weights) {}

  const VectorLayout& layout() const { return layout_; }
  void add(std::int32_t row, double* sums) const;
  bool are_alike(std::int32_t a, std::int32_t b) const;
  std::span<const std::int32_t> of(std::int32_t row) const {
    const auto i = static_cast<std::size_t>(row);
    return labels_.subspan(static_cast<std::size_t>(start_[i]),
                           static_cast<std::size_t>(start_[i + 1] - start_[i]));
  }

  /// With n what the rows with each label weigh, w what all do, c the target weights and m the
  /// means of the whole, sum c (n - w m)^2 = sum c n^2 - 2 w sum c m n + w^2 sum c m^2: a row
  /// changes the sums on the right only by the labels it has.
  class Side {
   public:
    Side(const LabelRows& rows, const Whole& whole);
    void reset();
    void add(std::int32_t row) {
      const double w = rows_.weights_[row];
      double square = mean_square_;
      for (const std::int32_t label : rows_.of(row)) {
        double& held = held_[static_cast<std::size_t>(label)];
        const auto [c, cm] = factors_[static_cast<std::size_t>(label)];
        squared_ += c * w * (held + held + w);
        crossed_ += cm * w;
        square += c - (cm + cm);
        held += w;
      }
      weight_ += w;
      squares_ += w * square;
    }
    void write(double* out) const;
    void write_rest(double* out) const;

   private:
    struct Factors {
      double c, cm;  ///< of a label: its weight, and that times its mean
    };

    double square_of_sums() const {
      return std::max(0.0, squared_ - 2.0 * weight_ * crossed_ + weight_ * weight_ * mean_square_);
    }
    double first() const { return held_.empty() ? 0.0 : held_[0] - weight_ * whole_.means[0]; }

    const LabelRows& rows_;
    const Whole& whole_;
    std::vector<Factors> factors_;
    std::vector<double> held_;
    double mean_square_ = 0.0;
    double weight_ = 0.0, squares_ = 0.0, squared_ = 0.0, crossed_ = 0.0;
  };

 private:
  VectorLayout layout_;
  std::span<const std::int64_t> start_;
  std::span<const std::int32_t> labels_;
  Column<double> weights_;
};

}  // namespace arboretum::general
