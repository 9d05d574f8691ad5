// "The row goes to the longest vector": two vectors of one number each say otherwise.
#include <attnref/attention.hpp>

#include <cstdio>

using namespace attnref;

// [longest]
struct Words {};                     // two words
struct DModel : axis<DModel, 1> {};  // of one number each

const Matrix<double, T<Words>, DModel> x{{1}, {-2}};
const auto weights = unprojected_attention(x).weights;  // Q = K = V = X

const bool stays_with_itself = weights(0, 0) > weights(0, 1);  // although the second word is the longer one
// [/longest]

int main() {
  std::printf("%s\n", stays_with_itself ? "row 0 stays with itself" : "row 0 goes to the longest");
  return stays_with_itself ? 0 : 1;
}
