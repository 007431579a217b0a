#pragma once

#include <concepts>
#include <cstddef>

namespace arboretum {

/// Values of one column of a matrix, read where they lie.
///
/// A column of a row-major matrix is not contiguous, so a std::span cannot see
/// it without a copy.  `stride` counts values, may be negative, and is 0 for a
/// broadcast array.
template <class T>
class Column {
 public:
  using value_type = T;

  Column(const T* first, std::size_t size, std::ptrdiff_t stride = 1)
      : first_(first), size_(size), stride_(stride) {}

  const T* first() const { return first_; }
  std::size_t size() const { return size_; }
  std::ptrdiff_t stride() const { return stride_; }

  const T& operator[](std::integral auto row) const {
    return first_[static_cast<std::ptrdiff_t>(row) * stride_];
  }

  /// Asks for a row that will be read soon.
  void prefetch(std::integral auto row) const { __builtin_prefetch(&(*this)[row]); }

 private:
  const T* first_;
  std::size_t size_;
  std::ptrdiff_t stride_;
};

}  // namespace arboretum
