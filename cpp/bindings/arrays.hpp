#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "arboretum/core/check.hpp"
#include "arboretum/core/column.hpp"

namespace arboretum {

namespace nb = nanobind;
using namespace nb::literals;

// Arguments are read where they lie: a wrong type is an error, never a silent copy.
inline auto operator""_array(const char* name, std::size_t) { return nb::arg(name).noconvert(); }

template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Strided = nb::ndarray<const T, nb::ndim<1>, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

/// NumPy allows arrays at any address; the kernels read whole numbers and floats only
/// where the machine wants them.
template <class T>
const T* aligned(const void* data, const char* name) {
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(T) != 0)
    refuse(std::string(name) + " is not aligned in memory; pass a copy of it");
  return static_cast<const T*>(data);
}

template <class T>
std::span<const T> span_of(const Vector<T>& array, const char* name) {
  return {aligned<T>(array.data(), name), array.size()};
}

/// The cells of a matrix, row after row.
template <class T>
std::span<const T> cells_of(const Matrix<T>& matrix, const char* name) {
  return {aligned<T>(matrix.data(), name), matrix.size()};
}

/// An array of a dict, read where it lies; the dict keeps it alive.
template <class A>
A array_in(const nb::dict& given, const char* name) {
  A array;
  if (!nb::try_cast(nb::handle(given[name]), array, false))
    refuse(std::string(name) + " is not an array of the right type and layout");
  return array;
}

template <class T>
std::span<const T> span_in(const nb::dict& given, const char* name) {
  return span_of<T>(array_in<Vector<T>>(given, name), name);
}

template <class T>
Column<T> column_of(const Strided<T>& array, const char* name) {
  return {aligned<T>(array.data(), name), array.size(),
          static_cast<std::ptrdiff_t>(array.stride(0))};
}

template <class T, int N = 1>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<N>, nb::c_contig>;

/// Hands a vector to NumPy without copying it; NumPy frees it.
template <int N, class T>
Array<T, N> to_numpy(std::vector<T>&& values, const std::array<std::size_t, N>& shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  T* data = owned->data();
  nb::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  owned.release();
  return Array<T, N>(data, N, shape.data(), owner);
}

template <class T>
Array<T> to_numpy(std::vector<T>&& values) {
  const std::array<std::size_t, 1> shape{values.size()};
  return to_numpy<1>(std::move(values), shape);
}

/// What `work` returns; meanwhile other threads of Python may run.
template <class Work>
auto unlocked(const Work& work) {
  nb::gil_scoped_release released;
  return work();
}

}  // namespace arboretum
