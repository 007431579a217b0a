#include "arboretum/statistics/first_seen.hpp"

#include <bit>
#include <cstddef>

namespace arboretum {
namespace {

/// Codes of numbers by open addressing: a slot is free, or holds the code of what hashed there.
class Codes {
 public:
  explicit Codes(std::span<const std::int64_t> values, std::vector<std::int64_t>& at)
      : values_(values), at_(at), slots_(64, -1) {}

  std::int32_t code(std::size_t place) {
    if (2 * at_.size() >= slots_.size()) grow();
    const std::size_t slot = find(values_[place]);
    if (slots_[slot] >= 0) return slots_[slot];
    slots_[slot] = static_cast<std::int32_t>(at_.size());
    at_.push_back(static_cast<std::int64_t>(place));
    return slots_[slot];
  }

 private:
  std::size_t find(std::int64_t value) const {
    // The high bits of a product depend on all bits of the number.
    const std::uint64_t mixed = static_cast<std::uint64_t>(value) * 0x9e3779b97f4a7c15u;
    std::size_t slot = mixed >> (64 - std::countr_zero(slots_.size()));
    while (slots_[slot] >= 0 && values_[at_[slots_[slot]]] != value)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }

  void grow() {
    slots_.assign(4 * slots_.size(), -1);
    for (std::size_t code = 0; code < at_.size(); ++code)
      slots_[find(values_[at_[code]])] = static_cast<std::int32_t>(code);
  }

  std::span<const std::int64_t> values_;
  std::vector<std::int64_t>& at_;
  std::vector<std::int32_t> slots_;  ///< a power of two, at most half of them taken
};

}  // namespace

FirstSeen first_seen(std::span<const std::int64_t> values) {
  FirstSeen seen;
  Codes codes(values, seen.at);
  seen.codes.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) seen.codes.push_back(codes.code(i));
  return seen;
}

}  // namespace arboretum
