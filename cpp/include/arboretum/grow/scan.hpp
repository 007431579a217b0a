#pragma once

#include <cstdint>
#include <vector>

#include "arboretum/grow/criterion.hpp"
#include "arboretum/grow/targets.hpp"

/// Walking over the samples of a node in the order of a feature, one after another, from the
/// second branch to the first.  Each scan keeps what it takes to give the proxy of the cut
/// after the last sample in constant time.

namespace arboretum::grow {

template <class Targets, class Criterion>
class Scan;

/// Class weights of both branches and sums over them of a function of one weight.
template <class Derived>
class ClassScan {
 public:
  void start(const double* left, const double* right, std::size_t n_classes) {
    left_.assign(left, left + n_classes);
    right_.assign(right, right + n_classes);
    left_count = left[n_classes];
    right_count = right[n_classes];
    left_weight = right_weight = 0;
    for (std::size_t k = 0; k < n_classes; ++k) {
      left_weight += left[k];
      right_weight += right[k];
    }
    static_cast<Derived*>(this)->restart();
  }

  double left_count, right_count, left_weight, right_weight;

 protected:
  std::vector<double> left_, right_;
};

template <>
class Scan<Counts, Gini> : public ClassScan<Scan<Counts, Gini>> {
 public:
  explicit Scan(const Counts&) {}

  void restart() {
    left_squares_ = right_squares_ = 0;
    for (const double x : left_) left_squares_ += x * x;
    for (const double x : right_) right_squares_ += x * x;
  }
  void step(const Counts::Mark& cls) {
    const double a = left_[cls], b = right_[cls];
    left_[cls] = a + 1;
    right_[cls] = b - 1;
    left_squares_ += 2 * a + 1;
    right_squares_ -= 2 * b - 1;
    left_weight = ++left_count;
    right_weight = --right_count;
  }
  double proxy() const { return left_squares_ / left_weight + right_squares_ / right_weight; }

 private:
  double left_squares_, right_squares_;
};

template <>
class Scan<Weights, Gini> : public ClassScan<Scan<Weights, Gini>> {
 public:
  explicit Scan(const Weights& targets) : targets_(targets) {}

  void restart() {
    left_squares_ = right_squares_ = 0;
    for (const double x : left_) left_squares_ += x * x;
    for (const double x : right_) right_squares_ += x * x;
  }
  void step(const Weights::Mark& m) {
    double &a = left_[m.cls], &b = right_[m.cls];
    left_squares_ += m.weight * (2 * a + m.weight);
    right_squares_ -= m.weight * (2 * b - m.weight);
    a += m.weight;
    b -= m.weight;
    left_weight += m.weight;
    right_weight -= m.weight;
    const double count = targets_.count(m.weight);
    left_count += count;
    right_count -= count;
  }
  double proxy() const { return left_squares_ / left_weight + right_squares_ / right_weight; }

 private:
  const Weights& targets_;
  double left_squares_, right_squares_;
};

template <>
class Scan<Counts, Entropy> : public ClassScan<Scan<Counts, Entropy>> {
 public:
  explicit Scan(const Counts&) {}

  void restart() {
    const auto n = static_cast<std::size_t>(left_count + right_count) + 2;
    for (std::size_t i = table_.size(); i < n; ++i)
      table_.push_back(times_log2(static_cast<double>(i)));
    bits_ = 0;
    for (const double x : left_) bits_ += times_log2(x);
    for (const double x : right_) bits_ += times_log2(x);
  }
  void step(const Counts::Mark& cls) {
    const double a = left_[cls], b = right_[cls];
    left_[cls] = a + 1;
    right_[cls] = b - 1;
    bits_ += at(a + 1) - at(a) + at(b - 1) - at(b);
    left_weight = ++left_count;
    right_weight = --right_count;
  }
  double proxy() const { return bits_ - at(left_weight) - at(right_weight); }

 private:
  double at(double x) const { return table_[static_cast<std::size_t>(x)]; }

  std::vector<double> table_;
  double bits_;
};

template <>
class Scan<Weights, Entropy> : public ClassScan<Scan<Weights, Entropy>> {
 public:
  explicit Scan(const Weights& targets) : targets_(targets) {}

  void restart() {
    bits_ = 0;
    for (const double x : left_) bits_ += times_log2(x);
    for (const double x : right_) bits_ += times_log2(x);
  }
  void step(const Weights::Mark& m) {
    double &a = left_[m.cls], &b = right_[m.cls];
    bits_ -= times_log2(a) + times_log2(b);
    a += m.weight;
    b -= m.weight;
    bits_ += times_log2(a) + times_log2(b);
    left_weight += m.weight;
    right_weight -= m.weight;
    const double count = targets_.count(m.weight);
    left_count += count;
    right_count -= count;
  }
  double proxy() const { return bits_ - times_log2(left_weight) - times_log2(right_weight); }

 private:
  const Weights& targets_;
  double bits_;
};

template <>
class Scan<Moments, Variance> {
 public:
  explicit Scan(const Moments& targets) : targets_(targets) {}

  void start(const double* left, const double* right, std::size_t) {
    left_weight = left[0];
    right_weight = right[0];
    mean_ = (left[1] + right[1]) / (left[0] + right[0]);
    deviation_ = left[1] - left[0] * mean_;
    left_count = left[3];
    right_count = right[3];
  }
  void step(const Moments::Mark& m) {
    deviation_ += m.weight * (m.y - mean_);
    left_weight += m.weight;
    right_weight -= m.weight;
    const double count = targets_.count(m.weight);
    left_count += count;
    right_count -= count;
  }
  double proxy() const { return deviation_ * deviation_ * (1 / left_weight + 1 / right_weight); }

  double left_count, right_count, left_weight, right_weight;

 private:
  const Moments& targets_;
  double mean_, deviation_;  ///< of the node; of the first branch from it, summed
};

}  // namespace arboretum::grow
