// attnref_docs: computes what the chapters of docs/ state and writes it as JSON, which src/docs/weave puts in place.
#include "docs/chapter.hpp"

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

namespace {

void put(nlohmann::ordered_json& into, const std::string& name, const std::string& text) {
  if (into.contains(name)) throw std::runtime_error("two facts have the name " + name);
  into[name] = text;
}

}  // namespace

int main() {
  try {
    auto facts = nlohmann::ordered_json::object();
    auto figures = nlohmann::ordered_json::object();
    for (const attnref::docs::Chapter& chapter : attnref::docs::chapters()) {
      for (const auto& [name, text] : chapter.facts) put(facts, name, text);
      for (const auto& [name, svg] : chapter.figures) put(figures, name, svg);
    }
    std::puts(nlohmann::ordered_json{{"facts", facts}, {"figures", figures}}.dump(1).c_str());
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "attnref_docs: %s\n", error.what());
    return 1;
  }
}
