#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arboretum/linear/residuals.hpp"
#include "fit_sums.hpp"

namespace arboretum::linear {

/// So many rows ahead memory is asked for.
constexpr std::size_t kAhead = 16;
/// About so many rows say where the centre of a node is: near is enough to keep the digits.
constexpr std::size_t kCentring = 256;
/// So many rows are a group, of which what they pull at a fit is summed.
constexpr std::size_t kGroup = 8;

/// What groups of rows pull at a fit of their node: sums of residuals times 1 and each term.
struct Pulls {
  std::vector<double> sums;     ///< a row of values a group
  std::vector<double> squares;  ///< of the residuals of each group

  void reserve(std::size_t n_groups, std::size_t n_values) {
    sums.reserve(n_groups * n_values);
    squares.reserve(n_groups);
  }
};

/// A row as it is shown, to be read in vectors of some kind.
template <class Doubles>
struct WeighedRow {
  std::size_t number;
  double weight;
  double target;
  const double* terms;  ///< times the weight
};

/// The rows of a node, measured from a centre among them, and their sums.
template <class Sums>
class NodeSums {
  static_assert(Panel::max_rows % kGroup == 0);

 public:
  /// Rows are read from `fit` if that has them.
  NodeSums(const ModelRows& all, double ridge, std::span<const std::int32_t> rows,
           const NodeFit* fit)
      : all_(all),
        rows_(rows),
        fit_(fit),
        sums_(all.n_terms, ridge),
        packing_(Sums::packing(all.n_terms)),
        centre_(packing_.length()),
        is_value_(sums_.n_values()),
        panel_(sums_.n_values()) {
    const std::size_t step = 1 + rows.size() / kCentring;
    double n = 0.0;
    for (std::size_t i = 0; i < rows.size(); i += step, n += 1.0) {
      const double* terms = all_.of(rows[i]);
      for (std::size_t k = 0; k < all_.n_terms; ++k) centre_[packing_.first_term + k] += terms[k];
      centre_[packing_.target()] += all_.targets[rows[i]];
    }
    for (std::size_t k = packing_.first_term; k <= packing_.target() && n > 0.0; ++k)
      centre_[k] /= n;
    for (std::size_t k = 0; k < packing_.n_values; ++k) is_value_[k] = 1.0;
  }

  std::size_t width() const { return sums_.width(); }
  Sums& sums() { return sums_; }

  /// Adds the rows from one place of the node's to before another.
  void add(std::size_t begin, std::size_t end, double* sums) {
    for (; begin < end; begin += panel_.n_rows) add_panel(begin, end, sums);
  }

  /// The same, and appends what each group of these rows pulls at the fit of the node.
  void add(std::size_t begin, std::size_t end, double* sums, Pulls& pulls) {
    for (; begin < end; begin += panel_.n_rows) {
      add_panel(begin, end, sums);
      append_pulls(pulls);
    }
  }

