// Attention in plain C++, as an example of the C++ interface. With attnref installed below PREFIX, CMakeLists.txt is
//
//     cmake_minimum_required(VERSION 3.20)
//     project(mine LANGUAGES CXX)
//     find_package(attnref REQUIRED COMPONENTS check)
//     add_executable(mine mine.cpp)
//     target_link_libraries(mine PRIVATE attnref::check)
//
// and these commands build and run it; with the replay line of a finding it runs that one case:
//
//     cmake -B build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build build && build/mine
//     build/mine v=2,law=rows_sum_to_one,t_q=3,t_k=5,d_k=2,d_v=4,seed=7
#include <attnref/check.hpp>

#include <cmath>
#include <iostream>

struct Plain {
  attnref::Capabilities describe() const {
    return {.name = "plain C++",
            .dtypes = {attnref::Dtype::f64},
            .features = {attnref::Feature::weights, attnref::Feature::scale}};
  }

  attnref::Reply attend(const attnref::Problem& problem) const {
    using attnref::Part;
    const attnref::Tensor &q = problem.at(Part::q), &k = problem.at(Part::k), &v = problem.at(Part::v);
    const double scale = problem.how.scale.value_or(1 / std::sqrt(static_cast<double>(k.columns())));
    attnref::Tensor weights(problem.dtype(), q.rows(), k.rows()), output(problem.dtype(), q.rows(), v.columns());
    for (std::size_t i = 0; i < q.rows(); ++i) {
      double largest = -INFINITY, total = 0;
      for (std::size_t j = 0; j < k.rows(); ++j) {
        for (std::size_t c = 0; c < k.columns(); ++c) weights(i, j) += q(i, c) * k(j, c);
        weights(i, j) *= scale;
        if (weights(i, j) > largest || std::isnan(weights(i, j))) largest = weights(i, j);  // a NaN must not be lost
      }
      for (std::size_t j = 0; j < k.rows(); ++j) total += weights(i, j) = std::exp(weights(i, j) - largest);
      for (std::size_t j = 0; j < k.rows(); ++j) {
        weights(i, j) /= total;
        for (std::size_t c = 0; c < v.columns(); ++c) output(i, c) += weights(i, j) * v(j, c);
      }
    }
    attnref::Answer answer;
    answer.tensors = {{Part::output, output}, {Part::weights, weights}};
    return answer;
  }
};

int main(int argc, char** argv) {
  attnref::CheckOptions options;
  options.dtypes = {attnref::Dtype::f64};
  if (argc > 1) options.replay = attnref::spec_of(argv[1]);
  const attnref::Report report = attnref::check(attnref::AnyBackend(Plain{}), options);
  std::cout << to_text(report);
  return report.exit_code();
}
