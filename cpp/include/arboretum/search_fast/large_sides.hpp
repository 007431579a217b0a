#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/search_fast/following.hpp"
#include "arboretum/search_fast/large_surrogates.hpp"
#include "arboretum/search_fast/renew.hpp"

namespace arboretum::fast {

/// Where the samples of a node with many go, if those that cannot answer follow surrogates.
template <class Targets>
class LargeSides {
 public:
  using Sample = typename Targets::Sample;

  LargeSides(const Encoded& encoded, const Targets& targets, const SurrogateLimits& limits,
             bool has_classes, Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        limits_(limits),
        has_classes_(has_classes),
        pulse_(pulse),
        asker_(encoded),
        surrogates_(encoded, targets, limits, pulse) {}

  /// Finds the side of every sample and the surrogates of the split; counts the smaller branch and
  /// leaves the other one in `all`, the histogram of the node.
  std::vector<Surrogate> part(std::span<const Sample> samples, const double* totals,
                              Histogram<Targets>& all, const Choice& choice,
                              std::size_t n_threads) {
    samples_ = samples;
    n_threads_ = n_threads;
    sides_.resize(samples.size());
    asker_.ask(
        choice.question, samples.size(), [samples](std::size_t i) { return samples[i].row; },
        [sides = sides_.data()](std::size_t i, std::uint8_t side) { sides[i] = side; });
    find_others();
    counted_side_ = n_on(0) <= n_on(1) ? 0 : 1;
    counted_ = count(all_on(counted_side_));
    const auto without = others_.empty() ? nullptr : count(others_on(no_side));
    const SplitNode<Targets> split{
        samples,   sides_,        totals,        all,
        *counted_, counted_side_, without.get(), upper_branch(choice, has_classes_)};
    std::vector<Surrogate> found = surrogates_.find(split, choice.question.feature);
    if (without) settle(choice.question, found, all);
    all.subtract(*counted_, targets_);
    return found;
  }

  std::uint8_t operator[](std::size_t i) const { return sides_[i]; }
  std::uint8_t counted_side() const { return counted_side_; }
  std::unique_ptr<Histogram<Targets>> take_counted() { return std::move(counted_); }

  /// Moves the samples that stay at the node behind the others; returns how many there are.
  std::size_t put_last(std::span<Sample> samples) {
    if (n_on(no_side) == 0) return 0;
    std::vector<Sample> stay;
    std::size_t n_moving = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      if (sides_[i] == no_side) {
        stay.push_back(samples[i]);
        continue;
      }
      sides_[n_moving] = sides_[i];
      samples[n_moving++] = samples[i];
    }
    std::ranges::copy(stay, samples.begin() + static_cast<std::ptrdiff_t>(n_moving));
    return stay.size();
  }

 private:
  std::size_t n_on(std::uint8_t side) const {
    return static_cast<std::size_t>(std::ranges::count(sides_, side));
  }

  /// Remembers which samples cannot answer.
  void find_others() {
    others_.clear();
    const std::size_t n = n_on(no_side);
    if (n == 0) return;
    // Always written, kept by moving on: cheaper than a branch that cannot be foreseen.
    others_.resize(n + 1);
    std::size_t n_others = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      others_[n_others] = static_cast<std::uint32_t>(i);
      n_others += sides_[i] == no_side ? 1 : 0;
    }
    others_.pop_back();
  }

  /// The samples on a side; those of the last call are gone.
  std::span<const Sample> all_on(std::uint8_t side) {
    renew(picked_, n_on(side) + 1);
    return pick(samples_.size(), side, [](std::size_t i) { return i; });
  }

  /// The same among those that cannot answer.
  std::span<const Sample> others_on(std::uint8_t side) {
    renew(picked_, others_.size() + 1);
    return pick(others_.size(), side, [&](std::size_t i) { return others_[i]; });
  }

  template <class At>
  std::span<const Sample> pick(std::size_t n, std::uint8_t side, const At& at) {
    Sample* picked = picked_.data();
    std::size_t n_picked = 0;
    for (std::size_t i = 0; i < n; ++i) {
      picked[n_picked] = samples_[at(i)];
      n_picked += sides_[at(i)] == side ? 1 : 0;
    }
    return std::span<const Sample>(picked_).first(n_picked);
  }

  std::unique_ptr<Histogram<Targets>> count(std::span<const Sample> samples) {
    auto histogram = std::make_unique<Histogram<Targets>>(encoded_, targets_);
    histogram->count(encoded_, targets_, samples, n_threads_, pulse_);
    return histogram;
  }

  /// Asks the surrogates of samples that cannot answer.  What has no answer from them either goes
  /// on, or stays and is in neither histogram.
  void settle(const Question& question, const std::vector<Surrogate>& found,
              Histogram<Targets>& all) {
    std::vector<std::uint32_t> asked = others_;
    follow_surrogates(
        asker_, limits_, question, found, asked, [&](std::uint32_t i) { return samples_[i].row; },
        [&](std::uint32_t i, std::uint8_t side) { sides_[i] = side; });
    counted_->count(encoded_, targets_, others_on(counted_side_), n_threads_, pulse_);
    const std::span<const Sample> stay = others_on(no_side);
    if (!stay.empty()) all.subtract(*count(stay), targets_);
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const SurrogateLimits& limits_;
  bool has_classes_;
  Pulse& pulse_;
  RowAsker asker_;
  LargeSurrogates<Targets> surrogates_;
  std::span<const Sample> samples_;
  std::size_t n_threads_ = 1;
  std::vector<std::uint8_t> sides_;
  std::vector<std::uint32_t> others_;  ///< positions of the samples that cannot answer
  std::uint8_t counted_side_ = 0;
  std::unique_ptr<Histogram<Targets>> counted_;
  std::vector<Sample> picked_;  ///< on a side
};

}  // namespace arboretum::fast
