#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "arboretum/grow/following.hpp"
#include "arboretum/grow/large_surrogates.hpp"
#include "arboretum/grow/renew.hpp"

namespace arboretum::grow {

/// Where the samples of a node with many go, if those that cannot answer follow surrogates.
template <class Targets, class Criterion>
class LargeSides {
 public:
  using Sample = typename Targets::Sample;

  LargeSides(const Encoded& encoded, const Targets& targets, const Criterion& criterion,
             const SurrogateLimits& limits, bool has_classes, Pulse& pulse)
      : encoded_(encoded),
        targets_(targets),
        limits_(limits),
        has_classes_(has_classes),
        pulse_(pulse),
        asker_(encoded),
        surrogates_(encoded, targets, criterion, limits, pulse) {}

  /// Finds the side of every sample and the surrogates of the split; counts the smaller branch and
  /// leaves the other one in `all`, the histogram of the node.
  std::vector<general::Surrogate> part(std::span<const Sample> samples, const double* totals,
                                       Histogram<Targets>& all, const general::Choice& choice,
                                       std::size_t n_threads) {
    samples_ = samples;
    n_threads_ = n_threads;
    sides_.resize(samples.size());
    asker_.ask(
        choice.question, samples.size(), [samples](std::size_t i) { return samples[i].row; },
        [sides = sides_.data()](std::size_t i, std::uint8_t side) { sides[i] = side; });
    counted_side_ = n_on(0) <= n_on(1) ? 0 : 1;
    counted_ = count(counted_side_);
    const auto without = n_on(no_side) > 0 ? count(no_side) : nullptr;
    const SplitNode<Targets> split{
        samples,   sides_,        totals,        all,
        *counted_, counted_side_, without.get(), upper_branch(choice, has_classes_)};
    std::vector<general::Surrogate> found = surrogates_.find(split, choice.question.feature);
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
  /// Added to the sides of samples that followed a surrogate, until they are counted.
  static constexpr std::uint8_t followed = 4;

  std::size_t n_on(std::uint8_t side) const {
    return static_cast<std::size_t>(std::ranges::count(sides_, side));
  }

  std::unique_ptr<Histogram<Targets>> count(std::uint8_t side) {
    auto histogram = std::make_unique<Histogram<Targets>>(encoded_, targets_);
    add(*histogram, side);
    return histogram;
  }

  void add(Histogram<Targets>& histogram, std::uint8_t side) {
    // Always written, kept by moving on: cheaper than a branch that cannot be foreseen.
    renew(picked_, n_on(side) + 1);
    Sample* picked = picked_.data();
    std::size_t n_picked = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      picked[n_picked] = samples_[i];
      n_picked += sides_[i] == side ? 1 : 0;
    }
    histogram.count(encoded_, targets_, std::span<const Sample>(picked_).first(n_picked),
                    n_threads_, pulse_);
  }

  /// Asks the surrogates of samples that cannot answer.  What has no answer from them either goes
  /// on, or stays and is in neither histogram.
  void settle(const general::Question& question, const std::vector<general::Surrogate>& found,
              Histogram<Targets>& all) {
    std::vector<std::uint32_t> others(n_on(no_side) + 1);
    std::size_t n_others = 0;
    for (std::size_t i = 0; i < samples_.size(); ++i) {
      others[n_others] = static_cast<std::uint32_t>(i);
      n_others += sides_[i] == no_side ? 1 : 0;
    }
    others.resize(n_others);
    follow_surrogates(
        asker_, limits_, question, found, others, [&](std::uint32_t i) { return samples_[i].row; },
        [&](std::uint32_t i, std::uint8_t side) {
          sides_[i] = static_cast<std::uint8_t>(side + followed);
        });
    add(*counted_, static_cast<std::uint8_t>(counted_side_ + followed));
    const auto stays = static_cast<std::uint8_t>(no_side + followed);
    if (n_on(stays) > 0) all.subtract(*count(stays), targets_);
    for (std::uint8_t& side : sides_) side %= followed;
  }

  const Encoded& encoded_;
  const Targets& targets_;
  const SurrogateLimits& limits_;
  bool has_classes_;
  Pulse& pulse_;
  RowAsker asker_;
  LargeSurrogates<Targets, Criterion> surrogates_;
  std::span<const Sample> samples_;
  std::size_t n_threads_ = 1;
  std::vector<std::uint8_t> sides_;
  std::uint8_t counted_side_ = 0;
  std::unique_ptr<Histogram<Targets>> counted_;
  std::vector<Sample> picked_;
};

}  // namespace arboretum::grow
