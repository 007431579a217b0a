#include "arboretum/search_general/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace arboretum::general {
namespace {

/// A gain without its last bits, in which equal gains may differ.
double rounded_gain(const OpenSplit& found) {
  constexpr int bits = 30;
  int exponent = 0;
  const double mantissa = std::frexp(found.ranked[0].score * found.node.weight, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)), exponent - bits);
}

}  // namespace

bool Frontier::is_later(const OpenSplit& a, const OpenSplit& b) {
  const double gain_a = rounded_gain(a), gain_b = rounded_gain(b);
  return gain_a != gain_b ? gain_a < gain_b : a.node.id > b.node.id;
}

void Frontier::push(OpenSplit&& found) {
  waiting_.push_back(std::move(found));
  if (order_ == Order::best) std::ranges::push_heap(waiting_, is_later);
}

std::vector<OpenSplit> Frontier::pop() {
  if (order_ == Order::level || waiting_.empty()) return std::exchange(waiting_, {});
  if (order_ == Order::best) std::ranges::pop_heap(waiting_, is_later);
  std::vector<OpenSplit> next;
  next.push_back(std::move(waiting_.back()));
  waiting_.pop_back();
  return next;
}

}  // namespace arboretum::general