  /// Shows some rows.
  template <class Work>
  void visit(std::size_t begin, std::size_t end, const Work& work) {
    for (std::size_t at = begin; at < end; at += panel_.n_rows)
      with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
        read<Doubles>(at, end);
        for (std::size_t r = 0; r < panel_.n_rows; ++r) work(row<Doubles>(at - begin, r));
      });
  }

  /// The same, the last first.
  template <class Work>
  void visit_back(std::size_t begin, std::size_t end, const Work& work) {
    while (end > begin) {
      const std::size_t at = end - std::min(end - begin, Panel::max_rows);
      with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
        read<Doubles>(at, end);
        for (std::size_t r = panel_.n_rows; r-- > 0;) work(row<Doubles>(at - begin, r));
      });
      end = at;
    }
  }

  /// Writes what each of some rows, a group at most, pulls at the fit of the node.
  void pulls(std::size_t begin, std::size_t end, double* to) {
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      read<Doubles>(begin, end);
      for (std::size_t r = 0; r < panel_.n_rows; ++r)
        for (std::size_t k = r * panel_.n_values; k < (r + 1) * panel_.n_values; k += n_lanes)
          store(panel_.residuals[r] * Doubles::load(panel_.factors + k), to + k);
    });
  }

  /// Of the targets, about the centre.
  double squares(const double* sums) const { return sums_.squares(sums); }

  Residual residual(const double* sums) {
    const double weight = sums_.weight(sums), left = sums_.left(sums);
    return {weight, sums_.target(sums) + weight * centre_[packing_.target()], left,
            sums_.uses_all() ? left : 0.0};
  }

  /// Writes what a fit by 1 and the terms, measured from the centre, leaves of each packed row.
  void write_residuals(std::span<const double> coefficients, NodeFit& fit) const {
    Room factors(packing_.length());
    for (std::size_t k = 0; k < all_.n_terms; ++k)
      factors[packing_.first_term + k] = coefficients[k + 1];
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      for (const std::int32_t row : rows_) {
        double* packed = fit.row(row, packing_);
        Doubles explained = {};
        for (std::size_t k = 0; k <= packing_.target(); k += n_lanes)
          explained += Doubles::load(factors.data() + k) *
                       (Doubles::load(packed + k) - Doubles::load(centre_.data() + k));
        double left = packed[packing_.target()] - centre_[packing_.target()] - coefficients[0];
        for (std::size_t lane = 0; lane < n_lanes; ++lane) left -= explained[lane];
        packed[packing_.residual()] = left;
      }
    });
  }

  /// What a fit by 1 and the terms, measured from the centre, leaves of each row.
  std::vector<double> remains(std::span<const double> coefficients) {
    Room factors(panel_.n_values);
    for (std::size_t k = 0; k < coefficients.size(); ++k) factors[k] = -coefficients[k];
    factors[packing_.target()] = 1.0;
    std::vector<double> found(rows_.size(), 0.0);
    for (std::size_t begin = 0; begin < rows_.size(); begin += panel_.n_rows) {
      double* next = found.data() + begin;
      with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
        read<Doubles>(begin, rows_.size());
        for (std::size_t r = 0; r < panel_.n_rows; ++r) {
          const double* values = panel_.values.data() + r * panel_.n_values;
          Doubles products = {};
          for (std::size_t k = 0; k < panel_.n_values; k += n_lanes)
            products += Doubles::load(factors.data() + k) * Doubles::load(values + k);
          for (std::size_t lane = 0; lane < n_lanes; ++lane) next[r] += products[lane];
        }
      });
    }
    return found;
  }

 private:
  template <class Doubles>
  WeighedRow<Doubles> row(std::size_t before, std::size_t r) const {
    return {before + r, panel_.weights[r], panel_.targets[r], panel_.factors + r * panel_.n_values};
  }

  void add_panel(std::size_t begin, std::size_t end, double* sums) {
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      read<Doubles>(begin, end);
      sums_.template add<Doubles>(panel_, sums);
    });
  }

  /// Reads rows into the panel, as many as it holds.
  template <class Doubles>
  void read(std::size_t begin, std::size_t end) {
    panel_.n_rows = std::min(end - begin, Panel::max_rows);
    for (std::size_t r = 0; r < panel_.n_rows; ++r)
      if (fit_ != nullptr)
        unpack<Doubles>(begin + r, r);
      else
        gather(rows_[begin + r], r);
    panel_.weigh<Doubles>();
  }

  template <class Doubles>
  void unpack(std::size_t i, std::size_t r) {
    // Rows come in the order of a feature: memory is told in time.
    if (i + kAhead < rows_.size()) {
      const double* ahead = fit_->row(rows_[i + kAhead], packing_);
      for (std::size_t k = 0; k < packing_.length(); k += n_lanes) __builtin_prefetch(ahead + k);
    }
    const double* packed = fit_->row(rows_[i], packing_);
    double* values = panel_.values.data() + r * panel_.n_values;
    for (std::size_t k = 0; k < panel_.n_values; k += n_lanes) {
      const auto centred = [](auto number, auto centre, auto is_value) {
        return is_value != 0.0 ? number - centre : decltype(number){};
      };
      store(Doubles::each(centred, Doubles::load(packed + k), Doubles::load(centre_.data() + k),
                          Doubles::load(is_value_.data() + k)),
            values + k);
    }
    panel_.targets[r] = packed[packing_.target()] - centre_[packing_.target()];
    panel_.weights[r] = packed[packing_.weight()];
    panel_.residuals[r] = packed[packing_.residual()];
  }

  void gather(std::int32_t row, std::size_t r) {
    double* values = panel_.values.data() + r * panel_.n_values;
    const double* terms = all_.of(row);
    if (packing_.first_term > 0) values[0] = 1.0;
    for (std::size_t k = 0; k < all_.n_terms; ++k)
      values[packing_.first_term + k] = terms[k] - centre_[packing_.first_term + k];
    panel_.targets[r] = all_.targets[row] - centre_[packing_.target()];
    panel_.weights[r] = all_.weights[row];
    if (packing_.target() < packing_.n_values) values[packing_.target()] = panel_.targets[r];
  }

  /// Appends what each group of rows of the panel pulls at the fit of the node.
  void append_pulls(Pulls& pulls) const {
    const std::size_t n_groups = (panel_.n_rows + kGroup - 1) / kGroup, n = panel_.n_values;
    pulls.sums.resize(pulls.sums.size() + n_groups * n);
    pulls.squares.resize(pulls.squares.size() + n_groups);
    double *sums = pulls.sums.data() + pulls.sums.size() - n_groups * n,
           *squares = pulls.squares.data() + pulls.squares.size() - n_groups;
    with_eight([&]<class Doubles>(std::type_identity<Doubles>) {
      for (std::size_t group = 0; group < n_groups; ++group)
        squares[group] = write_pull<Doubles>(group * kGroup, sums + group * n);
    });
  }

  /// Writes the pull of a group; returns the squares of its residuals.
  template <class Doubles>
  double write_pull(std::size_t begin, double* to) const {
    const std::size_t end = std::min(begin + kGroup, panel_.n_rows);
    double squares = 0.0;
    for (std::size_t r = begin; r < end; ++r)
      squares += panel_.weights[r] * panel_.residuals[r] * panel_.residuals[r];
    for (std::size_t k = 0; k < panel_.n_values; k += n_lanes) {
      Doubles sum = {};
      for (std::size_t r = begin; r < end; ++r)
        sum += panel_.residuals[r] * Doubles::load(panel_.factors + r * panel_.n_values + k);
      store(sum, to + k);
    }
    return squares;
  }

  const ModelRows& all_;
  std::span<const std::int32_t> rows_;
  const NodeFit* fit_;
  Sums sums_;
  Packing packing_;
  Room centre_;
  Room is_value_;  ///< 1 where a packed row has values, 0 after them
  Panel panel_;
};

}  // namespace arboretum::linear
