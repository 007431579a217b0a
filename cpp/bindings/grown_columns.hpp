#pragma once

#include <nanobind/nanobind.h>

#include <optional>

#include "arboretum/core/grown.hpp"
#include "arboretum/core/work_done.hpp"

namespace arboretum {

/// A grown tree as the arrays that `growing/assemble.py` reads, without those that hold nothing.
/// Branches have `width` statistics.
nanobind::dict to_dict(Grown&& grown, std::size_t width);

/// Room for how much was looked at, if that is asked for; only one thread can count.
std::optional<WorkDone> work_to_count(bool is_wanted, std::size_t n_threads);
inline WorkDone* counter_of(std::optional<WorkDone>& work) { return work ? &*work : nullptr; }

/// Adds what `growing/work.py` reads, as "work", if it was counted.
void put_work(const std::optional<WorkDone>& work, nanobind::dict& result);

}  // namespace arboretum
