#pragma once

#include <cstdint>
#include <variant>

#include "arboretum/core/column.hpp"

namespace arboretum {

/// Codes of categories, read where they lie; below 0 is missing.
///
/// Data frames keep the codes of few categories in one or two bytes.  A copy in four bytes each
/// would be larger than all that is made of them here, so a code is widened when it is read.
class CodeColumn {
 public:
  using value_type = std::int32_t;

  template <std::signed_integral T>
    requires(sizeof(T) <= sizeof(std::int32_t))
  explicit CodeColumn(const Column<T>& codes)
      : first_(reinterpret_cast<const std::byte*>(codes.first())),
        size_(codes.size()),
        width_(sizeof(T)),
        stride_(codes.stride() * static_cast<std::ptrdiff_t>(sizeof(T))) {}

  std::size_t size() const { return size_; }

  std::int32_t operator[](std::integral auto row) const {
    const void* code = address(row);
    switch (width_) {
      case 1:
        return *static_cast<const std::int8_t*>(code);
      case 2:
        return *static_cast<const std::int16_t*>(code);
      default:
        return *static_cast<const std::int32_t*>(code);
    }
  }

  /// Calls `what` with the column as it lies: to go through all rows, because a code that is read
  /// by itself asks how wide it is.
  template <class What>
  void visit(const What& what) const {
    switch (width_) {
      case 1:
        return what(as<std::int8_t>());
      case 2:
        return what(as<std::int16_t>());
      default:
        return what(as<std::int32_t>());
    }
  }

  /// Asks for a row that will be read soon.
  void prefetch(std::integral auto row) const { __builtin_prefetch(address(row)); }

 private:
  const void* address(std::integral auto row) const {
    return first_ + static_cast<std::ptrdiff_t>(row) * stride_;
  }

  template <class T>
  Column<T> as() const {
    return {reinterpret_cast<const T*>(first_), size_,
            stride_ / static_cast<std::ptrdiff_t>(sizeof(T))};
  }

  const std::byte* first_;
  std::size_t size_;
  std::size_t width_;      ///< of a code, in bytes
  std::ptrdiff_t stride_;  ///< from one code to the next, in bytes
};

/// A numeric column of either precision, or codes.
using AnyColumn = std::variant<Column<double>, Column<float>, CodeColumn>;

}  // namespace arboretum
