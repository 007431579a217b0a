#pragma once

#include <cstddef>
#include <memory>

#include "arboretum/core/pages.hpp"

namespace arboretum {

/// Many values, each of which is written before it is read.
///
/// Memory that is not written to costs nothing, and much of it goes back to the system at the end;
/// to have little of it made again for the next tree would take longer than it is worth.
template <class T>
class LargeArray {
 public:
  LargeArray() = default;
  explicit LargeArray(std::size_t size)
      : values_(std::make_unique_for_overwrite<T[]>(size)), size_(size) {}
  LargeArray(const LargeArray&) = delete;
  LargeArray& operator=(const LargeArray&) = delete;
  ~LargeArray() { give_back_much(); }

  /// Makes room for other values; these are given back first.
  void renew(std::size_t size) {
    give_back_much();
    values_ = nullptr;
    size_ = 0;
    values_ = std::make_unique_for_overwrite<T[]>(size);
    size_ = size;
  }

  std::size_t size() const { return size_; }
  T* data() { return values_.get(); }
  const T* data() const { return values_.get(); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& operator[](std::size_t i) { return values_[i]; }
  const T& operator[](std::size_t i) const { return values_[i]; }

 private:
  void give_back_much() {
    constexpr std::size_t much = std::size_t{1} << 22;
    if (size_ * sizeof(T) >= much) give_back(data(), size_ * sizeof(T));
  }

  std::unique_ptr<T[]> values_;
  std::size_t size_ = 0;
};

}  // namespace arboretum
