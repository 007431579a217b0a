#include <cmath>

#include "arboretum/statistics/special.hpp"
#include "arrays.hpp"
#include "module.hpp"

namespace arboretum {
namespace {

/// One number a value, from arrays of one length.
template <class Function, class... Degrees>
Array<double> each(Function function, const Vector<double>& x, const Degrees&... degrees) {
  (check_length("the degrees of freedom", degrees.size(), x.size()), ...);
  const std::array given{aligned<double>(x.data(), "x"),
                         aligned<double>(degrees.data(), "the degrees of freedom")...};
  std::vector<double> result(x.size());
  {
    nb::gil_scoped_release unlocked;
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i] = std::apply([&](const auto*... of) { return function(of[i]...); }, given);
  }
  return to_numpy(std::move(result));
}

void bind_one(nb::module_& m, const char* name, double (*function)(double, double),
              const char* doc) {
  m.def(name, function, "x"_a, "df"_a, doc);
  m.def(
      name,
      [function](const Vector<double>& x, const Vector<double>& df) {
        return each(function, x, df);
      },
      "x"_a.noconvert(), "df"_a.noconvert(), doc);
}

void bind_two(nb::module_& m, const char* name, double (*function)(double, double, double),
              const char* doc) {
  m.def(name, function, "x"_a, "df1"_a, "df2"_a, doc);
  m.def(
      name,
      [function](const Vector<double>& x, const Vector<double>& df1, const Vector<double>& df2) {
        return each(function, x, df1, df2);
      },
      "x"_a.noconvert(), "df1"_a.noconvert(), "df2"_a.noconvert(), doc);
}

}  // namespace

void bind_special(nb::module_& m) {
  bind_one(m, "chi_square_sf", &chi_square_sf,
           "Return how probable a chi-square of at least x is; one number, or one a value.");
  bind_one(m, "chi_square_log_sf", &chi_square_log_sf,
           "Return the logarithm of `chi_square_sf`, which never underflows.");
  bind_two(m, "f_sf", &f_sf,
           "Return how probable an F of at least x is; one number, or one a value.");
  bind_two(m, "f_log_sf", &f_log_sf, "Return the logarithm of `f_sf`, which never underflows.");
  m.def(
      "roots",
      [](const Vector<double>& x, double root) {
        return each([root](double value) { return std::pow(value, 1.0 / root); }, x);
      },
      "x"_a.noconvert(), "root"_a, "Return a root of each number.");
}

}  // namespace arboretum
