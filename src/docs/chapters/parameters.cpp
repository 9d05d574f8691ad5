// Counting parameters: the layer's count beside that of a perceptron on the whole sequence.
#include "docs/chapter.hpp"

#include "attnref/projections.hpp"

#include <string>

namespace attnref::docs {

Chapter parameters() {
  struct DModel : axis<DModel, 8> {};
  struct Dk : axis<Dk, 4> {};
  struct Dv : axis<Dv, 5> {};
  Chapter chapter;
  chapter.facts.emplace_back("parameters.lesson", std::to_string(parameter_count<DModel, Dk, Dv>()));
  return chapter;
}

}  // namespace attnref::docs
