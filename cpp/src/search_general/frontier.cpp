#include "arboretum/search_general/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace arboretum::general {
namespace {

/// The newest node first.
class DepthFirst final : public Frontier {
 public:
  void push(OpenSplit&& found) override { stack_.push_back(std::move(found)); }
  std::vector<OpenSplit> pop() override {
    std::vector<OpenSplit> last;
    if (stack_.empty()) return last;
    last.push_back(std::move(stack_.back()));
    stack_.pop_back();
    return last;
  }

 private:
  std::vector<OpenSplit> stack_;
};

/// A whole level at a time.
class LevelWise final : public Frontier {
 public:
  void push(OpenSplit&& found) override { level_.push_back(std::move(found)); }
  std::vector<OpenSplit> pop() override { return std::exchange(level_, {}); }

 private:
  std::vector<OpenSplit> level_;
};

/// The split that gains most over all samples first; the older of equals.
class BestFirst final : public Frontier {
 public:
  void push(OpenSplit&& found) override {
    const double gain = rounded_gain(found.ranked[0].score * found.node.weight);
    heap_.push_back({gain, std::move(found)});
    std::ranges::push_heap(heap_, is_later);
  }
  std::vector<OpenSplit> pop() override {
    std::vector<OpenSplit> best;
    if (heap_.empty()) return best;
    std::ranges::pop_heap(heap_, is_later);
    best.push_back(std::move(heap_.back().found));
    heap_.pop_back();
    return best;
  }

 private:
  struct Waiting {
    double gain;
    OpenSplit found;
  };

  static bool is_later(const Waiting& a, const Waiting& b) {
    return a.gain != b.gain ? a.gain < b.gain : a.found.node.id > b.found.node.id;
  }

  std::vector<Waiting> heap_;
};

}  // namespace

std::unique_ptr<Frontier> make_frontier(Order order) {
  if (order == Order::level) return std::make_unique<LevelWise>();
  if (order == Order::best) return std::make_unique<BestFirst>();
  return std::make_unique<DepthFirst>();
}

double rounded_gain(double gain) {
  constexpr int bits = 30;
  int exponent = 0;
  const double mantissa = std::frexp(gain, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(mantissa, bits)), exponent - bits);
}

}  // namespace arboretum::general
