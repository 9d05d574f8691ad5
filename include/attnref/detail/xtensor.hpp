// xtensor's and xtensor-blas's headers, wherever the installed version keeps them: xtensor 0.26 moved every one.
#pragma once

#if __has_include(<xtensor/containers/xtensor.hpp>)
#include <xtensor/containers/xtensor.hpp>
#else
#include <xtensor/xtensor.hpp>
#endif

#include <xtensor-blas/xblas.hpp>
