#pragma once

namespace arboretum {

// Survival functions: how probable a value at least this large is.  Both growers ask these, so
// that a p-value is the same bits wherever it was worked out.  Their logarithms tell very small
// ones apart where the probability itself underflows.  NaN in, or no degrees of freedom: NaN out.

/// Of the chi-square distribution.
double chi_square_sf(double x, double df);
double chi_square_log_sf(double x, double df);

/// Of the F distribution with `df1` degrees of freedom above and `df2` below the line.
double f_sf(double x, double df1, double df2);
double f_log_sf(double x, double df1, double df2);

/// Logarithm of n!, for any n not below 0.
double log_factorial(double n);

}  // namespace arboretum
